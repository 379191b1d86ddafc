import { expect } from 'vitest';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { centavos } from '../../../../domain/money.ts';
import type { Payment } from '../../../../domain/standing/payment.ts';
import { loanStanding, type LoanStanding } from '../../../../domain/standing/standing.ts';
import { loansById } from '../../../loans/service.ts';
import type { TestProduct } from '../../../testing/product.ts';
import { todayOf } from '../../debits/testing/debtor.ts';
import type { Borrower } from './borrower.ts';
import { cents } from './credit-tools.ts';

/** Money that counts from one day, in currency units. */
export type Counted = Pick<Payment, 'instalments' | 'isPayoff' | 'prepayment'> & {
  readonly on: CalendarDate;
  readonly units: number;
};

/** Compares how a loan stands with payments that each count from a single day. */
export function pricedTools(product: TestProduct) {
  async function standingWith(one: Borrower, counted: readonly Counted[]): Promise<LoanStanding> {
    const [loan] = await loansById(product.deps.db, [one.loanId]);
    if (!loan) throw new Error('the loan is there');
    const payments = counted.map(({ on, units, ...meant }, index): Payment => ({
      id: `${index}`,
      valueDate: on,
      amount: centavos(cents(units)),
      ...meant,
    }));
    return loanStanding(loan.conditions, payments, todayOf(product, one.country));
  }

  /** Expects on the balance what these payments leave to be paid of each instalment. @returns that, in centavos */
  async function expectCounted(one: Borrower, counted: readonly Counted[]): Promise<readonly number[]> {
    const { installments } = await one.balance();
    const missing: number[] = installments.map((each: { missing: number }) => cents(each.missing));
    expect(missing).toEqual((await standingWith(one, counted)).instalments.map(({ total }) => total));
    return missing;
  }

  return { standingWith, expectCounted };
}
