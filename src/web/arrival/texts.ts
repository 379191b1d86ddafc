/** Texts about when the money arrives; the day itself comes from `src/countries/arrival.ts`. */
export const arrivalTexts = {
  ifConfirmed: (day: string) => `Si confirmás ahora, acreditamos tu préstamo ${day}.`,
  waiting:
    'Ahora hay demoras para enviar el dinero y no podemos decirte el día. Te avisamos por mail apenas salga.',
  range: (range: string) => `Acreditamos tu préstamo ${range}.`,
  rules: 'Cómo calculamos esta fecha',
} as const;
