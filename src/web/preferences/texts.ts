/** Texts of the page of reminders and debits. */
export const preferenceTexts = {
  title: 'Avisos y débito automático',
  reminders: {
    title: 'Recordatorios de vencimiento',
    on: 'Te avisamos por mail y SMS antes y después del vencimiento de tus cuotas.',
    off: 'No te enviamos recordatorios de vencimiento.',
    turnOn: 'Recibir recordatorios',
    turnOff: 'No recibir más recordatorios',
    turnedOn: 'Vas a recibir los recordatorios.',
    turnedOff: 'No vas a recibir más recordatorios.',
  },
  calls: {
    title: 'Llamadas',
    on: 'Si tenés cuotas vencidas, podemos llamarte en horario de oficina.',
    off: 'No te llamamos por tus cuotas.',
    turnOn: 'Recibir llamadas',
    turnOff: 'No recibir llamadas',
    turnedOn: 'Podemos volver a llamarte.',
    turnedOff: 'No te vamos a llamar más.',
  },
  debits: {
    title: 'Débito automático',
    on: 'Intentamos debitar cada cuota de tu tarjeta 4 días hábiles antes de su vencimiento, si tenés una tarjeta guardada.',
    off: 'No debitamos tus cuotas: las pagás con el medio que elijas.',
    turnOn: 'Activar el débito automático',
    turnOff: 'Frenar el débito automático',
    turnedOn: 'El débito automático está activo.',
    turnedOff: 'El débito automático está frenado.',
    loginNeeded: 'Para volver a activarlo, ingresá a tu cuenta.',
    login: 'Ingresar',
  },
  whatsapp: {
    title: 'Mensajes por WhatsApp',
    on: 'Te escribimos por WhatsApp en lugar de SMS. Si no te llega, te enviamos el SMS.',
    off: 'No te escribimos por WhatsApp: te enviamos SMS.',
    turnOn: 'Recibir mensajes por WhatsApp',
    turnOff: 'No recibir mensajes por WhatsApp',
    turnedOn: 'Vas a recibir mensajes por WhatsApp.',
    turnedOff: 'No vas a recibir más mensajes por WhatsApp.',
  },
  unknownTitle: 'El link no es válido',
  unknown: 'Revisá que esté completo, o ingresá a tu cuenta para cambiar tus avisos.',
  failed: 'No pudimos cargar tus avisos',
  retry: 'Volver a intentar',
} as const;

export const contactChangeTexts = {
  title: 'Deshacer un cambio',
  question:
    'Cambiamos el mail o el celular de tu cuenta. Si no lo pediste, deshacelo: volvemos a contactarte como antes y cerramos todas las sesiones.',
  stop: 'No fui yo: deshacer el cambio',
  logIn: 'Entrar a mi cuenta',
} as const;
