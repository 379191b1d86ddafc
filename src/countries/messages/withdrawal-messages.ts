import { LINK_LIFETIME_HOURS } from '../constants.ts';
import { basicPlanFigures, type BasicPlanWords } from './basic-plan-words.ts';
import { email, type EmailMessage, type Sender } from './messages.ts';

export type WithdrawalKind = 'loan' | 'membership';

/** Reasons why a request had no effect. */
export type WithdrawalRefusal = 'no-loan' | 'no-membership' | 'canceled' | 'finished' | 'late' | 'already';

/** Effects of ending a membership; the caller formats amounts, '' for none. */
export interface MembershipEndingWords {
  /** Plan that the loan changes to; null if it keeps the agreed one. */
  readonly plan: BasicPlanWords | null;
  /** Part of the price paid that becomes credit. */
  readonly inFavour: string;
  /** Part of the price still owed afterwards. */
  readonly owed: string;
}

/** Outcome of a confirmed request; the caller formats amounts and dates. */
export type WithdrawalOutcome =
  | { readonly state: 'canceled' }
  | ({ readonly state: 'ended' } & MembershipEndingWords)
  | {
      readonly state: 'return-due';
      /** Amount still to return; '' for none. */
      readonly amount: string;
      /** No effect, because the loan is paid off and stays as agreed. */
      readonly isPaidOff: boolean;
      /** Credit from another loan that was deducted; '' for none. */
      readonly credit: string;
      readonly until: string;
      /** Plan that the loan continues with if the money is not returned; null for the agreed one. */
      readonly plan: BasicPlanWords | null;
    }
  | { readonly state: 'refused'; readonly refusal: WithdrawalRefusal; readonly until: string };

const what: Readonly<Record<WithdrawalKind, string>> = {
  loan: 'arrepentirte de tu préstamo',
  membership: 'dar de baja tu membresía',
};

/** Immediate response of the public page, identical for everyone (docs/product/calls.md#limits). */
export function withdrawalReceived(code: string, askedOn: string): string {
  return `Recibimos tu pedido. Tu código de seguimiento es ${code}. Falta un paso: si los datos son de una persona con cuenta, le enviamos un mail con el link para confirmarlo. Vale la fecha de hoy, ${askedOn}, aunque lo confirmes después. Si el link vence, podés pedir otro en esta página con tu código.`;
}

/** Response to a request for another link; identical if the withdrawal exists or not. */
export const linkAgainText =
  'Si el pedido sigue sin confirmar, enviamos otro link al mail de la cuenta. Vale la fecha en que lo hiciste.';

/** Reason for sending the link: a new request, a repeated link, or no confirmation by the next day. */
export type RequestNews = 'asked' | 'again' | 'missing';

const requestSubjects: Readonly<Record<RequestNews, (code: string) => string>> = {
  asked: (code) => `Recibimos tu pedido ${code}`,
  again: (code) => `Tu link para confirmar el pedido ${code}`,
  missing: (code) => `Falta confirmar tu pedido ${code}`,
};

/** Sends the tracking code and the link that makes the request take effect, to the address on file. */
export function withdrawalRequestEmail(
  sender: Sender,
  to: {
    readonly firstName: string;
    readonly kind: WithdrawalKind;
    readonly news: RequestNews;
    readonly code: string;
    readonly askedOn: string;
    /** Last day on which the link can be requested. */
    readonly until: string;
    readonly url: string;
    readonly againUrl: string;
    /** Effects of ending the membership; null for the other kind of request or if nothing can be ended. */
    readonly ending: MembershipEndingWords | null;
  },
): EmailMessage {
  return email(sender, {
    subject: requestSubjects[to.news](to.code),
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      to.news === 'missing'
        ? `El ${to.askedOn} recibimos un pedido para ${what[to.kind]} y todavía falta que lo confirmes: mientras tanto no cambia nada. Tu código de seguimiento es ${to.code}.`
        : `Recibimos un pedido para ${what[to.kind]}. Tu código de seguimiento es ${to.code}.`,
      `Falta un paso: para que tenga efecto, confirmalo con este link. Vale la fecha en que hiciste el pedido, el ${to.askedOn}, aunque lo confirmes después.`,
      `El link vale ${LINK_LIFETIME_HOURS} horas y se usa una sola vez. Hasta el ${to.until} podés pedir otro con tu código en ${to.againUrl}`,
      ...(to.ending === null ? [] : membershipEndingText(to.ending)),
    ],
    action: { label: 'Confirmar mi pedido', url: to.url },
    closing: 'Si no fuiste vos, no hagas nada: sin la confirmación no cambia nada.',
  });
}

/** Decision on a request, for screen, e-mail and ticket. */
export function withdrawalOutcomeText(outcome: WithdrawalOutcome): readonly string[] {
  switch (outcome.state) {
    case 'canceled':
      return ['Cancelamos tu préstamo antes de enviar el dinero. No debés nada por él.'];
    case 'ended':
      return endedText(outcome);
    case 'return-due':
      return returnText(outcome);
    case 'refused':
      return [refusals[outcome.refusal](outcome.until)];
  }
}

function endedText({ plan, ...price }: MembershipEndingWords): readonly string[] {
  if (plan === null)
    return ['Dimos de baja tu membresía desde hoy. Tu préstamo sigue igual.', ...priceText(price)];
  return [
    `Dimos de baja tu membresía desde hoy. Tu préstamo pasa al plan sin membresía que aceptaste al confirmarlo: ${basicPlanFigures(plan)}. Los vencimientos no cambian y lo que ya pagaste cuenta para las cuotas nuevas.`,
    ...(price.inFavour === '' && price.owed === '' ? [NOTHING_FOR_MEMBERSHIP] : priceText(price)),
  ];
}

const NOTHING_FOR_MEMBERSHIP = 'No pagás nada por la membresía.';

function priceText({ inFavour, owed }: Omit<MembershipEndingWords, 'plan'>): readonly string[] {
  if (inFavour !== '') return [`De lo que pagaste por la membresía quedan ${inFavour} a tu favor.`];
  return owed === '' ? [] : [`Por los días que usaste la membresía debés ${owed}.`];
}

/** Effects of ending the membership, shown before it is confirmed. */
export function membershipEndingText({ plan, inFavour, owed }: MembershipEndingWords): readonly string[] {
  const loan =
    plan === null
      ? 'Si la confirmás, tu préstamo sigue igual: no cambian su tasa ni sus cuotas.'
      : `Si la confirmás, tu préstamo pasa al plan sin membresía que aceptaste al confirmarlo: ${basicPlanFigures(plan)}. Los vencimientos no cambian y lo que ya pagaste cuenta para las cuotas nuevas.`;
  if (inFavour !== '') return [loan, `De lo que pagaste por la membresía quedan ${inFavour} a tu favor.`];
  if (owed !== '') return [loan, `Por los días que usaste la membresía vas a deber ${owed}.`];
  return [loan, NOTHING_FOR_MEMBERSHIP];
}

function returnText({
  amount,
  isPaidOff,
  credit,
  until,
  plan,
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
    `Entrá a tu cuenta y elegí cómo devolverlo, hasta el ${until}. Mientras tanto no pagues las cuotas. ${lapsing(plan)}`,
  ];
}

function lapsing(plan: BasicPlanWords | null): string {
  return plan === null
    ? 'Si el dinero no vuelve en ese plazo, el préstamo sigue como lo acordaste.'
    : `Si el dinero no vuelve en ese plazo, el préstamo sigue sin la membresía: ${basicPlanFigures(plan)}.`;
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

/** Outcome of a loan that had to be returned. */
export function returnOutcomeEmail(
  sender: Sender,
  to: {
    readonly firstName: string;
    readonly code: string;
    readonly state: 'returned' | 'lapsed' | 'settled';
    /** Plan that continues after the withdrawal lapsed; null for the agreed one. */
    readonly plan: BasicPlanWords | null;
    readonly url: string;
  },
): EmailMessage {
  const { subject, paragraphs } = returnWords[to.state];
  return email(sender, {
    subject,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      ...(to.state === 'lapsed' ? [goesOn(to.plan)] : []),
      ...paragraphs,
      `Tu código de seguimiento es ${to.code}.`,
    ],
    action: { label: 'Entrar a mi cuenta', url: to.url },
  });
}

function goesOn(plan: BasicPlanWords | null): string {
  const late = 'No recibimos la devolución del dinero dentro del plazo, así que tu préstamo sigue';
  return plan === null
    ? `${late} como lo acordaste, con sus cuotas y vencimientos.`
    : `${late} sin la membresía, con el plan que aceptaste al confirmarlo: ${basicPlanFigures(plan)}. Los vencimientos no cambian.`;
}

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
