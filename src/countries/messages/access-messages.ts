import { PROOF_CODE_LIFETIME_MINUTES } from '../constants.ts';
import { email, type EmailMessage, type Sender, type SmsMessage } from './messages.ts';
import { whatsappContent } from './whatsapp-templates.ts';

/** Code for re-authentication (docs/product/signup-and-login.md#new-proof). */
export function proofCodeSms({ brand }: Sender, to: { code: string }): SmsMessage {
  return {
    text: `${to.code} es tu clave de ${brand} para confirmar que sos vos. Vence en ${PROOF_CODE_LIFETIME_MINUTES} minutos. No la compartas con nadie.`,
    template: whatsappContent('code', [to.code], to.code),
  };
}

/** @param to its `url` leads to the page that sets a new password */
export function proofCodeEmail(
  sender: Sender,
  to: { firstName: string; code: string; url: string },
): EmailMessage {
  return email(sender, {
    subject: 'Tu código para confirmar que sos vos',
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      `Tu código de ${sender.brand} es ${to.code}. Vence en ${PROOF_CODE_LIFETIME_MINUTES} minutos. No lo compartas con nadie.`,
      'Si no fuiste vos, alguien tiene abierta tu cuenta: elegí otra contraseña ahora y cerramos todas las sesiones.',
    ],
    action: { label: 'Recuperar mi cuenta', url: to.url },
  });
}

/** Effect of a password change on the passkeys. */
export type PasskeysThen = 'none' | 'removed' | 'kept';

const passkeysThen: Readonly<Record<PasskeysThen, readonly string[]>> = {
  none: [],
  removed: ['También quitamos tus llaves de acceso: si eran tuyas, agregalas de nuevo en Mis datos.'],
  kept: ['Tus llaves de acceso siguen sirviendo: si alguna no es tuya, quitala en Mis datos.'],
};

export function passwordChangedEmail(
  sender: Sender,
  to: { firstName: string; url: string; passkeys: PasskeysThen },
): EmailMessage {
  return email(sender, {
    subject: 'Cambiaste tu contraseña',
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      `La contraseña de tu cuenta de ${sender.brand} cambió y cerramos las demás sesiones.`,
      ...passkeysThen[to.passkeys],
      'Si no fuiste vos, recuperá tu cuenta ahora mismo.',
    ],
    action: { label: 'Recuperar mi cuenta', url: to.url },
  });
}

const passkeyChanges = {
  added: { subject: 'Agregaste una llave de acceso', what: 'Se agregó una llave de acceso a' },
  removed: { subject: 'Quitaste una llave de acceso', what: 'Se quitó una llave de acceso de' },
} as const;

/** @param to its `device` is '' if unknown */
export function passkeyEmail(
  sender: Sender,
  to: { firstName: string; device: string; url: string; change: keyof typeof passkeyChanges },
): EmailMessage {
  const { subject, what } = passkeyChanges[to.change];
  const device = to.device === '' ? '' : ` (${to.device})`;
  return email(sender, {
    subject,
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      `${what} tu cuenta de ${sender.brand}${device}.`,
      'Si no fuiste vos, recuperá tu cuenta ahora mismo: al elegir otra contraseña cerramos las sesiones y quitamos las llaves.',
    ],
    action: { label: 'Recuperar mi cuenta', url: to.url },
  });
}

/** @param to its `end` has the last digits of the number that another person has verified */
export function phoneTakenEmail(
  sender: Sender,
  to: { firstName: string; url: string; end: string },
): EmailMessage {
  return email(sender, {
    subject: 'Tu celular ya no está validado',
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      `Otra persona validó con un código el celular terminado en ${to.end}, que estaba en tu cuenta de ${sender.brand}. Por eso ya no sirve para ingresar a tu cuenta y cerramos lo que se había abierto con él.`,
      'Ingresá con tu mail y validá el celular que usás ahora. Si ese número sigue siendo tuyo, validalo de nuevo.',
    ],
    action: { label: 'Ingresar', url: to.url },
  });
}
