import { withBrand } from '../branding.ts';
import { email, type EmailMessage, type Sender } from './messages.ts';

/** What the messages about a membership say of it; amounts and dates are formatted by the caller. */
interface MembershipFacts {
  readonly firstName: string;
  readonly price: string;
}

const nameOf = ({ brand, pack }: Sender) => withBrand(pack.membership.name, brand);

/** The money was there: the membership runs; what it costs, when it is charged, how to end it. */
export function membershipStartedEmail(
  sender: Sender,
  to: MembershipFacts & {
    readonly startsOn: string;
    readonly endsOn: string;
    readonly chargeOn: string;
    readonly endUrl: string;
  },
): EmailMessage {
  const name = nameOf(sender);
  return email(sender, {
    subject: `Tu membresía ${name} está activa`,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      `Tu membresía ${name} va del ${to.startsOn} al ${to.endsOn}, lo que dura tu préstamo. Cuesta ${to.price} por única vez, impuestos incluidos, y no integra tus cuotas.`,
      `El ${to.chargeOn} debitamos el precio de tu tarjeta de débito guardada. Si no tenés una, te escribimos para coordinar el pago.`,
      'Podés darla de baja cuando quieras. Hasta el día anterior al débito no pagás nada; después te devolvemos la parte de los días que no usaste. Tu préstamo sigue igual.',
    ],
    action: { label: 'Dar de baja mi membresía', url: to.endUrl },
  });
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

/** Not charged: declined, or nothing to charge. It is not tried again by itself. */
export function membershipUnpaidEmail(
  sender: Sender,
  to: MembershipFacts & { readonly url: string },
): EmailMessage {
  const name = nameOf(sender);
  return email(sender, {
    subject: `No pudimos cobrar tu membresía ${name}`,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      `No pudimos debitar ${to.price} por tu membresía ${name}. No lo volvemos a intentar por nuestra cuenta.`,
      'Escribinos para pagarla, o dala de baja: pagás solo los días que la usaste.',
    ],
    action: { label: 'Ver mi membresía', url: to.url },
  });
}

/** Its loan was withdrawn from after it had been ended: what had stayed owed is not owed either. */
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
        ? `${why}. De los ${to.price} que pagaste quedan a tu favor también ${to.returned}, por los días que la usaste. Te escribimos para devolvértelos.`
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
    /** What is owed of the price; '' for nothing. */
    readonly owed: string;
    readonly isPaid: boolean;
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
  { price, returned, owed, isPaid }: Parameters<typeof membershipEndedEmail>[1],
): readonly string[] {
  if (isPaid)
    return [
      `De los ${price} que pagaste por tu membresía ${name} te corresponden ${returned}, por los días que no usaste. Quedan a tu favor y te escribimos para devolvértelos.`,
    ];
  if (owed === '') return [`No pagás nada por tu membresía ${name}.`];
  return [
    `De los ${price} de tu membresía ${name} no pagás ${returned}, por los días que no usaste.`,
    `Por los días que la usaste debés ${owed}. Escribinos para pagarlos.`,
  ];
}
