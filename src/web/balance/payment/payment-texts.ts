import { FORM_MESSAGES } from '../../../countries/fields/form-messages.ts';

/** Texts of choosing instalments and of paying them. */

const instalmentNumbers = (numbers: readonly number[]): string => {
  const [first = 0] = numbers;
  if (numbers.length === 1) return `Cuota ${first}`;
  return `Cuotas ${numbers.slice(0, -1).join(', ')} y ${numbers.at(-1) ?? first}`;
};

export const chooseTexts = {
  all: 'Seleccionar todas',
  count: (count: number) => (count === 1 ? '1 para pagar' : `${count} para pagar`),
  none: 'Ninguna cuota elegida',
  chosen: (count: number) => (count === 1 ? '1 cuota' : `${count} cuotas`),
  pay: 'Pagar',
  payOverdue: (amount: string) => `Pagar lo vencido ${amount}`,
  payDue: (amount: string) => `Pagar lo de hoy ${amount}`,
  total: 'Total a pagar',
  nothingChosen: FORM_MESSAGES.nothingSelectedToPay,
  reload: 'Actualizar',
  otherTotal:
    'El importe que traías ya no coincide con lo que debés hoy. Elegí las cuotas que querés pagar y te mostramos el total.',
  otherDue: (amount: string) =>
    `El importe que traías cambió. Hoy tenés que pagar ${amount}, y ya está elegido para pagarlo.`,
  fromError: 'El pago anterior no se pudo realizar. No te cobramos nada: podés elegir otro medio de pago.',
} as const;

export const openPaymentTexts = {
  by: (method: string) => `Con ${method}`,
  print: 'Imprimir',
  seeTransfer: 'Ver datos',
  goOn: 'Continuar',
  remove: 'Eliminar',
  /** Says to those who cannot see the row which one a button is for. */
  ofInstalment: (number: number) => ` el pago de la cuota ${number}`,
  newTab: ' (se abre en otra pestaña)',
} as const;

/** A payment under way as the headline of the balance. */
export const underWayTexts = {
  titles: {
    coupon: 'Tenés un cupón para pagar',
    transfer: 'Tenés una transferencia para hacer',
    online: 'Tenés un pago sin terminar',
    charging: 'Estamos procesando tu pago',
  },
  titleHidden: 'Hay un pago en curso',
  titleMany: (count: number) => `Tenés ${count} pagos en curso`,
  of: (method: string, what: string) => `${method}\u00a0· ${what}`,
  until: (date: string) => `Pagalo hasta el ${date}`,
  untilNote: 'Hasta ese día el importe no cambia.',
  settlement: 'Con este pago cerrás tu préstamo: no queda nada más por pagar.',
  advance: 'Es un adelanto: cuando llega, te quedan menos cuotas o cuotas más chicas.',
  hidden: (what: string) => `Pago en curso · ${what}`,
  hiddenNote:
    'Lo abrió la persona titular desde su cuenta. Para verlo, continuarlo o eliminarlo, hay que ingresar con esa cuenta.',
  stranger:
    'Alguien lo abrió con tu documento, sin ingresar a tu cuenta. No te impide pagar de otra forma: podés usarlo, eliminarlo o dejarlo así.',
  code: 'Código',
  reference: 'Referencia',
  charging: 'Puede tardar unos minutos. No vuelvas a pagar: te avisamos por mail.',
  show: { coupon: 'Mostrar el cupón', transfer: 'Ver los datos para transferir' },
  goOn: 'Continuar el pago',
  download: 'Descargar PDF',
  remove: 'Eliminar',
} as const;

/** Savings from prepaying or closing, shown when paying an instalment early. */
export const earlyTexts = {
  ahead: (amount: string, saved: string, count: number) =>
    `Si adelantás estos ${amount} en vez de pagar ${count === 1 ? 'la cuota' : 'las cuotas'}, ahorrás ${saved}.`,
  close: (total: string, saved: string) => `Cerrar hoy tu préstamo sale ${total}: ahorrás ${saved}.`,
  right: (amount: string, until: string) => `Hasta el ${until} podés devolver ${amount} sin pagar intereses.`,
  stranger: 'Pagar una cuota antes de que venza cuesta más que adelantar.',
  see: 'Ver cómo',
  login: 'Ingresá y mirá cuánto ahorrás',
} as const;

export const removeTexts = {
  couponTitle: '¿Eliminar el cupón?',
  transferTitle: '¿Eliminar el pago?',
  onlineTitle: '¿Eliminar el pago en curso?',
  covers: (numbers: readonly number[]) =>
    numbers.length === 1
      ? `La cuota ${numbers[0] ?? ''} queda pendiente y podés elegir otro medio de pago.`
      : `Las cuotas ${numbers.slice(0, -1).join(', ')} y ${numbers.at(-1) ?? ''} quedan pendientes y podés elegir otro medio de pago.`,
  early: 'Cuando lo elimines podés elegir de nuevo qué pagar y cómo.',
  paid: 'Si ya pagaste, no lo elimines: el pago se refleja solo, en unas horas o, con tarjeta, dentro de las 48 horas.',
  yes: 'Eliminar',
  no: 'Volver',
  done: 'Listo, lo eliminamos.',
} as const;

export const payTexts = {
  title: 'Elegí cómo pagar',
  what: instalmentNumbers,
  legend: 'Medios de pago',
  pay: (amount: string) => `Pagar ${amount}`,
  chooseFirst: 'Elegí un medio de pago',
  recommended: 'Recomendado',
  limit: (most: string) => `Hasta ${most} por pago.`,
  aboveLimit: (most: string) => `Hasta ${most} por pago: elegí menos cuotas u otro medio.`,
  site: (name: string) => `Sitio de ${name}`,
  video: 'Ver video',
  failed: 'No pudimos cargar los medios de pago.',
  retry: 'Volver a intentar',
  empty: 'En este momento no podemos recibir pagos por acá. Escribinos y te ayudamos a pagar.',
  contact: 'Contactanos',
  back: 'Volver',
  facts: {
    barcode: 'Con código de barras',
    print: 'Para imprimir',
    download: 'Para descargar',
    'due-date': 'Con fecha de vencimiento',
  },
} as const;

export const bankTexts = {
  title: 'Datos para transferir',
  entity: 'Banco',
  accountNumber: 'Número de cuenta',
  cbu: 'CBU',
  holder: 'Titular',
  cuit: 'CUIT',
  rut: 'RUT',
  reference: 'Referencia',
  referenceLater: 'Te la damos en el próximo paso',
} as const;

export const videoTexts = {
  title: (name: string) => `Cómo pagar con ${name}`,
  video: 'Video: cómo pagar tus cuotas, en cuatro pasos',
  outside: 'Ver el video',
  steps: {
    choose: 'Elegí las cuotas que querés pagar.',
    method: (name: string) => `Elegí ${name} y tocá «Pagar».`,
    coupon: 'Mostrá el cupón en cualquier sucursal, en papel o en el celular, y pagalo.',
    wallet: 'Seguí los pasos en el sitio de la billetera.',
    done: 'Listo: cuando nos avisan del pago, la cuota figura como pagada.',
  },
} as const;
