import type { LoanStepText, MembershipText } from './country-pack.ts';

/** Description of the membership, shared by both countries (docs/product/borrowers-area.md#membership). */
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
 * Answers to two of the reasons for declining an offer. `{amount}` and `{term}` are the current offer's
 * (docs/product/countries.md#feedback-figures).
 */
export const FEEDBACK_TEXT = {
  amount:
    'El monto máximo de tu primer préstamo puede ser de {amount}. Cuando pagás en término, el próximo puede ser mayor.',
  return_time:
    'El plazo de tu primer préstamo puede ser de hasta {term}. Cuando pagás en término, el próximo puede ser más largo.',
} as const;

/** Loan steps block of the offer (docs/product/offer.md#parts). */
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

/** States the rule in one sentence, for terms and note (docs/product/loan-and-money.md#instalment-states). */
export const LATER_DAY =
  'Si los bancos no atienden el día de un vencimiento, la cuota se puede pagar sin recargo hasta el día hábil siguiente.';

/** Last paragraph of both public pages for ending a contract. */
export const TRACKING =
  'No hace falta que inicies sesión ni que des un motivo. Dentro de las 24 horas te enviamos un código de seguimiento.';

/** Cost of ending the membership (docs/product/borrowers-area.md#membership). */
export const MEMBERSHIP_END =
  'Dentro del plazo para arrepentirte del préstamo no pagás nada por ella y tu préstamo pasa al plan sin membresía que aceptaste al confirmarlo. Después pagás los días que la usaste y la tasa no cambia.';
