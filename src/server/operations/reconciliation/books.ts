import { sql, type RawBuilder } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Database } from '../../platform/database.ts';
import type { OurPayment } from './judge.ts';

/** Rows to read: by keys in any country, or of a country from `from` (inclusive) to `to` (exclusive). */
type Which =
  | { readonly keys: readonly string[] }
  | { readonly country: CountryCode; readonly from: Date; readonly to: Date };

/** Reads our records of a provider's payments. */
export type Books = (db: Database, which: Which) => Promise<readonly OurPayment[]>;

interface Columns {
  readonly key: RawBuilder<unknown>;
  readonly at: RawBuilder<unknown>;
  readonly country: RawBuilder<unknown>;
  /** Condition for rows that may have taken money. */
  readonly isTaken: RawBuilder<unknown>;
}

function chosen(which: Which, { key, at, country, isTaken }: Columns): RawBuilder<boolean> {
  return 'keys' in which
    ? sql<boolean>`${key} = any(${[...which.keys]}::text[])`
    : sql<boolean>`${country} = ${which.country} and ${isTaken} and ${at} >= ${which.from} and ${at} < ${which.to}`;
}

/** Card payments, debits, memberships, and the first charges of saved cards. */
export const cardBooks: Books = async (db, which) => {
  const columns = {
    key: sql`t.reference`,
    at: sql`t.created_at`,
    country: sql`t.country`,
    isTaken: sql`t.state = 'approved'`,
  };
  const { rows } = await sql<OurPayment>`
    select t.reference as key, t.amount, case
      when t.state = 'approved' and (exists (select from payment_report p
        where p.source in ('card', 'instalment-debit') and p.report_id = t.reference and p.outcome = 'reversed')
        or exists (select from card_registration r where r.id = t.registration_id and r.state = 'returned'))
        then 'given-back'
      when t.state = 'approved' then 'taken'
      when t.state = 'declined' then 'not-taken' else 'open' end as state
    from card_charge t where ${chosen(which, columns)}
  `.execute(db);
  return rows;
};

/** Bookings of the wallet's payments. */
export function walletBooks(source: string): Books {
  return async (db, which) => {
    const columns = {
      key: sql`t.report_id`,
      at: sql`t.reported_at`,
      country: sql`t.country`,
      isTaken: sql`t.outcome <> 'reversed'`,
    };
    const { rows } = await sql<OurPayment>`
      select t.report_id as key, t.amount, case t.outcome when 'reversed' then 'given-back' else 'taken' end as state
      from payment_report t where t.source = ${source} and ${chosen(which, columns)}
    `.execute(db);
    return rows;
  };
}

/**
 * Payouts and refunds of a rail through the provider's API; those in files are reconciled by their results.
 */
export function payoutBooks(rail: string): Books {
  return async (db, which) => {
    const columns = {
      key: sql`t.reference`,
      at: sql`t.changed_at`,
      country: sql`l.country`,
      isTaken: sql`t.state = 'confirmed'`,
    };
    const refunds = { ...columns, country: sql`t.country`, isTaken: sql`t.state = 'completed'` };
    const { rows } = await sql<OurPayment>`
      select t.reference as key, t.amount, case when t.state = 'confirmed' then 'taken'
        when t.state in ('failed', 'canceled') then 'not-taken' else 'open' end as state
      from payout t join loan l on l.id = t.loan_id left join payout_order o on o.reference = t.reference
      where t.rail = ${rail} and coalesce(o.channel, 'bind') <> 'file' and ${chosen(which, columns)}
      union all
      select t.reference as key, t.amount, case when t.state = 'completed' then 'taken'
        when t.state = 'failed' then 'not-taken' else 'open' end as state
      from credit_refund t left join payout_order o on o.reference = t.reference
      where t.rail = ${rail} and coalesce(o.channel, 'bind') <> 'file' and ${chosen(which, refunds)}
    `.execute(db);
    return rows;
  };
}
