import type { LoanStepText, MembershipText } from './country-pack.ts';

/** The membership as both countries describe it (docs/product/borrowers-area.md#membership). */
export const membershipTexts: Omit<MembershipText, 'price'> = {
  name: '{brand}+',
  pricePrefix: 'Por solo ',
  benefits: [
    'Adelantos a tasa cero',
    'Tasas preferenciales',
    'Billetera virtual gratuita y tarjeta física y virtual',
    'Desembolso Turbo dentro de las 5 horas hábiles, de lunes a viernes',
    'Montos más altos',
    'Descuentos de hasta el 50%',
    'Informe de tu perfil crediticio',
    'Atención por WhatsApp en horario comercial',
  ],
};

/**
 * Answers to two reasons of the opinion on an offer. `{amount}` and `{term}` are those of the offer that is in force
 * (docs/product/countries.md#feedback-figures).
 */
export const FEEDBACK_TEXT = {
  amount:
    'El monto máximo de tu primer préstamo puede ser de {amount}. Cuando pagás en término, el próximo puede ser mayor.',
  return_time:
    'El plazo de tu primer préstamo puede ser de hasta {term}. Cuando pagás en término, el próximo puede ser más largo.',
} as const;

/** The loan-steps block of the offer (docs/product/offer.md#parts). */
export const loanSteps: readonly LoanStepText[] = [
  {
    title: 'Validá tu identidad',
    text: 'Te pedimos una selfie con tu documento y fotos del frente y del dorso.',
  },
  { title: 'Ingresá tu cuenta bancaria', text: 'Tiene que ser una cuenta bancaria a tu nombre.' },
  {
    title: 'Recibí el dinero',
    text: 'Transferimos los fondos en el mismo día si confirmás un día hábil antes de las 16:00. Si no, las solicitudes se procesan el día hábil siguiente, también las de fin de semana y feriados.',
  },
];
