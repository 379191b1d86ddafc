import type { ApplicationStepName } from '../../countries/country-pack.ts';

/** Texts of the welcome. */
export const welcomeTexts = {
  cannotPay: 'No puedo pagar ahora',
  title: (name: string) => `¡Hola, ${name}!`,
  begin: 'Empecemos: son 4 pasos y lo que completes queda guardado.',
  goOn: 'Seguí desde donde lo dejaste. Lo que completaste está guardado.',
  last: '¡Ya casi! Solo falta que revises y confirmes tu préstamo.',
  noProposal: 'Primero elegí cuánto necesitás y en cuántas cuotas.',
  continue: 'Continuar mi solicitud',
  noDocument: 'Tu documento está en otra cuenta: seguí con el pedido',
  steps: 'Tu solicitud',
  done: 'Listo',
  now: 'Sigue',
  todo: 'Pendiente',
  unneeded: 'No hace falta',
  step: (number: number) => `Paso ${number}:`,
  optional: 'Opcional',
  offer: 'Elegir tu préstamo',
  activeIntro: 'Ya tenés un préstamo con nosotros.',
  loading: 'Buscando cuánto debés…',
  delayed: 'Si no podés pagar todo, pedí un plan de pago en tu estado de cuenta.',
  pay: 'Pagar',
  refused: 'Corregí tu cuenta y confirmá de nuevo.',
  paidBack: 'Terminaste de pagar tu préstamo',
  earlier: 'Tus préstamos anteriores',
  account: 'Mi cuenta y libre deuda',
  activeText: 'Mientras este préstamo esté vigente no podés pedir otro.',
  viewLoan: 'Ver Préstamo',
  pageName: 'Bienvenido',
} as const;

export const stepNames: Readonly<Record<ApplicationStepName, string>> = {
  identity: 'Verificar tu identidad',
  address: 'Tu domicilio',
  bank: 'Tu cuenta bancaria',
  delivery: 'Cómo recibís el dinero',
  card: 'Tu tarjeta de débito',
  account: 'Tu cuenta bancaria',
  phone: 'Validar tu celular',
  review: 'Revisar y confirmar',
};
