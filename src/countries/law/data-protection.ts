import type { CountryCode } from '../country-pack.ts';
import { email, type EmailMessage, type Sender } from '../messages/messages.ts';

/** Country's law on personal data. */
export interface DataProtection {
  readonly law: string;
  /** Years for which papers of a loan are kept after its end. */
  readonly keptYears: number;
  /** Data retained after an erasure, and the legal duty. */
  readonly kept: string;
  /** Article that limits what credit bureaus may show of a debt, and for how long. */
  readonly bureauLaw: string;
}

/**
 * Ley 25.326 with the AAIP's legend (Disp. 10/2008); Ley 18.331 with the URCDP
 * (docs/product/rights.md#own-data).
 */
export const DATA_PROTECTION: Readonly<Record<CountryCode, DataProtection>> = {
  AR: {
    law: 'Ley 25.326',
    keptYears: 10,
    kept: 'Las normas contables (artículo 328 del Código Civil y Comercial) y las de prevención del lavado de activos nos obligan a conservar tu identificación, tus contratos, tus pagos y los movimientos de tus préstamos durante 10 años desde que terminó el último.',
    bureauLaw: 'artículo 26 de la Ley 25.326',
  },
  UY: {
    law: 'Ley 18.331',
    keptYears: 10,
    kept: 'Las normas contables y las de prevención del lavado de activos nos obligan a conservar tu identificación, tus contratos, tus pagos y los movimientos de tus préstamos durante 10 años desde que terminó el último.',
    bureauLaw: 'artículo 22 de la Ley 18.331',
  },
};

/**
 * Retention as the privacy policy states it (docs/product/rights.md#retention). Only the term of the law is a number:
 * the shorter ones are settings of the process.
 */
export function retentionWords(code: CountryCode): readonly string[] {
  const { kept, bureauLaw } = DATA_PROTECTION[code];
  return [
    'Guardamos tus datos mientras tengas tu cuenta. Si pedís la supresión, borramos enseguida lo que ninguna norma nos obliga a conservar.',
    `${kept} Cuando ese plazo termina, también los borramos.`,
    'Las fotos que reemplazás y los mensajes que te enviamos los borramos antes.',
    `Lo que informamos a las bases de riesgo crediticio se muestra allí por los plazos del ${bureauLaw}.`,
  ];
}

/** The last letter to somebody whose data was erased. `keptUntil` '' when nothing is kept. */
export function erasedEmail(
  sender: Sender,
  to: { readonly firstName: string; readonly keptUntil: string; readonly url: string },
): EmailMessage {
  const { kept } = DATA_PROTECTION[sender.pack.code];
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
