import { creditSentences, type CreditFacts } from './credit-messages.ts';
import { email, type EmailMessage, type Sender } from './messages.ts';
import { instalmentWords } from '../payable-words.ts';

/** Facts for messages about a debit; the caller formats amount and dates. */
export interface DebitFacts {
  readonly firstName: string;
  /** Number of the instalment, and number of instalments of the loan. */
  readonly number: number;
  readonly count: number;
  readonly amount: string;
  readonly dueDate: string;
  /** Brand and last four digits. */
  readonly card: string;
}

/** Announces a debit: amount, day, card, and how to stop it. */
export function debitAnnouncedEmail(
  sender: Sender,
  debit: DebitFacts & {
    readonly attemptOn: string;
    /** Late announcement: the debit is attempted today and can no longer be stopped. */
    readonly isToday: boolean;
    readonly stopUrl: string;
  },
): EmailMessage {
  const when = debit.isToday ? 'Hoy' : `El ${debit.attemptOn}`;
  return email(sender, {
    subject: `${when} debitamos tu cuota ${debit.number}`,
    greeting: `Hola ${debit.firstName}:`,
    paragraphs: [
      `${when} vamos a debitar ${debit.amount} de tu tarjeta ${debit.card}: es la ${instalmentWords(debit)} de tu préstamo, que vence el ${debit.dueDate}.`,
      'Asegurate de tener el dinero en tu cuenta. Si ya pagaste la cuota, no la debitamos. Si generaste un pago desde tu cuenta y sigue abierto, esperamos y lo intentamos los días hábiles siguientes.',
      debit.isToday
        ? 'Si no querés que debitemos las cuotas siguientes, podés frenar el débito automático sin iniciar sesión y pagarlas como prefieras.'
        : 'Si no querés que la debitemos, podés frenar el débito automático hasta el día anterior, sin iniciar sesión, y pagar la cuota como prefieras.',
    ],
    action: { label: 'Frenar el débito automático', url: debit.stopUrl },
  });
}

/** Confirms the charge. The instalment may have been paid another way meanwhile. */
export function debitApprovedEmail(
  sender: Sender,
  debit: DebitFacts & {
    readonly paidOn: string;
    readonly url: string;
    /** The whole instalment had been paid another way. */
    readonly wasPaid: boolean;
    /** Use of the surplus; absent for none. */
    readonly credit: CreditFacts | undefined;
  },
): EmailMessage {
  const told = `El ${debit.paidOn} debitamos ${debit.amount} de tu tarjeta ${debit.card} por la ${instalmentWords(debit)} de tu préstamo`;
  return email(sender, {
    subject: debit.wasPaid
      ? `Debitamos tu cuota ${debit.number}, que ya estaba paga`
      : `Debitamos tu cuota ${debit.number}`,
    greeting: `Hola ${debit.firstName}:`,
    paragraphs: [
      debit.wasPaid
        ? `${told}, pero ya estaba paga. No se perdió nada.`
        : `${told}. Ya está paga, no tenés que hacer nada más.`,
      ...(debit.credit ? [creditSentences(debit.credit).join(' ')] : []),
    ],
    action: { label: 'Ver mi estado de cuenta', url: debit.url },
  });
}

interface NotMadeFacts extends Omit<DebitFacts, 'card'> {
  /** Day on which the debit should have been made. */
  readonly date: string;
  /** Cause: the borrower has an open payment for it, or no valid card; '' if none is given. */
  readonly why: 'open-payment' | 'no-card' | '';
  /** Day of the next attempt; '' for none. */
  readonly attemptOn: string;
  readonly payableUntil: string;
  readonly url: string;
}

const causes: Readonly<Record<NotMadeFacts['why'], string>> = {
  'open-payment': ', porque generaste un pago para esa cuota y sigue abierto',
  'no-card': ', porque no tenemos una tarjeta tuya vigente',
  '': '',
};

/** Sent on the planned day: the debit was not attempted. */
export function debitNotMadeEmail(sender: Sender, debit: NotMadeFacts): EmailMessage {
  const { date, amount, number, dueDate, payableUntil, attemptOn, why } = debit;
  const what = `El ${date} no debitamos los ${amount} de la ${instalmentWords(debit)} de tu préstamo, que vence el ${dueDate}`;
  const pay = `Tenés hasta el ${payableUntil} para pagarla con cualquier medio de pago sin recargo.`;
  return email(sender, {
    subject: attemptOn === '' ? `No debitamos tu cuota ${number}` : `Todavía no debitamos tu cuota ${number}`,
    greeting: `Hola ${debit.firstName}:`,
    paragraphs: [
      `${what}${causes[why]}.`,
      attemptOn === ''
        ? `No lo volvemos a intentar. ${pay}`
        : `Lo volvemos a intentar el ${attemptOn} y, si hace falta, cada día hábil hasta el ${payableUntil}. Si la pagás antes, no debitamos nada.`,
    ],
    action: { label: 'Ver mi estado de cuenta', url: debit.url },
  });
}

export type AfterDeclined =
  /** Paid another way while the card was being charged. */
  | { readonly kind: 'paid' }
  | { readonly kind: 'in-time'; readonly until: string }
  /** The response came after the last day without surcharge. */
  | { readonly kind: 'late'; readonly until: string; readonly owed: string };

/** Sent after a declined charge, which is not retried. */
export function debitDeclinedEmail(
  sender: Sender,
  debit: DebitFacts & { readonly now: AfterDeclined; readonly url: string },
): EmailMessage {
  return email(sender, {
    subject: `No pudimos debitar tu cuota ${debit.number}`,
    greeting: `Hola ${debit.firstName}:`,
    paragraphs: [
      `Tu tarjeta ${debit.card} rechazó el débito de ${debit.amount} por la ${instalmentWords(debit)} de tu préstamo. No te cobramos nada y no lo volvemos a intentar.`,
      afterDeclined(debit.now),
    ],
    action: {
      label: debit.now.kind === 'paid' ? 'Ver mi estado de cuenta' : 'Pagar mi cuota',
      url: debit.url,
    },
  });
}

function afterDeclined(now: AfterDeclined): string {
  switch (now.kind) {
    case 'paid':
      return 'La cuota ya está paga: no tenés que hacer nada.';
    case 'in-time':
      return `Tenés hasta el ${now.until} para pagarla con cualquier medio de pago sin recargo.`;
    case 'late':
      return `El plazo para pagarla sin recargo terminó el ${now.until}. Hoy son ${now.owed}: podés pagarla con cualquier medio de pago.`;
  }
}
