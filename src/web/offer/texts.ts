/** Texts of the offer. A small first letter is drawn large by the style. */
export const offerTexts = {
  searching: 'estamos buscando el mejor préstamo según tu perfil',
  searchingNote: 'Tarda unos segundos.',
  greeting: (name: string) => (name ? `Hola, ${name}. Este es tu préstamo` : 'Este es tu préstamo'),
  intro: (max: string) => `Tenés hasta ${max}. Elegí cuánto y en cuántas cuotas.`,

  failed: 'No pudimos cargar tu oferta',
  failedNext: 'En unos segundos te llevamos al inicio.',

  availableTitle: 'PRÉSTAMO DISPONIBLE',
  availableUpTo: (max: string) => `Hasta ${max}`,
  seeOfferBar: 'Ver Oferta',

  continue: 'Continuar',
  seeLoan: 'Ver Préstamo',
  activeLoan: 'Ya tenés un préstamo activo',
  activeLoanNote: 'Cuando lo termines de pagar vas a poder pedir otro.',
  noAmount: 'Revisá el monto',
  noAmountNote: 'Está fuera de tu oferta',
  nothingChosen: 'Elegí tus cuotas',
  computing: 'Calculando…',
  noPlans: 'Sin cuotas: volvé a intentar',
  plan: (count: number, payment: string) => `${count === 1 ? '1 cuota' : `${count} cuotas`} de ${payment}`,
  total: (total: string) => `Total ${total}`,
  totalWithMembership: (total: string) => `Total con membresía ${total}`,
  moreThanBasic: (amount: string) => `${amount} más que con Basic`,
} as const;

export const rejectedTexts = {
  noOffer: 'lo sentimos, pero no tenemos una oferta disponible para tu perfil',
  noLoan: 'lo sentimos, pero no tenemos un préstamo disponible',
  held: 'Por ahora no podemos ofrecerte un préstamo. Si querés saber más, escribinos.',
  waitingTitle: 'tu solicitud está en manos de una persona de nuestro equipo',
  waiting:
    'No pudimos responderte al instante. Una persona mira tu solicitud y te escribimos por mail cuando tengamos la respuesta.',
  waitingUntil: (date: string) =>
    `Te respondemos a más tardar el ${date}. Si para entonces no llegamos, podés pedirla de nuevo. No hace falta que hagas nada.`,
  reason: 'El motivo principal',
  correct: 'Dónde corregirlo',
  intro: 'Te contamos en qué nos basamos y qué podés hacer.',
  consulted: 'Qué consultamos',
  compared: 'Lo comparamos con las condiciones de nuestros préstamos.',
  byAge: ({ min, max }: { min: number; max: number }) =>
    `No consultamos tus antecedentes: nuestros préstamos son para personas de ${min} a ${max} años.`,
  report: 'Cómo ver tu propio informe',
  again: 'Cuándo volver',
  againFrom: (date: string) =>
    `Podés volver a consultarnos desde el ${date}. No podemos asegurarte que la respuesta sea otra.`,
  againAtLogin: 'La última consulta ya venció. La hacemos de nuevo cuando vuelvas a ingresar a tu cuenta.',
  next: 'A dónde ir',
  review: 'Pedir que lo revise una persona',
  reviewNote: 'Contanos qué cambió o qué dato no es tuyo y te respondemos por mail.',
  helpCentre: 'Centro de ayuda',
  helpNote: 'Si tenés dudas sobre esta respuesta.',
  landing: 'Conocé nuestro sitio',
  landingNote: 'Todo lo que hacemos, además de préstamos.',
  home: 'Volver al inicio',
  homeNote: 'La primera página de este sitio.',
  continueToSite: 'Continuar al sitio',
} as const;

export const amountTexts = {
  title: '¿Cuánto necesitás?',
  label: 'Monto en miles',
  hint: (step: string) => `Movelo de a ${step}`,
  slider: 'Monto del préstamo',
} as const;

export const planTexts = {
  variants: 'Con o sin membresía',
  basic: 'Basic',
  title: 'Elegí tus cuotas',
  remove: 'Quitar elección',
  loading: 'Calculando tus cuotas…',
  quantity: (count: number) => (count === 1 ? '1 cuota de' : `${count} cuotas de`),
  firstDue: (date: string) => `Primera: ${date}`,
  firstPayable: (until: string) => `La primera se paga ${until}.`,
  total: 'Devolvés',
  cft: 'CFTNA',
  withMembership: 'con membresía',
  costsMore: (amount: string) => `Pagás ${amount} más en total que con Basic`,
  saves: (amount: string) => `Ahorrás ${amount}`,
  /** Reasons for marking a plan; 'Conviene' only if the membership gains in all. */
  flags: { first: 'cuota más baja', middle: 'plazo intermedio', last: 'menos intereses' },
  worthIt: (reason: string) => `Conviene: ${reason}`,
  more: 'Ver más cuotas',
  details: 'Detalles del préstamo',
  outOfBounds: (min: string, max: string) => `Tus cuotas aparecen acá con un monto entre ${min} y ${max}.`,
  plansFailed: 'No pudimos calcular tus cuotas',
  retry: 'Volver a intentar',
} as const;

export const chooserTexts = {
  title: '¿En cuántas cuotas?',
  intro: (amount: string) => `Para ${amount}. Menos cuotas, menos intereses.`,
  group: 'Cantidad de cuotas',
  choose: (count: number) => (count === 1 ? 'Elegir 1 cuota' : `Elegir ${count} cuotas`),
} as const;

export const costTexts = {
  title: 'Qué pagás',
  waiting: 'Elegí un monto y tus cuotas',
  received: 'Lo que recibís',
  interest: 'Intereses',
  taxOnInterest: 'IVA sobre intereses',
  tax: 'IVA',
  fees: 'Gastos administrativos',
  system: 'Sistema francés, tasa fija',
} as const;

export const compareTexts = {
  title: 'Compará',
  fold: (name: string) => `Compará Basic y ${name}`,
  change: (brand: string) => `Qué cambia con ${brand}+`,
  perInstalment: 'Tu cuota baja',
  inTotal: 'Devolvés menos',
  membership: 'La membresía cuesta, una sola vez',
  what: (name: string) => `Conocé ${name}`,
  caption: 'Valor de cada cuota y, debajo, lo que pagás en total',
  instalments: 'Cuotas',
  payment: 'Cuota',
  total: 'Devolvés',
} as const;

export const detailTexts = {
  title: 'Detalles del préstamo',
  amount: 'Monto solicitado',
  delivered: 'Monto que recibís',
  instalments: 'Cuotas',
  times: (count: number, payment: string) => `${count} de ${payment}`,
  firstDue: 'Primer vencimiento',
  frequency: 'Frecuencia de pago',
  monthly: 'Mensual',
  debit: 'El débito de cada cuota se intenta 4 días hábiles antes de su vencimiento.',
  close: 'Entendido',
} as const;

/** The legal figures of a plan, on the offer and on the review. */
export const rateTexts = {
  title: 'Tasas y costo total',
  tna: 'TNA',
  tea: 'TEA',
  withPrice: (cost: string) => `${cost} con el precio de la membresía`,
  default: (rate: string) => `Interés por mora (${rate})`,
  plusTax: (rate: string) => `${rate} más IVA`,
  onCapital: 'La mora se cobra solo sobre el capital impago.',
  onCapitalUntil: (months: number) =>
    `La mora se cobra solo sobre el capital impago y hasta ${months} meses después de cada vencimiento.`,
  system: 'Sistema de amortización francés, con cuotas iguales y tasa fija.',
} as const;

export const stepTexts = {
  title: 'Cómo sigue',
  grantTimes: 'Ver tiempos de acreditación',
  close: 'Entendido',
} as const;

export const footerTexts = {
  label: 'Más sobre tu oferta',
  seeOffer: 'Ver oferta',
  notInteresting: 'Esta opción no me parece interesante',
  support: 'Ayuda por WhatsApp',
  supportChat: 'Ayuda por chat',
  suggestions: 'Sugerencias y mejoras',
} as const;

export const membershipTexts = {
  title: (name: string) => `Sumate a ${name}`,
  intro: 'Con la membresía tenés:',
  yes: 'Me interesa',
  no: 'No por ahora',
} as const;

export const registrationTexts = {
  title: 'Registrate para continuar',
  intro: 'Guardamos tu oferta en tu cuenta y seguís cuando quieras.',
  facebook: 'Continuar con Facebook',
  google: 'Continuar con Google',
  openFacebook: 'Abrir Facebook',
  sandbox: 'Entorno de pruebas: escribí el mail de la cuenta con la que querés registrarte.',
  or: 'o con tu mail',
  email: 'Mail',
  send: 'Registrarme',
  again: 'Volver a intentar',
  haveAccount: '¿Ya tenés cuenta?',
  login: 'Ingresá',
  foreignDocument: '¿Tu documento está en una cuenta que no es tuya?',
  claimDocument: 'Pedilo con tu mail',
} as const;

export const loginTexts = {
  title: 'Ingresá a tu cuenta',
  phone: 'Ingresar con tu celular',
} as const;

export const feedbackTexts = {
  title: '¿Por qué no te parece interesante?',
  group: 'Motivo',
  reasons: {
    amount: 'Necesito otro monto',
    interest_rate: 'El interés es alto',
    return_time: 'Necesito otro plazo para devolverlo',
    return_amount: 'El total a devolver es alto',
    known: 'Quería conocer mi oferta',
    other: 'Otro motivo',
  },
  comment: 'Contanos el motivo',
  send: 'Enviar',
  thanks: '¡Gracias por contarnos!',
  thanksText: 'Lo que nos decís nos ayuda a mejorar lo que ofrecemos. Tu oferta sigue disponible.',
  back: 'Volver a mi oferta',
} as const;
