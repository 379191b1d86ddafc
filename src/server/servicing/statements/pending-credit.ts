import { COMPONENTS, totalDues } from '../../../domain/standing/allocation.ts';
import type { CreditUse } from '../../../domain/standing/credit.ts';
import { accruedAtPayment, paymentReceived } from '../../../domain/ledger.ts';
import { negate, sum, ZERO } from '../../../domain/money.ts';
import type { StoredTransaction } from './queries.ts';

/**
 * Uses of credit that the daily job has not booked yet, as the transactions it will write: a statement is the
 * same before and after.
 * @param uses all uses until the statement's date, in order
 * @param dueOn first day not booked yet; null when nothing waits
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
