import { describe, expect, it } from 'vitest';
import { packOf } from '../index.ts';
import { membershipPaidWithCreditEmail, membershipUnpaidEmail } from './membership-messages.ts';
import { loanPaidOutEmail } from './messages.ts';
import type { PaymentNews } from './payment-facts.ts';
import { paymentEmail } from './payment-messages.ts';

const sender = { brand: 'Wayni', pack: packOf('AR') };
const url = 'https://wayni.example/membresia';
const to = { firstName: 'Ana', price: '$6.300,00', url };

describe('a membership that could not be charged', () => {
  it.each([
    ['declined', '19-07-2026', 'No pudimos debitar $6.300,00', 'Lo volvemos a intentar el 19-07-2026.'],
    ['no-card', '', 'no tenemos una tarjeta', 'No lo volvemos a intentar por nuestra cuenta.'],
  ] as const)('%s says why and what comes next', (why, retryOn, failed, again) => {
    const { text } = membershipUnpaidEmail(sender, { ...to, why, retryOn });
    expect(text).toContain(failed);
    expect(text).toContain(again);
  });

  it('and was paid with money in favour says what is left', () => {
    expect(membershipPaidWithCreditEmail(sender, { ...to, owed: '$300,00' }).text).toContain(
      'Falta pagar $300,00.',
    );
    expect(membershipPaidWithCreditEmail(sender, { ...to, owed: '' }).text).not.toContain('Falta pagar');
  });
});

describe('a payment of a membership', () => {
  const news: PaymentNews[] = ['exact', 'partial', 'excess', 'late', 'closed', 'double', 'unmatched'];
  const about = { firstName: 'Ana', method: 'Pago Fácil', paid: '$6.000,00', asked: '$6.300,00' };
  const facts = { ...about, meant: 'membership', isFinished: false, url } as const;

  it.each([...news, 'refunded', 'rejected', 'reversed'] as const)('%s names no instalment', (each) => {
    const { subject, text } = paymentEmail(sender, { ...facts, news: each });
    expect(subject).not.toBe('');
    expect(text).toContain('Pago Fácil');
    expect(text).not.toMatch(/tus cuotas/);
  });

  it('that is taken back names the whole payment where only the rest of it is', () => {
    const back = { ...facts, news: 'reversed' } as const;
    expect(paymentEmail(sender, back).text).toContain('tu pago de $6.000,00');
    expect(paymentEmail(sender, { ...back, whole: '$6.300,00' }).text).toContain(
      'el resto de tu pago de $6.300,00',
    );
  });
});

describe('money that was paid out', () => {
  const loan = { firstName: 'Ana', amount: '$300.000,00', receiptUrl: url, place: '', url };

  it('late says by how much the due dates moved', () => {
    const moved = { days: 6, firstDueDate: '01-01-2027' };
    expect(loanPaidOutEmail(sender, { ...loan, moved }).text).toContain('se corrieron 6 días');
    expect(loanPaidOutEmail(sender, loan).text).not.toContain('se corrieron');
  });
});
