import { daysBetween } from '../calendar-date.ts';
import { centavosFromBigint as whole, centavos } from '../money.ts';
import type { LoanConditions } from '../standing/position.ts';
import type { Payment } from '../standing/payment.ts';
import type { Component, Dues } from '../standing/allocation.ts';
import type { LoanAction } from '../standing/actions.ts';
import type { OracleAction, OraclePayment, OracleTerms, Part, Parts } from './oracle/terms.ts';

/** The oracle's terms as the engine takes them. */
export function engineLoan(terms: OracleTerms, actions: readonly OracleAction[] = []): LoanConditions {
  let balance = terms.principal;
  let start = terms.from;
  const rows = terms.rows.map((row) => {
    const { number, dueDate, payableUntil, principal, interest, tax, fee, feeTax } = row;
    balance -= principal;
    const days = daysBetween(start, dueDate);
    start = dueDate;
    return {
      number,
      dueDate,
      payableUntil,
      days,
      principal: whole(principal),
      interest: whole(interest),
      tax: whole(tax),
      fee: whole(fee),
      feeTax: whole(feeTax),
      amount: whole(principal + interest + tax + fee + feeTax),
      balance: whole(balance),
    };
  });
  const instalment = rows.reduce((most, { amount, fee, feeTax }) => Math.max(most, amount - fee - feeTax), 0);
  return {
    schedule: {
      principal: whole(terms.principal),
      payoutDate: terms.from,
      instalment: centavos(instalment),
      rows,
    },
    taxRate: terms.taxRate,
    defaultInterest: {
      annualRate: terms.defaultRate,
      taxRate: terms.defaultTaxRate,
      ...(terms.defaultMonths === undefined ? {} : { endsAfterMonths: terms.defaultMonths }),
    },
    rounding: { half: terms.half, step: Number(terms.step) },
    actions: engineActions(actions),
  };
}

/** Payments in the engine's form. */
export function enginePayments(payments: readonly OraclePayment[]): Payment[] {
  return payments.map((payment) => {
    const { id, day, amount, chosen, priced, prepayment, isPayoff, isFirst, owedFrom, offer } = payment;
    return {
      id,
      valueDate: day,
      amount: whole(amount),
      ...(chosen === undefined ? {} : { instalments: chosen }),
      ...(priced === undefined ? {} : { priced: { on: priced.on, amount: whole(priced.amount) } }),
      ...(prepayment === undefined ? {} : { prepayment }),
      ...(isPayoff === undefined ? {} : { isPayoff }),
      ...(isFirst === undefined ? {} : { isFirst }),
      ...(owedFrom === undefined ? {} : { owedFrom }),
      ...(offer === undefined ? {} : { offer }),
    };
  });
}

const COMPONENT: Readonly<Record<Part, Component>> = {
  default: 'defaultInterest',
  defaultTax: 'defaultInterestTax',
  fee: 'fee',
  feeTax: 'feeTax',
  interest: 'interest',
  tax: 'tax',
  principal: 'principal',
};

/** Actions in the engine's form. */
export function engineActions(actions: readonly OracleAction[]): LoanAction[] {
  return actions.map((action) => {
    if (action.kind === 'settlement-offer') return { ...action, amount: whole(action.amount) };
    if (action.kind === 'waive') {
      const { amount, instalment, part, ...facts } = action;
      return {
        ...facts,
        amount: whole(amount),
        ...(instalment === undefined ? {} : { instalment }),
        ...(part === undefined ? {} : { component: COMPONENT[part] }),
      };
    }
    if (action.kind !== 'agreement') return action;
    const rows = action.rows.map(({ carried, principal, interest, tax, fee, feeTax, ...facts }) => ({
      ...facts,
      principal: whole(principal),
      interest: whole(interest),
      tax: whole(tax),
      fee: whole(fee),
      feeTax: whole(feeTax),
      carried: duesOf(carried),
    }));
    return { ...action, base: duesOf(action.base), waived: duesOf(action.waived), rows };
  });
}

function duesOf(parts: Readonly<Parts>): Dues {
  return {
    defaultInterest: whole(parts.default),
    defaultInterestTax: whole(parts.defaultTax),
    fee: whole(parts.fee),
    feeTax: whole(parts.feeTax),
    interest: whole(parts.interest),
    tax: whole(parts.tax),
    principal: whole(parts.principal),
  };
}
