import { sql, type RawBuilder } from 'kysely';
import type { Currency } from '../../../domain/currency.ts';
import type { OutputOf, ParsedOf } from '../../../contract/contract.ts';
import { IDENTITY_COUNTED } from '../../../contract/staff/identity.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { centavos, toUnits } from '../../../domain/money.ts';
import type { ReviewState } from '../../customers/identity/service.ts';
import { shownName } from '../../customers/service.ts';
import type { Database } from '../../platform/database.ts';
import { inCountries } from '../../platform/in-countries.ts';
import type { StaffIdentity } from '../../platform/http/route.ts';
import { pageOf, PAGE_SIZE, type Sized } from '../../platform/page-size.ts';

type Filter = Sized<ParsedOf<'GET /api/staff/identity', 'query'>>;
type Page = OutputOf<'GET /api/staff/identity'>;

export interface ReviewRow {
  readonly id: number;
  readonly country: CountryCode;
  readonly customer_id: number;
  readonly person: string;
  readonly state: ReviewState;
  readonly is_fraud: boolean;
  readonly loan_id: number;
  readonly public_id: string;
  readonly currency: Currency;
  readonly principal: number;
  readonly created_at: Date;
  readonly queued_at: Date;
  readonly decided_at: Date | null;
  readonly decided_by: string | null;
  readonly claimed_by: string | null;
}

/**
 * Columns of the review `r` for {@link reviewView}. @param now instant at which a claim must still be valid
 */
export const reviewColumns = (now: Date) => sql`
  r.id, r.country, r.customer_id, r.state, r.is_fraud, r.loan_id, r.created_at, r.queued_at, r.decided_at,
  ${shownName} as person, l.public_id, l.currency, l.principal, d.name as decided_by,
  case when r.claimed_until > ${now} then k.name end as claimed_by`;

export const reviewJoins = sql`
  join customer c on c.id = r.customer_id join loan l on l.id = r.loan_id
  left join staff_member d on d.id = r.decided_by left join staff_member k on k.id = r.claimed_by`;

const VIEWS: Readonly<Record<NonNullable<Filter['view']>, RawBuilder<unknown>>> = {
  waiting: sql`r.state = 'waiting'`,
  asked: sql`r.state = 'asked'`,
  decided: sql`r.state in ('approved', 'rejected')`,
};

/** Page of reviews: waiting ones oldest first, decided ones newest first. */
export async function reviewsPage(
  db: Database,
  { countries }: Pick<StaffIdentity, 'countries'>,
  { view = 'waiting', country, from, size = PAGE_SIZE }: Filter,
  now: Date,
): Promise<Omit<Page, 'at' | 'counts'>> {
  const [at = 0, id = 0] = from?.split('-').map(Number) ?? [];
  const isDecided = view === 'decided';
  const cursor =
    from === undefined
      ? sql`true`
      : isDecided
        ? sql`r.id < ${id}`
        : sql`(r.queued_at, r.id) > (${new Date(at)}, ${id})`;
  const order = isDecided ? sql`r.id desc` : sql`r.queued_at, r.id`;
  const { rows } = await sql<ReviewRow>`
    select ${reviewColumns(now)} from identity_review r ${reviewJoins}
    where ${VIEWS[view]} and ${inCountries('r.country', country ? [country] : countries)} and ${cursor}
    order by ${order} limit ${size + 1}
  `.execute(db);
  return pageOf(rows, size, reviewView, (last) => `${last.queued_at.getTime()}-${last.id}`);
}

export function reviewView(row: ReviewRow): Page['result'][number] {
  return {
    id: String(row.id),
    country: row.country,
    customer: String(row.customer_id),
    person: row.person,
    state: row.state,
    is_fraud: row.is_fraud,
    loan: row.public_id,
    currency: row.currency,
    amount: toUnits(centavos(row.principal)),
    created_at: row.created_at.toISOString(),
    queued_at: row.queued_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? '',
    decided_by: row.decided_by ?? '',
    claimed_by: row.claimed_by ?? '',
  };
}

/** Waiting reviews by kind, each counted up to {@link IDENTITY_COUNTED}. */
export async function reviewCounts(
  db: Database,
  { countries }: Pick<StaffIdentity, 'countries'>,
): Promise<Page['counts']> {
  const count = (state: ReviewState) => sql`
    select count(*)::int from (select from identity_review
      where state = ${state} and country = any(${[...countries]}::text[]) limit ${IDENTITY_COUNTED}) x`;
  const { rows } = await sql<Page['counts']>`
    select (${count('waiting')}) as waiting, (${count('asked')}) as asked
  `.execute(db);
  return rows[0] ?? { waiting: 0, asked: 0 };
}
