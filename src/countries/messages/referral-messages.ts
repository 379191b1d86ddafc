import { email, type EmailMessage, type Sender } from './messages.ts';

export interface RewardFacts {
  readonly firstName: string;
  /** Formatted. */
  readonly amount: string;
  readonly url: string;
}

/** Sent when the referee's loan is paid out: the reward waits for the end of its withdrawal period. */
export function referralAwaitedEmail(sender: Sender, { firstName, amount, url }: RewardFacts): EmailMessage {
  return email(sender, {
    subject: 'Tu descuento por referidos está pendiente',
    greeting: `Hola ${firstName}:`,
    paragraphs: [
      `Como llegaste por una invitación, vas a sumar un descuento de ${amount}, y la persona que te invitó también. Los dos lo reciben cuando termine el plazo para arrepentirte de tu préstamo. Si te arrepentís, no se suma.`,
    ],
    action: { label: 'Ver mi programa de referidos', url },
  });
}

/**
 * Sent when the referee's loan can no longer be withdrawn from: both sides get the reward
 * (docs/product/borrowers-area.md#reward).
 */
export function referralAccruedEmail(
  sender: Sender,
  { firstName, amount, url, hasLoan }: RewardFacts & { readonly hasLoan: boolean },
): EmailMessage {
  return email(sender, {
    subject: 'Tenés un descuento por el programa de referidos',
    greeting: `Hola ${firstName}:`,
    paragraphs: [
      `Sumaste un descuento de ${amount}. ${hasLoan ? 'Lo descontamos automáticamente de lo que te falta pagar de tu préstamo.' : 'Te espera para tu próximo préstamo.'}`,
    ],
    action: { label: 'Ver mi programa de referidos', url },
  });
}

export function referralDiscountEmail(sender: Sender, { firstName, amount, url }: RewardFacts): EmailMessage {
  return email(sender, {
    subject: 'Descontamos tu premio de tus cuotas',
    greeting: `Hola ${firstName}:`,
    paragraphs: [`Descontamos ${amount} de lo que te falta pagar, por el programa de referidos.`],
    action: { label: 'Ver mis movimientos', url },
  });
}

/**
 * A loan is in force again after a reversed withdrawal, and the reward behind its discount was spent
 * meanwhile or is worth nothing now.
 */
export function referralDiscountTakenBackEmail(
  sender: Sender,
  { firstName, amount, url }: RewardFacts,
): EmailMessage {
  return email(sender, {
    subject: 'Anulamos un descuento de tu préstamo',
    greeting: `Hola ${firstName}:`,
    paragraphs: [
      `Tu préstamo volvió a estar vigente. Tenía ${amount} de descuento por el programa de referidos que ya usaste en otro préstamo o que dejó de corresponder, así que lo anulamos: cada premio se descuenta una sola vez.`,
    ],
    action: { label: 'Ver mis movimientos', url },
  });
}
