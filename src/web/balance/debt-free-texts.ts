/** The LIBRE DEUDA tab (B §4 'Debt-free certificate'). */
export const debtFreeTexts = {
  yesTitle: 'Tu libre deuda se puede emitir',
  yes: 'No tenés cuotas sin pagar ni otra deuda con nosotros.',
  noTitle: 'Tu libre deuda no se puede emitir',
  no: (count: number) =>
    count === 1
      ? 'Todavía tenés 1 cuota sin pagar. Cuando la pagues, vas a poder pedirlo acá.'
      : `Todavía tenés ${count} cuotas sin pagar. Cuando las pagues, vas a poder pedirlo acá.`,
  noLoan: 'Tu préstamo todavía está en trámite.',
  request: 'Pedir mi libre deuda',
} as const;

export const certificateTexts = {
  title: 'Libre deuda',
  failed: 'No pudimos encontrar el certificado. Te llevamos a consultar tu estado de cuenta.',
} as const;
