import { sql } from 'kysely';
import { localDate } from '../../../countries/local-time.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { LoanState } from '../../../domain/loan-state.ts';
import {
  add,
  centavos,
  larger,
  negate,
  smaller,
  subtract,
  sum,
  ZERO,
  type Centavos,
} from '../../../domain/money.ts';
import type { BookingDependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { MEMBERSHIP_PRICE } from '../ledger/service.ts';
import {
  CREDIT_TRANSFER,
  lockedLoan,
  lockedLoans,
  withPayments,
  type CountedPayment,
  type Loan,
} from '../service.ts';
import { applyChanges } from './apply.ts';
import { booksOf } from './books.ts';
import { replacedIn, restOf, unpaidPrice, type Replaced, type ReversalReason } from './replaced.ts';
import { postPrice } from './write.ts';

export interface Reversal {
  readonly paymentId: number;
  readonly source: string;
  /** Provider's id of the reversed payment. */
  readonly reportId: string;
  readonly reason: ReversalReason;
  readonly reversedOn: CalendarDate;
}

/** Payment that no longer counts, or counts for less. */
interface TakenBack extends Reversal {
  /** Amount that still counts; zero for none. Its replacement payment has the report's id. */
  readonly keeps: Centavos;
}

interface Taken {
  readonly loan: Loan;
  readonly amount: Centavos;
  readonly loanState: LoanState;
  /** Row of the replacement payment. */
  readonly restId: number | undefined;
}

/**
 * Reverses a payment, in whole or in part. A replacement with the same purpose and dates holds the remainder,
 * ahead of later payments of that day. Both are one change of the books, so that a loan that stays paid is
 * never open in between. Credit that had moved to another loan returns first, as far as it is missing. If
 * credit was already refunded to the customer, the event `credit-shortfall` alerts staff. @param asking ids
 * of loans with missing money: credit moved there is not requested again @returns undefined if it had been
 * reversed before
 */
export async function takeBack(
  tx: Tx,
  deps: BookingDependencies,
  taken: TakenBack,
  asking: readonly number[] = [],
): Promise<Taken | undefined> {
  const { paymentId, source, reportId, reason, reversedOn, keeps } = taken;
  const at = deps.clock.now();
  const found = await loanOfPayment(tx, paymentId);
  const before = found.payments.find(({ row }) => row === paymentId);
  if (before === undefined) return undefined;
  const rest = keeps === 0 ? undefined : await restOf(tx, deps, before, keeps);
  const own = { row: paymentId, rest, reason, reportId, price: ZERO };
  const owed = (payments: readonly CountedPayment[]) =>
    payments.map((each) => owedSince(each, before, reversedOn));
  const owing = { ...found, payments: owed(found.payments) };
  // Reversing an outgoing payment adds money: no price is owed again, and no other move is returned. Returning one here
  // would recurse forever after an earlier shortfall, because each of two moves would find the other one unreversed.
  const mayLack = before.amount > 0;
  const prices = mayLack ? await unpaidPrice(tx, deps, owing, own) : [];
  const replaced: Replaced[] = [own, ...prices];
  const without = (payments: readonly CountedPayment[]) => owed(replacedIn(payments, replaced));
  const missing = { loan: found, payments: without(found.payments), asking: [...asking, found.id] };
  const hasReturned = mayLack && (await bringBackMoved(tx, deps, missing, reversedOn));
  const loan = hasReturned ? await lockedLoan(tx, found.id) : found;
  await tx
    .insertInto('payment_reversal')
    .values(
      replaced.map((each) => ({
        payment_id: each.row,
        source: each === own ? source : MEMBERSHIP_PRICE,
        report_id: each.reportId,
        reason: each.reason,
        reversed_on: reversedOn,
        at,
      })),
    )
    .execute();
  const [changed] = await applyChanges(
    tx,
    deps,
    [
      {
        before: loan,
        after: withPayments(loan, without(loan.payments)),
        kind: 'payment-reversed',
        causedBy: paymentId,
        valueDate: reversedOn,
      },
    ],
    {
      payments: replaced.flatMap((each) =>
        each.rest ? [{ ...each.rest, loanId: loan.id, reference: each.reportId }] : [],
      ),
      events: [],
    },
  );
  if (!changed) throw new Error('each change is answered');
  const price = sum(replaced.map((each) => each.price));
  if (price > 0) {
    await postPrice(tx, loan, { price: negate(price), row: paymentId, valueDate: reversedOn }, at);
    await deps.followers.membershipUnpaid(tx, deps, loan, price);
  }
  const { books, state: loanState } = changed;
  if (books.credit < 0) {
    const { id: loanId, country, customerId } = loan;
    const detail = { amount: negate(books.credit) };
    await recordEvent(tx, { at, country, kind: 'credit-shortfall', customerId, loanId, detail });
  }
  return { loan, amount: before.amount, loanState, restId: rest?.row };
}

/** Marks money that left after the reversed payment: its shortfall is owed from that day on. */
function owedSince(payment: CountedPayment, taken: CountedPayment, reversedOn: CalendarDate): CountedPayment {
  if (taken.amount <= 0 || payment.amount >= 0 || payment.valueDate < taken.valueDate) return payment;
  const { owedFrom } = payment;
  return { ...payment, owedFrom: owedFrom !== undefined && owedFrom > reversedOn ? owedFrom : reversedOn };
}

async function loanOfPayment(tx: Tx, paymentId: number): Promise<Loan> {
  const [loan] = await lockedLoans(tx, sql`select loan_id from payment where id = ${paymentId}`);
  if (!loan) throw new Error(`there is no payment ${paymentId}`);
  return loan;
}

/** Loan that lacks money after a reversal. */
interface Missing {
  readonly loan: Loan;
  readonly payments: readonly CountedPayment[];
  /** Ids of this loan and of the loans that request its money. */
  readonly asking: readonly number[];
}

/**
 * Returns missing credit that was moved to another loan, which reopens the debts it paid there. The newest
 * move comes first, and the part that stays counts from the day of the move. @returns true if anything was
 * returned
 */
async function bringBackMoved(
  tx: Tx,
  deps: BookingDependencies,
  { loan, payments, asking }: Missing,
  reversedOn: CalendarDate,
): Promise<boolean> {
  const today = localDate(deps.clock.now(), loan.country);
  const creditOf = (some: readonly CountedPayment[]) => booksOf(withPayments(loan, some), today).credit;
  if (creditOf(payments) >= 0) return false;
  const legs = await movesFrom(tx, loan.id);
  let left = payments;
  for (const leg of legs) {
    if (creditOf(left) >= 0) break;
    const moved = left.find(({ id }) => id === leg.public_id);
    if (moved === undefined || asking.includes(leg.to)) continue;
    const others = left.filter(({ id }) => id !== leg.public_id);
    const spared = canKeep(withPayments(loan, others), today, negate(moved.amount));
    const keeps = add(spared, await goneInCircles(tx, { leg, keeps: spared, asking, today, reversedOn }));
    if (keeps >= negate(moved.amount)) continue;
    const name = deps.random.digits(14);
    const about = { source: CREDIT_TRANSFER, reason: 'moved', reversedOn } as const;
    const halves = [
      { paymentId: leg.in, keeps, reportId: `${name}-in` },
      { paymentId: leg.out, keeps: negate(keeps), reportId: `${name}-out` },
    ];
    for (const half of halves) await takeBack(tx, deps, { ...about, ...half }, asking);
    const kept = keeps === 0 ? [] : { ...moved, id: `${name}-out`, amount: negate(keeps) };
    left = left.flatMap((each) => (each === moved ? kept : each));
  }
  return legs.length > 0;
}

/** Part of a move that its loan can spare: zero while it owes something itself. */
function canKeep(loan: Loan, today: CalendarDate, moved: Centavos): Centavos {
  const { credit, isSettled, isReturned } = booksOf(loan, today);
  return isSettled || isReturned ? larger(ZERO, smaller(moved, credit)) : ZERO;
}

/** Move to be reversed, except the part that stays. */
interface Asked {
  readonly leg: Move;
  readonly keeps: Centavos;
  readonly asking: readonly number[];
  readonly today: CalendarDate;
  readonly reversedOn: CalendarDate;
}

/**
 * Amount that moved in a cycle: the other loan could return it only after the asking loans returned it first.
 * Reversing both moves would change nothing.
 */
async function goneInCircles(tx: Tx, { leg, keeps, asking, today, reversedOn }: Asked): Promise<Centavos> {
  const other = await lockedLoan(tx, leg.to);
  const taken = other.payments.find(({ row }) => row === leg.in);
  const payments = other.payments.flatMap((each) => {
    if (each === taken) return keeps === 0 ? [] : { ...each, amount: keeps };
    return taken === undefined ? each : owedSince(each, taken, reversedOn);
  });
  const missing = negate(smaller(ZERO, booksOf(withPayments(other, payments), today).credit));
  if (missing === 0) return ZERO;
  const moves = await movesFrom(tx, leg.to);
  const back = movedBy(moves.filter(({ to }) => asking.includes(to)));
  const elsewhere = movedBy(moves.filter(({ to }) => !asking.includes(to)));
  return larger(ZERO, smaller(back, subtract(missing, elsewhere)));
}

type Move = Awaited<ReturnType<typeof movesFrom>>[number];

function movedBy(moves: readonly Move[]): Centavos {
  return negate(sum(moves.map(({ amount }) => centavos(amount))));
}

/** Both halves of each valid move of credit from one loan to another, newest first. */
function movesFrom(tx: Tx, loanId: number) {
  return tx
    .selectFrom('payment as gone')
    .innerJoin('payment as come', (join) =>
      join
        .onRef('come.source', '=', 'gone.source')
        .on(sql<boolean>`come.reference = replace(gone.reference, '-out', '-in')`),
    )
    .leftJoin('payment_reversal as v', 'v.payment_id', 'gone.id')
    .select(['gone.id as out', 'gone.public_id', 'gone.amount', 'come.id as in', 'come.loan_id as to'])
    .where('gone.loan_id', '=', loanId)
    .where('gone.source', '=', CREDIT_TRANSFER)
    .where('gone.amount', '<', 0)
    .where('v.payment_id', 'is', null)
    .orderBy('gone.id', 'desc')
    .execute();
}

/**
 * Reverses a booked payment, once: the loan is as if the payment had never arrived. Its instalments reopen
 * with default interest, and later payments are reallocated. All records stay; the ledger gets counter
 * entries.
 * @returns the loan's state; undefined when it had been reversed before
 */
export async function reversePayment(
  tx: Tx,
  deps: BookingDependencies,
  reversal: Reversal,
): Promise<LoanState | undefined> {
  const { reason, source } = reversal;
  const taken = await takeBack(tx, deps, { ...reversal, keeps: ZERO });
  if (taken === undefined) return undefined;
  const { loan, amount } = taken;
  const at = deps.clock.now();
  const { id: loanId, country, customerId } = loan;
  const detail = { amount, reason, source, on: localDate(at, country) };
  await recordEvent(tx, { at, country, kind: 'payment-reversed', customerId, loanId, detail });
  return taken.loanState;
}
