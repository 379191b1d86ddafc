import { hasStep } from '../application-steps.ts';
import { withBrand } from '../lender.ts';
import { basicPlanFigures, type BasicPlanWords } from './basic-plan-words.ts';
import { email, type EmailMessage, type Sender } from './messages.ts';

/** Facts for messages about a membership; the caller formats amounts and dates. */
interface MembershipFacts {
  readonly firstName: string;
  readonly price: string;
}

/** Planned way of charging the price, as known when the message is written. */
export type MembershipChargeWay =
  | { readonly kind: 'card'; readonly card: string }
  | { readonly kind: 'no-card' | 'switched-off' };

const nameOf = ({ brand, pack }: Sender) => withBrand(pack.membership.name, brand);

/** Announces the start of the membership at delivery: price, day of the charge, how to end it. */
export function membershipStartedEmail(
  sender: Sender,
  to: MembershipFacts & {
    readonly startsOn: string;
    readonly endsOn: string;
    readonly chargeOn: string;
    readonly way: MembershipChargeWay;
    /** Last day to end it without charge. */
    readonly freeUntil: string;
    /** Plan that applies if it is ended by then; null for a loan without one. */
    readonly plan: BasicPlanWords | null;
    readonly endUrl: string;
  },
): EmailMessage {
  const name = nameOf(sender);
  return email(sender, {
    subject: `Tu membresía ${name} está activa`,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      `Tu membresía ${name} va del ${to.startsOn} al ${to.endsOn}, lo que dura tu préstamo. Cuesta ${to.price} por única vez, impuestos incluidos, y no integra tus cuotas.`,
      chargeSentence(sender, to),
      `Podés darla de baja cuando quieras. Hasta el ${to.freeUntil} no pagás nada${to.plan === null ? '' : ` y tu préstamo pasa al plan sin membresía que aceptaste al confirmarlo: ${basicPlanFigures(to.plan)}`}. Después te devolvemos la parte de los días que no usaste y tu préstamo sigue igual.`,
    ],
    action: { label: 'Dar de baja mi membresía', url: to.endUrl },
  });
}

function chargeSentence(
  { pack }: Sender,
  { chargeOn, way }: { readonly chargeOn: string; readonly way: MembershipChargeWay },
): string {
  if (way.kind === 'card') return `El ${chargeOn} debitamos el precio de tu tarjeta ${way.card}.`;
  const asked = `el ${chargeOn} te escribimos para que lo pagues con el medio que prefieras.`;
  if (way.kind === 'switched-off') return `Tenés frenado el débito automático: ${asked}`;
  // A country without a card step never charges a card.
  return hasStep(pack, 'card') ? `No tenés una tarjeta guardada: ${asked}` : `E${asked.slice(1)}`;
}

export function membershipPaidEmail(
  sender: Sender,
  to: MembershipFacts & { readonly card: string; readonly url: string },
): EmailMessage {
  const name = nameOf(sender);
  return email(sender, {
    subject: `Debitamos tu membresía ${name}`,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [`Debitamos ${to.price} de tu tarjeta ${to.card} por tu membresía ${name}.`],
    action: { label: 'Ver mi membresía', url: to.url },
  });
}

/** Reason why no card was charged; `ended`: the membership ended with days owed. */
export type WhyUnpaid = 'declined' | 'no-card' | 'switched-off' | 'ended';

/** Sent on the day of the charge: the card was declined, or the price must be paid another way. */
export function membershipUnpaidEmail(
  sender: Sender,
  to: MembershipFacts & {
    readonly why: WhyUnpaid;
    /** Day of the next attempt; '' for none. */
    readonly retryOn: string;
    /** The membership still runs, so ending it lowers the price. */
    readonly canEnd: boolean;
    readonly url: string;
  },
): EmailMessage {
  const name = nameOf(sender);
  const { why, price, retryOn } = to;
  const again =
    retryOn === ''
      ? 'No lo volvemos a intentar por nuestra cuenta.'
      : `Lo volvemos a intentar el ${retryOn}.`;
  const said: Readonly<Record<WhyUnpaid, string>> = {
    declined: `Tu tarjeta rechazó el débito de ${price} por tu membresía ${name}. ${again}`,
    'no-card': hasStep(sender.pack, 'card')
      ? `Ya podés pagar tu membresía ${name}: son ${price}. No tenés una tarjeta guardada, así que no la debitamos.`
      : `Ya podés pagar tu membresía ${name}: son ${price}.`,
    'switched-off': `Ya podés pagar tu membresía ${name}: son ${price}. Tenés frenado el débito automático, así que no la debitamos.`,
    ended: `Por los días que usaste tu membresía ${name} debés ${price}.`,
  };
  const how = 'desde tu membresía con el medio que prefieras';
  return email(sender, {
    subject: why === 'declined' ? `No pudimos debitar tu membresía ${name}` : `Pagá tu membresía ${name}`,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      said[why],
      to.canEnd
        ? `Podés pagarla ${how}, o darla de baja: pagás solo los días que la usaste.`
        : `Podés pagarla ${how}.`,
    ],
    action: { label: 'Pagar mi membresía', url: to.url },
  });
}

/** Letter about a changed debt for the price. */
type Changed = MembershipFacts & {
  /** Amount owed now; '' for none. */
  readonly owed: string;
  readonly url: string;
};

/** Credit has paid the price in whole or in part. */
export function membershipPaidWithCreditEmail(sender: Sender, to: Changed): EmailMessage {
  const name = nameOf(sender);
  return email(sender, {
    subject: `Pagamos tu membresía ${name} con tu saldo a favor`,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      `Usamos ${to.price} de tu saldo a favor para pagar tu membresía ${name}.`,
      ...(to.owed === '' ? [] : [`Falta pagar ${to.owed}.`]),
    ],
    action: { label: 'Ver mi membresía', url: to.url },
  });
}

/** Money that had paid the price was reversed. */
export function membershipOwedAgainEmail(sender: Sender, to: Changed): EmailMessage {
  const name = nameOf(sender);
  return email(sender, {
    subject: `Tu membresía ${name} quedó sin pagar`,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      `Se revirtió el dinero con el que pagaste ${to.price} de tu membresía ${name}. Ahora debés ${to.owed}.`,
      'Podés pagarla desde tu membresía con el medio que prefieras.',
    ],
    action: { label: 'Pagar mi membresía', url: to.url },
  });
}

/** Two staff members waived the debt. */
export function membershipWaivedEmail(sender: Sender, to: Changed): EmailMessage {
  const name = nameOf(sender);
  return email(sender, {
    subject: `Ya no debés tu membresía ${name}`,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [`Anulamos los ${to.price} que debías de tu membresía ${name}. No tenés que pagar nada.`],
    action: { label: 'Ver mi membresía', url: to.url },
  });
}

/** The loan was withdrawn from after the membership ended, so its remaining debt is void too. */
export function membershipUndoneEmail(
  sender: Sender,
  to: MembershipFacts & { readonly returned: string; readonly isPaid: boolean; readonly url: string },
): EmailMessage {
  const name = nameOf(sender);
  const why = `Te arrepentiste de tu préstamo, así que no pagás nada por su membresía ${name}`;
  return email(sender, {
    subject: `No pagás nada por tu membresía ${name}`,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      to.isPaid
        ? `${why}. De los ${to.price} que pagaste quedan a tu favor también ${to.returned}, por los días que la usaste.`
        : `${why}: tampoco ${to.returned}, por los días que la usaste.`,
    ],
    action: { label: 'Ver mi membresía', url: to.url },
  });
}

/** Ended early, with part of the price not owed. */
export function membershipEndedEmail(
  sender: Sender,
  to: MembershipFacts & {
    readonly returned: string;
    /** Amount of the price still owed; '' for none. */
    readonly owed: string;
    readonly isPaid: boolean;
    /** The loan still has instalments to pay. */
    readonly isLoanOpen: boolean;
    readonly url: string;
  },
): EmailMessage {
  const name = nameOf(sender);
  return email(sender, {
    subject: `Diste de baja tu membresía ${name}`,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: endedText(name, to),
    action: { label: 'Ver mi membresía', url: to.url },
  });
}

function endedText(
  name: string,
  { price, returned, owed, isPaid, isLoanOpen }: Parameters<typeof membershipEndedEmail>[1],
): readonly string[] {
  if (isPaid)
    return [
      `De los ${price} que pagaste por tu membresía ${name} te corresponden ${returned}, por los días que no usaste. ${isLoanOpen ? 'Quedan a tu favor: pagan tu próxima cuota, o pedinos que te los devolvamos.' : 'Quedan a tu favor: escribinos para que te los devolvamos.'}`,
    ];
  if (owed === '') return [`No pagás nada por tu membresía ${name}.`];
  return [
    `De los ${price} de tu membresía ${name} no pagás ${returned}, por los días que no usaste.`,
    `Por los días que la usaste debés ${owed}. Podés pagarlos desde tu membresía.`,
  ];
}
