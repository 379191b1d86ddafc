import { email, type EmailMessage, type LoanFacts, type Sender } from './messages.ts';

interface LateFacts extends LoanFacts {
  /** Business days within which delivery leaves the agreed dates unchanged. */
  readonly onTimeDays: number;
}

/** Announces that a late payout order will leave, with the moved due dates, before it does. */
export function lateDeliveryEmail(
  sender: Sender,
  loan: LateFacts & {
    /** 'el lunes 23-11-2026'. */
    readonly leavesOn: string;
    readonly fromHour: number;
    readonly firstDueDate: string;
    readonly agreedDueDate: string;
    /** False for an order that the rail may have accepted. */
    readonly isCancelable: boolean;
  },
): EmailMessage {
  return email(sender, {
    subject: 'Tu dinero sale más tarde y tus vencimientos cambian',
    greeting: `Hola ${loan.firstName}:`,
    paragraphs: [
      `Pasaron más de ${loan.onTimeDays} días hábiles desde que confirmaste tu préstamo de ${loan.amount} y el dinero todavía no salió. Sale ${loan.leavesOn}, desde las ${loan.fromHour}:00.`,
      `No pagás nada por la espera: los intereses corren desde que recibís el dinero. Los importes no cambian y todas tus cuotas se corren los días de demora. Si lo recibís ese día, la primera vence el ${loan.firstDueDate} en lugar del ${loan.agreedDueDate}.`,
      loan.isCancelable
        ? 'Si ya no lo querés, podés cancelarlo hasta que salga, sin costo: entrá a tu préstamo y tocá «Cancelar mi solicitud».'
        : 'Si ya no lo querés, escribinos. Cuando lo recibas también podés arrepentirte, sin costo.',
    ],
    action: { label: 'Ver mi préstamo', url: loan.url },
  });
}

/** Announces that due dates will move while the rail has not confirmed an order. */
export function delayedDeliveryEmail(sender: Sender, loan: LateFacts): EmailMessage {
  return email(sender, {
    subject: 'Tu dinero está tardando',
    greeting: `Hola ${loan.firstName}:`,
    paragraphs: [
      `Mandamos ${loan.amount} y todavía no nos confirmaron que los recibiste. Seguimos preguntando.`,
      `Mientras no los recibas no corren intereses ni vence ninguna cuota. Como pasaron más de ${loan.onTimeDays} días hábiles, cuando lleguen todas tus cuotas se corren los días de demora y los importes no cambian. Te avisamos las fechas por mail.`,
    ],
    action: { label: 'Ver mi préstamo', url: loan.url },
  });
}

export function notDeliveredEmail(sender: Sender, loan: LoanFacts & { readonly days: number }): EmailMessage {
  return email(sender, {
    subject: 'Cancelamos tu préstamo: el dinero no salió',
    greeting: `Hola ${loan.firstName}:`,
    paragraphs: [
      `Pasaron ${loan.days} días y no pudimos enviarte el dinero, así que cancelamos tu préstamo de ${loan.amount}. No debés nada por él.`,
      'Podés pedir otro préstamo cuando quieras.',
    ],
    action: { label: 'Entrar a mi cuenta', url: loan.url },
  });
}
