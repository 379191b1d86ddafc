import type { CountryLaw } from '../law/country-law.ts';
import { CONTACT_TERMS, PRODUCT_TERMS } from '../law/product-terms.ts';
import { MEMBERSHIP_END, TRACKING } from '../shared-texts.ts';

export const uruguayanLaw: CountryLaw = {
  /** Ley 18.331 with the URCDP (docs/product/rights.md#own-data). */
  dataProtection: {
    law: 'Ley 18.331',
    keptYears: 10,
    kept: 'Las normas contables y las de prevención del lavado de activos nos obligan a conservar tu identificación, tus contratos, tus pagos y los movimientos de tus préstamos durante 10 años desde que terminó el último.',
    bureauLaw: 'artículo 22 de la Ley 18.331',
  },
  defaultInterest: {
    ordinaryOverMean: '1.55',
    defaultOverMean: '1.80',
    endsAfterMonths: 24,
    rule: 'Ley 18.212: art. 11 (topes sobre la media del BCU, créditos menores a 2.000.000 UI) y art. 20 (créditos menores a 20.000 UI: la mora corre hasta 24 meses desde cada vencimiento, salvo demanda).',
    unconfirmed:
      'Both multiples of art. 11; that the ceiling in force at the agreement holds for the whole loan; that credit, not capital owed, is measured against 20,000 UI.',
  },
  ...PRODUCT_TERMS,
  contacts: [
    {
      ...CONTACT_TERMS,
      rule: 'Ley 17.250: trato digno y prohibición de prácticas abusivas.',
      unconfirmed: 'The law names no hours and no number of contacts; both are the lender’s opinion.',
    },
  ],
  /** The product charges nothing for early payment, in whole or in part, at any time. */
  earlyPaymentFee: {
    rate: 0,
    text: 'Cancelar o adelantar pagos no tiene ningún cargo.',
    rule: 'Ley 18.212: toda comisión cuenta para la tasa implícita que la ley limita; BCU, Recopilación de Normas de Regulación y Control del Sistema Financiero, libro IV: el contrato dice si se puede cancelar por adelantado y a qué costo.',
    unconfirmed: 'Whether the BCU bounds the charge beyond the ceiling on the implicit rate.',
  },
  /** Five business days for both (Ley 17.250, art. 16; Ley 18.331, art. 15). */
  requestTerms: {
    cancellation: { days: 5, unit: 'business' },
    withdrawal: { days: 5, unit: 'business' },
    membership: { days: 5, unit: 'business' },
    erasure: { days: 5, unit: 'business' },
  },
  withdrawal: {
    withdrawal: {
      title: 'Arrepentimiento',
      button: 'Arrepentirme de mi préstamo',
      paragraphs: [
        'Tenés derecho a rescindir el contrato dentro de los 5 días hábiles desde que lo aceptaste o recibiste el dinero (artículo 16, Ley 17.250).',
        'Si ya recibiste el dinero, tenés que devolverlo. No pagás intereses ni gastos por el arrepentimiento.',
        TRACKING,
      ],
    },
    membership: {
      title: 'Baja de la membresía',
      button: 'Dar de baja mi membresía',
      paragraphs: ['Podés dar de baja la membresía en cualquier momento.', MEMBERSHIP_END, TRACKING],
    },
    calendarDays: 0,
    businessDays: 5,
  },
  contract: {
    costs: 'Información exigida por la Ley 17.250, la Ley 18.212 y las normas del BCU.',
    early: 'Podés cancelar el préstamo por adelantado, en todo o en parte, en las condiciones de la ley.',
  },
};
