/** Labels of the cost in the footer. */
export const ownCostTexts = {
  of: {
    loan: 'Tu préstamo',
    choice: 'El préstamo que elegiste',
    offer: 'Tu oferta, en el plazo más largo y sin membresía',
  },
} as const;
