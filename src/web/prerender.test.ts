import { describe, expect, test } from 'vitest';
import type { CallKey, OutputOf } from '../contract/contract.ts';
import { firstCallOf, renderAnswered } from './prerender.tsx';

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

describe('the first call of a page', () => {
  test.each([
    ['/balance/1/30400048', { key: 'POST /api/v3/balance', body: { document_number: '30400048' } }],
    ['/Coupon/abc/', { key: 'GET /api/v3/coupon/{hash}', params: { hash: 'abc' } }],
    ['/vendors/a%20b', { key: 'GET /vendors-api/v1/leads/{hash}', params: { hash: 'a b' } }],
  ])('of %s', (path, call) => {
    expect(firstCallOf(path)).toEqual(call);
  });

  test.each(['/balance/2/30400048', '/ver-prestamo/x', '/signup', '/mis-datos', '/'])(
    'of %s is not the server’s to make',
    (path) => {
      expect(firstCallOf(path)).toBeUndefined();
    },
  );
});

describe('a page drawn with its answer', () => {
  test('shows it, and hands the same to the queries', async () => {
    const answer = certificate('Ana Pérez');
    const { html, title, data } = await renderAnswered(`/libre-deuda/${hash}`, 'AR', answer);
    expect(html).toContain('Ana Pérez');
    expect(title).toBe('Libre deuda | Wayni');
    expect(JSON.parse(data)).toEqual([
      { queryKey: ['certificate', hash], data: (answer as unknown as { result: object }).result },
    ]);
  });

  test('holds no code that somebody wrote, and none of ours', async () => {
    const name = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
    const { html } = await renderAnswered(`/libre-deuda/${hash}`, 'UY', certificate(name));
    expect(html).toContain('&lt;script&gt;alert(1)');
    expect(html).not.toMatch(/<script|<img src=x|\sstyle=/);
  });

  test('keeps nothing for the next one', async () => {
    await renderAnswered(`/libre-deuda/${hash}`, 'AR', certificate('Ana Pérez'));
    const { html } = await renderAnswered('/libre-deuda/another', 'AR', certificate('Otra Persona'));
    expect(html).not.toContain('Ana Pérez');
    const both = await Promise.all(
      ['Uno', 'Dos'].map((name) => renderAnswered(`/libre-deuda/${name}`, 'AR', certificate(name))),
    );
    expect(both.map(({ html: page }) => [page.includes('Uno'), page.includes('Dos')])).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});
