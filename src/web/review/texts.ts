/** Texts of the review. */
export const reviewTexts = {
  confirmedBefore: 'Ya confirmaste tu préstamo',
  confirmedBeforeIntro: 'Lo hiciste en otra pestaña o en otro dispositivo.',
  confirmedBeforeText: 'No se creó otro: seguí desde ahí el que confirmaste.',
  seeLoan: 'Ver Préstamo',
  title: 'Revisá y confirmá tu préstamo',
  intro: 'Es el último paso. Todavía podés cambiar lo que quieras.',
  confirm: 'Confirmar préstamo',

  receive: 'Recibís',
  requested: 'Monto solicitado',
  instalments: (count: number) => (count === 1 ? '1 cuota de' : `${count} cuotas de`),
  firstDue: 'Primer vencimiento',
  frequency: 'Frecuencia de pago',
  monthly: 'Mensual',
  total: 'Total',
  totalWithMembership: 'Total con membresía',
  cft: 'CFTNA',
  changeOffer: 'Cambiar monto o cuotas',

  cost: 'Qué pagás',

  plansLoading: 'Actualizando las condiciones…',
  plansFailed: 'No pudimos actualizar las condiciones de tu préstamo.',
  planGone: 'Las condiciones que elegiste ya no están disponibles.',
  chooseAgain: 'Elegir de nuevo',
  retry: 'Volver a intentar',
} as const;

export const membershipTexts = {
  include: (name: string) => `Incluir ${name}`,
  benefits: 'Ver los beneficios',
} as const;

/** The plan with the membership and the one without it. */
export const besideTexts = {
  caption: 'Los dos planes',
  plan: 'Plan',
  withMembership: (name: string) => `Con ${name}`,
  without: 'Sin membresía',
  instalment: 'Cuota',
  total: 'Total a devolver',
  totalWithPrice: 'Total con el precio de la membresía',
  costWithPrice: (cost: string) => `${cost} con ese precio`,
  ending: (name: string, term: string) =>
    `Si das de baja ${name} sin costo dentro de su plazo (${term}), tu préstamo pasa desde el principio al plan sin membresía, con los mismos vencimientos. Después de ese plazo la baja no cambia la tasa ni las cuotas.`,
} as const;

/** Every instalment of the loan under review, and its charges. */
export const dueTexts = {
  title: 'Tus vencimientos',
  number: 'Cuota',
  due: 'Vence',
  amount: 'Importe',
  amountWithCharges: 'Importe con cargos',
  charges: (amount: string) => `cargos ${amount}`,
  origination: 'Gasto de otorgamiento, con IVA',
  collection: 'Cargos de todas las cuotas, con IVA',
} as const;

export const destinationTexts = {
  title: 'Dónde recibís el dinero',
  change: 'Cambiar',
  changeAccount: 'Cambiar la cuenta donde recibís el dinero',
  bank: 'Banco',
  alias: 'Alias',
  holder: 'Titular',
  choose: '¿En qué cuenta?',
  cash: 'Red pagos',
  cashText:
    'Retirás el dinero en cualquier local de Red pagos con tu documento. Te avisamos cuando esté listo.',
  point: 'Punto de retiro',
  pointText: 'Retirás el dinero con tu documento. Te avisamos cuando esté listo.',
  card: 'Tarjeta de débito',
  cardText: 'El débito de cada cuota se intenta 4 días hábiles antes de su vencimiento.',
} as const;

export const acceptanceTexts = {
  title: 'Tu aceptación',
  terms: 'Acepto los términos y condiciones y la política de privacidad',
  note: (note: string) => `Acepto el ${note}`,
  noteRequired: (note: string) => `Tenés que aceptar el ${note} para continuar`,
  readTerms: 'Leer los términos y condiciones',
  readPolicy: 'Leer la política de privacidad',
  readNote: (note: string) => `Leer el ${note}`,
  close: 'Cerrar',
} as const;
