import { sql } from 'kysely';
import type { CountryCode } from '../../countries/country-pack.ts';
import { localDate } from '../../countries/local-time.ts';
import { COMPONENTS, type Allocation } from '../../domain/allocation.ts';
import type { CalendarDate } from '../../domain/calendar-date.ts';
import { accruedAtPayment, paymentReceived, reversed, type LedgerEntries } from '../../domain/ledger.ts';
import { transitionLoan, type LoanState } from '../../domain/loan-state.ts';
import { centavos, type Centavos, type Currency } from '../../domain/money.ts';
import type { LoanConditions } from '../../domain/position.ts';
import type { Payment } from '../../domain/replay.ts';
import { loanStanding } from '../../domain/standing.ts';
import type { Dependencies } from '../dependencies.ts';
import { post } from '../ledger/service.ts';
import {
  conditionsOf,
  paymentsOf,
  type InstalmentColumns,
  type PaymentColumns,
  type StoredTerms,
} from '../loans/service.ts';
import type { Tx } from '../platform/database.ts';
import { recordEvent } from '../platform/events.ts';

/** Money that a network, bank or provider reports for a loan. */
export interface IncomingPayment {
  readonly loanId: number;
  /** Positive. */
  readonly amount: Centavos;
  /** Who reports it; with the reference it names the payment for ever. */
  readonly source: string;
  readonly reference: string;
  /** The day on which the money counts. */
  readonly valueDate: CalendarDate;
  /** The instalments the customer chose; absent for the oldest first. */
  readonly instalments?: readonly number[];
  /** Meant to settle the whole loan. */
  readonly isPayoff?: boolean;
}

export interface ReceivedPayment {
  readonly publicId: string;
  /** False when this payment had been reported before: then nothing was done. */
  readonly isNew: boolean;
  /** The loan's state now. */
  readonly loanState: LoanState;
}

/** A payment that cannot be booked: its loan was never paid out, or it contradicts an earlier report. */
export class PaymentRefused extends Error {}

type PaymentDependencies = Pick<Dependencies, 'clock' | 'chance'>;

/**
 * Books money for a loan, once however often it is reported: payment, what it covers, ledger, and the end
 * of the loan when nothing is owed any more. Paid too much, the rest is the customer's credit; paid after
 * the end, all of it is.
 * @throws PaymentRefused when the loan was not paid out, or the same reference names another payment
 */
export async function receivePayment(
  tx: Tx,
  deps: PaymentDependencies,
  incoming: IncomingPayment,
): Promise<ReceivedPayment> {
  const loan = await lockLoan(tx, incoming.loanId);
  const earlier = await reportedBefore(tx, incoming);
  if (earlier !== undefined) return { publicId: earlier, isNew: false, loanState: loan.state };
  if (loan.state !== 'approved' && loan.state !== 'finished') {
    throw new PaymentRefused(`a loan in ${loan.state} takes no payment`);
  }
  const publicId = deps.chance.token();
  const paymentId = await insertPayment(tx, incoming, publicId, deps.clock.now());
  const payments = paymentsOf(loan.payments);
  const payment: Payment = { ...incoming, id: publicId };
  await book(tx, deps, loan, { payments, payment, paymentId });
  const loanState = await finishIfSettled(tx, deps, loan, [...payments, payment]);
  return { publicId, isNew: true, loanState };
}

interface LockedLoan {
  readonly id: number;
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly customer_id: number;
  readonly state: LoanState;
  readonly conditions: LoanConditions;
  readonly payments: readonly PaymentColumns[];
  /** Public id of each payment → its row. */
  readonly paymentIds: ReadonlyMap<string, number>;
}

async function lockLoan(tx: Tx, loanId: number): Promise<LockedLoan> {
  const row = await tx
    .selectFrom('loan')
    .selectAll()
    .where('id', '=', loanId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const rows = await tx
    .selectFrom('instalment')
    .selectAll()
    .where('loan_id', '=', loanId)
    .orderBy('number')
    .execute();
  const payments = await tx
    .selectFrom('payment')
    .selectAll()
    .where('loan_id', '=', loanId)
    .orderBy('id')
    .execute();
  const instalments = rows.map((each): InstalmentColumns => [
    each.number,
    each.due_date,
    each.principal,
    each.interest,
    each.tax,
    each.fee,
    each.fee_tax,
  ]);
  return {
    id: row.id,
    country: row.country as CountryCode,
    currency: row.currency as Currency,
    customer_id: row.customer_id,
    state: row.state as LoanState,
    conditions: conditionsOf({ ...row, terms: row.terms as unknown as StoredTerms, instalments }),
    payments: payments.map((each) => [
      each.public_id,
      each.value_date,
      each.amount,
      each.instalments,
      each.is_payoff,
    ]),
    paymentIds: new Map(payments.map(({ public_id, id }) => [public_id, id])),
  };
}

async function reportedBefore(tx: Tx, incoming: IncomingPayment): Promise<string | undefined> {
  const row = await tx
    .selectFrom('payment')
    .select(['public_id', 'loan_id', 'amount'])
    .where('source', '=', incoming.source)
    .where('reference', '=', incoming.reference)
    .executeTakeFirst();
  if (row && (row.loan_id !== incoming.loanId || row.amount !== incoming.amount)) {
    throw new PaymentRefused(`${incoming.source} reports another payment under a reference it has used`);
  }
  return row?.public_id;
}

async function insertPayment(
  tx: Tx,
  incoming: IncomingPayment,
  publicId: string,
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('payment')
    .values({
      public_id: publicId,
      loan_id: incoming.loanId,
      source: incoming.source,
      reference: incoming.reference,
      amount: incoming.amount,
      value_date: incoming.valueDate,
      instalments: incoming.instalments ? [...incoming.instalments] : null,
      is_payoff: incoming.isPayoff ?? false,
      received_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Booking {
  readonly payments: readonly Payment[];
  readonly payment: Payment;
  readonly paymentId: number;
}

/** Writes what the payment changes: usually its own coverage; counted from an earlier day, also that of later ones. */
async function book(
  tx: Tx,
  { clock }: PaymentDependencies,
  loan: LockedLoan,
  booking: Booking,
): Promise<void> {
  const { payments, payment, paymentId } = booking;
  const horizon = latest([...payments, payment]);
  const before = loanStanding(loan.conditions, payments, horizon).allocations;
  const after = loanStanding(loan.conditions, [...payments, payment], horizon).allocations;
  const rowOf = (publicId: string) => (publicId === payment.id ? paymentId : loan.paymentIds.get(publicId));
  const lines = changes(before, after).map((line) => ({ ...line, row: rowOf(line.paymentId) }));
  if (lines.length > 0) {
    await sql`
      insert into payment_allocation (payment_id, posted_by, instalment, component, amount)
      select of_payment, ${paymentId}::bigint, instalment, component, amount from unnest(
        ${lines.map(({ row }) => row)}::bigint[], ${lines.map(({ instalment }) => instalment)}::smallint[],
        ${lines.map(({ component }) => component)}::text[], ${lines.map(({ amount }) => amount)}::bigint[]
      ) as line (of_payment, instalment, component, amount)
    `.execute(tx);
  }
  const now = clock.now();
  const { id: loanId, country, currency, customer_id: customerId } = loan;
  await post(tx, {
    country,
    currency,
    kind: 'payment-received',
    loanId,
    customerId,
    paymentId,
    valueDate: payment.valueDate,
    at: now,
    entries: difference(entriesOf(before, payments), entriesOf(after, [...payments, payment])),
  });
  await recordEvent(tx, {
    at: now,
    country,
    kind: 'payment-received',
    customerId,
    loanId,
    detail: { amount: payment.amount },
  });
}

type Allocations = readonly (Allocation & { readonly paymentId: string })[];

/** Per payment, instalment and component, how much more or less it covers. */
function changes(before: Allocations, after: Allocations) {
  const amounts = new Map<string, number>();
  const count = (allocations: Allocations, sign: 1 | -1) => {
    for (const { paymentId, parts } of allocations)
      for (const { number, dues } of parts)
        for (const component of COMPONENTS) {
          const key = `${paymentId} ${number} ${component}`;
          amounts.set(key, (amounts.get(key) ?? 0) + sign * dues[component]);
        }
  };
  count(before, -1);
  count(after, 1);
  return [...amounts]
    .filter(([, amount]) => amount !== 0)
    .map(([key, amount]) => {
      const [paymentId = '', instalment, component = ''] = key.split(' ');
      return { paymentId, instalment: Number(instalment), component, amount };
    });
}

function entriesOf(allocations: Allocations, payments: readonly Payment[]): LedgerEntries {
  const amounts = new Map(payments.map(({ id, amount }) => [id, amount]));
  return allocations.flatMap((allocation) => [
    ...accruedAtPayment(allocation),
    ...paymentReceived(amounts.get(allocation.paymentId) ?? centavos(0), allocation),
  ]);
}

/** What has to be posted so that the ledger says `after`; netted, one line an account. */
function difference(before: LedgerEntries, after: LedgerEntries): LedgerEntries {
  return reversed([...before, ...reversed(after)]);
}

function latest(payments: readonly Payment[]): CalendarDate {
  const [last] = payments
    .map(({ valueDate }) => valueDate)
    .toSorted()
    .slice(-1);
  if (last === undefined) throw new Error('there is at least the payment that was received');
  return last;
}

async function finishIfSettled(
  tx: Tx,
  { clock }: PaymentDependencies,
  loan: LockedLoan,
  payments: readonly Payment[],
): Promise<LoanState> {
  const now = clock.now();
  const today = localDate(now, loan.country);
  // Money that counts from a later day does not settle anything yet; it does when that day has come.
  if (!loanStanding(loan.conditions, payments, today).isSettled) return loan.state;
  const moved = transitionLoan(loan.state, 'paid-off');
  if (!moved.ok) return loan.state;
  await tx
    .updateTable('loan')
    .set({ state: moved.state, finished_at: now })
    .where('id', '=', loan.id)
    .execute();
  await recordEvent(tx, {
    at: now,
    country: loan.country,
    kind: 'loan-finished',
    customerId: loan.customer_id,
    loanId: loan.id,
  });
  return moved.state;
}
