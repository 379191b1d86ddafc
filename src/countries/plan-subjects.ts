/** Subjects of tickets that ask for a payment plan, by page; the borrower's pages recognise them by these. */
export const PLAN_SUBJECTS = {
  cannotPay: 'Pide un plan de pagos',
  balance: 'Pedido de plan de pago',
} as const;
