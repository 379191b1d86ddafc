/** Texts about when the money arrives; the day itself comes from `src/countries/arrival.ts`. */
export const arrivalTexts = {
  ifConfirmed: (day: string) => `Si confirmás ahora, acreditamos tu préstamo ${day}.`,
  range: (range: string) => `Acreditamos tu préstamo ${range}.`,
  rules: 'Cómo calculamos esta fecha',
} as const;
