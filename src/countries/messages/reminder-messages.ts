import { instalmentWords, untilWords } from '../payable-words.ts';
import { email, type EmailMessage, type Sender, type SmsMessage } from './messages.ts';
import { whatsappContent } from './whatsapp-templates.ts';

/** Debit of an instalment at the time of writing; the card by brand and last four digits. */
export type DebitAhead =
  | { readonly kind: 'none' }
  | { readonly kind: 'planned'; readonly on: string; readonly card: string }
  | { readonly kind: 'declined'; readonly card: string }
  /** Announced, but not attempted for another reason. */
  | { readonly kind: 'dropped' };

/** Instalment in a reminder; the caller formats amounts and dates. */
export interface RemindedInstalment {
  readonly number: number;
  readonly count: number;
  /** Owed today. */
  readonly amount: string;
  readonly dueDate: string;
  /** Last day without surcharge: the due date or, where banks are closed on it, the next business day. */
  readonly payableUntil: string;
  /** The due date has arrived. */
  readonly isDue: boolean;
  /** Days since the last day without surcharge; negative before it. */
  readonly daysLate: number;
  /** Part of the debt covered by credit; '' for none. */
  readonly credit: string;
  readonly debit: DebitAhead;
  readonly openPayment?:
    | { readonly method: string; readonly amount: string; readonly until: string }
    | undefined;
  readonly hasDefaultInterest: boolean;
}

export interface ReminderFacts {
  readonly instalments: readonly RemindedInstalment[];
  /** Sum of all instalments, formatted. */
  readonly total: string;
  /** Added until tomorrow, formatted; '' for nothing. */
  readonly perDay: string;
  /** Payment page. */
  readonly url: string;
  /** Page for who cannot pay now. */
  readonly helpUrl: string;
}

/** True if a planned debit pays it, so that the customer need not act. */
export const paysItself = ({ debit, openPayment }: RemindedInstalment): boolean =>
  debit.kind === 'planned' && openPayment === undefined;

/**
 * Reminder before, on or after the due date: today's debt, its debit and open payment, how to pay, and the
 * unsubscribe link (docs/product/messages.md#reminders).
 */
export function reminderEmail(
  sender: Sender,
  to: ReminderFacts & { readonly firstName: string; readonly offUrl: string },
): EmailMessage {
  const several = to.instalments.length > 1;
  const pay = several ? 'Pagar mis cuotas' : 'Pagar mi cuota';
  const isPaidByDebit = to.instalments.every(paysItself);
  return email(sender, {
    subject: subjectOf(to),
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      ...to.instalments.map((each) => [lineOf(each), ...creditWords(each), payingWords(each)].join(' ')),
      ...(several ? [`En total son ${to.total}.`] : []),
      ...interestWords(to),
      helpWords(to.instalments),
      ...(isPaidByDebit ? [] : ['Si ya pagaste, puede tardar hasta 48 horas en acreditarse.']),
    ],
    action: { label: isPaidByDebit ? 'Ver mi estado de cuenta' : pay, url: to.url },
    help: { label: 'No puedo pagar ahora', url: to.helpUrl },
    footer: { label: 'No quiero recibir más recordatorios', url: to.offUrl },
  });
}

/** Reminder in a single SMS, without accents, which would split it into two. */
export function reminderSms({ brand }: Sender, { instalments, total, url }: ReminderFacts): SmsMessage {
  const [first] = instalments;
  if (!first) throw new Error('a reminder is about something');
  const late = instalments.filter(({ daysLate }) => daysLate > 0);
  const when = first.daysLate > 0 ? `vencida desde el ${first.payableUntil}` : smsWhen(first);
  const what =
    instalments.length === 1
      ? `tenés la cuota ${first.number} ${when}`
      : `tenés ${instalments.length} cuotas por pagar, ${late.length === 1 ? '1 vencida' : `${late.length} vencidas`}`;
  return {
    text: `${brand}: ${what}. Hoy son ${total}. Pagá en ${url}`.replaceAll('á', 'a'),
    template: whatsappContent('reminder', [what, total], url),
  };
}

function subjectOf({ instalments }: ReminderFacts): string {
  const late = instalments.filter(({ daysLate }) => daysLate > 0);
  const [first] = instalments;
  if (late.length > 1) return `Tenés ${late.length} cuotas vencidas`;
  if (late[0]) return `Tu cuota ${late[0].number} está vencida`;
  if (first && isLater(first)) return `Podés pagar tu cuota ${first.number} ${untilOf(first)}`;
  if (first?.daysLate === 0) return `Hoy vence tu cuota ${first.number}`;
  return `Tu cuota ${first?.number} vence el ${first?.dueDate}`;
}

function lineOf(instalment: RemindedInstalment): string {
  const { amount, dueDate, isDue, daysLate } = instalment;
  const cuota = `La ${instalmentWords(instalment)} de tu préstamo`;
  const today = `Hoy son ${amount}.`;
  if (isLater(instalment))
    return `${cuota} ${isDue ? 'venció' : 'vence'} el ${dueDate}. Podés pagarla ${untilOf(instalment)}. ${today}`;
  if (daysLate > 0) return `${cuota} venció el ${dueDate}${wasPayable(instalment)}. ${today}`;
  return `${cuota} ${daysLate === 0 ? 'vence hoy' : `vence el ${dueDate}`}. ${today}`;
}

/** ' y se podía pagar hasta el lunes 13-07-2026 sin recargo'; '' if the last day is the due date. */
function wasPayable({ dueDate, payableUntil }: RemindedInstalment): string {
  const words = untilWords({ due: dueDate, until: payableUntil });
  return words === '' ? '' : ` y se podía pagar ${words}`;
}

const creditWords = ({ credit }: RemindedInstalment): readonly string[] =>
  credit === '' ? [] : [`Ya descontamos ${credit} de tu saldo a favor.`];

function payingWords({ debit, openPayment }: RemindedInstalment): string {
  if (openPayment !== undefined) {
    const { method, amount, until } = openPayment;
    const open = `Generaste un pago de ${amount} con ${method}, que podés usar hasta el ${until}`;
    return debit.kind === 'planned' ? `${open}. Mientras siga abierto, no debitamos la cuota.` : `${open}.`;
  }
  switch (debit.kind) {
    case 'planned':
      return `La vamos a debitar de tu tarjeta ${debit.card} ${debit.on}. Si tenés el dinero en la cuenta, no tenés que hacer nada.`;
    case 'declined':
      return `Tu tarjeta ${debit.card} rechazó el débito y no lo volvemos a intentar: pagala con otro medio.`;
    case 'dropped':
      return 'No la vamos a debitar de tu tarjeta: pagala con el medio que prefieras.';
    case 'none':
      return 'No tiene débito automático: pagala con el medio que prefieras.';
  }
}

function interestWords({ instalments, perDay }: ReminderFacts): readonly string[] {
  if (instalments.some(({ hasDefaultInterest }) => hasDefaultInterest))
    return [
      `El monto incluye los intereses por mora hasta hoy${perDay === '' ? '.' : `; mañana suma ${perDay}.`}`,
    ];
  if (perDay !== '') return [`Desde mañana se suman intereses por mora: ${perDay} el primer día.`];
  const [first] = instalments;
  return first && first.daysLate < 0 && !isLater(first) ? ['Hasta ese día no tiene recargo.'] : [];
}

/** First day late of the reminders that name what can be agreed. */
const AGREES_FROM_DAY = 30;

/** Help by stage: before and in the first month the offer to look at it together, afterwards what can be agreed. */
function helpWords(instalments: readonly RemindedInstalment[]): string {
  const daysLate = Math.max(...instalments.map((each) => each.daysLate));
  if (daysLate >= AGREES_FROM_DAY)
    return 'Todavía podemos ordenarlo: podés pagar una parte, elegir una fecha o pedirnos un plan de pagos. Antes de aceptar ves cuánto es en total.';
  if (daysLate > 0)
    return 'Si ahora no llegás a pagarla, contanos: podés pagar una parte, elegir una fecha o pedirnos un plan de pagos.';
  return 'Si este mes no llegás a pagarla, avisanos: lo vemos con vos antes de que se atrase.';
}

/** Not overdue, and payable without surcharge after its due date. */
const isLater = ({ dueDate, payableUntil, daysLate }: RemindedInstalment) =>
  daysLate <= 0 && dueDate !== payableUntil;

const untilOf = ({ dueDate, payableUntil, daysLate }: RemindedInstalment) =>
  daysLate === 0 ? 'hasta hoy sin recargo' : untilWords({ due: dueDate, until: payableUntil });

function smsWhen(first: RemindedInstalment): string {
  if (isLater(first)) return `sin recargo hasta ${first.daysLate === 0 ? 'hoy' : `el ${first.payableUntil}`}`;
  return first.daysLate === 0 ? 'que vence hoy' : `que vence el ${first.dueDate}`;
}
