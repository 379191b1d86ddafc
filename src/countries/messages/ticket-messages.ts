import { arrivalRules } from '../arrival.ts';
import { withdrawalTextsOf } from '../law/withdrawal.ts';
import { untilSentence } from '../payable-words.ts';
import { email, type EmailMessage, type Sender } from './messages.ts';
import { LAWS } from '../law/laws.ts';

/** Announces an answer to be read in the account: the mail does not repeat possibly private content. */
export function ticketAnsweredEmail(
  sender: Sender,
  to: { readonly firstName: string; readonly number: string; readonly subject: string; readonly url: string },
): EmailMessage {
  return email(sender, {
    subject: `Respondimos tu reclamo ${to.number}`,
    greeting: to.firstName === '' ? 'Hola:' : `Hola ${to.firstName}:`,
    paragraphs: [
      `Ya podés leer nuestra respuesta a «${to.subject}». Está en tu cuenta, y desde ahí nos podés contestar.`,
    ],
    action: { label: 'Leer la respuesta', url: to.url },
  });
}

/** Answer in the mail itself, for a person without an account. */
export function ticketReplyEmail(
  sender: Sender,
  to: {
    readonly name: string;
    readonly number: string;
    readonly subject: string;
    readonly answer: string;
    readonly url: string;
  },
): EmailMessage {
  return email(sender, {
    subject: `Respondimos tu consulta ${to.number}`,
    greeting: to.name === '' ? 'Hola:' : `Hola ${to.name}:`,
    paragraphs: [
      `Nos escribiste por «${to.subject}». Esta es nuestra respuesta:`,
      ...to.answer.split(/\n{2,}/).filter((part) => part.trim() !== ''),
    ],
    action: { label: 'Volver a escribirnos', url: to.url },
    closing: `Si nos escribís de nuevo, contanos que es por la consulta ${to.number}.`,
  });
}

/** Outcome of a request decided by a person, for the ticket's conversation. */
export function requestRefusedText(what: string, reason: string): string {
  return `No pudimos aceptar tu pedido (${what}). El motivo: ${reason}`;
}

/** Figures of a ticket's loan, formatted; '' for absent ones. */
export interface TicketFigures {
  readonly owed: string;
  readonly nextDue: string;
  readonly nextPayableUntil: string;
  readonly credit: string;
}

export interface TicketTemplate {
  readonly title: string;
  readonly text: string;
}

/** Answer templates with the country's current values. Staff review each before sending. */
export function ticketTemplates(
  { brand, pack }: Sender,
  firstName: string,
  figures?: TicketFigures,
): readonly TicketTemplate[] {
  const { withdrawal, membership } = withdrawalTextsOf(pack.code);
  const hello = firstName === '' ? 'Hola:' : `Hola ${firstName}:`;
  const written = (title: string, ...paragraphs: readonly string[]): TicketTemplate => ({
    title,
    text: [hello, ...paragraphs, `El equipo de ${brand}`].join('\n\n'),
  });
  return [
    written(
      'Pedir más datos',
      'Para poder ayudarte necesitamos que nos cuentes un poco más: qué hiciste, qué día y qué mensaje viste.',
    ),
    ...(figures === undefined ? [] : [written('Cómo está tu préstamo', ...standingText(figures))]),
    written(pack.grantPeriod.title, ...arrivalRules(pack)),
    written(
      'Pago que no se ve',
      'Vemos un pago cuando el medio nos avisa. Contanos el medio, la fecha, el importe y el número del comprobante, y lo buscamos.',
    ),
    written(withdrawal.title, ...withdrawal.paragraphs),
    written(membership.title, ...membership.paragraphs),
    written('Tus datos personales', LAWS[pack.code].dataProtection.kept),
    written(
      'Cierre',
      'Con esto damos por resuelto tu reclamo. Si te queda alguna duda, respondé acá y lo retomamos.',
    ),
  ];
}

function standingText({ owed, nextDue, nextPayableUntil, credit }: TicketFigures): readonly string[] {
  return [
    owed === '' ? 'Hoy no tenés que pagar nada.' : `Hoy tenés para pagar ${owed}.`,
    ...(nextDue === ''
      ? []
      : [
          [`Tu próxima cuota vence el ${nextDue}.`, untilSentence({ due: nextDue, until: nextPayableUntil })]
            .filter(Boolean)
            .join(' '),
        ]),
    ...(credit === ''
      ? []
      : [`Tenés ${credit} a tu favor: lo usamos automáticamente en tus próximas cuotas.`]),
  ];
}
