import { email, type EmailMessage, type Sender } from './messages.ts';

interface ToApplicant {
  readonly firstName: string;
  readonly url: string;
}

/** A person decided on an application. */
export function applicationDecidedEmail(sender: Sender, { firstName, url }: ToApplicant): EmailMessage {
  return email(sender, {
    subject: 'Ya miramos tu solicitud',
    greeting: `Hola ${firstName}:`,
    paragraphs: [
      'Una persona de nuestro equipo terminó de mirar tu solicitud. Entrá para ver la respuesta.',
      'Si no pediste un préstamo con nosotros, no hagas nada: alguien escribió tu dirección por error.',
    ],
    action: { label: 'Ver la respuesta', url },
  });
}

/** Sent when an application expires without a decision. */
export function applicationExpiredEmail(sender: Sender, { firstName, url }: ToApplicant): EmailMessage {
  return email(sender, {
    subject: 'Tu solicitud venció',
    greeting: `Hola ${firstName}:`,
    paragraphs: [
      'Tu solicitud necesitaba que la mirara una persona y no llegamos a tiempo. Disculpanos. Podés pedirla de nuevo cuando quieras: la miramos otra vez desde el principio.',
      'Si no pediste un préstamo con nosotros, no hagas nada: alguien escribió tu dirección por error.',
    ],
    action: { label: 'Pedir de nuevo', url },
  });
}
