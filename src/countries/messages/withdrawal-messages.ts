import { LINK_LIFETIME_HOURS } from '../constants.ts';
import { email, type EmailMessage, type Sender } from './messages.ts';

export type WithdrawalKind = 'loan' | 'membership';

/** Why a request has no effect. */
export type WithdrawalRefusal = 'no-loan' | 'no-membership' | 'canceled' | 'finished' | 'late' | 'already';

/** What came of a confirmed request; amounts and dates are formatted by the caller. */
export type WithdrawalOutcome =
  | { readonly state: 'canceled' }
  | { readonly state: 'ended' }
  | {
      readonly state: 'return-due';
      /** Still to be given back; '' for nothing. */
      readonly amount: string;
      /** Nothing, since it is paid off: it stays as it was agreed. */
      readonly isPaidOff: boolean;
      /** Money in favour of another loan that was taken off; '' for none. */
      readonly credit: string;
      readonly until: string;
    }
  | { readonly state: 'refused'; readonly refusal: WithdrawalRefusal; readonly until: string };

const what: Readonly<Record<WithdrawalKind, string>> = {
  loan: 'arrepentirte de tu préstamo',
  membership: 'dar de baja tu membresía',
};

/** What the public page says at once, to everybody alike (docs/product/calls.md#limits). */
export function withdrawalReceived(code: string): string {
  return `Recibimos tu pedido. Tu código de seguimiento es ${code}. Si los datos son de una persona con cuenta, le enviamos un mail con el link para confirmarlo.`;
}

/** The tracking code and the link that makes the request take effect; goes to the address on file. */
export function withdrawalRequestEmail(
  sender: Sender,
  to: {
    readonly firstName: string;
    readonly kind: WithdrawalKind;
    readonly code: string;
    readonly url: string;
  },
): EmailMessage {
  return email(sender, {
    subject: `Recibimos tu pedido ${to.code}`,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      `Recibimos un pedido para ${what[to.kind]}. Tu código de seguimiento es ${to.code}.`,
      'Para que tenga efecto, confirmalo con este link. Vale la fecha en que hiciste el pedido.',
    ],
    action: { label: 'Confirmar mi pedido', url: to.url },
    closing: `El link vale ${LINK_LIFETIME_HOURS} horas y se usa una sola vez. Si no fuiste vos, no hagas nada: sin la confirmación no cambia nada.`,
  });
}

/** What was decided of a request, for the screen, the e-mail and the ticket. */
export function withdrawalOutcomeText(outcome: WithdrawalOutcome): readonly string[] {
  switch (outcome.state) {
    case 'canceled':
      return ['Cancelamos tu préstamo antes de enviar el dinero. No debés nada por él.'];
    case 'ended':
      return ['Dimos de baja tu membresía desde hoy. Tu préstamo sigue igual.'];
    case 'return-due':
      return returnText(outcome);
    case 'refused':
      return [refusals[outcome.refusal](outcome.until)];
  }
}

function returnText({
  amount,
  isPaidOff,
  credit,
  until,
}: Extract<WithdrawalOutcome, { state: 'return-due' }>): readonly string[] {
  const less = credit === '' ? '' : ` Ya restamos ${credit} de tu saldo a favor.`;
  if (isPaidOff)
    return [
      `Aceptamos tu arrepentimiento.${less} Con eso tu préstamo quedó pagado por completo: no tenés que devolver nada.`,
    ];
  if (amount === '')
    return [
      `Aceptamos tu arrepentimiento.${less} No tenés que devolver nada: tu préstamo quedó sin efecto, sin intereses ni gastos.`,
    ];
  return [
    `Aceptamos tu arrepentimiento. Como el dinero ya salió, tenés que devolver ${amount}.${less} No pagás intereses ni gastos.`,
    `Entrá a tu cuenta y elegí cómo devolverlo, hasta el ${until}. Mientras tanto no pagues las cuotas. Si el dinero no vuelve en ese plazo, el préstamo sigue como lo acordaste.`,
  ];
}

const refusals: Readonly<Record<WithdrawalRefusal, (until: string) => string>> = {
  'no-loan': () => 'No encontramos un préstamo del que puedas arrepentirte.',
  'no-membership': () => 'No tenés una membresía activa: no hay nada que dar de baja.',
  canceled: () => 'Ese préstamo ya estaba cancelado. No debés nada por él.',
  finished: () => 'Ese préstamo ya está pagado por completo.',
  already: (until) =>
    `Ya aceptamos tu arrepentimiento de ese préstamo. Tenés que devolver el dinero hasta el ${until}.`,
  late: (until) =>
    `El plazo para arrepentirte terminó el ${until}. Podés cancelar tu préstamo por adelantado.`,
};

const returnWords = {
  returned: {
    subject: 'Recibimos la devolución de tu préstamo',
    paragraphs: [
      'Recibimos el dinero. Tu préstamo quedó sin efecto: no debés nada por él y no pagás intereses ni gastos.',
    ],
  },
  lapsed: {
    subject: 'Tu arrepentimiento quedó sin efecto',
    paragraphs: [
      'No recibimos la devolución del dinero dentro del plazo, así que tu préstamo sigue como lo acordaste, con sus cuotas y vencimientos.',
      'Si ya lo devolviste dentro del plazo, no hagas nada: cuando nos llegue el pago, tu préstamo queda sin efecto. También podés cancelarlo por adelantado y pagar solo los intereses hasta ese día.',
    ],
  },
  settled: {
    subject: 'Tu préstamo quedó pagado',
    paragraphs: [
      'Tu préstamo quedó pagado por completo: no tenés que devolver nada más por tu arrepentimiento.',
    ],
  },
} as const;

/** What came of a loan whose money had to come back. */
export function returnOutcomeEmail(
  sender: Sender,
  to: {
    readonly firstName: string;
    readonly code: string;
    readonly state: 'returned' | 'lapsed' | 'settled';
    readonly url: string;
  },
): EmailMessage {
  const { subject, paragraphs } = returnWords[to.state];
  return email(sender, {
    subject,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [...paragraphs, `Tu código de seguimiento es ${to.code}.`],
    action: { label: 'Entrar a mi cuenta', url: to.url },
  });
}

/** The proof of what was decided. */
export function withdrawalOutcomeEmail(
  sender: Sender,
  to: {
    readonly firstName: string;
    readonly code: string;
    readonly outcome: WithdrawalOutcome;
    readonly url: string;
  },
): EmailMessage {
  return email(sender, {
    subject: `Tu pedido ${to.code}`,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [...withdrawalOutcomeText(to.outcome), `Tu código de seguimiento es ${to.code}.`],
    action: { label: 'Entrar a mi cuenta', url: to.url },
  });
}
