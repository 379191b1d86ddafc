export const termsLabelTexts = {
  before: 'Acepto los ',
  terms: 'términos y condiciones',
  between: ' y la ',
  policy: 'política de privacidad',
} as const;
