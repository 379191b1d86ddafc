import type { CountryPack } from '../country-pack.ts';
import { withBrand } from '../lender.ts';
import { LINK_LIFETIME_HOURS, PHONE_CODE_LIFETIME_MINUTES } from '../constants.ts';
import { untilSentence } from '../payable-words.ts';
import { letterText, type Letter, type SignedLetter } from './letter.ts';
import { whatsappContent, type WhatsAppContent } from './whatsapp-templates.ts';

/** E-mail; its HTML is rendered from the letter when it is sent. */
export interface EmailMessage {
  readonly subject: string;
  readonly text: string;
  /** Source of `text`, with the same content. */
  readonly letter: SignedLetter;
}

/** SMS in the GSM 7-bit alphabet, so without accented a, i, o or u: 160 characters fit in one. */
export interface SmsMessage {
  readonly text: string;
  /** Equivalent WhatsApp template, sent instead if WhatsApp is enabled and the person has agreed. */
  readonly template: WhatsAppContent;
}

export interface Sender {
  readonly brand: string;
  readonly pack: CountryPack;
}

const NOT_YOU = 'Si no fuiste vos, no hagas nada: nadie puede entrar a tu cuenta sin este mensaje.';
const LINK_TERMS = `El link vale ${LINK_LIFETIME_HOURS} horas y se usa una sola vez.`;

/**
 * Sent after registration: a link to set the first password
 * (docs/product/signup-and-login.md#creating-an-account).
 */
export function welcomeEmail(sender: Sender, to: { firstName: string; url: string }): EmailMessage {
  return email(sender, {
    subject: `¡Te damos la bienvenida a ${sender.brand}!`,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: ['Ya creamos tu cuenta. Elegí tu contraseña para seguir tu solicitud cuando quieras.'],
    action: { label: 'Crear mi contraseña', url: to.url },
    closing: LINK_TERMS,
  });
}

/** Login link for the phone login (docs/product/signup-and-login.md#phone). */
export function loginLinkSms({ brand }: Sender, to: { url: string }): SmsMessage {
  return {
    text: `${brand}: tu link para entrar a tu cuenta (vale ${LINK_LIFETIME_HOURS} h, un solo uso): ${to.url}`,
    template: whatsappContent('link', [String(LINK_LIFETIME_HOURS)], to.url),
  };
}

/** Four-digit code of the phone validation (docs/product/application.md#phone). */
export function phoneCodeSms({ brand }: Sender, to: { code: string }): SmsMessage {
  return {
    text: `${to.code} es tu clave de ${brand}. Vence en ${PHONE_CODE_LIFETIME_MINUTES} minutos. No la compartas con nadie.`,
    template: whatsappContent('code', [to.code], to.code),
  };
}

export function magicLinkEmail(sender: Sender, to: { firstName: string; url: string }): EmailMessage {
  return email(sender, {
    subject: `Tu acceso a ${sender.brand}`,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: ['Con este link entrás a tu cuenta sin contraseña.'],
    action: { label: 'Entrar a mi cuenta', url: to.url },
    closing: `${LINK_TERMS} ${NOT_YOU}`,
  });
}

/**
 * After a failed payout: a login link to the loan's page, where the borrower gives another account and confirms again
 * (docs/product/messages.md).
 */
export function anotherAccountEmail(
  sender: Sender,
  to: { firstName: string; amount: string; url: string },
): EmailMessage {
  return email(sender, {
    subject: `Necesitamos otra cuenta para enviarte ${to.amount}`,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      `No pudimos enviarte los ${to.amount} de tu préstamo: el banco rechazó la cuenta que nos diste. El dinero no salió y no debés nada por ese intento.`,
      'Entrá con este link, cargá otra cuenta que esté a tu nombre y confirmá el préstamo de nuevo. Nadie de nuestro equipo puede cargarla por vos ni te va a pedir claves.',
    ],
    action: { label: 'Cargar otra cuenta', url: to.url },
    closing: `${LINK_TERMS} ${NOT_YOU}`,
  });
}

/** The same by SMS. */
export function anotherAccountSms({ brand }: Sender, to: { amount: string; url: string }): SmsMessage {
  return {
    text: `${brand}: para enviarte los ${to.amount} de tu prestamo carga otra cuenta tuya (vale ${LINK_LIFETIME_HOURS} h): ${to.url}`,
    template: whatsappContent('link', [String(LINK_LIFETIME_HOURS)], to.url),
  };
}

export function recoveryEmail(sender: Sender, to: { firstName: string; url: string }): EmailMessage {
  return email(sender, {
    subject: `Volvé a establecer tu contraseña de ${sender.brand}`,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: ['Recibimos un pedido para cambiar tu contraseña.'],
    action: { label: 'Elegir una contraseña nueva', url: to.url },
    closing: `${LINK_TERMS} Si no fuiste vos, no hagas nada: tu contraseña sigue siendo la misma.`,
  });
}

/** Facts for a loan's messages; the caller formats amounts. */
export interface LoanFacts {
  readonly firstName: string;
  readonly amount: string;
  readonly url: string;
}

/**
 * Confirms the loan, with the information required by art. 36 of Ley 24.240 and the BCU
 * (docs/product/rights.md#what-a-contract-shows).
 */
export function loanConfirmedEmail(
  sender: Sender,
  loan: LoanFacts & {
    readonly instalments: number;
    readonly payment: string;
    readonly finalAmount: string;
    readonly firstDueDate: string;
    /** Last day to pay the first instalment without surcharge. */
    readonly firstPayableUntil: string;
    /** Sentence about the arrival of the money; undefined during an identity review. */
    readonly arrival: string | undefined;
    readonly rate: string;
    /** Effective cost, by the actual dates. */
    readonly totalCost: string;
    /** Delivered amount; absent if it equals the loan. */
    readonly delivered?: string | undefined;
    /** Price of the membership, the total with it and the first day it may be charged; absent without one. */
    readonly membership?:
      | { readonly price: string; readonly total: string; readonly chargeFrom: string }
      | undefined;
  },
): EmailMessage {
  const { tasaSigla, totalCost, withdrawalNote } = sender.pack;
  const { delivered, membership } = loan;
  const name = withBrand(sender.pack.membership.name, sender.brand);
  return email(sender, {
    subject: 'Recibimos la confirmación de tu préstamo',
    greeting: `Hola ${loan.firstName}:`,
    paragraphs: [
      `Confirmaste tu préstamo de ${loan.amount}: ${countOfInstalments(loan.instalments)} de ${loan.payment}, total a devolver ${loan.finalAmount}, ${tasaSigla} ${loan.rate}, ${totalCost.inText} ${loan.totalCost}.`,
      ...(delivered === undefined
        ? []
        : [`Recibís ${delivered}: del monto ya descontamos el gasto de otorgamiento, con IVA.`]),
      ...(membership === undefined
        ? []
        : [
            `Incluiste la membresía ${name}: ${membership.price} por única vez, que se cobran aparte de las cuotas y no antes del ${membership.chargeFrom}. Con ella, en total pagás ${membership.total}.`,
          ]),
      loan.arrival === undefined
        ? 'Antes de enviarte el dinero revisamos las fotos de tu documento. Te avisamos por mail en cuanto terminemos.'
        : `Ya estamos preparando el envío del dinero. ${loan.arrival} Te avisamos cuando salga.`,
      [
        `La primera cuota vence el ${loan.firstDueDate}.`,
        untilSentence({ due: loan.firstDueDate, until: loan.firstPayableUntil }),
      ]
        .filter(Boolean)
        .join(' '),
      withdrawalNote,
    ],
    action: { label: 'Ver mi préstamo', url: loan.url },
  });
}

/**
 * Sends contract and promissory note as attachments, with the link to them and the digest that proves them
 * unaltered.
 */
export function loanDocketEmail(
  sender: Sender,
  to: { readonly firstName: string; readonly url: string; readonly digest: string },
): EmailMessage {
  const { noteInText } = sender.pack;
  return email(sender, {
    subject: `Tu contrato y tu ${noteInText} están listos`,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      `Adjuntos a este mail van el contrato y el ${noteInText} de tu préstamo, tal como los aceptaste. También los encontrás siempre en tu cuenta, en la página de tu préstamo.`,
      `El archivo no puede cambiar. Su resumen SHA-256 es ${to.digest}`,
    ],
    action: { label: 'Ver mi contrato', url: to.url },
  });
}

export function loanPaidOutEmail(
  sender: Sender,
  loan: LoanFacts & {
    readonly receiptUrl: string;
    /** Pickup place of cash; '' for a transfer. */
    readonly place: string;
    /** Set when a late delivery moved the due dates. */
    readonly moved?: { readonly days: number; readonly firstDueDate: string } | undefined;
  },
): EmailMessage {
  const told = loan.place === '' ? `Ya enviamos ${loan.amount}.` : `Retirá ${loan.amount} en ${loan.place}.`;
  return email(sender, {
    subject: loan.place === '' ? '¡Tu dinero está en camino!' : '¡Tu dinero está listo para retirar!',
    greeting: `Hola ${loan.firstName}:`,
    paragraphs: [
      `${told} Podés ver el comprobante en ${loan.receiptUrl}`,
      'Guardalo: también lo encontrás siempre en tu cuenta.',
      ...(loan.moved === undefined
        ? []
        : [
            `Por la demora, todas tus cuotas se corrieron ${loan.moved.days} días y los importes no cambian: la primera vence el ${loan.moved.firstDueDate}.`,
          ]),
    ],
    action: { label: 'Ver mi préstamo', url: loan.url },
  });
}

const accountFaults = {
  missing: 'La cuenta que nos diste no existe: revisá el CBU, CVU o alias.',
  'of-another':
    'La cuenta que nos diste no está a tu nombre: solo podemos enviar el dinero a una cuenta tuya.',
} as const;

/** @param loan with the account's problem, if the bank named it */
export function payoutFailedEmail(
  sender: Sender,
  loan: LoanFacts & { readonly fault?: keyof typeof accountFaults | undefined },
): EmailMessage {
  return email(sender, {
    subject: 'No pudimos enviarte el dinero',
    greeting: `Hola ${loan.firstName}:`,
    paragraphs: [
      `El envío de ${loan.amount} fue rechazado y el dinero no salió. No debés nada por este intento.`,
      loan.fault === undefined
        ? 'Revisá los datos de tu cuenta y, si son correctos, escribinos para resolverlo.'
        : accountFaults[loan.fault],
    ],
    action: { label: 'Revisar mi solicitud', url: loan.url },
  });
}

export function loanCanceledEmail(sender: Sender, loan: LoanFacts): EmailMessage {
  return email(sender, {
    subject: 'Tu solicitud fue cancelada',
    greeting: `Hola ${loan.firstName}:`,
    paragraphs: [
      `Cancelamos tu solicitud de ${loan.amount}. No debés nada por ella.`,
      'Podés pedir otro préstamo cuando quieras.',
    ],
    action: { label: 'Entrar a mi cuenta', url: loan.url },
  });
}

function countOfInstalments(count: number): string {
  return count === 1 ? '1 cuota' : `${count} cuotas`;
}

/** Renders a letter as plain text and HTML with the same content. */
export function email({ brand, pack }: Sender, unsigned: Letter): EmailMessage {
  const letter = { ...unsigned, brand, language: pack.locale };
  return { subject: letter.subject, text: letterText(letter), letter };
}
