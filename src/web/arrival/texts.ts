/** Texts about when the money arrives; the day itself comes from `src/countries/arrival.ts`. */
export const arrivalTexts = {
  ifConfirmed: (day: string) => `Si confirmás ahora, acreditamos tu préstamo ${day}.`,
  ifNotLookedAt: (day: string) =>
    `Si confirmás ahora y no hace falta mirar tus fotos, acreditamos tu préstamo ${day}.`,
  lookedAt:
    'Antes de enviar el dinero, una persona mira las fotos de tu documento. Te avisamos el día por mail apenas termine.',
  waiting:
    'Ahora hay demoras para enviar el dinero y no podemos decirte el día. Te avisamos por mail apenas salga.',
  rules: 'Cómo calculamos esta fecha',
} as const;
