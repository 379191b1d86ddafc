/** Texts of a loan's changes (docs/product/loan-changes.md). */
export const changesTexts = {
  title: 'Tu préstamo: planes y cambios',
  failedTitle: 'No pudimos mostrar los cambios de tu préstamo',
  failed: 'Puede ser la conexión o un problema nuestro que dura poco. Tu deuda no cambia.',
  noLoan: 'Este préstamo no tiene cambios: todavía no lo recibiste, o no es tuyo.',
  noOffer: 'Hoy no hay ofertas para tu préstamo. Si no podés pagar, contanos y buscamos una salida con vos.',
  cannotPay: 'No puedo pagar ahora',
} as const;

export const offerTexts = {
  title: 'Cancelá tu deuda con quita',
  text: (until: string) => `Pagando este importe hasta el ${until} cancelás todo el préstamo.`,
  saved: (amount: string) => `Te perdonamos ${amount}`,
  paid: (paid: string, all: string) => `Ya pagaste ${paid} de ${all}.`,
  late: 'Si el pago llega después, o es menor, vale como un pago común y la quita no se aplica.',
  pay: (amount: string) => `Pagar ${amount}`,
  what: 'Cancelación con quita',
} as const;

export const planTexts = {
  title: 'Tu plan de pagos',
  until: (until: string) => `Podés aceptarlo hasta el ${until}. Estos importes son los de hoy.`,
  owed: 'Debés hoy',
  waived: 'Te perdonamos',
  total: 'Pagás en total',
  cost: 'De más que pagando todo hoy',
  noCost: 'El plan no te cuesta nada más que pagar todo hoy.',
  rate: 'Interés del plan',
  noRate: 'Sin interés nuevo',
  rows: 'Las cuotas del plan',
  replace: (first: number) =>
    `Reemplazan a todas las cuotas que te quedan. La primera nueva es la número ${first}.`,
  row: (number: number, due: string) => `Cuota ${number}, ${due}`,
  endsOffer: 'Si aceptás el plan, la oferta de cancelación con quita se termina.',
  accept: 'Aceptar el plan',
  what: 'este plan',
} as const;

export const dueDayTexts = {
  title: 'Cambiar el día de vencimiento',
  today: (day: number) =>
    `Hoy tus cuotas vencen el día ${day}. Podés cambiarlo una vez por año, si estás al día.`,
  day: 'Nuevo día del mes',
  choose: 'Elegí un día',
  extra: (total: string, before: string, added: string) =>
    `En total pagás ${total} en vez de ${before}: son ${added} de interés por los días de más.`,
  same: (total: string) => `El total no cambia: pagás ${total}.`,
  accept: (day: number) => `Pasar al día ${day}`,
} as const;

export const acceptTexts = {
  title: 'Aceptá con un código',
  intro: 'Te enviamos un código. Hasta que lo ingreses, no cambia nada.',
  accepted: 'Listo. El cambio ya vale, y te enviamos el papel por mail.',
  outdated: 'Los importes cambiaron. Mirá los nuevos antes de aceptar.',
} as const;

export const historyTexts = {
  title: 'Lo que se acordó',
  paper: (what: string) => `Ver el papel: ${what}`,
} as const;

export const noteTexts = {
  plan: (until: string) => `Tenés un plan de pagos para aceptar hasta el ${until}.`,
  offer: (amount: string, until: string) => `Podés cancelar todo con ${amount} hasta el ${until}.`,
  paused: (to: string) => `Hasta el ${to} tu préstamo no suma intereses por mora.`,
  pauseToCome: (from: string, to: string) => `Del ${from} al ${to} tu préstamo no suma intereses por mora.`,
  agreement: (on: string) => `Estas son las cuotas del plan que aceptaste el ${on}.`,
  dueDay: (on: string) => `Cambiaste el día de vencimiento el ${on}: estas cuotas reemplazan a las de antes.`,
  see: 'Ver',
  /** Above the figures of the loan as it was confirmed. */
  confirmed: {
    agreement: (on: string) => `Así lo confirmaste. El ${on} aceptaste un plan con otras cuotas.`,
    dueDay: (on: string) => `Así lo confirmaste. El ${on} cambiaste el día de vencimiento.`,
  },
  seeToday: 'Ver las cuotas de hoy',
} as const;
