import type { Component } from '../../domain/standing/allocation.ts';
import { COMPONENT_TEXTS } from '../papers/statement-texts.ts';
import { email, type EmailMessage, type Sender } from './messages.ts';

/** Use of a payment's surplus beyond its instalments; amounts and dates are formatted. */
export interface CreditFacts {
  /** Other instalments paid at once because they were due. */
  readonly used: readonly { readonly number: number; readonly amount: string }[];
  /** Part held as credit; '' for none. */
  readonly held: string;
  /** The credit moved to the current loan because the payment's loan has ended. */
  readonly isMoved: boolean;
  /** Next instalment covered by the credit; undefined for a paid loan. */
  readonly next: { readonly number: number; readonly dueDate: string } | undefined;
}

const ASK_BACK = 'Si preferís que te los devolvamos, escribinos.';

/** Describes the use of a surplus, one sentence each. */
export function creditSentences({ used, ...rest }: CreditFacts): string[] {
  return [
    ...used.map(({ number, amount }) => `Con ${amount} pagamos tu cuota ${number}, que ya vencía.`),
    ...(rest.held === '' ? [] : [heldSentence(rest)]),
  ];
}

function heldSentence({ held, next, isMoved }: Omit<CreditFacts, 'used'>): string {
  if (isMoved)
    return `Tenés ${held} a favor: los pasamos a tu préstamo actual, donde pagan tus cuotas el día que vencen. ${ASK_BACK}`;
  return next
    ? `Tenés ${held} a favor: pagan tus próximas cuotas el día que vencen, empezando por la cuota ${next.number}, el ${next.dueDate}. ${ASK_BACK}`
    : `Tenés ${held} a favor. Escribinos para que te los devolvamos.`;
}

/** Instalment paid by credit, in whole or in part. */
export interface CreditPaid {
  readonly number: number;
  readonly amount: string;
  /** Nothing is left to pay for it. */
  readonly isSettled: boolean;
}

/** Notifies that credit has paid instalments on their due date. */
export function creditUsedEmail(
  sender: Sender,
  to: {
    readonly firstName: string;
    readonly date: string;
    readonly paid: readonly CreditPaid[];
    /** Credit left; '' for none. */
    readonly left: string;
    readonly isFinished: boolean;
    readonly url: string;
  },
): EmailMessage {
  return email(sender, {
    subject: 'Usamos tu saldo a favor',
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      ...to.paid.map(({ number, amount, isSettled }) =>
        isSettled
          ? `El ${to.date} pagamos tu cuota ${number} con ${amount} de tu saldo a favor. No tenés que hacer nada.`
          : `El ${to.date} usamos ${amount} de tu saldo a favor para tu cuota ${number}. Pagá lo que falta desde tu estado de cuenta.`,
      ),
      ...(to.left === '' ? [] : [`Te quedan ${to.left} a favor.`]),
      ...(to.isFinished
        ? ['Con esto terminaste tu préstamo: no debés nada. Ya podés pedir tu libre deuda.']
        : []),
    ],
    action: { label: 'Ver mi estado de cuenta', url: to.url },
  });
}

/** Notifies the person named by a payment that two staff members booked it elsewhere. */
export function paidElsewhereEmail(
  sender: Sender,
  to: { readonly firstName: string; readonly amount: string; readonly url: string },
): EmailMessage {
  return email(sender, {
    subject: 'Un pago con tus datos se usó para otro préstamo',
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      `Recibimos un pago de ${to.amount} que traía tus datos. Dos personas de nuestro equipo lo revisaron y lo usaron para un préstamo que no es tuyo.`,
      'Si ese pago era tuyo, escribinos y lo corregimos.',
    ],
    action: { label: 'Ir a mi cuenta', url: to.url },
  });
}

export function creditRefundedEmail(
  sender: Sender,
  to: {
    readonly firstName: string;
    readonly amount: string;
    /** Part that had already paid instalments; absent for none. */
    readonly short?: string | undefined;
    readonly url: string;
  },
): EmailMessage {
  return email(sender, {
    subject: 'Te devolvimos tu saldo a favor',
    greeting: `Hola ${to.firstName}:`,
    paragraphs:
      to.short === undefined
        ? [
            `Te transferimos ${to.amount} de tu saldo a favor a una cuenta a tu nombre. Ya no se usan para pagar tus cuotas.`,
          ]
        : [
            `Te transferimos ${to.amount} de tu saldo a favor a una cuenta a tu nombre, pero ${to.short} ya habían pagado tus cuotas.`,
            `Tus cuotas siguen pagas, y nos debés esos ${to.short}, que podés pagar desde tu estado de cuenta: desde mañana suman intereses por mora. Si la transferencia no te llegó, escribinos.`,
          ],
    action: { label: 'Ver mis movimientos', url: to.url },
  });
}

/** Notifies that a refund of credit is under way, failed, or was not made. */
export function creditRefundEmail(
  sender: Sender,
  to: {
    readonly firstName: string;
    readonly amount: string;
    /** Last four characters of the account. */
    readonly account: string;
    readonly url: string;
  },
  news: keyof typeof REFUND_NEWS,
): EmailMessage {
  const { subject, paragraphs } = REFUND_NEWS[news];
  return email(sender, {
    subject,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: paragraphs(to),
    action: { label: 'Ver mis movimientos', url: to.url },
  });
}

interface RefundNews {
  readonly subject: string;
  readonly paragraphs: (to: { readonly amount: string; readonly account: string }) => readonly string[];
}

const REFUND_NEWS = {
  sent: {
    subject: 'Estamos devolviéndote tu saldo a favor',
    paragraphs: ({ amount, account }) => [
      `Estamos transfiriendo ${amount} de tu saldo a favor a tu cuenta terminada en ${account}. Ya no se usan para pagar tus cuotas.`,
      'Te avisamos cuando llegue. No tenés que hacer nada.',
    ],
  },
  failed: {
    subject: 'No pudimos devolverte tu saldo a favor',
    paragraphs: ({ amount, account }) => [
      `La transferencia de ${amount} a tu cuenta terminada en ${account} no se pudo hacer. El dinero no se perdió: sigue siendo tu saldo a favor.`,
      'Revisá tu cuenta bancaria en tus datos y escribinos para intentarlo de nuevo.',
    ],
  },
  'not-sent': {
    subject: 'No enviamos la devolución de tu saldo a favor',
    paragraphs: ({ amount, account }) => [
      `No hicimos la transferencia de ${amount} a tu cuenta terminada en ${account}: el banco nos avisó que una devolución anterior ya te había llegado.`,
      'Lo estamos revisando. Si no te llegó, escribinos.',
    ],
  },
} as const satisfies Record<string, RefundNews>;

/** Notifies of an overcharge: its amount, the credit for it, and the waived debt. */
export function booksCorrectedEmail(
  sender: Sender,
  to: {
    readonly firstName: string;
    /** Overpaid amount by component. */
    readonly parts: readonly { readonly component: Component; readonly amount: string }[];
    /** Sum of `parts`; '' for none. */
    readonly returned: string;
    /** Part now held as credit; '' for none. */
    readonly credited: string;
    /** The loan owes nothing any more. */
    readonly isFinished: boolean;
    /** Previously owed, now waived; '' for none. */
    readonly waived: string;
    readonly url: string;
  },
): EmailMessage {
  const parts = to.parts.map(({ component, amount }) => `${COMPONENT_TEXTS[component]} ${amount}`).join(', ');
  return email(sender, {
    subject: 'Corregimos tu préstamo a tu favor',
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      'Revisamos las cuentas de tu préstamo y encontramos que te habíamos cobrado de más.',
      ...(to.returned === '' ? [] : [`De lo que pagaste, ${to.returned} no correspondían: ${parts}.`]),
      ...(to.credited === ''
        ? to.returned === ''
          ? []
          : ['Los usamos para lo que todavía debías de tu préstamo.']
        : [
            to.isFinished
              ? `Quedan ${to.credited} a tu favor. Escribinos para que te los devolvamos.`
              : `Quedan ${to.credited} a tu favor: pagan tus próximas cuotas. ${ASK_BACK}`,
          ]),
      ...(to.waived === '' ? [] : [`Además, ya no te cobramos ${to.waived} de intereses por mora.`]),
      'No tenés que hacer nada. Perdoná la molestia.',
    ],
    action: { label: 'Ver mi estado de cuenta', url: to.url },
  });
}
