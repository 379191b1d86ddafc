import { email, type EmailMessage, type Sender } from './messages.ts';

/** What the letters of the referral programme say. */
export interface RewardFacts {
  readonly firstName: string;
  /** Written out. */
  readonly amount: string;
  readonly url: string;
}

/**
 * The reward is there: the referee's loan was approved. Both sides get it
 * (docs/product/borrowers-area.md#reward).
 */
export function referralAccruedEmail(sender: Sender, { firstName, amount, url }: RewardFacts): EmailMessage {
  return email(sender, {
    subject: 'Tenés un descuento por el programa de referidos',
    greeting: `Hola ${firstName}:`,
    paragraphs: [
      `Sumaste un descuento de ${amount}. Lo usamos solos en las próximas cuotas de tu préstamo; si no tenés ninguno, te espera para el siguiente.`,
    ],
    action: { label: 'Ver mi programa de referidos', url },
  });
}

/** A reward was taken off the instalments. */
export function referralDiscountEmail(sender: Sender, { firstName, amount, url }: RewardFacts): EmailMessage {
  return email(sender, {
    subject: 'Descontamos tu premio de tus cuotas',
    greeting: `Hola ${firstName}:`,
    paragraphs: [`Descontamos ${amount} de lo que te falta pagar, por el programa de referidos.`],
    action: { label: 'Ver mis movimientos', url },
  });
}
