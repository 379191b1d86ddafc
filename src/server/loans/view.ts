import type { z } from 'zod';
import type { instalment, loan } from '../../contract/loans.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import { pickupPointsOf } from '../../countries/lists.ts';
import { localDate } from '../../countries/local-time.ts';
import { calendarDate, formatDate } from '../../domain/calendar-date.ts';
import { totalDues } from '../../domain/allocation.ts';
import { isCancelableByCustomer } from '../../domain/loan-state.ts';
import { add, centavos, toUnits } from '../../domain/money.ts';
import { loanStanding, type InstalmentStanding, type LoanStanding } from '../../domain/standing.ts';
import { conditionsOf, paymentsOf, type PaymentColumns, type StoredLoan } from './conditions.ts';
import { maskAccount, maskName } from './masks.ts';
import { openPaymentLinks, openPaymentsOn, type OpenPaymentColumns } from './open-payments.ts';
import type { LoanRow } from './queries.ts';

export type LoanAnswer = z.output<typeof loan>;
export type InstalmentAnswer = z.output<typeof instalment>;

/** How a stored loan stands at an instant, by the country's calendar. */
export function standingOf(
  row: StoredLoan & {
    readonly country: CountryCode;
    readonly payments: readonly PaymentColumns[];
    readonly open_payments?: readonly OpenPaymentColumns[];
  },
  now: Date,
): LoanStanding {
  const today = localDate(now, row.country);
  const open = openPaymentsOn(row.open_payments ?? [], today);
  return loanStanding(
    conditionsOf(row),
    paymentsOf(row.payments),
    today,
    new Map([...open].map(([number, { state }]) => [number, state])),
  );
}

/** A loan with its instalments; names and account masked for anybody but the owner (product decisions §2). */
export function loanAnswer(row: LoanRow, now: Date, isOwner: boolean): LoanAnswer {
  const { instalments } = standingOf(row, now);
  return {
    ...loanSummary(row, isOwner),
    installments: instalments.map((each) => instalmentAnswer(row, each)),
  };
}

/** The loan without its instalments. */
function loanSummary(row: LoanRow, isOwner: boolean): Omit<LoanAnswer, 'installments'> {
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
      transference_receipt:
        isOwner && isPaidOut ? { url: `/comprobante-transferencia/${row.public_id}` } : null,
      loan_docket: null,
    },
    tna: rates.tna,
    tea: rates.tea,
    cftna: rates.cftna,
    cftea: rates.cftea,
    cftea_dated: rates.cfteaDated,
    created_at: row.created_at.toISOString(),
    first_name: isOwner ? row.first_name : maskName(row.first_name),
    last_name: isOwner ? row.last_name : maskName(row.last_name),
  };
}

function bankAnswer({ bank_name, account_number }: LoanRow, isOwner: boolean): LoanAnswer['bank'] {
  if (bank_name === null || account_number === null) return null;
  return { bank: bank_name, cbu: isOwner ? account_number : maskAccount(account_number) };
}

/** An instalment as it stands (B §3): what is owed for it, or what was paid. */
export function instalmentAnswer(
  row: Pick<LoanRow, 'public_id' | 'open_payments'>,
  { number, dueDate, state, daysLate, settledOn, total, dues, paid }: InstalmentStanding,
): InstalmentAnswer {
  const isPaid = settledOn !== null;
  const isUnderWay = state === 'coupon' || state === 'online' || state === 'waiting';
  const shown = isPaid ? paid : dues;
  return {
    id: instalmentId(row.public_id, number),
    number,
    amount: toUnits(isPaid ? totalDues(paid) : total),
    due_date: dueDate,
    due_date_format: formatDate(dueDate),
    pay_date_format: settledOn === null ? '' : formatDate(settledOn),
    state_name: state,
    interest_acum_amount: toUnits(add(shown.defaultInterest, shown.defaultInterestTax)),
    days_late: daysLate,
    payed: isPaid,
    payment: isUnderWay ? (openPaymentLinks(row.open_payments).get(number) ?? null) : null,
  };
}

/** The part of the loan's id that is left out keeps more than 128 random bits to itself. */
export function instalmentId(publicId: string, number: number): string {
  return `${publicId.slice(0, 8)}-${number}`;
}

function units(amount: number): number {
  return toUnits(centavos(amount));
}
