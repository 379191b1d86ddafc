import { PLAN_SUBJECTS } from '../../countries/plan-subjects.ts';

/** Texts of the balance. */
export const balanceTexts = {
  cannotPay: 'No puedo pagar ahora',
  statement: 'Ver todos los movimientos',
  document: (label: string, number: string) => `${label} ${number}`,
  /** A line never begins with the dot. */
  owner: (name: string, document: string) => `${name}\u00a0· ${document}`,
  loading: 'Buscando tu estado de cuenta…',
  failed: 'No pudimos cargar tu estado de cuenta',
  failedNext: 'Puede ser la conexión o un problema nuestro que dura poco. Tu deuda y tus pagos no cambian.',
  retry: 'Volver a intentar',
  yours: '¿Es tu cuenta?',
  login: 'Ingresá para ver tu préstamo completo',
  another: 'Consultar otro documento',

  titleNext: (date: string) => `Tu próxima cuota vence el ${date}`,
  /** Its due date was no business day and has gone by. */
  titlePayable: (until: string) => `Podés pagar tu cuota ${until}`,
  titleDelayed: (count: number) =>
    count === 1 ? 'Tenés una cuota demorada' : `Tenés ${count} cuotas demoradas`,
  titleCovered: 'Tu saldo a favor paga tus cuotas',
  titleDebtFree: 'No tenés deudas',
  titleReturn: 'Te arrepentiste de este préstamo',
  titleOnItsWay: 'Todavía no tenés nada que pagar',

  payToday: 'Tenés que pagar hoy',
  alsoToday: 'Además, tenés que pagar hoy',
  pay: 'Tenés que pagar',
  alsoPay: 'Además, tenés que pagar',
  payable: (until: string) => `Podés pagarla ${until}.`,
  /** `count` is unknown once a change of the loan has replaced instalments. */
  nextPayment: (number: number, count: number | undefined, left: number) =>
    count === undefined ? `Cuota ${number} · te quedan ${left}` : `Cuota ${number} de ${count}`,
  nothingToday: 'Hoy no tenés que pagar nada.',
  delayedNote: (count: number, interest: string) =>
    `${count === 1 ? '1 cuota demorada' : `${count} cuotas demoradas`}, con ${interest} de intereses`,
  delayedPlain: (count: number) => (count === 1 ? '1 cuota demorada' : `${count} cuotas demoradas`),
  /** After the count of overdue instalments. */
  delayedAndDue: (delayed: string, today: string) =>
    `: ${delayed}. Y ${today} que todavía podés pagar sin recargo.`,
  thenNext: (amount: string, date: string) => `Después, ${amount} el ${date}`,
  dueToday: 'Vence hoy',
  inDefault: 'Tu préstamo está en mora hace más de 30 días: escribinos y buscamos cómo ponerlo al día.',

  paidAll: 'Pagaste todas las cuotas. ¡Gracias!',
  noLoan: 'No encontramos préstamos con deuda para este documento.',
  paidAllNext: 'Ya podés pedir otro préstamo.',
  noLoanNext: 'Si querés uno, pedilo online en menos de 5 minutos.',
  ask: 'Pedir un préstamo',
  onItsWay: 'Tus cuotas aparecen acá cuando recibís el dinero.',
  seeLoan: 'Ver mi préstamo',
  payEarly: 'Pagar antes',
  changes: 'Planes y cambios',
  cancel: 'Cancelar mi préstamo',
  cancelAsked: (date: string) => `Pediste la cancelación el ${date}: la estamos revisando.`,
  seeTicket: 'Ver mi pedido',
  contact: 'Contactanos',

  tabs: 'Tu cuenta',
  tabInstalments: 'CUOTAS',
  tabDebtFree: 'LIBRE DEUDA',
  tabTickets: 'RECLAMOS',
} as const;

/** Another loan in force of the same person. */
export const otherLoanTexts = {
  title: 'Tenés otro préstamo para pagar',
  which: (amount: string, date: string) => `Es el de ${amount} que pediste el ${date}.`,
  today: (amount: string) => `Hoy debés ${amount}.`,
  inAll: (amount: string) => `Debés ${amount} en total.`,
  next: (date: string) => `La próxima cuota vence el ${date}.`,
  pay: 'Ver y pagar el otro préstamo',
} as const;

/** Cost of waiting, and the way out, for a borrower in arrears. */
export const delayTexts = {
  title: 'Qué pasa si esperás',
  nextDay: (amount: string) => `Mañana serían ${amount} más: la mora suma intereses todos los días.`,
  held: (date: string) => `Si pedís el pago hoy, el importe no cambia hasta el ${date}.`,
  defaultOn: (date: string) => `Desde el ${date} llevás más de 30 días de atraso y figura como Default.`,
  ask: 'Pedir un plan de pago',
  asked: (date: string) => `Pediste un plan de pago el ${date}: te respondemos por acá y por mail.`,
  planTitle: 'Pedí un plan de pago',
  planIntro: 'Contanos cuánto podés pagar y cuándo. Te respondemos con una propuesta.',
  planContent: 'Cuánto podés pagar y cuándo',
  /** In the ticket, below the message. */
  planNote: (document: string) => `Es por la deuda de ${document}.`,
  planSend: 'Pedir el plan',
  /** Subject of the ticket. */
  planSubject: PLAN_SUBJECTS.balance,
  planThanks: '¡Gracias! Recibimos tu pedido.',
} as const;

/** Giving the money back after a withdrawal: the only thing to do then. */
export const returnTexts = {
  amount: 'Tenés que devolver',
  until: (date: string) => `Hasta el ${date}`,
  text: 'No pagás intereses ni gastos. Mientras tanto no pagues las cuotas. Si el dinero no vuelve en ese plazo, el préstamo sigue como lo acordaste.',
  code: (code: string) => `Tu código de seguimiento es ${code}.`,
  pay: (amount: string) => `Devolver ${amount}`,
  what: 'Devolución por arrepentimiento',
  barred: 'Para devolverlo de otra forma, primero eliminá este pago.',
  notYet: 'Todavía no te llegó el dinero. Cuando llegue, lo devolvés desde acá.',
  instalments: (until: string) =>
    `Tus cuotas están en pausa hasta el ${until}: no las pagues. Si no devolvés el dinero en ese plazo, vuelven a estar como antes.`,
} as const;

export const instalmentTexts = {
  picture: 'Tus cuotas, de la primera a la última',
  pictureItem: (number: number, state: string) => `Cuota ${number}: ${state}`,
  caption: 'Detalle de tus cuotas',
  number: 'Cuota',
  due: 'Vencimiento',
  paid: 'Fecha de pago',
  interest: 'Intereses por mora, con IVA',
  amount: 'Importe',
  state: 'Estado',
  numbered: (number: number) => `Cuota ${number}`,
  /** Name of the row of money in favour that was given back and is missing. */
  shortfall: 'Saldo devuelto',
  wasDue: 'Venció el',
  isDue: 'Vence el',
  /** Overdue, and its due date was no business day. */
  wasPayable: (until: string) => `Se podía pagar ${until}.`,
  wasPaid: 'Pagaste el',
  wasAdvanced: 'El',
  none: '—',
  paidSoFar: (paid: string, missing: string) => `Pagaste ${paid}. Faltan ${missing}.`,
  reversed: (amount: string, date: string) => `El ${date} se anuló un pago de ${amount}: ya no cuenta.`,
  advance: 'Pagada con tu adelanto.',
  closing: 'Incluida en el cierre de tu préstamo.',
  barred: 'Mientras tu adelanto esté en curso no se pueden pagar cuotas.',
  empty: 'No hay cuotas para mostrar.',
} as const;

/** Labels of instalment states. */
export const stateNames = {
  pending: 'Pendiente',
  delayed: 'Demorada',
  default: 'Default',
  late: 'Pagada con retraso',
  waiting: 'Pagada',
  payed: 'Pagada',
  advance: 'Adelantada',
  coupon: 'Cupón emitido',
  online: 'Pago en curso',
} as const;
