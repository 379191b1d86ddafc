import { describe, expect, test } from 'vitest';
import {
  booksCorrectedEmail,
  creditRefundEmail,
  creditRefundedEmail,
  creditSentences,
  creditUsedEmail,
} from './credit-messages.ts';
import { packOf } from '../index.ts';
import { paymentEmail } from './payment-messages.ts';

const sender = { brand: 'Wayni', pack: packOf('AR') };
const nothing = { used: [], held: '', isMoved: false, next: undefined };

describe('what became of money that was not needed', () => {
  test('nothing is said of nothing', () => {
    expect(creditSentences(nothing)).toEqual([]);
  });

  test('what it paid at once', () => {
    expect(creditSentences({ ...nothing, used: [{ number: 2, amount: '$1.000,00' }] })).toEqual([
      'Con $1.000,00 pagamos tu cuota 2, que ya vencía.',
    ]);
  });

  test.each([
    [{ next: { number: 3, dueDate: '10-08-2026' } }, 'empezando por la cuota 3, el 10-08-2026'],
    [{ isMoved: true }, 'los pasamos a tu préstamo actual'],
    [{}, 'Escribinos para que te los devolvamos.'],
  ])('what is held: %o', (change, words) => {
    const [sentence, ...more] = creditSentences({ ...nothing, held: '$500,00', ...change });
    expect(more).toEqual([]);
    expect(sentence).toContain('Tenés $500,00 a favor');
    expect(sentence).toContain(words);
  });

  test('the mail of the payment says it too', () => {
    const { text } = paymentEmail(sender, {
      firstName: 'Ana',
      news: 'double',
      method: 'Pago Fácil',
      paid: '$1.500,00',
      asked: '$1.500,00',
      isFinished: false,
      url: 'https://wayni.example/coupon/abc',
      credit: { ...nothing, held: '$1.500,00' },
    });
    expect(text).toContain('Tenés $1.500,00 a favor');
  });
});

describe('money in favour that paid instalments on their due date', () => {
  const to = {
    firstName: 'Ana',
    date: '10-08-2026',
    left: '',
    isFinished: false,
    url: 'https://wayni.example',
  };

  test('an instalment paid whole, and what is left', () => {
    const paid = [{ number: 2, amount: '$1.000,00', isSettled: true }];
    const { text } = creditUsedEmail(sender, { ...to, paid, left: '$200,00' });
    expect(text).toContain('El 10-08-2026 pagamos tu cuota 2 con $1.000,00 de tu saldo a favor.');
    expect(text).toContain('Te quedan $200,00 a favor.');
    expect(text).not.toContain('terminaste tu préstamo');
  });

  test('an instalment paid in part, and the end of the loan', () => {
    const paid = [{ number: 3, amount: '$200,00', isSettled: false }];
    const { text } = creditUsedEmail(sender, { ...to, paid, isFinished: true });
    expect(text).toContain('usamos $200,00 de tu saldo a favor para tu cuota 3. Pagá lo que falta');
    expect(text).toContain('terminaste tu préstamo');
  });
});

test('a refund under way names amount and account, and no day', () => {
  const to = { firstName: 'Ana', amount: '$1.500,00', account: '1234', url: 'https://wayni.example' };
  const { text } = creditRefundEmail(sender, to, 'sent');
  expect(text).toContain('Estamos transfiriendo $1.500,00');
  expect(text).toContain('terminada en 1234');
  expect(text).not.toMatch(/\d\d-\d\d-20\d\d/);
});

test('a refund that was kept back says so, and not that the money is still theirs', () => {
  const to = { firstName: 'Ana', amount: '$1.500,00', account: '1234', url: 'https://wayni.example' };
  const { subject, text } = creditRefundEmail(sender, to, 'not-sent');
  expect(subject).toBe('No enviamos la devolución de tu saldo a favor');
  expect(text).toContain('No hicimos la transferencia de $1.500,00');
  expect(text).not.toContain('sigue siendo tu saldo');
});

test('money that went out after it had paid instalments is owed, and said to be', () => {
  const to = { firstName: 'Ana', amount: '$1.500,00', url: 'https://wayni.example/estado-cuenta/abc' };
  expect(creditRefundedEmail(sender, to).text).toContain('Ya no se usan para pagar tus cuotas.');
  const { text } = creditRefundedEmail(sender, { ...to, short: '$600,00' });
  expect(text).toContain('pero $600,00 ya habían pagado tus cuotas');
  expect(text).toContain('nos debés esos $600,00');
});

describe('a correction in favour of the customer', () => {
  const to = {
    firstName: 'Ana',
    parts: [],
    returned: '',
    credited: '',
    waived: '',
    isFinished: false,
    url: 'https://x.test',
  };

  test.each([
    [{ waived: '$350,00' }, 'ya no te cobramos $350,00 de intereses por mora'],
    [{ returned: '$100,00' }, 'Los usamos para lo que todavía debías de tu préstamo.'],
    [{ returned: '$100,00', credited: '$40,00' }, 'Quedan $40,00 a tu favor: pagan tus próximas'],
    [{ returned: '$100,00', credited: '$40,00', isFinished: true }, 'Quedan $40,00 a tu favor. Escribinos'],
  ])('with %j says what was done with the money', (facts, words) => {
    expect(booksCorrectedEmail(sender, { ...to, ...facts }).text).toContain(words);
  });
});
