import type { ApplicationStepName } from '../../countries/country-pack.ts';

/** Texts of the application's steps. */
export const applyTexts = {
  summary: 'Tu préstamo',
  change: 'Cambiar',
  details: 'Ver el detalle',
  instalments: (count: number, payment: string) =>
    `${count} ${count === 1 ? 'cuota' : 'cuotas'} de ${payment}`,
  firstDue: 'Primera cuota',
  cft: 'CFTNA',
  delivery: 'Lo recibís por',
  destination: 'Cuenta',
  point: 'Lo retirás en',
  listFailed: 'No pudimos cargar la lista.',
  retry: 'Volver a intentar',
} as const;

/** Remaining steps after the numbered ones. */
export const afterTexts: Partial<Record<ApplicationStepName, string>> = {
  phone: 'Pasaste los 4 pasos: falta tu celular',
  review: 'Pasaste los 4 pasos: falta confirmar',
};

export const deliveryNames = {
  'bank-transfer': 'Transferencia bancaria',
  'red-pagos': 'Red pagos',
  pdv: 'Punto de retiro',
} as const;

export const identityTexts = {
  title: 'Verificá tu identidad',
  intro: 'Sacá tres fotos con tu celular o subilas desde tus archivos.',
  selfie: (document: string) => `Selfie con tu ${document}`,
  selfieHint: 'Tu cara y el documento, los dos nítidos.',
  front: (document: string) => `Frente de tu ${document}`,
  frontHint: 'Sobre una mesa, con buena luz.',
  back: (document: string) => `Dorso de tu ${document}`,
  backHint: 'Que se lean todos los números.',
  missing: 'Falta esta foto.',
  dark: 'La foto quedó oscura. Si podés, sacala de nuevo con más luz.',
  blurred: 'La foto parece movida. Si podés, apoyá el celular y sacala de nuevo.',
  empty: 'No vemos un documento en la foto. Si podés, sacala de nuevo más de cerca.',
  privacy: 'Solo usamos tus fotos para confirmar que sos vos. Nadie más las ve.',
} as const;

export const cameraTexts = {
  picture: 'Imagen de la cámara',
  starting: 'Abriendo la cámara…',
  shoot: 'Sacar la foto',
  native: 'Usar la cámara del teléfono',
  troubles: {
    dark: 'Hay poca luz: buscá un lugar más iluminado.',
    blurred: 'La imagen se ve movida: sostené quieto el celular.',
    empty: 'No vemos el documento: acercalo hasta llenar el marco.',
  },
} as const;

/** Result of comparing the document's barcode with the typed data (docs/product/application.md#document-barcode). */
export const documentCheckTexts = {
  reading: 'Estamos leyendo el código de tu documento…',
  match: 'El código de tu documento coincide con tus datos.',
  mismatch: (fields: string) => `El código de tu documento no coincide con lo que escribiste: ${fields}.`,
  mismatchNext:
    'Podés seguir con tu solicitud. Si la foto no es de tu documento, sacala de nuevo; si escribiste mal un dato, avisanos desde Ayuda.',
  unreadable: 'No pudimos leer el código de tu documento.',
  unreadableNext: 'Podés seguir igual. Si querés, sacá la foto de nuevo: de cerca, con luz y sin reflejos.',
  fields: {
    document_number: 'número de documento',
    first_name: 'nombre',
    last_name: 'apellido',
    birthdate: 'fecha de nacimiento',
  },
} as const;

export const selfieHelpTexts = {
  alt: 'Dibujo de una persona que sostiene su documento al lado de la cara.',
  tips: [
    'Sostené el documento al lado de tu cara, sin taparla.',
    'Buscá un lugar con luz de frente y sacate lentes o gorra.',
    'Fijate que se lean tu nombre y el número.',
    'No uses filtros ni fotos de otra pantalla.',
  ],
  understood: 'Entendido',
} as const;

export const addressTexts = {
  title: '¿Dónde vivís?',
  intro: 'El domicilio donde vivís hoy, aunque no sea el de tu documento.',
  province: 'Elegí de la lista',
  city: 'Escribí para buscarla en la lista.',
  otherCity: 'Nombre de tu ciudad',
  street: 'Calle',
  house: 'Vivo en una casa',
  zipcode: 'Código postal',
  zipcodeHint: 'Opcional.',
} as const;

export const bankTexts = {
  title: '¿Dónde depositamos tu préstamo?',
  intro: 'Tiene que ser una cuenta a tu nombre.',
  pickupIntro: 'También podés retirarlo en persona, con tu documento.',
  choose: 'Tus cuentas',
  account: 'CBU, CVU o alias',
  legalNumber: 'CUIT/CUIL',
  other: 'Otra cuenta',
  otherText: 'Agregá una cuenta a tu nombre.',
  remove: 'Eliminar esta cuenta',
  alias: 'Alias',
  refusedAccount: (number: string) => `${number}\u00a0· Rechazada`,
  refusedNote: 'No pudimos enviar el dinero a la cuenta marcada como rechazada. Elegí otra.',
  points: '¿Dónde lo retirás?',
  pointRequired: 'Elegí el punto donde querés retirar el dinero.',
  refused: 'No pudimos agregar esa cuenta',
  correct: 'Corregir los datos',
  pickUp: 'Retirar el dinero en persona',
} as const;

export const deliveryTexts = {
  title: '¿Cómo querés recibir el dinero?',
  intro: 'Elegí lo que te quede más cómodo.',
  legend: 'Forma de recibir el dinero',
  about: {
    'bank-transfer': 'En tu cuenta bancaria o billetera, sin moverte de tu casa.',
    'red-pagos': 'En efectivo en cualquier local de la red, con tu cédula.',
    pdv: 'En efectivo en uno de nuestros puntos, con tu documento.',
  },
} as const;

export const cardTexts = {
  title: 'Tu tarjeta de débito',
  intro: 'Las cuotas se debitan automáticamente y no te preocupás por los vencimientos.',
  choose: 'Tus tarjetas',
  number: 'Número de la tarjeta',
  holder: 'Nombre del titular',
  holderHint: 'Como figura en la tarjeta.',
  expiry: 'Vencimiento',
  cvv: 'Código de seguridad',
  skip: 'Continuar sin tarjeta',
  refused: 'La tarjeta no fue aceptada',
  tryAnother: 'Probar con otra tarjeta',
  debit: 'Intentamos el débito 4 días hábiles antes de cada vencimiento.',
  safe: 'No guardamos el número completo ni el código de seguridad de tu tarjeta. Para validarla hacemos un cobro mínimo y te lo devolvemos enseguida.',
  other: 'Otra tarjeta',
  otherText: 'Cargá los datos de una tarjeta a tu nombre.',
  expires: (expiry: string) => `Vence ${expiry}`,
} as const;

export const accountTexts = {
  title: '¿En qué banco tenés cuenta?',
  bank: 'Banco',
  refused: 'No pudimos agregar esa cuenta',
  correct: 'Corregir los datos',
  cash: 'Cobrar en efectivo por Red pagos',
} as const;

export const phoneTexts = {
  title: 'Validá tu celular',
  intro: 'Te mandamos un código de 4 números por SMS.',
  phone: 'Celular',
  dialogTitle: 'Ingresá el código',
  sentTo: (phone: string) => `Lo enviamos por SMS al ${phone}.`,
  code: 'Código de 4 números',
  wait: (seconds: number) =>
    `¿No te llegó el SMS? Esperemos ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}.`,
  closesIn: (seconds: number) =>
    `Esta ventana se cierra en ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}.`,
  checking: 'Verificando…',
  wrongBefore: 'El código que escribiste no era el correcto',
  wrongNext: 'Fijate en el último SMS que te llegó. Si no lo encontrás, pedí otro.',
  otherPhone: 'Cambiar el número',
  notArrived: '¿No te llegó el SMS?',
  notArrivedText: 'Revisá que el número esté bien y pedí otro código. Si ya te llegó, podés ingresarlo.',
  resend: 'Enviar otro código',
  enter: 'Ya tengo el código',
  verified: 'Tu celular ya está validado.',
} as const;
