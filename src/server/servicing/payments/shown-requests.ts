import { centavos, toUnits } from '../../../domain/money.ts';
import type { Queryable } from '../../platform/database.ts';

/** Most open payments shown on the page. */
const shown = 50;
/** Enough to find a recent payment. */
const shownPaid = 10;

/** Payments in progress, newest first, for the sandbox page. */
export async function openRequests(db: Queryable) {
  const rows = await db
    .selectFrom('payment_request')
    .select(['hash', 'method', 'amount', 'due_date', 'url as checkout'])
    .where('state', 'in', ['open', 'charging'])
    .orderBy('id', 'desc')
    .limit(shown)
    .execute();
  return rows.map(({ amount, ...row }) => ({ ...row, amount: toUnits(centavos(amount)) }));
}

/** Recent payments, newest first, for the sandbox page, which can reverse them. */
export async function paidRequests(db: Queryable) {
  const rows = await db
    .selectFrom('payment_request')
    .select(['hash', 'method', 'amount'])
    .where('state', '=', 'paid')
    .orderBy('closed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownPaid)
    .execute();
  return rows.map(({ amount, ...row }) => ({ ...row, amount: toUnits(centavos(amount)) }));
}
