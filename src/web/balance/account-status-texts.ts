/** Texts of the account status query. */
export const statusTexts = {
  title: 'Consultá tu estado de cuenta',
  intro: 'Con tu documento, sin contraseña.',
  hint: 'Solo los números.',
  send: 'Consultar Estado',
  finishedPaying: '¿Terminaste de pagar?',
  login: 'Ingresá y pedí otro préstamo',
} as const;
