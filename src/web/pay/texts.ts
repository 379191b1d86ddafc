/** Texts of the payment pages. countries/papers/coupon-texts.ts has the coupon's own. */
export const lookupTexts = {
  title: 'No encontramos este pago',
  text: 'El link no es válido o el pago ya no existe. Te llevamos a consultar tu estado de cuenta.',
  action: 'Consultar mi estado de cuenta',
} as const;

export const couponTexts = {
  cashIntro: (supplier: string) => `Presentalo en cualquier local de ${supplier}.`,
  transferIntro: 'Hacela desde tu banco o billetera con estos datos.',
  onlineIntro: 'Este pago se termina online.',
  barcodeWait: 'Preparando el código de barras…',
  barcodeOf: (digits: string) => `Código de barras ${digits}`,
  data: 'Datos del pago',
  account: 'Cuenta para transferir',
  download: 'Descargar PDF',
  print: 'Imprimir',
  number: 'número',
  goOn: 'Continuar online',
  other: 'Para pagar de otra forma, cancelá este pago y elegí otro medio en tu estado de cuenta.',
} as const;

export const cancelTexts = {
  open: 'Cancelar este pago',
  title: '¿Querés cancelar este pago?',
  text: 'El comprobante deja de servir y las cuotas quedan libres para elegir otro medio de pago. Si ya pagaste, no lo canceles: se acredita automáticamente.',
  yes: 'Sí, cancelar el pago',
  no: 'No, volver',
} as const;

export const closedTexts = {
  balance: 'Ver mi estado de cuenta',
  again: 'Elegir las cuotas de nuevo',
  received: 'Recibimos',
  was: 'Era por',
  charging: {
    title: 'Estamos procesando tu pago',
    text: 'Puede tardar unos minutos. No vuelvas a pagar: te avisamos por mail cuando esté acreditado.',
  },
  paid: { title: '¡Recibimos tu pago!', advance: '¡Recibimos tu adelanto!' },
  reversed: { title: 'Este pago fue devuelto', caption: 'Se devolvió' },
  rejected: {
    title: 'El pago fue rechazado',
    text: 'No se te cobró nada y las cuotas siguen pendientes. Podés elegirlas de nuevo y pagar de otra forma.',
  },
  deleted: {
    title: 'Este pago fue cancelado',
    text: 'Ya no sirve: no lo pagues. Cancelarlo no cambia lo que debés. Si lo habías pagado antes, lo contamos igual cuando nos llegue.',
  },
  expired: {
    title: 'Este pago venció',
    text: (date: string) =>
      `Vencía el ${date}. No lo pagues: el importe puede haber cambiado. Elegí las cuotas de nuevo y generá otro.`,
  },
} as const;

/** Destination of surplus money; `credited` is '' without any. */
const inFavour = (credited: string, otherwise: string): string =>
  credited === ''
    ? otherwise
    : `${credited} no hacían falta y son tuyos: pagan lo que tengas vencido y tus próximas cuotas el día que vencen. Si preferís que te los devolvamos, escribinos.`;
const applied =
  'Los aplicamos a tu préstamo con la fecha en que pagaste: si quedó algo pendiente, lo ves en tu estado de cuenta.';

/** Use of the money (docs/decisions/0021, 0049); amounts are formatted. */
export const outcomeTexts = {
  exact: (paid: string, _asked: string, credited: string) =>
    `Se acreditaron ${paid}. ${inFavour(credited, '¡Gracias!')}`,
  partial: (paid: string, asked: string) =>
    `Recibimos ${paid} de los ${asked} de este pago. Lo que falta sigue pendiente en tu estado de cuenta.`,
  excess: (paid: string, asked: string, credited: string) =>
    `Recibimos ${paid}, más que los ${asked} de este pago. ${inFavour(credited, applied)}`,
  late: (paid: string, _asked: string, credited: string) =>
    `Recibimos ${paid} después del vencimiento. ${inFavour(credited, applied)}`,
  closed: (paid: string, _asked: string, credited: string) =>
    `Recibimos ${paid} cuando este pago ya no estaba vigente. ${inFavour(credited, applied)}`,
  double: (paid: string, _asked: string, credited: string) =>
    `Pagaste dos veces: recibimos ${paid} por algo que ya estaba pago. ${inFavour(credited, applied)}`,
  refunded: (paid: string, asked: string) =>
    `Te devolvieron ${paid} de los ${asked} de este pago: esa parte ya no cuenta y puede volver a estar pendiente en tu estado de cuenta. Si no la pediste, escribinos.`,
  reversed: (paid: string, asked: string) =>
    `${paid === asked ? `Nos avisaron que este pago de ${paid} fue devuelto o desconocido. Ya no cuenta` : `Nos avisaron que de este pago fueron devueltos o desconocidos ${paid}. Ya no cuentan`}: lo que habías pagado con él puede volver a estar pendiente en tu estado de cuenta. Si no lo pediste, escribinos.`,
} as const;

export const cardTexts = {
  title: 'Pagá con tu tarjeta de débito',
  number: 'Número de tarjeta',
  holder: 'Nombre como figura en la tarjeta',
  expiry: 'Vencimiento (MM/AA)',
  cvv: 'Código de seguridad',
  cvvHint: 'Los 3 o 4 números del dorso.',
  numberHint: 'Aceptamos Visa, Maestro, Mastercard y Cabal.',
  safe: 'No guardamos el número completo ni el código de tu tarjeta.',
  impact: 'El pago se refleja en tu cuenta dentro de las 48 horas.',
  pay: (amount: string) => `Pagar ${amount}`,
  failed: 'No pudimos hacer el pago',
} as const;

export const cardSuccessTexts = {
  title: '¡Listo! Hiciste tu pago',
  text: 'Pagaste con tarjeta de débito. El pago se refleja en tu cuenta dentro de las 48 horas.',
  fullname: 'Nombre',
  amount: 'Importe',
  transaction: 'Número de operación',
  date: 'Fecha',
  print: 'Imprimir comprobante',
  balance: 'Ver mi estado de cuenta',
  missing: 'No encontramos los datos de un pago en este link. Consultá tu estado de cuenta.',
} as const;

export const failureTexts = {
  title: 'EL PAGO NO SE PUDO REALIZAR',
  card: 'La tarjeta fue rechazada y no se te cobró nada. Revisá los datos, probá con otra tarjeta o elegí otro medio de pago.',
  walletOpen:
    'El pago no se completó en Mercado Pago. Podés volver a intentarlo o elegir otro medio de pago.',
  walletRejected: 'Mercado Pago rechazó el pago y no se te cobró nada. Elegí otro medio de pago.',
  amount: 'Importe del pago',
  back: 'Volver a intentar',
  another: 'Elegir otro medio de pago',
  balance: 'Volver a mi estado de cuenta',
  cancel: 'Cancelar el pago',
} as const;

/** Keyed by the wallet's `payment_type`. None confirms that money arrived: only its webhook does. */
export const walletTypeTexts: Readonly<Record<string, string>> = {
  account_money: 'Elegiste pagar con el dinero de tu cuenta de Mercado Pago. Se acredita en unas horas.',
  ticket:
    'Elegiste pagar en efectivo con un cupón de Mercado Pago. Pagalo antes de que venza: se acredita unas horas después.',
  bank_transfer: 'Elegiste pagar por transferencia. Se acredita unas horas después de que la hagas.',
  atm: 'Elegiste pagar en un cajero automático. Se acredita unas horas después de que lo hagas.',
  credit_card: 'Elegiste pagar con tarjeta de crédito. Se acredita en unas horas.',
  debit_card: 'Elegiste pagar con tarjeta de débito. Se acredita dentro de las 48 horas.',
  prepaid_card: 'Elegiste pagar con tarjeta prepaga. Se acredita en unas horas.',
};

export const walletTexts = {
  title: 'Estamos esperando la confirmación de tu pago',
  unknownType: 'Cuando Mercado Pago nos confirme el pago, lo acreditamos.',
  notYet: 'Todavía no terminaste el pago en Mercado Pago.',
  notYetTitle: 'Tu pago quedó sin terminar',
  waiting:
    'Todavía no está acreditado. Podés dejar esta página abierta o cerrarla: te avisamos por mail cuando Mercado Pago lo confirme.',
  operation: 'Operación',
} as const;
