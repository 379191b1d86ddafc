import { describe, expect, test } from 'vitest';
import { calendarDate } from '../../domain/calendar-date.ts';
import { debitAnnouncedEmail, debitApprovedEmail, debitDeclinedEmail } from './debit-messages.ts';
import { holidaysOf } from '../holidays.ts';
import { debitAnnouncedOn, debitAttemptOn, lastDueDateAnnouncedOn } from '../law/debits.ts';
import { packOf } from '../index.ts';
import { reminderEmail, reminderSms, type RemindedInstalment } from './reminder-messages.ts';
import { reminderStage } from '../law/reminders.ts';

const GSM_7 = /^[A-Za-z0-9 \n@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà]*$/;
const url = 'https://prestamos.example.com.ar/balance/1/30500058?total=167384.74';
const helpUrl = 'https://prestamos.example.com.ar/no-puedo-pagar';
const offUrl = 'https://prestamos.example.com.ar/avisos/0123456789abcdef0123456789abcdef';
const due = (daysLate: number, number = 3): RemindedInstalment => ({
  number,
  count: 12,
  amount: '$1.076.736,24',
  dueDate: '10-07-2026',
  payableUntil: '10-07-2026',
  isDue: daysLate >= 0,
  daysLate,
  credit: '',
  debit: { kind: 'none' },
  hasDefaultInterest: daysLate > 0,
});
/** Due on a Saturday, payable until Monday. */
const later = (daysLate: number): RemindedInstalment => ({
  ...due(daysLate),
  dueDate: '11-07-2026',
  payableUntil: '13-07-2026',
  isDue: daysLate >= -2,
});

describe.each(['AR', 'UY'] as const)('reminders, %s', (code) => {
  const sender = { brand: 'Wayni', pack: packOf(code) };
  const facts = (...instalments: RemindedInstalment[]) => ({
    instalments,
    url,
    helpUrl,
    perDay: instalments.some(({ daysLate }) => daysLate >= 0) ? '$1.207,15' : '',
    offUrl,
    firstName: 'Ana',
    total: '$11.076.736,24',
  });

  test.each([
    [[5, -3], '2 cuotas por pagar, 1 vencida.'],
    [[40, 9], '2 cuotas por pagar, 2 vencidas.'],
  ])('%j days late, one SMS counts those that are', (days, says) => {
    const { text } = reminderSms(sender, facts(...days.map((late, index) => due(late, index + 1))));
    expect(text).toContain(says);
  });

  test('about nothing there is no SMS', () => {
    expect(() => reminderSms(sender, facts())).toThrow('about something');
  });

  test('an instalment of a changed loan, numbered after the agreed ones, is none of their number', () => {
    expect(reminderEmail(sender, facts(due(-3, 13))).text).toContain('La cuota 13 de tu préstamo vence');
  });

  test.each([
    [-3, 'Tu cuota 3 vence el 10-07-2026', 'pagala con el medio que prefieras'],
    [0, 'Hoy vence tu cuota 3', 'Desde mañana se suman intereses por mora: $1.207,15 el primer día.'],
    [5, 'Tu cuota 3 está vencida', 'intereses por mora hasta hoy; mañana suma $1.207,15.'],
  ])('%i days after the due date', (daysLate, subject, says) => {
    const mail = reminderEmail(sender, facts(due(daysLate)));
    expect(mail.subject).toBe(subject);
    for (const part of ['$1.076.736,24', says, 'Hola Ana:', 'La cuota 3 de 12 de tu préstamo']) {
      expect(mail.text).toContain(part);
    }
    expect(mail.text).toContain(`No quiero recibir más recordatorios: ${offUrl}`);
    expect(mail.letter.footer?.url).toBe(offUrl);
    const sms = reminderSms(sender, facts(due(daysLate)));
    expect(sms.text).toMatch(GSM_7);
    expect(sms.text.length).toBeLessThanOrEqual(160);
    expect(sms.text).toContain(url);
  });

  test.each([
    [
      -3,
      'Podés pagar tu cuota 3 hasta el lunes 13-07-2026 sin recargo',
      'vence el 11-07-2026. Podés pagarla hasta el lunes 13-07-2026 sin recargo.',
      'sin recargo hasta el 13-07-2026',
    ],
    [
      -1,
      'Podés pagar tu cuota 3 hasta el lunes 13-07-2026 sin recargo',
      'venció el 11-07-2026. Podés pagarla hasta el lunes 13-07-2026 sin recargo.',
      'sin recargo hasta el 13-07-2026',
    ],
    [
      0,
      'Podés pagar tu cuota 3 hasta hoy sin recargo',
      'venció el 11-07-2026. Podés pagarla hasta hoy sin recargo.',
      'sin recargo hasta hoy',
    ],
    [
      1,
      'Tu cuota 3 está vencida',
      'venció el 11-07-2026 y se podía pagar hasta el lunes 13-07-2026 sin recargo. Hoy son',
      'vencida desde el 13-07-2026',
    ],
  ])('due on a day on which banks are closed, %i days from the last one', (daysLate, subject, says, sms) => {
    const mail = reminderEmail(sender, facts(later(daysLate)));
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(says);
    const { text } = reminderSms(sender, facts(later(daysLate)));
    expect(text).toContain(sms);
    expect(text).toMatch(GSM_7);
    expect(text.length).toBeLessThanOrEqual(160);
  });

  const card = 'Visa terminada en 4905';
  const openPayment = { method: 'Rapipago', amount: '$76.736,24', until: '09-07-2026' };
  const planned = { kind: 'planned', on: 'el 08-07-2026', card } as const;
  const says: Readonly<Record<string, string>> = {
    planned: `La vamos a debitar de tu tarjeta ${card} el 08-07-2026. Si tenés el dinero en la cuenta, no tenés que hacer nada.`,
    declined: `Tu tarjeta ${card} rechazó el débito y no lo volvemos a intentar: pagala con otro medio.`,
    dropped: 'No la vamos a debitar de tu tarjeta: pagala con el medio que prefieras.',
    none: 'No tiene débito automático: pagala con el medio que prefieras.',
    open: 'Generaste un pago de $76.736,24 con Rapipago, que podés usar hasta el 09-07-2026.',
    openPlanned: 'Mientras siga abierto, no debitamos la cuota.',
    credit: 'Ya descontamos $5.000,00 de tu saldo a favor.',
  };
  test.each<[string, Partial<RemindedInstalment>, readonly string[]]>([
    ['no debit', {}, ['none']],
    ['a debit to come', { debit: planned }, ['planned']],
    ['a declined debit', { debit: { kind: 'declined', card } }, ['declined']],
    ['a debit given up', { debit: { kind: 'dropped' } }, ['dropped']],
    ['an open payment', { openPayment }, ['open']],
    ['an open payment before a debit', { openPayment, debit: planned }, ['open', 'openPlanned']],
    ['an open payment after a declined debit', { openPayment, debit: { kind: 'declined', card } }, ['open']],
    ['money in favour', { credit: '$5.000,00' }, ['credit', 'none']],
  ])('with %s the mail says that and nothing else', (_, state, expected) => {
    const { text } = reminderEmail(sender, facts({ ...due(-3), ...state }));
    const said = Object.keys(says).filter((key) => text.includes(says[key] ?? ''));
    expect(said.toSorted()).toEqual([...expected].toSorted());
    expect(text.includes('no tenés que hacer nada')).toBe(expected.includes('planned'));
    expect(text.includes('Pagar mi cuota:')).toBe(!expected.includes('planned'));
    expect(text).not.toContain('mora');
  });

  test.each([
    [true, '', 'El monto incluye los intereses por mora hasta hoy.'],
    [false, '', ''],
    [false, '$10,00', 'Desde mañana se suman intereses por mora: $10,00 el primer día.'],
  ])(
    'of one that is late, with interest %s and %s a day, it says only that',
    (hasDefaultInterest, perDay, sentence) => {
      const { text } = reminderEmail(sender, { ...facts({ ...due(5), hasDefaultInterest }), perDay });
      expect(text).toContain(sentence);
      expect(text).not.toContain('mañana suma');
      expect(text.includes('mora')).toBe(sentence !== '');
    },
  );

  test.each([
    [-3, 'Si este mes no llegás a pagarla, avisanos'],
    [0, 'Si este mes no llegás a pagarla, avisanos'],
    [1, 'Si ahora no llegás a pagarla, contanos'],
    [15, 'Si ahora no llegás a pagarla, contanos'],
    [30, 'Todavía podemos ordenarlo'],
    [90, 'Todavía podemos ordenarlo'],
  ])('%i days late it offers help, in words of its stage, and threatens with nothing', (daysLate, help) => {
    const { text, letter } = reminderEmail(sender, facts(due(daysLate)));
    expect(text).toContain(help);
    expect(text).toContain(`No puedo pagar ahora: ${helpUrl}`);
    expect(letter.help?.url).toBe(helpUrl);
    expect(text).toContain(url);
    expect(text).not.toMatch(
      /judicial|juicio|abogad|embarg|denunci|infor(me|mar)|central de deudores|veraz|clearing|empleador|familia|última|urgente|inmediat/i,
    );
  });

  test('several are one message with their sum', () => {
    const mail = reminderEmail(sender, facts(due(31, 2), due(1, 3)));
    expect(mail.subject).toBe('Tenés 2 cuotas vencidas');
    expect(mail.text).toContain('La cuota 2 de 12');
    expect(mail.text).toContain('La cuota 3 de 12');
    expect(mail.text).toContain('En total son $11.076.736,24');
    const sms = reminderSms(sender, facts(due(31, 2), due(1, 3)));
    expect(sms.text).toContain('2 cuotas por pagar, 2 vencidas');
    expect(sms.text.length).toBeLessThanOrEqual(160);
  });

  test('the mails of a debit say what, when and how to stop it', () => {
    const debit = {
      firstName: 'Ana',
      number: 3,
      count: 12,
      amount: '$76.736,24',
      dueDate: '11-07-2026',
      now: { kind: 'in-time', until: '13-07-2026' } as const,
      isToday: false,
      card: 'Visa terminada en 4905',
      attemptOn: '03-07-2026',
      paidOn: '03-07-2026',
      wasPaid: false,
      credit: undefined,
      stopUrl: offUrl,
      url,
    };
    for (const letter of [debitAnnouncedEmail, debitApprovedEmail, debitDeclinedEmail]) {
      const { text } = letter(sender, debit);
      for (const part of ['$76.736,24', 'Visa terminada en 4905', 'cuota 3 de 12'])
        expect(text).toContain(part);
    }
    expect(debitDeclinedEmail(sender, debit).text).toContain('Tenés hasta el 13-07-2026 para pagarla');
    expect(debitAnnouncedEmail(sender, debit).text).toContain(`Frenar el débito automático: ${offUrl}`);
  });
});

describe('the days of reminders and debits', () => {
  test.each([
    ['2026-07-06', undefined],
    ['2026-07-07', 'before-3'],
    ['2026-07-09', 'before-3'],
    ['2026-07-10', 'due'],
    ['2026-07-11', 'late-1'],
    ['2026-07-15', 'late-5'],
    ['2026-07-24', 'late-5'],
    ['2026-07-25', 'late-15'],
    ['2026-08-09', 'late-30'],
    ['2026-09-08', 'late-60'],
    ['2026-10-08', 'late-90'],
    ['2027-10-08', 'late-90'],
  ])('on %s of one due on 10 July it is %s', (today, kind) => {
    expect(reminderStage('AR', calendarDate('2026-07-10'), calendarDate(today))?.kind).toBe(kind);
  });

  test.each([
    // Friday 10 July; in Argentina the 9th is a holiday.
    ['AR', '2026-07-10', '2026-07-03', '2026-06-30'],
    ['UY', '2026-07-10', '2026-07-06', '2026-07-01'],
    // Monday 29 March 2027 comes after Tourism week, in which Uruguay's banks are closed.
    ['UY', '2027-03-29', '2027-03-16', '2027-03-11'],
  ] as const)('%s, due %s: attempted %s, announced %s', (code, dueDate, attempt, announced) => {
    expect(debitAttemptOn(calendarDate(dueDate), holidaysOf(code))).toBe(attempt);
    expect(debitAnnouncedOn(calendarDate(dueDate), holidaysOf(code))).toBe(announced);
    expect(lastDueDateAnnouncedOn(calendarDate(announced), holidaysOf(code)) >= dueDate).toBe(true);
  });
});
