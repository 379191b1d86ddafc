import type { CountryLaw } from '../law/country-law.ts';
import { CONTACT_TERMS, PRODUCT_TERMS } from '../law/product-terms.ts';
import { MEMBERSHIP_END, TRACKING } from '../shared-texts.ts';

export const argentineLaw: CountryLaw = {
  /** Ley 25.326 with the AAIP's legend, Disp. 10/2008 (docs/product/rights.md#own-data). */
  dataProtection: {
    law: 'Ley 25.326',
    keptYears: 10,
    kept: 'Las normas contables (artículo 328 del Código Civil y Comercial) y las de prevención del lavado de activos nos obligan a conservar tu identificación, tus contratos, tus pagos y los movimientos de tus préstamos durante 10 años desde que terminó el último.',
    bureauLaw: 'artículo 26 de la Ley 25.326',
  },
  defaultInterest: null,
  ...PRODUCT_TERMS,
  contacts: [
    {
      ...CONTACT_TERMS,
      rule: 'Ley 24.240, artículo 8 bis: trato digno, también al cobrar.',
      unconfirmed:
        'The law names no hours and no number of contacts; both are the lender’s opinion. Whether Ley 6171 of the City of Buenos Aires, which binds agents who collect for others, says more of a lender’s own staff.',
    },
  ],
  /** The product charges nothing for early payment, in whole or in part, at any time. */
  earlyPaymentFee: {
    rate: 0,
    text: 'Cancelar o adelantar pagos no tiene ningún cargo.',
    rule: 'BCRA, t.o. «Protección de los usuarios de servicios financieros», comisiones y cargos (punto 2.3.2): ninguna comisión por cancelación anticipada total una vez transcurrida la cuarta parte del plazo original o 180 días corridos, de ambos el mayor.',
    unconfirmed:
      'The number of the paragraph, the rule for partial payments, and whether the larger or the smaller of both terms counts.',
  },
  /** Ten days for the buttons (Disposición 954/2025), five business days for data (Ley 25.326, art. 16). */
  requestTerms: {
    cancellation: { days: 10, unit: 'calendar' },
    withdrawal: { days: 10, unit: 'calendar' },
    membership: { days: 10, unit: 'calendar' },
    erasure: { days: 5, unit: 'business' },
  },
  withdrawal: {
    withdrawal: {
      title: 'Botón de arrepentimiento',
      button: 'Arrepentirme de mi préstamo',
      paragraphs: [
        'Tenés derecho a arrepentirte dentro de los 10 días corridos (artículo 34, Ley 24.240; Disposición 954/2025) y, tratándose de un préstamo, dentro de los 10 días hábiles desde que lo aceptaste o recibiste el dinero (normas de protección de usuarios del BCRA). Vale el plazo que termine más tarde.',
        'Si ya recibiste el dinero, tenés que devolverlo. No pagás intereses ni gastos por el arrepentimiento.',
        TRACKING,
      ],
    },
    membership: {
      title: 'Botón de baja',
      button: 'Dar de baja mi membresía',
      paragraphs: [
        'Podés dar de baja la membresía en cualquier momento (Disposición 954/2025).',
        MEMBERSHIP_END,
        TRACKING,
      ],
    },
    calendarDays: 10,
    businessDays: 10,
  },
  contract: {
    costs: 'Información exigida por el artículo 36 de la Ley 24.240 y las normas del BCRA.',
    early:
      'Podés cancelar el préstamo por adelantado, en todo o en parte, sin otros cargos que los informados.',
  },
};
