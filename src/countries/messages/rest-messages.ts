/** Debt left for a payment's purpose after booking; amounts and dates are formatted. */
export type RestFacts =
  | { readonly kind: 'nothing' }
  | {
      /**
       * `overdue`: includes default interest up to `on`. A payment requested on that day is valid until
       * `until`.
       */
      readonly kind: 'overdue' | 'closing';
      readonly amount: string;
      readonly on: string;
      readonly until: string;
    }
  | {
      /**
       * `due-later`: instalments at this price until the first of them falls due. `return`: money to return
       * after a withdrawal.
       */
      readonly kind: 'due-later' | 'return';
      readonly amount: string;
      readonly until: string;
    };

/** Amount left to pay, and the last day on which that figure holds, as on the balance. */
export function restSentence(rest: RestFacts): string {
  switch (rest.kind) {
    case 'nothing':
      return 'No falta nada de lo que ibas a pagar.';
    case 'overdue':
      return `De lo que ibas a pagar quedan ${rest.amount}, con los intereses por mora hasta el ${rest.on}. Si pedís ese pago el mismo día, el importe no cambia hasta el ${rest.until}; si no, puede aumentar cada día.`;
    case 'closing':
      return `Para cerrar tu préstamo quedan ${rest.amount}, con los intereses hasta el ${rest.on}. Si pedís ese pago el mismo día, el importe no cambia hasta el ${rest.until}.`;
    case 'due-later':
      return `De lo que ibas a pagar quedan ${rest.amount}. Hasta el ${rest.until} no suman intereses.`;
    case 'return':
      return `Te quedan por devolver ${rest.amount} por tu arrepentimiento, hasta el ${rest.until}. Lo que pagues de tu préstamo hasta entonces cuenta para eso.`;
  }
}

/** Short form for an SMS, with the sum only; '' for nothing. */
export function restShort(rest: RestFacts | undefined): string {
  return rest === undefined || rest.kind === 'nothing' ? '' : ` Quedan ${rest.amount}.`;
}
