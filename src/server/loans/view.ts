import type { z } from 'zod';
import type { loan } from '../../contract/loans.ts';
import { paths } from '../../contract/paths.ts';
import { arrivalOf, arrivalSentence } from '../../countries/arrival.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import { holidaysOf } from '../../countries/holidays.ts';
import { packOf } from '../../countries/index.ts';
import { pickupPointsOf } from '../../countries/lists.ts';
import { localDate } from '../../countries/local-time.ts';
import { totalDues } from '../../domain/standing/allocation.ts';
import { calendarDate, formatDate } from '../../domain/calendar-date.ts';
import { isCancelableByCustomer } from '../../domain/loan-state.ts';
import { centavos, larger, sum, toUnits, ZERO, type Centavos } from '../../domain/money.ts';
import { loanStanding, type LoanStanding } from '../../domain/standing/standing.ts';
import { conditionsOf, paymentsOf, type PaymentColumns, type StoredLoan } from './conditions.ts';
import { maskAccount, maskName } from './masks.ts';
import { instalmentAnswers } from './instalment-answers.ts';
import { openPaymentsOn, shownAs, type StoredOpenPayment } from './open-payments.ts';
import type { LoanRow } from './queries.ts';
import { withdrawalAnswer } from './return.ts';

export type LoanAnswer = z.output<typeof loan>;

/** How a stored loan stands at an instant, by the country's calendar. */
export function standingOf(
  row: StoredLoan & {
    readonly country: CountryCode;
    readonly payments: readonly PaymentColumns[];
    readonly open_payments?: readonly StoredOpenPayment[];
  },
  now: Date,
): LoanStanding {
  const today = localDate(now, row.country);
  const open = openPaymentsOn(row.open_payments ?? [], today);
  return loanStanding(
    conditionsOf(row),
    paymentsOf(row.payments),
    today,
    new Map([...open].map(([number, payment]) => [number, shownAs(payment)])),
  );
}

/**
 * A loan with its instalments; names and account masked for anybody but the owner
 * (docs/product/calls.md#public-by-hash).
 */
export function loanAnswer(row: LoanRow, now: Date, isOwner: boolean): LoanAnswer {
  const standing = standingOf(row, now);
  return {
    ...loanSummary(row, isOwner),
    credit: isOwner ? toUnits(creditOf(row, standing)) : 0,
    arrival: arrivalAnswer(row, now),
    installments: instalmentAnswers(row, standing, isOwner),
    withdrawal: isOwner ? withdrawalAnswer(row, standing.date) : null,
    plan_in_force: row.state === 'approved' ? planInForce(standing) : null,
  };
}

/** Money in favour; of a loan that was withdrawn from what was paid beyond giving it back. */
function creditOf({ state, not_returned }: LoanRow, { credit }: LoanStanding): Centavos {
  return state === 'canceled' ? larger(ZERO, centavos(-not_returned)) : credit;
}

/** The instalments that are left once something was paid ahead. */
function planInForce({ instalments }: LoanStanding): LoanAnswer['plan_in_force'] {
  const advanced = sum(instalments.map(({ paidAhead }) => totalDues(paidAhead)));
  const left = instalments.filter(({ settledOn }) => settledOn === null);
  const [next] = left;
  const last = left.at(-1);
  if (advanced === 0 || next === undefined || last === undefined) return null;
  return {
    instalment_count: left.length,
    instalment: toUnits(next.total),
    last_due_date: formatDate(last.dueDate),
    total: toUnits(sum(left.map(({ total }) => total))),
    advanced: toUnits(advanced),
  };
}

/** The loan without what depends on the day. */
function loanSummary(
  row: LoanRow,
  isOwner: boolean,
): Omit<LoanAnswer, 'installments' | 'credit' | 'arrival' | 'withdrawal' | 'plan_in_force'> {
  const { rates, original } = row;
  const isPaidOut = row.disbursement_state === 'confirmed';
  const point = pickupPointsOf(row.country).find(({ id }) => id === row.delivery_point);
  const firstDue = row.instalments[0]?.[1] ?? row.interest_from;
  return {
    id: row.public_id,
    state_slug: row.state,
    amount: units(row.principal),
    amount_delivery: units(row.amount_delivered),
    installment_count: row.instalment_count,
    payment: units(row.instalment_amount),
    interest_rate: rates.interestRate,
    cft: rates.cft,
    final_amount: units(row.final_amount),
    start_date: formatDate(calendarDate(firstDue)),
    delivery_type: row.delivery_type,
    bank: bankAnswer(row, isOwner),
    pod: point ? { name: point.name, address: point.address, city: point.city } : null,
    original_interest_rate: original.interestRate,
    original_cft: original.cft,
    original_final_amount: units(original.finalAmount),
    was_created_in_membership: row.is_membership,
    has_cancel_from_the_client: isCancelableByCustomer(
      row.state,
      row.disbursement_state,
      row.has_cancel_from_the_client,
    ),
    files: {
      transference_receipt: isOwner && isPaidOut ? { url: paths.receipt(row.public_id) } : null,
      loan_docket: null,
    },
    tna: rates.tna,
    tea: rates.tea,
    cftna: rates.cftna,
    cftea: rates.cftea,
    cftea_dated: rates.cfteaDated,
    created_at: row.created_at.toISOString(),
    membership_price: units(row.membership_price ?? 0),
    first_name: isOwner ? row.first_name : maskName(row.first_name),
    last_name: isOwner ? row.last_name : maskName(row.last_name),
  };
}

function arrivalAnswer(row: LoanRow, now: Date): LoanAnswer['arrival'] {
  if (row.state === 'canceled') return null;
  const { country, created_at: confirmedAt } = row;
  const deliveredOn = row.delivered_on === null ? undefined : calendarDate(row.delivered_on);
  const arrival = arrivalOf({ confirmedAt, deliveredOn }, now, packOf(country), holidaysOf(country));
  return { date: formatDate(arrival.date), state: arrival.state, sentence: arrivalSentence(arrival) };
}

function bankAnswer({ bank_name, account_number }: LoanRow, isOwner: boolean): LoanAnswer['bank'] {
  if (bank_name === null || account_number === null) return null;
  return { bank: bank_name, cbu: isOwner ? account_number : maskAccount(account_number) };
}

function units(amount: number): number {
  return toUnits(centavos(amount));
}
