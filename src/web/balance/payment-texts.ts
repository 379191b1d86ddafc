import { FORM_MESSAGES } from '../../countries/form-messages.ts';

/** Texts of choosing instalments and of paying them (B §2 'Payment-method dialog', B §4 'Payment flow'). */

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
  total: 'Total a pagar',
  nothingChosen: FORM_MESSAGES.nothingSelectedToPay,
  reload: 'Actualizar',
  otherTotal:
    'El importe que traías ya no coincide con lo que debés hoy. Elegí las cuotas que querés pagar y te mostramos el total.',
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

export const removeTexts = {
  couponTitle: '¿Eliminar el cupón?',
  transferTitle: '¿Eliminar el pago?',
  onlineTitle: '¿Eliminar el pago en curso?',
  covers: (numbers: readonly number[]) =>
    numbers.length === 1
      ? `La cuota ${numbers[0] ?? ''} queda pendiente y podés elegir otro medio de pago.`
      : `Las cuotas ${numbers.slice(0, -1).join(', ')} y ${numbers.at(-1) ?? ''} quedan pendientes y podés elegir otro medio de pago.`,
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
