import type { CountryCode } from '../country-pack.ts';
import { email, type EmailMessage, type Sender } from '../messages/messages.ts';
import { LAWS } from './laws.ts';

/**
 * Retention as stated in the privacy policy (docs/product/rights.md#retention). Only the legal period is a
 * number here: shorter ones are process settings.
 */
export function retentionWords(code: CountryCode): readonly string[] {
  const { kept, bureauLaw } = LAWS[code].dataProtection;
  return [
    'Guardamos tus datos mientras tengas tu cuenta. Si pedís la supresión, borramos enseguida lo que ninguna norma nos obliga a conservar.',
    `${kept} Cuando ese plazo termina, también los borramos.`,
    'Las fotos que reemplazás y los mensajes que te enviamos los borramos antes.',
    `Lo que informamos a las bases de riesgo crediticio se muestra allí por los plazos del ${bureauLaw}.`,
  ];
}

/** Last letter to a person after their data was erased. `keptUntil` is '' if nothing is kept. */
export function erasedEmail(
  sender: Sender,
  to: { readonly firstName: string; readonly keptUntil: string; readonly url: string },
): EmailMessage {
  const { kept } = LAWS[sender.pack.code].dataProtection;
  return email(sender, {
    subject: 'Suprimimos tus datos',
    greeting: `Hola ${to.firstName}:`,
    paragraphs: [
      'Como nos pediste, suprimimos tus datos y cerramos tu cuenta y todas sus sesiones.',
      ...(to.keptUntil === ''
        ? []
        : [`${kept} Los conservamos bloqueados hasta el ${to.keptUntil} y después también los suprimimos.`]),
      'Este es el último mensaje que te enviamos.',
    ],
    action: { label: 'Ver la política de privacidad', url: to.url },
  });
}
