/** Texts of the balance (B §2, B §4). */
export const balanceTexts = {
  statement: 'Ver todos los movimientos',
  document: (label: string, number: string) => `${label} ${number}`,
  owner: (name: string, document: string) => `${name} · ${document}`,
  loading: 'Buscando tu estado de cuenta…',
  failed: 'No pudimos cargar tu estado de cuenta',
  failedNext: 'Puede ser la conexión o un problema nuestro que dura poco. Tu deuda y tus pagos no cambian.',
  retry: 'Volver a intentar',
  yours: '¿Es tu cuenta?',
  login: 'Ingresá para ver tu préstamo completo',
  another: 'Consultar otro documento',

  titleNext: (date: string) => `Tu próxima cuota vence el ${date}`,
  titleDelayed: (count: number) =>
    count === 1 ? 'Tenés una cuota demorada' : `Tenés ${count} cuotas demoradas`,
  titleDebtFree: 'No tenés deudas',
  titleOnItsWay: 'Tu préstamo está en camino',

  payToday: 'Tenés que pagar hoy',
  nextPayment: 'Tu próxima cuota',
  nothingToday: 'Hoy no tenés que pagar nada.',
  delayedNote: (count: number, interest: string) =>
    `${count === 1 ? '1 cuota demorada' : `${count} cuotas demoradas`}, con ${interest} de intereses`,
  delayedPlain: (count: number) => (count === 1 ? '1 cuota demorada' : `${count} cuotas demoradas`),
  thenNext: (amount: string, date: string) => `Después, ${amount} el ${date}`,
  dueToday: 'Vence hoy',
  inDefault:
    'Tu préstamo está en mora hace más de 30 días. Cada día suma intereses: escribinos y buscamos cómo ponerlo al día.',

  paidAll: 'Pagaste todas las cuotas. ¡Gracias!',
  noLoan: 'No encontramos préstamos con deuda para este documento.',
  paidAllNext: 'Ya podés pedir otro préstamo.',
  noLoanNext: 'Si querés uno, pedilo online en menos de 5 minutos.',
  ask: 'Pedir un préstamo',
  onItsWay: 'Todavía no tenés cuotas para pagar: aparecen acá cuando recibís el dinero.',
  seeLoan: 'Ver mi préstamo',
  payEarly: 'Pagar antes',
  cancel: 'Cancelar mi préstamo',
  contact: 'Contactanos',

  tabs: 'Tu cuenta',
  tabInstalments: 'CUOTAS',
  tabDebtFree: 'LIBRE DEUDA',
  tabTickets: 'RECLAMOS',
} as const;

export const instalmentTexts = {
  picture: 'Tus cuotas, de la primera a la última',
  pictureItem: (number: number, state: string) => `Cuota ${number}: ${state}`,
  caption: 'Detalle de tus cuotas',
  number: 'Cuota',
  due: 'Vencimiento',
  paid: 'Fecha de pago',
  interest: 'Intereses por mora',
  amount: 'Importe',
  state: 'Estado',
  numbered: (number: number) => `Cuota ${number}`,
  wasDue: 'Venció el',
  isDue: 'Vence el',
  wasPaid: 'La pagaste el',
  none: '—',
  empty: 'No hay cuotas para mostrar.',
} as const;

/** What an instalment's state is called (B §4 'Instalment states'). */
export const stateNames = {
  pending: 'Pendiente',
  delayed: 'Demorada',
  default: 'Default',
  late: 'Pagada con retraso',
  waiting: 'Pagada',
  payed: 'Pagada',
  coupon: 'Cupón emitido',
  online: 'Pago en curso',
} as const;
