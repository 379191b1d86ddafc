import { localDate } from '../../../countries/local-time.ts';
import { negate } from '../../../domain/money.ts';
import type { BookingDependencies, Dependencies } from '../../dependencies.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import type { Day, DayFigures } from '../../platform/work/daily.ts';
import { oneByOne, failFor } from './each-apart.ts';
import { CREDIT_TRANSFER, lockedLoan, lockLoans } from '../service.ts';
import { booksOf } from './books.ts';
import { receivePayment } from './receive.ts';

/** A canceled loan has credit only if a withdrawal undid it: other canceled loans never took a payment. */
const endStates = ['finished', 'canceled'] as const;

function hasEnded(state: string): boolean {
  return endStates.some((each) => each === state);
}

/**
 * Moves credit from a customer's ended loans to the active one, where it pays due amounts at once and each
 * instalment on its due date. Without an active loan the credit stays.
 * @returns whether anything moved
 */
export async function moveCredit(tx: Tx, deps: BookingDependencies, customerId: number): Promise<boolean> {
  const loans = await tx
    .selectFrom('loan')
    .select(['id', 'state', 'credit_since'])
    .where('customer_id', '=', customerId)
    .orderBy('reopened_at', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();
  const target = loans.find(({ state }) => state === 'approved');
  const ended = loans.filter(({ state, credit_since }) => hasEnded(state) && credit_since !== null);
  if (!target || ended.length === 0) return false;
  await lockLoans(
    tx,
    [target, ...ended].map(({ id }) => id),
  );
  if ((await lockedLoan(tx, target.id)).state !== 'approved') return false;
  let isMoved = false;
  for (const { id } of ended) {
    const loan = await lockedLoan(tx, id);
    // The loan was reopened while this waited for its lock.
    if (!hasEnded(loan.state)) continue;
    const valueDate = localDate(deps.clock.now(), loan.country);
    const { credit } = booksOf(loan, valueDate);
    if (credit <= 0) continue;
    const key = deps.random.digits(14);
    const leg = { source: CREDIT_TRANSFER, valueDate, instalments: [] };
    await receivePayment(tx, deps, {
      ...leg,
      loanId: id,
      amount: negate(credit),
      reference: `${key}-out`,
    });
    await receivePayment(tx, deps, { ...leg, loanId: target.id, amount: credit, reference: `${key}-in` });
    isMoved = true;
  }
  return isMoved;
}

/**
 * Daily job for credit left by an earlier release or a killed process; normally a loan's delivery moves
 * credit at once.
 * @throws AggregateError of the failures, after all loans were tried
 */
export async function moveCredits(
  deps: BookingDependencies & Pick<Dependencies, 'db' | 'log'>,
  { country }: Day,
): Promise<DayFigures> {
  const customers = await deps.db
    .selectFrom('loan as ended')
    .innerJoin('loan as present', (join) =>
      join.onRef('present.customer_id', '=', 'ended.customer_id').on('present.state', '=', 'approved'),
    )
    .select('ended.customer_id')
    .distinct()
    .where('ended.country', '=', country)
    .where('ended.credit_since', 'is not', null)
    .where('ended.state', 'in', endStates)
    .execute();
  const ids = customers.map(({ customer_id }) => customer_id);
  failFor(await oneByOne(deps.log, ids, (id) => transaction(deps.db, (tx) => moveCredit(tx, deps, id))));
  return { customers: ids.length };
}
