import { email, type EmailMessage, type Sender, type SmsMessage } from './messages.ts';

const UNDO =
  'Por unos días no vas a poder pedir préstamos ni agregar cuentas. Si no pediste este cambio, deshacelo con este botón y escribinos.';
const NOT_YOU = 'Si no lo pediste, escribinos enseguida.';

interface Told {
  readonly firstName: string;
  readonly url: string;
}

/**
 * Sent to the previous phone, always as an SMS; in the GSM alphabet without accents, which would split it
 * into two.
 */
export function phoneCorrectedSms(
  { brand }: Sender,
  { end, url }: { end: string; url: string },
): Pick<SmsMessage, 'text'> {
  return {
    text: `${brand}: tu celular ahora es uno terminado en ${end}. Si no fuiste vos, deshacelo: ${url}`,
  };
}

/** Informs the customer by SMS that the e-mail address was changed. */
export function emailCorrectedSms({ brand }: Sender, { url }: { url: string }): Pick<SmsMessage, 'text'> {
  return { text: `${brand}: cambiamos el mail de tu cuenta. Si no fuiste vos, deshacelo: ${url}` };
}

export function phoneCorrectedEmail(sender: Sender, to: Told & { readonly end: string }): EmailMessage {
  return email(sender, {
    subject: 'Cambiamos el celular de tu cuenta',
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      `El celular de tu cuenta de ${sender.brand} ahora termina en ${to.end}. Cerramos tus sesiones: volvé a ingresar con el número nuevo.`,
      UNDO,
    ],
    action: { label: 'No fui yo: deshacer el cambio', url: to.url },
  });
}

/** Sent to the previous address; masks the new one. */
export function emailCorrectedEmail(sender: Sender, to: Told & { readonly masked: string }): EmailMessage {
  return email(sender, {
    subject: 'Cambiamos el mail de tu cuenta',
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      `El mail de tu cuenta de ${sender.brand} ahora es ${to.masked}: a esta dirección no te escribimos más. Cerramos tus sesiones.`,
      UNDO,
    ],
    action: { label: 'No fui yo: deshacer el cambio', url: to.url },
  });
}

export function nameCorrectedEmail(sender: Sender, to: Told): EmailMessage {
  return email(sender, {
    subject: 'Corregimos tu nombre',
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [`Corregimos el nombre que figura en tu cuenta de ${sender.brand}.`, NOT_YOU],
    action: { label: 'Entrar a mi cuenta', url: to.url },
  });
}
