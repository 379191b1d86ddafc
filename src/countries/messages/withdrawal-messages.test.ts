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
const refusals: readonly WithdrawalRefusal[] = [
  'no-loan',
  'no-membership',
  'canceled',
  'finished',
  'late',
  'already',
];
const outcomes: readonly WithdrawalOutcome[] = [
  { state: 'canceled' },
  { state: 'ended' },
  { state: 'return-due', isPaidOff: false, amount: '$290.000,00', credit: '', until: '16-03-2026' },
  { state: 'return-due', isPaidOff: false, amount: '$290.000,00', credit: '$25,00', until: '16-03-2026' },
  { state: 'return-due', isPaidOff: false, amount: '', credit: '$290.000,00', until: '16-03-2026' },
  { state: 'return-due', isPaidOff: true, amount: '', credit: '$25,00', until: '16-03-2026' },
  ...refusals.map((refusal) => ({ state: 'refused' as const, refusal, until: '16-03-2026' })),
];

describe('messages of withdrawals', () => {
  test.each(['loan', 'membership'] as const)('%s: the request’s mail has tracking code and link', (kind) => {
    const url = 'https://wayni.example/arrepentimiento/abc';
    const { text, subject } = withdrawalRequestEmail(sender, {
      firstName: 'Ana',
      kind,
      code: 'ARR-1',
      url,
    });
    expect(subject).toContain('ARR-1');
    for (const part of ['ARR-1', url, '3 horas']) {
      expect(text).toContain(part);
    }
    expect(text).toContain(kind === 'loan' ? 'arrepentirte' : 'membresía');
  });

  test('the public answer has the code and promises nothing about the person', () => {
    expect(withdrawalReceived('ARR-1')).toContain('ARR-1');
    expect(withdrawalReceived('ARR-1')).toContain('Si los datos son de una persona con cuenta');
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
