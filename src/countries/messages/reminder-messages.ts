import { untilWords } from '../payable-words.ts';
import { email, type EmailMessage, type Sender, type SmsMessage } from './messages.ts';
import { whatsappContent } from './whatsapp-templates.ts';

/** One instalment of a reminder; amount and date are formatted by the caller. */
export interface RemindedInstalment {
  readonly number: number;
  /** How many the loan has. */
  readonly count: number;
  /** What is owed for it today. */
  readonly amount: string;
  readonly dueDate: string;
  /** Last day without surcharge: the due date or, where banks are closed on it, the next business day. */
  readonly payableUntil: string;
  /** The due date has come. */
  readonly isDue: boolean;
  /** From the last day without surcharge; negative before it. */
  readonly daysLate: number;
}

export interface ReminderFacts {
  readonly instalments: readonly RemindedInstalment[];
  /** Of all of them, formatted. */
  readonly total: string;
  /** Where they can be paid. */
  readonly url: string;
}

/** Before, on or after the due date: what is owed today, how to pay it, how to get no more of these. */
export function reminderEmail(
  sender: Sender,
  to: ReminderFacts & { readonly firstName: string; readonly offUrl: string },
): EmailMessage {
  const isLate = to.instalments.some(({ daysLate }) => daysLate > 0);
  const several = to.instalments.length > 1;
  return email(sender, {
    subject: subjectOf(to),
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      ...to.instalments.map(lineOf),
      ...(several ? [`En total son ${to.total}.`] : []),
      isLate
        ? 'El monto incluye los intereses por mora hasta hoy y aumenta cada día. Si ya pagaste, puede tardar hasta 48 horas en acreditarse.'
        : 'Si ya pagaste o tenés débito automático, no tenés que hacer nada.',
    ],
    action: { label: several ? 'Pagar mis cuotas' : 'Pagar mi cuota', url: to.url },
    footer: { label: 'No quiero recibir más recordatorios', url: to.offUrl },
  });
}

/** The same in one SMS, without accents that would make it two. */
export function reminderSms({ brand }: Sender, { instalments, total, url }: ReminderFacts): SmsMessage {
  const [first] = instalments;
  if (!first) throw new Error('a reminder is about something');
  const late = instalments.filter(({ daysLate }) => daysLate > 0);
  const when = first.daysLate > 0 ? `vencida desde el ${first.dueDate}` : smsWhen(first);
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
  const { number, count, amount, dueDate, isDue, daysLate } = instalment;
  const cuota = `La cuota ${number} de ${count} de tu préstamo`;
  const today = `Hoy son ${amount}.`;
  if (isLater(instalment))
    return `${cuota} ${isDue ? 'venció' : 'vence'} el ${dueDate}. Podés pagarla ${untilOf(instalment)}. ${today}`;
  const when = daysLate > 0 ? `venció el ${dueDate}` : daysLate === 0 ? 'vence hoy' : `vence el ${dueDate}`;
  return `${cuota} ${when}. ${today}`;
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
