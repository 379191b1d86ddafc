import { localDate } from '../../../../countries/local-time.ts';
import {
  creditRefunded,
  creditRefundSent,
  payoutConfirmed,
  membershipRefundSent,
  reversed,
} from '../../../../domain/ledger.ts';
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
} from '../../../../domain/money.ts';
import { booksOf, receivePayment, takeBack } from '../../../loans/books/service.ts';
import { post } from '../../../loans/ledger/service.ts';
import { eventOf, type StepDependencies } from '../../../loans/outgoing-orders/service.ts';
import { CREDIT_REFUND, lockedLoan, lockLoans } from '../../../loans/service.ts';
import type { Tx } from '../../../platform/database.ts';
import { recordEvent } from '../../../platform/events.ts';
import { heldOfAll } from './contradicted.ts';
import { notifyRefund } from './notify-refund.ts';
import {
  bySystem,
  goneOutBefore,
  lockRefund,
  postingOf,
  recordFailed,
  toldOf,
  type Row,
} from './refund-record.ts';

/** Locks all loans of a refund's customer, because credit moves between them, and then the refund. */
export async function lockWithLoans(tx: Tx, id: number): Promise<Row | undefined> {
  const loans = await loansOf(tx, id);
  await lockLoans(tx, loans);
  return lockRefund(tx, id);
}

/**
 * Ids of the loans of a refund's customer: the refund's own first, then the active one, which owes the
 * shortfall.
 */
async function loansOf(tx: Tx, refundId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('credit_refund as r')
    .innerJoin('loan as l', 'l.customer_id', 'r.customer_id')
    .select(['l.id', 'l.state', 'r.loan_id'])
    .where('r.id', '=', refundId)
    .orderBy('l.id')
    .execute();
  const rank = ({ id, state, loan_id: own }: (typeof rows)[number]) =>
    id === own ? 0 : state === 'approved' ? 1 : 2;
  return rows.toSorted((a, b) => rank(a) - rank(b)).map(({ id }) => id);
}

const frozenName = (row: Row, loanId: number) => `${row.reference}:frozen:${loanId}`;
const ofPaymentsOf = (row: Row) => subtract(centavos(row.amount), centavos(row.of_membership));

/**
 * Freezes a refund recorded as not paid that the bank reports as paid: takes its amount out of the credit of
 * all loans of its customer, as far as available, so that nothing uses, moves or refunds it until two people
 * resolve it. The caller has locked by {@link lockWithLoans}. @returns centavos taken out, and centavos no
 * longer in credit
 */
export async function freezeGoneOut(
  tx: Tx,
  deps: StepDependencies,
  row: Row,
): Promise<{ readonly frozen: Centavos; readonly missing: Centavos }> {
  const at = deps.clock.now();
  const valueDate = localDate(at, row.country);
  const needed = ofPaymentsOf(row);
  await giveUpPlanned(tx, deps, row, needed);
  let missing = needed;
  for (const loanId of await loansOf(tx, row.id)) {
    const loan = await lockedLoan(tx, loanId);
    const amount = smaller(missing, larger(ZERO, booksOf(loan, valueDate).credit));
    if (amount === 0) continue;
    const reference = frozenName(row, loanId);
    const leg = { source: CREDIT_REFUND, reference, valueDate, instalments: [] };
    await receivePayment(tx, deps, { ...leg, loanId, amount: negate(amount) });
    const entries = creditRefundSent(amount);
    await post(tx, { ...postingOf(row, at), loanId, kind: 'credit-refunded', entries });
    missing = subtract(missing, amount);
  }
  const entries = membershipRefundSent(centavos(row.of_membership));
  await post(tx, { ...postingOf(row, at), kind: 'credit-refunded', entries });
  return { frozen: subtract(needed, missing), missing };
}

/** Cancels planned refunds of the money, which would pay it again. */
async function giveUpPlanned(tx: Tx, deps: StepDependencies, row: Row, needed: Centavos): Promise<void> {
  const planned = await tx
    .selectFrom('credit_refund')
    .select('id')
    .where('customer_id', '=', row.customer_id)
    .where('state', '=', 'planned')
    .orderBy('id', 'desc')
    .execute();
  const valueDate = localDate(deps.clock.now(), row.country);
  for (const { id } of planned) {
    if ((await heldOfAll(tx, { customerId: row.customer_id }, valueDate)) >= needed) return;
    const other = await lockRefund(tx, id);
    if (other?.state === 'planned') await recordFailed(tx, deps, other, goneOutBefore);
  }
}

interface Resolved {
  readonly ruled: string;
  /** Outcome resolved by two people. */
  readonly truth: 'paid' | 'not-paid';
  /** Centavos no longer in credit when the bank contradicted the resolution. */
  readonly missing: Centavos;
}

/** Books a resolution of a refund with a contradictory bank result. The caller has locked its loans. */
export async function resolveRefund(
  tx: Tx,
  deps: StepDependencies,
  row: Row,
  { ruled, truth, missing }: Resolved,
): Promise<void> {
  if (ruled === 'paid') {
    if (truth === 'not-paid') await neverPaid(tx, deps, row);
    return;
  }
  const legs = await frozenLegs(tx, row);
  const frozen = add(sum(legs.map(({ amount }) => amount)), centavos(row.of_membership));
  await (truth === 'paid' ? confirm(tx, deps, row, { frozen, missing }) : release(tx, deps, row, legs));
}

interface Leg {
  readonly id: number;
  readonly loanId: number;
  /** Above zero. */
  readonly amount: Centavos;
  readonly reference: string;
}

async function frozenLegs(tx: Tx, row: Row): Promise<readonly Leg[]> {
  const names = (await loansOf(tx, row.id)).map((loanId) => frozenName(row, loanId));
  const rows = await tx
    .selectFrom('payment')
    .select(['id', 'loan_id', 'amount', 'reference'])
    .where('source', '=', CREDIT_REFUND)
    .where('reference', 'in', names)
    .execute();
  return rows.map(({ id, loan_id: loanId, amount, reference }) => ({
    id,
    loanId,
    amount: centavos(-amount),
    reference,
  }));
}

/** Confirms the payment: the frozen amount has left the bank, and any part used meanwhile is owed. */
async function confirm(
  tx: Tx,
  deps: StepDependencies,
  row: Row,
  { frozen, missing }: { readonly frozen: Centavos; readonly missing: Centavos },
): Promise<void> {
  const at = deps.clock.now();
  const posting = postingOf(row, at);
  await post(tx, { ...posting, kind: 'credit-refund-paid', entries: payoutConfirmed(frozen) });
  const short = missing > 0 ? await oweMissing(tx, deps, row, missing) : ZERO;
  await tx
    .updateTable('credit_refund')
    .set({ state: 'completed', failure: '', changed_at: at, ...bySystem })
    .where('id', '=', row.id)
    .execute();
  await recordEvent(tx, { ...eventOf(row, at), kind: 'credit-refunded', detail: { amount: row.amount } });
  await notifyRefund(tx, deps, { ...toldOf(row), ...(short > 0 ? { short } : {}) }, 'completed');
}

/**
 * Charges the shortfall to the active loan, or to the refund's own; instalments paid with it stay paid.
 * @returns centavos charged
 */
async function oweMissing(tx: Tx, deps: StepDependencies, row: Row, missing: Centavos): Promise<Centavos> {
  const at = deps.clock.now();
  const { id: loanId } = (await tx
    .selectFrom('loan')
    .select('id')
    .where('customer_id', '=', row.customer_id)
    .where('state', '=', 'approved')
    .executeTakeFirst()) ?? { id: row.loan_id };
  const posting = { ...postingOf(row, at), loanId };
  const leg = { source: CREDIT_REFUND, valueDate: posting.valueDate, instalments: [] };
  const held = larger(ZERO, booksOf(await lockedLoan(tx, loanId), posting.valueDate).credit);
  await receivePayment(tx, deps, {
    ...leg,
    loanId,
    amount: negate(missing),
    reference: `${row.reference}:missing`,
  });
  await post(tx, { ...posting, kind: 'credit-refunded', entries: creditRefunded(missing) });
  const short = subtract(missing, held);
  if (short <= 0) return ZERO;
  const detail = { amount: short };
  await recordEvent(tx, { ...eventOf(row, at), loanId, kind: 'credit-shortfall', detail });
  return short;
}

/** Confirms the earlier resolution as not paid: the frozen amount becomes credit again. */
async function release(tx: Tx, deps: StepDependencies, row: Row, legs: readonly Leg[]): Promise<void> {
  const posting = { ...postingOf(row, deps.clock.now()), kind: 'credit-refund-failed' } as const;
  for (const { id, loanId, amount, reference } of legs) {
    await post(tx, { ...posting, loanId, entries: reversed(creditRefundSent(amount)) });
    await takeBack(tx, deps, {
      paymentId: id,
      source: CREDIT_REFUND,
      reportId: reference,
      reason: 'network',
      reversedOn: posting.valueDate,
      keeps: ZERO,
    });
  }
  const entries = reversed(membershipRefundSent(centavos(row.of_membership)));
  await post(tx, { ...posting, entries });
}

/**
 * Records that a refund resolved as paid was never paid: the money did not leave the bank and is credit
 * again.
 */
async function neverPaid(tx: Tx, deps: StepDependencies, row: Row): Promise<void> {
  const entries = reversed(payoutConfirmed(centavos(row.amount)));
  await post(tx, { ...postingOf(row, deps.clock.now()), kind: 'credit-refund-paid', entries });
  const never = { state: 'failed', providerId: row.provider_id, receiptCode: '', reason: 'ruled' } as const;
  await recordFailed(tx, deps, row, never);
}
