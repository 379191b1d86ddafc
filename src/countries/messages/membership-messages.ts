import { hasStep } from '../application-steps.ts';
import { withBrand } from '../branding.ts';
import { basicPlanFigures, type BasicPlanWords } from './basic-plan-words.ts';
import { email, type EmailMessage, type Sender } from './messages.ts';

/** Facts for messages about a membership; the caller formats amounts and dates. */
interface MembershipFacts {
  readonly firstName: string;
  readonly price: string;
}

/** Way of charging the price on its day, as known when the message is written. */
export type MembershipChargeWay =
  | { readonly kind: 'card'; readonly card: string }
  | { readonly kind: 'no-card' | 'switched-off' };

const nameOf = ({ brand, pack }: Sender) => withBrand(pack.membership.name, brand);

/** Start of the membership at delivery: its price, the day of the charge, how to end it. */
export function membershipStartedEmail(
  sender: Sender,
  to: MembershipFacts & {
    readonly startsOn: string;
    readonly endsOn: string;
    readonly chargeOn: string;
    readonly way: MembershipChargeWay;
    /** Last day on which ending it costs nothing. */
    readonly freeUntil: string;
    /** The plan that the loan changes to when it is ended by then; null for a loan without one. */
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

/** Reason for which no card was charged: `ended` with days owed. */
export type WhyUnpaid = 'declined' | 'no-card' | 'switched-off' | 'ended';

/** On the day of its charge: the card declined, or it has to be paid otherwise. */
export function membershipUnpaidEmail(
  sender: Sender,
  to: MembershipFacts & {
    readonly why: WhyUnpaid;
    /** When it is tried again; '' for never. */
    readonly retryOn: string;
    /** It still runs, so that ending it lowers the price. */
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

/** Content of a letter about a changed debt for the price. */
type Changed = MembershipFacts & {
  /** Amount owed now; '' for none. */
  readonly owed: string;
  readonly url: string;
};

/** Money in favour has paid it, or a part of it. */
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

/** Money that had paid it was taken back. */
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

/** Two employees have waived the debt. */
export function membershipWaivedEmail(sender: Sender, to: Changed): EmailMessage {
  const name = nameOf(sender);
  return email(sender, {
    subject: `Ya no debés tu membresía ${name}`,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [`Anulamos los ${to.price} que debías de tu membresía ${name}. No tenés que pagar nada.`],
    action: { label: 'Ver mi membresía', url: to.url },
  });
}

/** The loan was withdrawn from after the membership ended: its remaining debt is void too. */
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

/** Ended before its term, with something of the price not owed. */
export function membershipEndedEmail(
  sender: Sender,
  to: MembershipFacts & {
    readonly returned: string;
    /** Debt for the price; '' for none. */
    readonly owed: string;
    readonly isPaid: boolean;
    /** Its loan has instalments to pay. */
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
