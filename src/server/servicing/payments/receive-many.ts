import { sql } from 'kysely';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import { centavos } from '../../../domain/money.ts';
import type { Payment } from '../../../domain/standing/replay.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import { postMany } from '../../loans/ledger/service.ts';
import { conditionsOf, loansById, lockLoans, paymentsOf, type LoanRow } from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvents } from '../../platform/events.ts';
import { noteCredit } from './credit-notes.ts';
import { booksOf, type LockedLoan } from './loan-books.ts';
import { progressLoan } from './loan-progress.ts';
import { paymentUse, type PaymentUse } from './payment-use.ts';
import { changes, difference } from './rebook.ts';
import { receivePayment, type IncomingPayment, type PaymentDependencies } from './receive.ts';

/** A payment of {@link receiveMany}: always for one chosen instalment. */
export type BatchPayment = Omit<IncomingPayment, 'isPayoff' | 'instalments' | 'prepayment'> & {
  readonly instalment: number;
};

/**
 * Books money for many loans at once, by the rules of `receivePayment` and as often: once. The statements do not
 * grow with the number of payments, but for loans that are not simply in force: those are booked one by one.
 * @returns what became of each payment by its reference; those booked before are not among them
 * @throws PaymentRefused when a loan takes no payment; Error when a loan comes twice
 */
export async function receiveMany(
  tx: Tx,
  deps: PaymentDependencies,
  incoming: readonly BatchPayment[],
): Promise<ReadonlyMap<string, PaymentUse>> {
  const ids = incoming.map(({ loanId }) => loanId);
  if (new Set(ids).size !== ids.length) throw new Error('a loan comes once in a batch of payments');
  const uses = new Map<string, PaymentUse>();
  if (ids.length === 0) return uses;
  await lockLoans(tx, ids);
  const loans = await ordinaryLoans(tx, ids);
  for (const { instalment, ...each } of incoming) {
    if (loans.has(each.loanId)) continue;
    const meant = [instalment];
    const { publicId, books } = await receivePayment(tx, deps, { ...each, instalments: meant });
    if (books) uses.set(each.reference, paymentUse(publicId, meant, books));
  }
  const ordinary = incoming.filter(({ loanId }) => loans.has(loanId));
  if (ordinary.length === 0) return uses;
  return new Map([...uses, ...(await bookOrdinary(tx, deps, ordinary, loans))]);
}

/** Those in force without money in favour, of whose payments none was paid ahead, and without a withdrawal. */
async function ordinaryLoans(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, LoanRow>> {
  const loans = await loansById(tx, ids);
  const withdrawn = await tx
    .selectFrom('withdrawal')
    .select('loan_id')
    .where(sql<boolean>`loan_id = any(${ids}::bigint[])`)
    .where('state', 'in', ['return-due', 'returned', 'lapsed'])
    .execute();
  const apart = new Set(withdrawn.map(({ loan_id }) => loan_id));
  return new Map(
    loans
      .filter(({ id, state, payments, credit_since }) => {
        const isPaidAhead = paymentsOf(payments).some(({ prepayment }) => prepayment !== undefined);
        return state === 'approved' && credit_since === null && !apart.has(id) && !isPaidAhead;
      })
      .map((loan) => [loan.id, loan]),
  );
}

interface Booked {
  readonly loan: LockedLoan;
  readonly payment: Payment;
  readonly paymentId: number;
  readonly reference: string;
}

async function bookOrdinary(
  tx: Tx,
  deps: PaymentDependencies,
  incoming: readonly BatchPayment[],
  loans: ReadonlyMap<number, LoanRow>,
): Promise<ReadonlyMap<string, PaymentUse>> {
  const inserted = await insertPayments(tx, deps, incoming);
  const rows = await tx
    .selectFrom('payment')
    .select(['id', 'public_id'])
    .where(sql<boolean>`loan_id = any(${Array.from(loans.keys())}::bigint[])`)
    .execute();
  const rowOf = new Map(rows.map(({ id, public_id }) => [public_id, id]));
  const booked = incoming.flatMap((each): Booked[] => {
    const publicId = inserted.get(each.reference);
    const loan = loans.get(each.loanId);
    if (publicId === undefined || !loan) return [];
    const { amount, valueDate, instalment } = each;
    const payment = { id: publicId, amount, valueDate, instalments: [instalment] };
    const paymentId = rowOf.get(publicId) ?? 0;
    return [{ loan: lockedOf(loan, rowOf), payment, paymentId, reference: each.reference }];
  });
  const uses = await write(tx, deps, booked, rowOf);
  await endSettled(tx, deps, booked);
  return uses;
}

/** @returns the public id of each new payment by its reference; those booked before are not among them */
async function insertPayments(
  tx: Tx,
  { clock, random }: PaymentDependencies,
  incoming: readonly BatchPayment[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .insertInto('payment')
    .values(
      incoming.map((each) => ({
        public_id: random.token(),
        loan_id: each.loanId,
        source: each.source,
        reference: each.reference,
        amount: each.amount,
        value_date: each.valueDate,
        instalments: [each.instalment],
        received_at: clock.now(),
      })),
    )
    .onConflict((conflict) => conflict.columns(['source', 'reference']).doNothing())
    .returning(['public_id', 'reference'])
    .execute();
  return new Map(rows.map(({ public_id, reference }) => [reference, public_id]));
}

function lockedOf(loan: LoanRow, paymentIds: ReadonlyMap<string, number>): LockedLoan {
  return {
    id: loan.id,
    country: loan.country,
    currency: packOf(loan.country).currency,
    customerId: loan.customer_id,
    state: loan.state,
    principal: centavos(loan.principal),
    delivered: centavos(loan.amount_delivered),
    originationFee: loan.terms.originationFee,
    conditions: conditionsOf(loan),
    payments: paymentsOf(loan.payments),
    paymentIds,
    // They only matter to a loan that is undone.
    discounts: new Set(),
    withdrawal: undefined,
    creditSince: null,
    creditDueOn: null,
  };
}

async function write(
  tx: Tx,
  { clock }: PaymentDependencies,
  booked: readonly Booked[],
  rowOf: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, PaymentUse>> {
  const at = clock.now();
  const results = booked.map(({ loan, payment, paymentId, reference }) => {
    const today = localDate(at, loan.country);
    const before = booksOf(loan, loan.payments, today);
    const after = booksOf(loan, [...loan.payments, payment], today);
    const { id: loanId, customerId, country, currency } = loan;
    const about = { country, loanId, customerId, at };
    return {
      lines: changes(before.allocations, after.allocations).map((line) => ({ ...line, postedBy: paymentId })),
      posting: {
        ...about,
        currency,
        kind: 'payment-received' as const,
        paymentId,
        valueDate: payment.valueDate,
        entries: difference(before.entries, after.entries),
      },
      event: { ...about, kind: 'payment-received', detail: { amount: payment.amount } },
      credit: { loan, after, today },
      use: [reference, paymentUse(payment.id, payment.instalments, after)] as const,
    };
  });
  const lines = results.flatMap((result) => result.lines);
  if (lines.length > 0) {
    await sql`
      insert into payment_allocation (payment_id, posted_by, instalment, component, amount)
      select * from unnest(
        ${lines.map(({ paymentId }) => rowOf.get(paymentId) ?? null)}::bigint[],
        ${lines.map(({ postedBy }) => postedBy)}::bigint[],
        ${lines.map(({ instalment }) => instalment)}::smallint[],
        ${lines.map(({ component }) => component)}::text[], ${lines.map(({ amount }) => amount)}::bigint[])
    `.execute(tx);
  }
  const postings = results.map(({ posting }) => posting);
  await postMany(tx, postings);
  const events = results.map(({ event }) => event);
  await recordEvents(tx, events);
  // Few: an instalment that is debited was owed a moment ago.
  for (const { credit } of results) await noteCredit(tx, credit.loan, credit.after, credit.today);
  return new Map(results.map(({ use }) => use));
}

/** Few debits are a loan's last: those go the way of a single payment. */
async function endSettled(tx: Tx, deps: PaymentDependencies, booked: readonly Booked[]): Promise<void> {
  for (const { loan, payment } of booked) {
    const payments = [...loan.payments, payment];
    const today = localDate(deps.clock.now(), loan.country);
    if (!loanStanding(loan.conditions, payments, today).isSettled) continue;
    await progressLoan(tx, deps, loan, { payments, books: booksOf(loan, payments, today) });
  }
}
