import { LINK_LIFETIME_HOURS } from '../constants.ts';
import { email, type EmailMessage, type Sender } from './messages.ts';

interface Told {
  readonly firstName: string;
  readonly url: string;
}

/** Link that opens an account for a person when their document belongs to another account. */
export function documentClaimEmail(sender: Sender, to: Told): EmailMessage {
  return email(sender, {
    subject: 'Pedí tu documento',
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      `Alguien pidió abrir una cuenta de ${sender.brand} con este mail y un documento que ya está en otra cuenta. Si fuiste vos, abrí el link, validá tu celular y subí tus fotos: cuando las revisemos, el documento pasa a ser de tu cuenta.`,
      `El link sirve una vez y vence en ${LINK_LIFETIME_HOURS} horas. Si no fuiste vos, no hagas nada: sin el link no se abre ninguna cuenta.`,
    ],
    action: { label: 'Pedir mi documento', url: to.url },
  });
}

/** Sent when staff accept the person's photos. */
export function documentGrantedEmail(sender: Sender, to: Told): EmailMessage {
  return email(sender, {
    subject: 'Tu documento ya es de tu cuenta',
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      'Revisamos tus fotos y confirmamos que el documento es tuyo. Ya está en tu cuenta y la otra cuenta lo perdió.',
      'Ingresá y seguí con tu solicitud.',
    ],
    action: { label: 'Ingresar', url: to.url },
  });
}

/** Sent when staff reject the person's photos. */
export function documentRefusedEmail(sender: Sender, to: Told): EmailMessage {
  return email(sender, {
    subject: 'No pudimos confirmar tu documento',
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      'Revisamos tu pedido y no pudimos confirmar que el documento sea tuyo, así que no cambiamos nada.',
      'Si hubo un error, respondé el ticket que está en tu cuenta y contanos.',
    ],
    action: { label: 'Ingresar', url: to.url },
  });
}

/** Sent to the account that had the document. */
export function documentTakenEmail(sender: Sender, to: Told): EmailMessage {
  return email(sender, {
    subject: 'Tu cuenta ya no tiene tu documento',
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      `Otra persona demostró, con su mail, su celular y sus fotos, que es suyo el documento que estaba en tu cuenta de ${sender.brand}. Por eso lo quitamos de tu cuenta y cerramos tus sesiones. No se puede pedir un préstamo sin documento.`,
      'Si el documento es tuyo, ingresá y respondenos con un ticket: lo revisamos.',
    ],
    action: { label: 'Ingresar', url: to.url },
  });
}
