import { describe, expect, test } from 'vitest';
import type { CallKey, OutputOf } from '../contract/contract.ts';
import { firstCallsOf, render, renderAnswered } from './prerender.tsx';

const hash = '0123456789abcdef0123456789abcdef';
const certificate = (full_name: string) =>
  ({
    result: {
      hash,
      full_name,
      document_number: '30700078',
      legal_number: '20307000784',
      created_at: '2026-11-21T12:00:00Z',
      issuer: 'Wayni',
      check_url: 'https://prestamos.example/verificar-libre-deuda/x',
      valid: true,
    },
  }) as unknown as OutputOf<CallKey>;

const instalment = {
  id: hash,
  number: 1,
  amount: 1000,
  due_date: '2026-12-01',
  due_date_format: '01-12-2026',
  pay_date_format: '',
  state_name: 'pending',
  interest_acum_amount: 0,
  days_late: 0,
  payed: false,
  paid: 0,
  paid_with_credit: 0,
  missing: 1000,
  credit: 0,
  advance: false,
  reversals: [],
  payment: null,
};
const balance = {
  model: {
    documentNumber: '30999888',
    debtfree: false,
    debtFreeStatus: false,
    canCancel: false,
    loanId: null,
    total: 0,
    credit: 0,
    shortfall: 0,
    membership_debts: [],
    other_loans: [],
    installments: [instalment],
    open_payments: [],
    withdrawal: null,
    delay: null,
    tickets: [],
    profile: null,
  },
} as unknown as OutputOf<CallKey>;

describe('the first calls of a page', () => {
  test.each([
    ['/balance/1/30400048', { key: 'POST /api/v3/balance', body: { document_number: '30400048' } }],
    ['/Coupon/abc/', { key: 'GET /api/v3/coupon/{hash}', params: { hash: 'abc' } }],
    ['/vendors/a%20b', { key: 'GET /vendors-api/v1/leads/{hash}', params: { hash: 'a b' } }],
  ])('of %s', (path, call) => {
    expect(firstCallsOf(path, false)).toEqual([
      { ...call, isNeeded: true },
      { key: 'GET /api/v3/enviroments', isNeeded: false },
    ]);
  });

  test.each(['/balance/2/30400048', '/ver-prestamo/x', '/signup', '/mis-datos', '/'])(
    'of %s is not the server’s to make',
    (path) => {
      expect(firstCallsOf(path, false)).toEqual([]);
    },
  );
});

test('the first calls of who is logged in ask who that is, also on a page with a guard', () => {
  const others = [
    { key: 'GET /api/v3/enviroments', isNeeded: false },
    { key: 'GET /api/v3/account-new', isNeeded: true },
  ];
  expect(firstCallsOf('/ver-prestamo/x', true)).toEqual([
    { key: 'GET /api/v3/loan-new/{id}', params: { id: 'x' }, isNeeded: true },
    ...others,
  ]);
  expect(firstCallsOf('/balance/1/30400048', true).slice(1)).toEqual(others);
  expect(firstCallsOf('/mis-datos', true)).toEqual([]);
});

// The first drawing of a screen loads its code, which takes longer than usual on a busy machine.
describe('a page drawn with its answer', { timeout: 60_000 }, () => {
  test('shows it, and hands the same to the queries', async () => {
    const answer = certificate('Ana Pérez');
    const { html, title, data } = await renderAnswered(`/libre-deuda/${hash}`, 'AR', [answer]);
    expect(html).toContain('Ana Pérez');
    expect(title).toBe('Libre deuda | Wayni');
    expect(JSON.parse(data)).toEqual({
      known: [{ queryKey: ['certificate', hash], data: (answer as unknown as { result: object }).result }],
    });
  });

  test('has the settings from the start, and the next one has none of them', async () => {
    const settings = { brand: 'Otra Marca', 'loan-withdrawal': '1' };
    const told = { model: settings } as unknown as OutputOf<'GET /api/v3/enviroments'>;
    const drawn = await renderAnswered('/balance/1/30999888', 'UY', [balance, told]);
    expect(drawn.title).toBe('Estado de cuenta | Otra Marca');
    expect(drawn.html).toContain('Botón de arrepentimiento');
    expect(JSON.parse(drawn.data)).toMatchObject({ settings });
    const next = await renderAnswered('/balance/1/30999888', 'UY', [balance]);
    expect(next.html).not.toContain('Botón de arrepentimiento');
    expect(next.title).toBe('Estado de cuenta | Wayni');
  });

  test('is that of who is logged in where their profile comes along, and the next one is nobody’s', async () => {
    const profile = { result: { first_name: 'Ana' } } as unknown as OutputOf<'GET /api/v3/account-new'>;
    const path = `/libre-deuda/${hash}`;
    const own = await renderAnswered(path, 'AR', [certificate('Ana Pérez'), undefined, profile]);
    expect(own.html).toContain('Cerrar sesión');
    expect(JSON.parse(own.data).known).toContainEqual({ queryKey: ['profile'], data: profile.result });
    const next = await renderAnswered(path, 'AR', [certificate('Ana Pérez')]);
    expect(next.html).not.toContain('Cerrar sesión');
    expect(next.data).not.toContain('profile');
  });

  test('does not look as if it were asking for what it shows', async () => {
    const shown = await renderAnswered('/balance/1/30999888', 'AR', [balance]);
    expect(shown.html).toContain('Actualizar');
    expect(shown.html).not.toContain('aria-busy');
  });

  test('holds no code that somebody wrote, and none of ours', async () => {
    const name = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
    const { html } = await renderAnswered(`/libre-deuda/${hash}`, 'UY', [certificate(name)]);
    expect(html).toContain('&lt;script&gt;alert(1)');
    expect(html).not.toMatch(/<script|<img src=x|\sstyle=/);
  });

  test('is the same for an address with a slash too many', async () => {
    const { html } = await renderAnswered(`//libre-deuda/${hash}`, 'AR', [certificate('Ana Pérez')]);
    expect(html).toContain('Ana Pérez');
  });

  test('is not looked for without end at an address that leads elsewhere', async () => {
    await expect(renderAnswered('/', 'AR', [balance])).rejects.toThrow('/ leads to /signup');
  });

  test('keeps nothing for the next one', async () => {
    await renderAnswered(`/libre-deuda/${hash}`, 'AR', [certificate('Ana Pérez')]);
    const { html } = await renderAnswered('/libre-deuda/another', 'AR', [certificate('Otra Persona')]);
    expect(html).not.toContain('Ana Pérez');
    const both = await Promise.all(
      ['Uno', 'Dos'].map((name) => renderAnswered(`/libre-deuda/${name}`, 'AR', [certificate(name)])),
    );
    expect(both.map(({ html: page }) => [page.includes('Uno'), page.includes('Dos')])).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});

describe('first access', () => {
  test.each([
    [
      'AR',
      [
        '>Botón de arrepentimiento<',
        '>Botón de baja<',
        '>Contratos de adhesión – Ley 24.240<',
        'LA AGENCIA DE ACCESO A LA INFORMACIÓN PÚBLICA',
      ],
      ['Baja de la membresía'],
    ],
    [
      'UY',
      ['>Arrepentimiento<', '>Baja de la membresía<', 'Unidad Reguladora y de Control de Datos Personales'],
      ['Botón de baja', 'Contratos de adhesión'],
    ],
  ] as const)('has in %s what the law wants there', async (country, says, never) => {
    const { html } = await render('/signup', country);
    for (const words of says) expect(html).toContain(words);
    for (const words of never) expect(html).not.toContain(words);
  });
});
