import type { Component } from '../../domain/standing/allocation.ts';
import type { Account } from '../../domain/ledger.ts';

/** Kind of a statement line, which also decides its style. */
export type MovementKind =
  | 'disbursement'
  | 'notice'
  | 'charge'
  | 'default-interest'
  | 'payment'
  | 'discount'
  | 'reversal';

/**
 * Ledger accounts between customer and lender; their sum is the statement's balance. Capital that the lender
 * wrote off is owed as before.
 */
export const CUSTOMER_ACCOUNTS = [
  'principal-receivable',
  'written-off',
  'recovery-income',
  'interest-receivable',
  'default-interest-receivable',
  'fee-receivable',
  'membership-receivable',
  'tax-receivable',
  'customer-credit',
] as const satisfies readonly Account[];

export type CounterAccount = Exclude<Account, (typeof CUSTOMER_ACCOUNTS)[number]>;

interface Side {
  readonly kind: MovementKind;
  readonly concept: string;
}

const side = (kind: MovementKind, concept: string): Side => ({ kind, concept });

/**
 * Texts of a line by its contra account, for debit and credit. Lines of one transaction follow this order.
 */
export const MOVEMENT_TEXTS: Readonly<
  Record<CounterAccount, { readonly charge: Side; readonly credit: Side }>
> = {
  bank: {
    charge: side('reversal', 'Devolución de tu saldo a favor'),
    credit: side('reversal', 'Dinero devuelto'),
  },
  'disbursement-in-transit': {
    charge: side('disbursement', 'Préstamo: dinero entregado'),
    credit: side('reversal', 'Préstamo cancelado: nada que devolver'),
  },
  collections: { charge: side('reversal', 'Pago revertido'), credit: side('payment', 'Pago') },
  'unidentified-payments': {
    charge: side('reversal', 'Pago que no era tuyo'),
    credit: side('payment', 'Pago identificado'),
  },
  'default-interest-income': {
    charge: side('default-interest', 'Intereses por mora'),
    credit: side('reversal', 'Intereses por mora que no se cobran'),
  },
  'interest-income': {
    charge: side('charge', 'Intereses'),
    credit: side('reversal', 'Intereses que no se cobran'),
  },
  'fee-income': { charge: side('charge', 'Cargos'), credit: side('reversal', 'Cargos que no se cobran') },
  'membership-income': {
    charge: side('charge', 'Membresía'),
    credit: side('reversal', 'Membresía que no se cobra'),
  },
  'tax-payable': { charge: side('charge', 'IVA'), credit: side('reversal', 'IVA que no se cobra') },
  'promotion-cost': {
    charge: side('reversal', 'Descuento anulado'),
    credit: side('discount', 'Descuento'),
  },
  'principal-waived': {
    charge: side('reversal', 'Capital que volvemos a cobrar'),
    credit: side('discount', 'Capital que no te cobramos'),
  },
};

/** Prepayment. */
export const ADVANCE: Side = side('payment', 'Adelanto');
export const ADVANCE_REVERSED: Side = side('reversal', 'Adelanto revertido');
/** Credit transferred back to the customer, and the part that could not be. */
export const CREDIT_REFUNDED = {
  charge: side('reversal', 'Te devolvimos tu saldo a favor'),
  credit: side('payment', 'Devolución anulada'),
} as const;
/** Labels of payments from neither network nor provider, by source. */
export const COLLECTED_TEXTS: Readonly<
  Partial<Record<string, { readonly charge: Side; readonly credit: Side }>>
> = {
  'referral-discount': {
    charge: side('reversal', 'Descuento anulado'),
    credit: side('discount', 'Descuento del programa de referidos'),
  },
  'membership-price': {
    charge: side('reversal', 'Saldo a favor usado para tu membresía'),
    credit: side('payment', 'Saldo a favor que pagaba tu membresía'),
  },
  'credit-refund': CREDIT_REFUNDED,
  'credit-transfer': {
    charge: side('reversal', 'Tu saldo a favor pasó a tu otro préstamo'),
    credit: side('payment', 'Saldo a favor de tu otro préstamo'),
  },
};
export const MEMBERSHIP_PAID = {
  charge: side('reversal', 'Pago de la membresía revertido'),
  credit: side('payment', 'Pago de la membresía'),
} as const;
/** Day of the rail's confirmation; without an amount, because the debt was booked at acceptance. */
export const PAID_OUT: Side = side('notice', 'Confirmamos la entrega del dinero');

/** Added to the delivery if it was late. @param days calendar days; zero for a delivery in time */
export function dueDatesMoved(days: number): string {
  return days === 0 ? '' : `Todos los vencimientos se corrieron ${days} días`;
}

/** Change to the plan without membership; without an amount, the plan's figures are in the detail. */
/** Decision or agreement about the loan, which posts nothing by itself. */
export const LOAN_CHANGED: Side = side('notice', 'Cambio de tu préstamo');
export const PLAN_CHANGED: Side = side('notice', 'Tu préstamo pasó al plan sin membresía');

/** Debt and credit decrease equally, so the line has no amount. */
export const CREDIT_USED: Side = side('notice', 'Usamos tu saldo a favor');

export const COMPONENT_TEXTS: Readonly<Record<Component, string>> = {
  defaultInterest: 'mora',
  defaultInterestTax: 'IVA de la mora',
  fee: 'cargos',
  feeTax: 'IVA de los cargos',
  interest: 'intereses',
  tax: 'IVA',
  principal: 'capital',
};

export const statementTexts = {
  title: 'Movimientos de tu préstamo',
  heads: ['Fecha', 'Concepto', 'Detalle', 'Cargo', 'Pago', 'Saldo'],
  /** Shown by the page below the line's concept. */
  detailHead: 'Detalle',
  balance: 'Saldo de los movimientos',
  membership: 'Membresía, que se cobra aparte',
  toCome: 'Intereses, cargos e impuestos de las cuotas que faltan',
  defaultInterest: 'Intereses por mora hasta hoy, con IVA',
  inFavour: 'Saldo a tu favor',
  shortfall: 'Del saldo, lo que te devolvimos y falta',
  outstanding: 'Total si seguís el plan de cuotas',
  due: 'De eso, a pagar hasta hoy',
  /** `until` is '' unless a payment that closes the loan is pending. */
  payoff: (until: string) =>
    until === '' ? 'Para cancelar todo hoy' : `Para cancelar todo con tu pago en curso, hasta el ${until}`,
  giveBack: (until: string) => `Para devolver el dinero sin intereses ni gastos, hasta el ${until}`,
  explanation:
    'El saldo es el capital que falta devolver y la membresía que falte cobrar, menos lo que tengas a favor. Los intereses se anotan cuando se pagan.',
} as const;
