import { redPagos } from '../../countries/red-pagos.ts';
import type { LoanState } from './loan-query.ts';

/** The three steps of a loan on its way. */
export const progressTexts = {
  label: 'Avance de tu préstamo',
  checking: 'Verificando tu información',
  checkingNote: 'Revisamos tus datos y tu documento.',
  preparing: 'Preparando la transferencia',
  preparingCash: 'Preparando la entrega del dinero',
  waitingNote: 'Tu préstamo está aprobado. Falta enviarte el dinero.',
  preparingNote: 'Tu préstamo está aprobado y enviamos la orden de pago.',
  deposited: 'Dinero depositado',
  depositedCash: 'Dinero disponible para retirar',
  done: 'Listo',
  now: 'En curso',
  todo: 'Falta',
} as const;

/** Current state, its reason, and the next date. */
export const stateTexts: Record<LoanState, { title: string; text: string }> = {
  send: {
    title: 'ESTADO: Preparando el envío del dinero',
    text: 'Paso 1 de 3: verificamos tu información. Después damos la orden de pago.',
  },
  preapproved: {
    title: 'ESTADO: Préstamo aprobado',
    text: 'Paso 2 de 3: ya dimos la orden de pago. Falta que la confirmen para que tengas el dinero.',
  },
  approved: { title: 'ESTADO: Dinero depositado', text: 'El dinero de tu préstamo ya está disponible.' },
  finished: { title: 'ESTADO: Préstamo terminado', text: 'Terminaste de pagar este préstamo.' },
  canceled: {
    title: 'PRÉSTAMO NO APROBADO',
    text: 'Esta solicitud se canceló: no debés nada por ella. Podés pedir otro préstamo cuando quieras. Si no la cancelaste vos, escribinos y te contamos por qué.',
  },
};

/** Texts for a paid-out loan whose borrower collects cash. */
export const cashTexts = {
  title: 'ESTADO: Dinero disponible para retirar',
  state: 'Disponible para retirar',
  toFetch: 'Para retirar en efectivo',
} as const;

/** The lender keeps the money back for now; why is not for a notice. */
export const waitingTexts = { text: 'No tenés que hacer nada.' } as const;

export const pausedTexts = {
  title: 'Débitos y recordatorios en pausa',
  text: 'Por ahora no te debitamos cuotas ni te mandamos recordatorios de este préstamo. Podés pagar cuando quieras.',
} as const;

/** The transfer was refused: with another account it can be confirmed again. */
export const payoutFailedTexts = {
  title: 'No pudimos enviarte el dinero',
  text: 'El envío fue rechazado y el dinero no salió: no debés nada. Revisá tu cuenta, elegí otra si hace falta y confirmá de nuevo: te lo enviamos una sola vez.',
  correct: 'Corregir mi cuenta',
} as const;

/** Canceled since its money did not leave in time. */
export const notDeliveredTexts = {
  title: 'CANCELADO: EL DINERO NO SALIÓ',
  text: 'No pudimos enviarte el dinero a tiempo y cancelamos el préstamo: no debés nada. Podés pedir otro cuando quieras.',
} as const;

/** A loan that its customer withdrew from. */
export const withdrawnTexts = {
  title: 'Préstamo sin efecto',
  returnTitle: 'Te arrepentiste de este préstamo',
  noticeTitle: 'Te arrepentiste de este préstamo',
  returned: (code: string) => `El dinero volvió y no debés nada. Tu código de seguimiento es ${code}.`,
  canceled: (code: string) =>
    `Lo cancelamos antes de enviar el dinero y no debés nada. Tu código de seguimiento es ${code}.`,
  state: 'Sin efecto por arrepentimiento',
  had: 'Habías recibido',
} as const;

/** The plan that is left after paying ahead. */
export const planTexts = {
  title: 'Tu plan hoy',
  advanced: 'Adelantaste',
  left: 'Te quedan',
  times: (count: number, amount: string) => `${count} ${count === 1 ? 'cuota' : 'cuotas'} de ${amount}`,
  last: 'Última cuota',
  total: 'Te queda pagar',
} as const;

export const summaryTexts = {
  title: 'Tu préstamo',
  number: 'Número de préstamo',
  receive: 'Recibís',
  received: 'Recibiste',
  asked: 'Ibas a recibir',
  requested: 'Monto solicitado',
  instalments: 'Cuotas',
  times: (count: number, payment: string) => `${count} de ${payment}`,
  firstDue: 'Primer vencimiento',
  cft: 'CFTNA',
  state: 'Estado',
  states: {
    send: 'Preparando el envío',
    preapproved: 'Aprobado',
    approved: 'Depositado',
    finished: 'Pagado',
    canceled: 'Cancelado',
  },
  delivery: 'Cómo lo recibís',
  deliveries: {
    'bank-transfer': 'Transferencia bancaria',
    'red-pagos': redPagos.name,
    pdv: 'Punto de retiro',
  } as Readonly<Record<string, string>>,
  destination: 'Dónde',
  cash: redPagos.place,
  bank: 'Banco',
  membership: 'Membresía',
  basicPlanSince: (date: string) => `Dada de baja: sigue el plan sin membresía desde el ${date}`,
  included: 'Incluida',
  card: 'Tarjeta de débito',
  without: 'Sin la membresía',
  saved: 'Lo que ahorrás en total',
  lost: 'Lo que pagás de más en total',
} as const;

export const loanTexts = {
  title: 'Tu préstamo está en camino',
  waitingTitle: 'Preparamos tu préstamo',
  canceledTitle: 'Solicitud cancelada',
  outTitle: 'Tu préstamo',
  receipt: 'Ver comprobante de transferencia',
  receiptCash: 'Ver comprobante de entrega',
  statement: 'Ver todos los movimientos',
  docket: (note: string) => `Ver mi contrato y mi ${note}`,
  account: 'Ver mi estado de cuenta',
  toAccount: 'Ir a mi estado de cuenta',
  contact: 'Contactanos',
  back: 'Volver al inicio',
  newOffer: 'Ver mi oferta',
  modify: 'Modificar mi solicitud',
  cancel: 'Cancelar mi solicitud',
} as const;

/** Modify and cancel. */
export const cancelTexts = {
  modifyTitle: '¿Modificar tu solicitud?',
  modifyText: 'Cancelamos esta solicitud y volvés a tu oferta para elegir otro monto u otras cuotas.',
  modify: 'Sí, modificar',
  title: '¿Cancelar tu solicitud?',
  text: 'No vas a recibir el dinero y no debés nada.',
  legend: '¿Por qué la cancelás?',
  send: 'Cancelar mi solicitud',
  back: 'Volver',
  retry: 'Volver a intentar',
  failed: 'Ha ocurrido un error. Por favor, volvé a intentarlo o contactate con soporte.',
} as const;

export const invoiceTexts = {
  title: 'Facturas',
  of: (day: string) => `· ${day}`,
  authorised: (code: string, until: string) => `Autorización ${code}, vence el ${until}`,
  download: 'Descargar',
} as const;

export const receiptTexts = {
  download: 'Descargar PDF',
  print: 'Imprimir',
  back: 'Volver',
  failedTitle: 'No encontramos el comprobante',
  failed: 'Todavía no está disponible. Te llevamos de vuelta a tu préstamo.',
  failedBack: 'Volver a mi préstamo',
} as const;

export const cancelledTexts = {
  title: 'Cancelación exitosa',
  text: 'Tu solicitud quedó cancelada. No recibís dinero y no debés nada.',
  next: 'Podés pedir otro préstamo cuando quieras.',
  another: 'La solicitud que cancelaste ya no cuenta. Tenés otra en marcha: mirá cómo sigue.',
  seeAnother: 'Ver mi préstamo',
} as const;

/** Withdrawal with money to return. */
export const returnTexts = {
  text: (amount: string, until: string) =>
    `Tenés que devolver ${amount} hasta el ${until}. No pagás intereses ni gastos. Mientras tanto no pagues las cuotas. Si el dinero no vuelve en ese plazo, el préstamo sigue como lo acordaste.`,
  pay: 'Devolver el dinero',
} as const;
