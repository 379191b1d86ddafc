const instalments = (count: number) => (count === 1 ? '1 cuota' : `${count} cuotas`);

/** Texts of early closure and prepayment (decision 0026). */
export const settlementTexts = {
  title: 'Pagá antes y ahorrá',
  validity: (from: string, until: string) => `Importes al ${from}. Si pagás hasta el ${until}, no cambian.`,
  failedTitle: 'No pudimos calcular tu pago anticipado',
  noLoan: 'Este préstamo no se puede pagar antes: todavía no lo recibiste, o ya está pagado.',
  failed: 'Puede ser la conexión o un problema nuestro que dura poco. Tu deuda no cambia.',
  openPayment: 'Ya tenés un pago en curso',
  openPaymentText: (amount: string, until: string) =>
    `Es de ${amount}, hasta el ${until}. Para pagar antes tu préstamo, primero terminalo o cancelalo en tu estado de cuenta.`,
  right: (amount: string, until: string) =>
    `Hasta el ${until} podés arrepentirte: devolvés ${amount} y no pagás intereses ni gastos.`,
  rightTitle: 'Todavía podés devolver el préstamo',
  giveBack: 'Devolverlo sin intereses',

  closeTitle: 'Cerrar tu préstamo hoy',
  closeSaves: (amount: string) => `Te ahorrás ${amount}`,
  closeInstead: (amount: string) => `En lugar de ${amount} si seguís con todas las cuotas.`,
  close: (amount: string) => `Cerrar por ${amount}`,
  closeWhat: 'Cierre de tu préstamo',
  parts: 'Cómo se forma',
  principal: 'Capital de las cuotas que faltan',
  overdue: 'Cuotas hasta hoy',
  defaultInterest: 'De eso, intereses por mora',
  accrued: 'Interés hasta hoy',
  tax: 'IVA sobre el interés',
  fee: 'Cargo por pagar antes',
  paidAhead: 'Intereses que pagaste por adelantado',
  credit: 'Tu saldo a favor',
  shortfall: 'Saldo a favor que te devolvimos y falta',
  membership: 'Tu membresía, que no pudimos cobrar',
  creditLeft: (amount: string) => `Después te quedan ${amount} a favor.`,
  closeWithCredit: 'Cerrar con mi saldo a favor',
} as const;

export const prepaymentTexts = {
  title: 'Adelantar una parte',
  intro: 'Elegí cuánto pagás hoy y cómo querés seguir.',
  amount: 'Importe a adelantar',
  bounds: (min: string, max: string) => `Entre ${min} y ${max}.`,
  outside: (min: string, max: string) =>
    `Con un importe entre ${min} y ${max} te mostramos cómo quedan tus cuotas.`,
  wrong: (min: string, max: string) => `Ingresá un importe entre ${min} y ${max}.`,
  min: (amount: string) => `Mínimo ${amount}`,
  max: (amount: string) => `Máximo ${amount}`,
  legend: 'Cómo querés seguir',
  current: (count: number, instalment: string, last: string) =>
    `Hoy te quedan ${instalments(count)} de ${instalment}, hasta el ${last}.`,
  today: (overdue: string) =>
    `De lo que pagás, ${overdue} cubren lo que vence hasta hoy; el resto baja tu deuda.`,
  fewer: 'Menos cuotas',
  smaller: 'Cuotas más chicas',
  count: (count: number) => `${instalments(count)} de`,
  last: 'Última',
  total: 'Te queda pagar',
  saved: 'Ahorrás',
  noFewer: 'Con este importe no llegás a sacar una cuota entera: podés achicarlas todas, o adelantar más.',
  plan: 'Ver las cuotas que quedarían',
  planCaption: (way: string) => `Cuotas que quedarían: ${way}`,
  number: 'Cuota',
  due: 'Vencimiento',
  instalment: 'Importe',
  failed: 'No pudimos calcularlo.',
  payNothing: 'Adelantar',
  pay: (amount: string) => `Adelantar ${amount}`,
  what: (way: string) => `Adelanto: ${way.toLowerCase()}`,
} as const;

export const returnTexts = {
  pageTitle: 'Devolvé el dinero',
  openPaymentText: (amount: string, until: string) =>
    `Es de ${amount}, hasta el ${until}. Para devolver el dinero de otra forma, primero eliminá ese pago en tu estado de cuenta.`,
  title: 'Devolver el dinero',
  text: (until: string, code: string) =>
    `Pediste el arrepentimiento (${code}). Si devolvés este importe hasta el ${until}, el préstamo se anula sin intereses.`,
  pay: (amount: string) => `Devolver ${amount}`,
  what: 'Devolución por arrepentimiento',
} as const;
