import { describe, expect, test } from 'vitest';
import { packOf } from '../index.ts';
import { paymentEmail, type PaymentFacts, type PaymentNews, paymentSms } from './payment-messages.ts';

/** The GSM 7-bit alphabet as far as Spanish uses it. */
const GSM_7 = /^[A-Za-z0-9 \n@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà]*$/;
const news: readonly PaymentNews[] = [
  'exact',
  'partial',
  'excess',
  'late',
  'closed',
  'double',
  'unmatched',
  'reversed',
  'refunded',
  'rejected',
];
const facts = (change: Partial<PaymentFacts>): PaymentFacts => ({
  firstName: 'Ana',
  news: 'exact',
  method: 'Pago Fácil',
  paid: '$1.105.843,09',
  asked: '$1.205.843,09',
  isFinished: false,
  url: 'https://wayni.example/coupon/abc',
  ...change,
});

const meanings = [undefined, 'advance', 'return'] as const;

describe.each(['AR', 'UY'] as const)('messages of payments in %s', (country) => {
  const sender = { brand: 'Wayni', pack: packOf(country) };

  test.each(news)('%s: money paid ahead is called an advance and no payment', (each) => {
    const about = facts({ news: each, meant: 'advance', isFinished: each === 'exact' });
    const { subject, text } = paymentEmail(sender, about);
    const sms = paymentSms(sender, about)?.text ?? '';
    expect(subject).toContain('adelanto');
    expect(text).toContain('Ver mi adelanto');
    for (const words of [subject, text, sms]) expect(words).not.toMatch(/\bpagos?\b(?! Fácil)/i);
  });

  test.each(news)('%s: mail and HTML say the amount, by what it came, and where to look', (each) => {
    for (const meant of meanings) {
      const { subject, text } = paymentEmail(sender, facts({ news: each, meant }));
      expect(subject).not.toBe('');
      const amount = each === 'rejected' ? '$1.205.843,09' : '$1.105.843,09';
      for (const words of ['Hola Ana:', amount, 'Pago Fácil', 'https://wayni.example/coupon/abc'])
        expect(text).toContain(words);
      expect(text).not.toContain('terminaste tu préstamo');
    }
  });

  test.each(news)('%s: who gives the money of a withdrawal back is not sent to the instalments', (each) => {
    const { subject, text } = paymentEmail(sender, facts({ news: each, meant: 'return' }));
    expect(text).not.toMatch(/cuotas?\b/i);
    expect(subject).toMatch(each === 'unmatched' ? /pago/ : /devolución/i);
  });

  test('money taken back may have been in favour: it is not said that something was paid with it', () => {
    expect(paymentEmail(sender, facts({ news: 'reversed' })).text).toContain(
      'puede volver a estar pendiente',
    );
  });

  test('a refusal, which is seen on the screen, sends no SMS', () => {
    expect(paymentSms(sender, facts({ news: 'rejected' }))).toBeUndefined();
  });

  test.each(news.slice(0, -1))('%s: the SMS fits one message', (each) => {
    for (const meant of meanings) {
      const sms = paymentSms(sender, facts({ news: each, meant }));
      expect(sms?.text).toMatch(GSM_7);
      expect(sms?.text.length).toBeLessThanOrEqual(160);
      expect(sms?.text).toContain('$1.105.843,09');
    }
  });
});

test('every outcome says something else of the money', () => {
  const sender = { brand: 'Wayni', pack: packOf('AR') };
  for (const meant of meanings)
    expect(new Set(news.map((each) => paymentEmail(sender, facts({ news: each, meant })).text)).size).toBe(
      news.length,
    );
});

test('the last payment says that nothing is owed', () => {
  const sender = { brand: 'Wayni', pack: packOf('UY') };
  expect(paymentEmail(sender, facts({ isFinished: true })).text).toContain(
    'Con este pago terminaste tu préstamo',
  );
});

describe('what is left to be paid', () => {
  const sender = { brand: 'Wayni', pack: packOf('AR') };
  const rests = [
    { kind: 'overdue', amount: '$1.000.000,01', on: '01-03-2026', until: '04-03-2026' },
    { kind: 'closing', amount: '$1.000.000,01', on: '01-03-2026', until: '04-03-2026' },
    { kind: 'due-later', amount: '$1.000.000,01', until: '04-03-2026' },
    { kind: 'return', amount: '$1.000.000,01', until: '04-03-2026' },
  ] as const;

  test.each(rests)('is said with its last day ($kind)', (rest) => {
    for (const each of ['partial', 'late', 'closed'] as const) {
      const { text } = paymentEmail(sender, facts({ news: each, rest }));
      expect(text).toContain('$1.000.000,01');
      expect(text).toContain('04-03-2026');
      const sms = paymentSms(sender, facts({ news: each, rest }))?.text ?? '';
      expect(sms).toContain('$1.000.000,01');
      expect(sms.length).toBeLessThanOrEqual(160);
    }
  });

  test('is said to be nothing', () => {
    const about = facts({ news: 'late', rest: { kind: 'nothing' } });
    expect(paymentEmail(sender, about).text).toContain('No falta nada');
    expect(paymentSms(sender, about)?.text).not.toContain('Quedan');
  });

  test('of a loan that is given back is the return: no credit pays instalments, none is called paid', () => {
    const credit = { used: [], held: '$5,00', isMoved: false, next: { number: 2, dueDate: '01-04-2026' } };
    for (const each of news.filter((one) => one !== 'rejected')) {
      const { text } = paymentEmail(sender, facts({ news: each, rest: rests[3], credit }));
      expect(text).not.toMatch(/cuotas?\b/);
    }
  });
});

test('what is taken back after a part was given back is not called the whole payment', () => {
  const sender = { brand: 'Wayni', pack: packOf('AR') };
  for (const meant of meanings) {
    const about = facts({ news: 'reversed', meant, paid: '$600,00', whole: '$1.000,00' });
    const { text } = paymentEmail(sender, about);
    expect(text).toMatch(/el resto de tu \S+ de \$1\.000,00 \(\$600,00\)/);
    expect(paymentSms(sender, about)?.text).toMatch(/el resto de tu \S+ \(\$600,00\)/);
  }
});
