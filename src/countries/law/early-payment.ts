import type { CountryCode } from '../country-pack.ts';

/** The charge for paying early, as the country's law bounds it and as this product asks for it. */
export interface EarlyPaymentFee {
  /** Charge of the product, a fraction of the capital paid early. */
  readonly rate: number;
  /** Text next to the figure, for the customer. */
  readonly text: string;
  /** The rule and its source. */
  readonly rule: string;
  /** Part of the rule not verified in its own text; to be checked before any charge is made. */
  readonly unconfirmed: string;
}

/**
 * The product charges nothing for closing a loan early or for paying ahead, in whole or in part, at any time. That
 * is within the rules of both countries.
 */
export const EARLY_PAYMENT_FEE: Readonly<Record<CountryCode, EarlyPaymentFee>> = {
  AR: {
    rate: 0,
    text: 'Cancelar o adelantar pagos no tiene ningún cargo.',
    rule: 'BCRA, t.o. «Protección de los usuarios de servicios financieros», comisiones y cargos (punto 2.3.2): ninguna comisión por cancelación anticipada total una vez transcurrida la cuarta parte del plazo original o 180 días corridos, de ambos el mayor.',
    unconfirmed:
      'The number of the paragraph, the rule for partial payments, and whether the larger or the smaller of both terms counts.',
  },
  UY: {
    rate: 0,
    text: 'Cancelar o adelantar pagos no tiene ningún cargo.',
    rule: 'Ley 18.212: toda comisión cuenta para la tasa implícita que la ley limita; BCU, Recopilación de Normas de Regulación y Control del Sistema Financiero, libro IV: el contrato dice si se puede cancelar por adelantado y a qué costo.',
    unconfirmed: 'Whether the BCU bounds the charge beyond the ceiling on the implicit rate.',
  },
};
