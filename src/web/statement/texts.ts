/** Texts of the statement's page; those that the files share are in countries/papers/statement-texts.ts. */
export const statementPageTexts = {
  pdf: 'Descargar PDF',
  csv: 'Descargar planilla (CSV)',
  print: 'Imprimir',
  back: 'Volver',
  loan: (number: string) => `Préstamo ${number}`,
  summary: (date: string) => `Cómo está tu préstamo al ${date}`,
  movements: 'Movimientos',
  empty: 'Todavía no hay movimientos: van a aparecer cuando te entreguemos el dinero.',
  balanceAfter: 'Saldo',
  none: '–',
  failedTitle: 'No pudimos mostrar tus movimientos',
} as const;
