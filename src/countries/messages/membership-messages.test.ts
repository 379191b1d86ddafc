import { describe, expect, it } from 'vitest';
import { packOf } from '../index.ts';
import {
  membershipPaidWithCreditEmail,
  membershipStartedEmail,
  membershipUnpaidEmail,
} from './membership-messages.ts';
import { loanPaidOutEmail } from './messages.ts';
import type { PaymentNews } from './payment-facts.ts';
import { paymentEmail } from './payment-messages.ts';

const sender = { brand: 'Wayni', pack: packOf('AR') };
const url = 'https://wayni.example/membresia';
const to = { firstName: 'Ana', price: '$6.300,00', url };

const started = {
  ...to,
  startsOn: '01-07-2026',
  endsOn: '01-07-2027',
  chargeOn: '12-07-2026',
  freeUntil: '11-07-2026',
  plan: null,
  endUrl: url,
};

describe('a membership that could not be charged', () => {
  it.each([
    ['declined', '19-07-2026', 'rechazó el débito de $6.300,00', 'Lo volvemos a intentar el 19-07-2026.'],
    ['declined', '', 'rechazó el débito de $6.300,00', 'No lo volvemos a intentar por nuestra cuenta.'],
    ['no-card', '', 'Ya podés pagar tu membresía', 'No tenés una tarjeta guardada'],
    ['switched-off', '', 'Ya podés pagar tu membresía', 'Tenés frenado el débito automático'],
    ['ended', '', 'Por los días que usaste tu membresía Wayni+ debés $6.300,00.', 'Podés pagarla desde'],
  ] as const)('%s, tried again %j, says why and what comes next', (why, retryOn, failed, again) => {
    const { text, subject } = membershipUnpaidEmail(sender, { ...to, why, retryOn, canEnd: why !== 'ended' });
    expect(text).toContain(failed);
    expect(text).toContain(again);
    expect(text.includes('darla de baja')).toBe(why !== 'ended');
    expect(subject.startsWith('No pudimos debitar')).toBe(why === 'declined');
  });

  it('in a country without a card step speaks of no card', () => {
    const uruguay = { brand: 'Wayni', pack: packOf('UY') };
    const unpaid = { ...to, why: 'no-card', retryOn: '', canEnd: true } as const;
    expect(membershipUnpaidEmail(uruguay, unpaid).text).not.toMatch(/tarjeta|debit/i);
    const text = membershipStartedEmail(uruguay, { ...started, way: { kind: 'no-card' } }).text;
    expect(text).toContain('El 12-07-2026 te escribimos para que lo pagues con el medio que prefieras.');
    expect(text).not.toMatch(/tarjeta|debit/i);
  });

  it.each([
    [
      { kind: 'card', card: 'Visa terminada en 4905' },
      'El 12-07-2026 debitamos el precio de tu tarjeta Visa',
    ],
    [{ kind: 'no-card' }, 'No tenés una tarjeta guardada: el 12-07-2026 te escribimos'],
    [{ kind: 'switched-off' }, 'Tenés frenado el débito automático: el 12-07-2026 te escribimos'],
  ] as const)('that begins says how it will be charged: %j', (way, says) => {
    expect(membershipStartedEmail(sender, { ...started, way }).text).toContain(says);
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
