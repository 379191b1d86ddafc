import {
  PHOTO_NAMES,
  PHOTO_REASONS,
  rejectionSentence,
  type PhotoKind,
  type PhotoReason,
} from '../identity-reasons.ts';
import { email, type EmailMessage, type Sender } from './messages.ts';

interface ToBorrower {
  readonly firstName: string;
  readonly url: string;
}

export function photosAskedEmail(
  sender: Sender,
  to: ToBorrower & { readonly photos: readonly { readonly kind: PhotoKind; readonly reason: PhotoReason }[] },
): EmailMessage {
  const { mainDocumentInText: document } = sender.pack;
  const isOne = to.photos.length === 1;
  return email(sender, {
    subject: isOne
      ? 'Necesitamos que saques de nuevo una foto'
      : 'Necesitamos que saques de nuevo unas fotos',
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      `Revisamos las fotos de tu solicitud y ${isOne ? 'una no nos sirve' : 'algunas no nos sirven'}:`,
      ...to.photos.map(({ kind, reason }) => `${PHOTO_NAMES[kind](document)}: ${PHOTO_REASONS[reason]}`),
      `Entrá desde tu celular y ${isOne ? 'sacala' : 'sacalas'} de nuevo. Tu solicitud sigue en pie: en cuanto la revisemos seguimos con el envío del dinero.`,
    ],
    action: { label: isOne ? 'Sacar la foto' : 'Sacar las fotos', url: to.url },
  });
}

/** Confirms the identity: the money is sent. */
export function identityConfirmedEmail(
  sender: Sender,
  to: ToBorrower & { readonly arrival: string },
): EmailMessage {
  return email(sender, {
    subject: 'Confirmamos tu identidad',
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      `Ya revisamos tus fotos y está todo bien. Estamos preparando el envío del dinero. ${to.arrival} Te avisamos cuando salga.`,
    ],
    action: { label: 'Ver mi préstamo', url: to.url },
  });
}

/** The loan ended before payout because the identity was not confirmed. */
export function identityRejectedEmail(
  sender: Sender,
  to: ToBorrower & { readonly amount: string; readonly reason: string },
): EmailMessage {
  return email(sender, {
    subject: 'No pudimos aprobar tu solicitud',
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      `${rejectionSentence(to.reason)} Por eso tu solicitud de ${to.amount} quedó sin efecto: el dinero no salió y no debés nada por ella.`,
      'Si creés que es un error, escribinos desde tu cuenta y lo vemos con vos.',
    ],
    action: { label: 'Entrar a mi cuenta', url: to.url },
  });
}
