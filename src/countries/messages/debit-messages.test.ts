import { describe, expect, test } from 'vitest';
import {
  debitAnnouncedEmail,
  debitApprovedEmail,
  debitDeclinedEmail,
  debitNotMadeEmail,
  type AfterDeclined,
} from './debit-messages.ts';
import { packOf } from '../index.ts';

const sender = { brand: 'Wayni', pack: packOf('AR') };
const debit = {
  firstName: 'Ana',
  amount: '$1.000,00',
  card: 'terminada en 4905',
  number: 2,
  count: 6,
  paidOn: '06-08-2026',
  dueDate: '12-08-2026',
  url: 'https://wayni.example',
};

describe('a debit that the card paid', () => {
  test('of what was owed says that the instalment is paid', () => {
    const { subject, text } = debitApprovedEmail(sender, { ...debit, wasPaid: false, credit: undefined });
    expect(subject).toBe('Debitamos tu cuota 2');
    expect(text).toContain('Ya está paga, no tenés que hacer nada más.');
  });

  test('of what had been paid meanwhile says so, and what became of the money', () => {
    const next = { number: 3, dueDate: '12-09-2026' };
    const credit = { used: [], held: '$1.000,00', isMoved: false, next };
    const { subject, text } = debitApprovedEmail(sender, { ...debit, wasPaid: true, credit });
    expect(subject).toBe('Debitamos tu cuota 2, que ya estaba paga');
    expect(text).toContain('Tenés $1.000,00 a favor');
    expect(text).not.toContain('no tenés que hacer nada más');
  });
});

test.each([
  [true, 'Hoy debitamos tu cuota 2', 'Hoy vamos a debitar', 'las cuotas siguientes'],
  [false, 'El 06-08-2026 debitamos tu cuota 2', 'El 06-08-2026 vamos a debitar', 'hasta el día anterior'],
])('a debit that is announced on its own day: %s', (isToday, title, when, stop) => {
  const { url: stopUrl, ...facts } = debit;
  const announced = { ...facts, stopUrl, attemptOn: '06-08-2026', isToday };
  const { subject, text } = debitAnnouncedEmail(sender, announced);
  expect(subject).toBe(title);
  expect(text).toContain(when);
  expect(text).toContain(stop);
  expect(text.includes('hasta el día anterior')).toBe(!isToday);
});

test.each<[AfterDeclined, string]>([
  [{ kind: 'paid' }, 'La cuota ya está paga: no tenés que hacer nada.'],
  [{ kind: 'in-time', until: '12-08-2026' }, 'Tenés hasta el 12-08-2026 para pagarla'],
  [{ kind: 'late', until: '12-08-2026', owed: '$1.020,00' }, 'terminó el 12-08-2026. Hoy son $1.020,00'],
])('a declined debit, %j', (now, says) => {
  const { text } = debitDeclinedEmail(sender, { ...debit, now });
  expect(text).toContain(says);
  expect(text.includes('Tenés hasta')).toBe(now.kind === 'in-time');
});

describe('a debit that was not made', () => {
  const notMade = { ...debit, date: '06-08-2026', payableUntil: '14-08-2026' };

  test('and is tried again says when, and why it waits', () => {
    const again = { ...notMade, attemptOn: '07-08-2026', why: 'open-payment' } as const;
    const { subject, text } = debitNotMadeEmail(sender, again);
    expect(subject).toBe('Todavía no debitamos tu cuota 2');
    expect(text).toContain('porque generaste un pago para esa cuota y sigue abierto');
    expect(text).toContain('Lo volvemos a intentar el 07-08-2026');
  });

  test('and is given up says until when it can be paid otherwise', () => {
    const { subject, text } = debitNotMadeEmail(sender, { ...notMade, attemptOn: '', why: '' });
    expect(subject).toBe('No debitamos tu cuota 2');
    expect(text).toContain('No lo volvemos a intentar. Tenés hasta el 14-08-2026');
    expect(text).not.toContain('sigue abierto');
  });

  test('without a valid card says so', () => {
    const { text } = debitNotMadeEmail(sender, { ...notMade, attemptOn: '', why: 'no-card' });
    expect(text).toContain('porque no tenemos una tarjeta tuya vigente.');
  });
});
