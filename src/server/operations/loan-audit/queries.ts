import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/countries.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Contradiction } from '../../loans/books/service.ts';
import type { Queryable, Tx } from '../../platform/database.ts';

/** Loans of a country with a contradiction that no audit has cleared yet. */
export async function contradictingLoans(db: Queryable, country: CountryCode): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('loan_contradiction')
    .select('loan_id')
    .distinct()
    .where('country', '=', country)
    .where('closed_at', 'is', null)
    .orderBy('loan_id')
    .execute();
  return rows.map(({ loan_id }) => loan_id);
}

/** Closes findings that an audit no longer sees. */
export async function clear(db: Queryable, loanIds: readonly number[], now: Date): Promise<void> {
  if (loanIds.length === 0) return;
  await db
    .updateTable('loan_contradiction')
    .set({ closed_at: now })
    .where('loan_id', 'in', [...loanIds])
    .where('closed_at', 'is', null)
    .execute();
}

/** Stores all findings of a loan's audit: new ones are added, known ones stay open, the others are closed. */
export async function storeFindings(
  tx: Tx,
  loan: { readonly id: number; readonly country: CountryCode },
  findings: readonly Contradiction[],
  { day, now }: { readonly day: CalendarDate; readonly now: Date },
): Promise<void> {
  const of = <T>(pick: (finding: Contradiction) => T): T[] => findings.map(pick);
  await sql`
    with found as (
      select * from unnest(${of(({ kind }) => kind)}::text[], ${of(({ subject }) => subject)}::text[],
        ${of(({ expected }) => expected)}::bigint[], ${of(({ found }) => found)}::bigint[]
      ) as f (kind, subject, expected, found)
    ), ended as (
      update loan_contradiction c set closed_at = ${now}
      where c.loan_id = ${loan.id} and c.closed_at is null
        and not exists (select from found f where f.kind = c.kind and f.subject = c.subject)
    )
    insert into loan_contradiction as c (country, loan_id, kind, subject, expected, found, day, found_at, seen_at)
    select ${loan.country}, ${loan.id}::bigint, kind, subject, expected, found, ${day}::date, ${now}::timestamptz,
      ${now}::timestamptz from found
    on conflict (loan_id, kind, subject) do update set expected = excluded.expected, found = excluded.found,
      seen_at = excluded.seen_at, closed_at = null,
      day = case when c.closed_at is null then c.day else excluded.day end,
      found_at = case when c.closed_at is null then c.found_at else excluded.found_at end
  `.execute(tx);
}
