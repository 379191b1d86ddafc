/** Texts of the finish screen. */
export const finishTexts = {
  title: (name: string) =>
    name ? `¡Listo, ${name}! Recibimos tu solicitud` : '¡Listo! Recibimos tu solicitud',
  approvedTitle: (name: string) =>
    name ? `¡Listo, ${name}! El dinero ya es tuyo` : '¡Listo! El dinero ya es tuyo',
  finishedTitle: 'Terminaste de pagar tu préstamo',
  canceledTitle: 'Solicitud cancelada',
  intro: 'No hace falta que hagas nada más.',
  next: 'Qué sigue',
  see: 'Ver mi préstamo',
  back: 'Volver al inicio',

  errorTitle: 'los datos que has ingresado no son válidos',
  errorNext: 'No se creó ningún préstamo. Volvé al inicio y revisá tus datos.',
  errorBack: 'Volver al inicio',

  noneTitle: 'Todavía no tenés un préstamo',
  none: 'Cuando confirmes uno, acá vas a ver cómo avanza.',
} as const;
