import { sql } from 'kysely';
import type { OutputOf, ParsedOf } from '../../../../contract/contract.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { centavos, toUnits } from '../../../../domain/money.ts';
import type { Queryable } from '../../../platform/database.ts';
import { maskAccount } from '../../../staff/masks/service.ts';
import type { RefundState } from './refund-state.ts';

type Filter = ParsedOf<'GET /api/staff/money/refunds', 'query'>;
type Answer = OutputOf<'GET /api/staff/money/refunds'>;

const pageSize = 50;

/** Transfers of money in favour, the newest first. */
export async function refundsPage(
  db: Queryable,
  countries: readonly CountryCode[],
  { country, state, before }: Filter,
): Promise<Answer> {
  const own = country ? [country] : [...countries];
  const rows = await db
    .selectFrom('credit_refund as r')
    .innerJoin('customer as c', 'c.id', 'r.customer_id')
    .selectAll('r')
    .select(['c.first_name', 'c.last_name', 'c.erased_at'])
    .where('r.country', 'in', own)
    .$if(state !== undefined, (query) => query.where('r.state', '=', state ?? 'planned'))
    .$if(before !== undefined, (query) => query.where('r.id', '<', before ?? 0))
    .orderBy('r.id', 'desc')
    .limit(pageSize + 1)
    .execute();
  const shown = rows.slice(0, pageSize);
  return {
    result: shown.map((row) => ({
      id: String(row.id),
      country: row.country as CountryCode,
      currency: row.currency,
      loan: String(row.loan_id),
      customer: String(row.customer_id),
      person: row.erased_at === null ? `${row.first_name} ${row.last_name}`.trim() : '',
      amount: toUnits(centavos(row.amount)),
      account: maskAccount(row.destination),
      reference: row.reference,
      state: row.state as RefundState,
      tries: row.tries,
      receipt: row.receipt_code,
      failure: row.failure,
      requested_by: row.requested_by,
      approved_by: row.approved_by,
      created_at: row.created_at.toISOString(),
      changed_at: row.changed_at.toISOString(),
    })),
    next: rows.length > pageSize ? String(shown.at(-1)?.id ?? '') : '',
  };
}

/** Centavos that are on their way back to customers. */
export async function onItsWay(db: Queryable, country: CountryCode): Promise<number> {
  const row = await db
    .selectFrom('credit_refund')
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('amount'))
    .where('country', '=', country)
    .where('state', 'in', ['planned', 'sent', 'unknown'])
    .executeTakeFirst();
  return row?.amount ?? 0;
}
