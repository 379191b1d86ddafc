import type { DocumentNumber } from '../../../countries/country.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { PAYMENT_HOLDS_DAYS } from '../../../countries/payment-methods.ts';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import { isSelectable } from '../../../domain/standing/instalment-state.ts';
import type { Centavos } from '../../../domain/money.ts';
import { totalOf, type InstalmentStanding } from '../../../domain/standing/standing.ts';
import type { Dependencies } from '../../dependencies.ts';
import { accountOf, instalmentId, loanSeenBy, standingOf } from '../../loans/service.ts';
import type { Queryable } from '../../platform/database.ts';
import { fail, ok, type Result } from '../../platform/http/result.ts';
import type { Price } from './open-payment.ts';
import { expiredOn } from './queries.ts';

export interface Choice {
  readonly country: CountryCode;
  readonly documentNumber: DocumentNumber;
  readonly installments: readonly { readonly id: string; readonly number: number }[];
  /** True for the logged-in owner; strangers' payments do not block the owner's. */
  readonly isOwner: boolean;
  /** Total shown by the browser, currency units. */
  readonly total: number;
}

/**
 * Prices the chosen instalments today on the server; the browser's total is only compared. The result does
 * not distinguish an unknown document from one without debt.
 */
export async function priceOf(
  { clock }: Pick<Dependencies, 'clock'>,
  db: Queryable,
  choice: Choice,
): Promise<Result<Price>> {
  const account = await accountOf(db, choice.country, choice.documentNumber);
  const [named] = choice.installments;
  const inForce = [account?.loan, ...(account?.others ?? [])].filter((each) => each?.state === 'approved');
  // Picks the active loan with the chosen instalments; instalments of no active loan are refused below.
  const loan =
    inForce.find((each) => named && each && named.id === instalmentId(each.publicId, named.number)) ??
    inForce[0];
  if (!loan) return fail('not_found');
  const standing = standingOf(loanSeenBy(loan, choice.isOwner), clock.now());
  const numbers = choice.installments.map(({ number }) => number);
  const chosen = standing.instalments.filter(({ number }) => numbers.includes(number));
  const areTheirs = choice.installments.every(({ id, number }) => id === instalmentId(loan.publicId, number));
  if (!areTheirs || chosen.length !== choice.installments.length) return fail('payment_instalment');
  if (!chosen.every(({ state }) => isSelectable(state))) return fail('payment_instalment');
  const amount = totalOf(standing, numbers);
  if (amount === 0) return fail('payment_credit');
  if (!isSameAmount(choice.total, amount)) return fail('payment_total');
  return ok({
    loanId: loan.id,
    customerId: loan.customerId,
    purpose: 'instalments',
    numbers: chosen.map(({ number }) => number),
    amount,
    pricedOn: standing.date,
    dueDate: lastDayOf(chosen, standing.date),
    expired: expiredOn(loan, standing.date),
  });
}

/**
 * Last day of a price. An overdue instalment grows daily, so its price is valid only briefly (decision 0021).
 */
function lastDayOf(chosen: readonly InstalmentStanding[], today: CalendarDate): CalendarDate {
  const [earliest] = chosen.map(({ payableUntil }) => payableUntil).toSorted();
  if (earliest === undefined || earliest < today) return addDays(today, PAYMENT_HOLDS_DAYS.overdue);
  const latest = addDays(today, PAYMENT_HOLDS_DAYS.notYetDue);
  return earliest < latest ? earliest : latest;
}

/**
 * Compares with a tolerance: a browser that adds doubles may be off by a rounding error, but never by a
 * centavo.
 */
export function isSameAmount(units: number, amount: Centavos): boolean {
  return Math.abs(units * 100 - amount) < 0.01;
}
