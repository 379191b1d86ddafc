import { describe, expect, test } from 'vitest';
import { packOf } from '../index.ts';
import {
  withdrawalOutcomeEmail,
  withdrawalOutcomeText,
  withdrawalReceived,
  withdrawalRequestEmail,
  type WithdrawalOutcome,
  type WithdrawalRefusal,
} from './withdrawal-messages.ts';

const sender = { brand: 'Wayni', pack: packOf('AR') };
const request = {
  news: 'asked',
  askedOn: '12-06-2026',
  until: '22-06-2026',
  againUrl: 'https://wayni.example/arrepentimiento',
} as const;
const refusals: readonly WithdrawalRefusal[] = [
  'no-loan',
  'no-membership',
  'canceled',
  'finished',
  'late',
  'already',
];
const plan = { instalments: 12, payment: '$85.120,44', total: '$1.021.445,28', rate: 'TNA 260,00 %' };
const outcomes: readonly WithdrawalOutcome[] = [
  { state: 'canceled' },
  { state: 'ended', plan: null, inFavour: '', owed: '' },
  { state: 'ended', plan: null, inFavour: '', owed: '$2.000,00' },
  { state: 'ended', plan: null, inFavour: '$4.300,00', owed: '' },
  { state: 'ended', plan, inFavour: '', owed: '' },
  { state: 'ended', plan, inFavour: '$6.300,00', owed: '' },
  { state: 'return-due', isPaidOff: false, amount: '$290.000,00', credit: '', until: '16-03-2026', plan },
  {
    state: 'return-due',
    isPaidOff: false,
    amount: '$290.000,00',
    credit: '',
    until: '16-03-2026',
    plan: null,
  },
  {
    state: 'return-due',
    isPaidOff: false,
    amount: '$290.000,00',
    credit: '$25,00',
    until: '16-03-2026',
    plan: null,
  },
  {
    state: 'return-due',
    isPaidOff: false,
    amount: '',
    credit: '$290.000,00',
    until: '16-03-2026',
    plan: null,
  },
  { state: 'return-due', isPaidOff: true, amount: '', credit: '$25,00', until: '16-03-2026', plan: null },
  ...refusals.map((refusal) => ({ state: 'refused' as const, refusal, until: '16-03-2026' })),
];

describe('messages of withdrawals', () => {
  test.each(['loan', 'membership'] as const)('%s: the request’s mail has tracking code and link', (kind) => {
    const url = 'https://wayni.example/arrepentimiento/abc';
    const { text, subject } = withdrawalRequestEmail(sender, {
      firstName: 'Ana',
      kind,
      ...request,
      code: 'ARR-1',
      url,
      ending: null,
    });
    expect(subject).toContain('ARR-1');
    for (const part of ['ARR-1', url, '3 horas']) {
      expect(text).toContain(part);
    }
    expect(text).toContain(kind === 'loan' ? 'arrepentirte' : 'membresía');
  });

  test.each([
    [
      { plan, inFavour: '', owed: '' },
      ['12 cuotas de $85.120,44', '$1.021.445,28', 'TNA 260,00 %', 'No pagás nada'],
    ],
    [
      { plan: { ...plan, instalments: 1 }, inFavour: '$6.300,00', owed: '' },
      ['1 cuota de', 'quedan $6.300,00 a tu favor'],
    ],
    [{ plan: null, inFavour: '', owed: '$2.000,00' }, ['tu préstamo sigue igual', 'vas a deber $2.000,00']],
  ])('the mail of a request to end the membership says what it does', (ending, says) => {
    const { text } = withdrawalRequestEmail(sender, {
      firstName: 'Ana',
      kind: 'membership',
      ...request,
      code: 'BAJA-1',
      url: 'https://wayni.example/baja-membresia/abc',
      ending,
    });
    for (const part of says) expect(text).toContain(part);
  });

  test.each([
    ['asked', 'Recibimos tu pedido ARR-1', 'Falta un paso'],
    ['again', 'Tu link para confirmar el pedido ARR-1', 'Falta un paso'],
    ['missing', 'Falta confirmar tu pedido ARR-1', 'El 12-06-2026 recibimos un pedido para arrepentirte'],
  ] as const)(
    'the mail of a link that is %s says what is missing, and how to get another',
    (news, title, says) => {
      const url = 'https://wayni.example/arrepentimiento/abc';
      const facts = {
        ...request,
        firstName: 'Ana',
        kind: 'loan',
        news,
        code: 'ARR-1',
        url,
        ending: null,
      } as const;
      const { subject, text } = withdrawalRequestEmail(sender, facts);
      expect(subject).toBe(title);
      for (const part of [
        says,
        'el 12-06-2026, aunque lo confirmes después',
        `Hasta el 22-06-2026 podés pedir otro`,
      ])
        expect(text).toContain(part);
    },
  );

  test('the public answer has the code and promises nothing about the person', () => {
    const said = withdrawalReceived('ARR-1', '12-06-2026');
    for (const part of [
      'ARR-1',
      'Falta un paso: si los datos son de una persona con cuenta',
      'Vale la fecha de hoy, 12-06-2026',
    ])
      expect(said).toContain(part);
  });

  test('every outcome has its own words, and the mail says them with the code', () => {
    const texts = outcomes.map((outcome) => withdrawalOutcomeText(outcome).join(' '));
    expect(new Set(texts).size).toBe(outcomes.length);
    expect(texts.join(' ')).toContain('$290.000,00');
    expect(texts.join(' ')).toContain('16-03-2026');
    for (const outcome of outcomes) {
      const letter = withdrawalOutcomeEmail(sender, {
        firstName: 'Ana',
        code: 'ARR-1',
        outcome,
        url: 'https://a',
      });
      expect(letter.text).toContain('ARR-1');
      for (const line of withdrawalOutcomeText(outcome)) expect(letter.text).toContain(line);
    }
  });
});
