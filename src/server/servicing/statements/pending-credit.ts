import { COMPONENTS, totalDues } from '../../../domain/standing/allocation.ts';
import type { CreditUse } from '../../../domain/standing/credit.ts';
import { accruedAtPayment, paymentReceived } from '../../../domain/ledger.ts';
import { negate, sum, ZERO } from '../../../domain/money.ts';
import type { StoredTransaction } from './queries.ts';

/**
 * What money in favour has paid and the work of the day has not booked yet, as the transactions that it will write: a
 * statement says the same before and after.
 * @param uses all uses until the date of the statement, in their order
 * @param dueOn the day from which nothing is booked yet; null when nothing waits
 */
export function pendingCredit(uses: readonly CreditUse[], dueOn: string | null): StoredTransaction[] {
  const pending = dueOn === null ? [] : uses.filter(({ date }) => date >= dueOn);
  return pending.map(({ date, parts }) => {
    const used = { parts, excess: negate(sum(parts.map(({ dues }) => totalDues(dues)))) };
    return {
      kind: 'credit-applied',
      value_date: date,
      entries: [...accruedAtPayment(used), ...paymentReceived(ZERO, used)].map(
        ({ account, amount }) => [account, amount] as const,
      ),
      source: null,
      is_advance: false,
      method: null,
      lines: [],
      applied: parts.flatMap(({ number, dues }) =>
        COMPONENTS.filter((component) => dues[component] > 0).map(
          (component) => [number, component, dues[component]] as const,
        ),
      ),
    };
  });
}
