import type { DocumentNumber } from '../../../countries/country.ts';
import { sql } from 'kysely';
import { LINK_LIFETIME_HOURS } from '../../../countries/constants.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { requestDue } from '../../../countries/law/request-terms.ts';
import { localDate, localInstant } from '../../../countries/local-time.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { LoanState } from '../../../domain/loan-state.ts';
import { isAddressChangedSince } from '../../customers/contact-changes/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import type { Day } from '../../platform/work/daily.ts';

const linkSentAt = sql`withdrawal.link_expires_at - make_interval(hours => ${LINK_LIFETIME_HOURS}::int)`;

export function lockRequest(tx: Tx, id: number) {
  return tx.selectFrom('withdrawal').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/**
 * Locks the request of a known, unused and unexpired link, so that it is used only once. A link sent to an
 * address that is no longer the customer's does not count.
 */
export async function requestOfLink(tx: Tx, country: CountryCode, digest: Buffer, now: Date) {
  const row = await tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('link_digest', '=', digest)
    .where('country', '=', country)
    .where('state', '=', 'received')
    .where('link_expires_at', '>', now)
    .where((eb) => eb.not(isAddressChangedSince(sql.ref('withdrawal.customer_id'), linkSentAt)))
    .forUpdate()
    .executeTakeFirst();
  return row && row.customer_id !== null ? { ...row, customer_id: row.customer_id } : undefined;
}

/** Unconfirmed request by tracking code or by link, expired or not. */
export function waitingRequest(db: Queryable, country: CountryCode, code: string, digest: Buffer) {
  return db
    .selectFrom('withdrawal')
    .select(['id', 'document_number'])
    .where('country', '=', country)
    .where('state', '=', 'received')
    .where((eb) => eb.or([eb('code', '=', code), eb('link_digest', '=', digest)]))
    .executeTakeFirst();
}

/** Ids of unconfirmed requests from before a day, with an expired link. */
export async function unconfirmedBefore(
  db: Queryable,
  { country, date }: Day,
  now: Date,
  after: number,
  limit: number,
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('withdrawal as w')
    .select('w.id')
    .where('w.country', '=', country)
    .where('w.state', '=', 'received')
    .where('w.reminded_at', 'is', null)
    .where('w.customer_id', 'is not', null)
    .where('w.link_expires_at', '<=', now)
    .where('w.requested_at', '<', localInstant(date, 0, country))
    .where('w.id', '>', after)
    .orderBy('w.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** True if a later request for the same thing was decided. */
export async function isDecidedSince(db: Queryable, request: DatedRequest): Promise<boolean> {
  const row = await db
    .selectFrom('withdrawal')
    .select('id')
    .where('customer_id', '=', request.customer_id)
    .where('kind', '=', request.kind)
    .where('confirmed_at', '>=', request.requested_at)
    .executeTakeFirst();
  return row !== undefined;
}

export function customerByDocument(db: Queryable, country: CountryCode, documentNumber: DocumentNumber) {
  return db
    .selectFrom('customer')
    .select(['id', 'email', 'first_name'])
    .where('country', '=', country)
    .where('document_number', '=', documentNumber)
    .executeTakeFirst();
}

/** Fields that decide a request's effective date. */
interface DatedRequest {
  readonly country: CountryCode;
  readonly customer_id: number;
  readonly kind: string;
  readonly asked_loan: string;
  readonly requested_at: Date;
}

/**
 * Effective day of a request: its own, or that of an earlier unconfirmed one for the same thing if its answer
 * is not overdue. An expired link costs no right, and the person is not liable for the mail's delay.
 */
export async function dayAsked(
  tx: Tx,
  { holidays }: Pick<Dependencies, 'holidays'>,
  request: DatedRequest,
): Promise<CalendarDate> {
  const { country, requested_at } = request;
  const own = localDate(requested_at, country);
  const rows = await tx
    .selectFrom('withdrawal')
    .select('requested_at')
    .where('customer_id', '=', request.customer_id)
    .where('kind', '=', request.kind)
    .where('asked_loan', '=', request.asked_loan)
    .where('state', '=', 'received')
    .where('requested_at', '<=', requested_at)
    .execute();
  const known = holidays.knownAt(country, requested_at);
  const days = rows.map((row) => localDate(row.requested_at, country));
  const open = days.filter((day) => answerDue(request, day, known) >= own);
  return open.reduce((first, day) => (day < first ? day : first), own);
}

/** Deadline for our answer to a request; its link expires then too. */
export function answerDue(
  { country, kind }: Pick<DatedRequest, 'country' | 'kind'>,
  askedOn: CalendarDate,
  holidays: ReadonlySet<string>,
): CalendarDate {
  return requestDue(country, kind === 'membership' ? 'membership' : 'withdrawal', askedOn, holidays);
}

interface LoanToWithdraw {
  readonly id: number;
  readonly state: LoanState;
  readonly created_at: Date;
  readonly disbursed_at: Date | null;
  readonly is_membership: boolean;
}

/** Requested loan; without one, the newest that was not canceled, or else the newest. */
export async function loanToWithdraw(
  tx: Tx,
  customerId: number,
  askedLoan: string,
): Promise<LoanToWithdraw | undefined> {
  const { rows } = await sql<LoanToWithdraw>`
    select id, state, created_at, disbursed_at, is_membership from loan
    where customer_id = ${customerId} and (${askedLoan} = '' or public_id = ${askedLoan})
    order by state = 'canceled', id desc
    limit 1
  `.execute(tx);
  return rows[0];
}

/** Last day to return the money of a loan; undefined if no withdrawal awaits it. */
export async function openReturn(tx: Tx, loanId: number): Promise<CalendarDate | undefined> {
  const row = await tx
    .selectFrom('withdrawal')
    .select('return_until')
    .where('loan_id', '=', loanId)
    .where('state', '=', 'return-due')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.return_until ?? undefined;
}

/**
 * Newest loan with a membership that could end on a day: an active loan, or a paid-off one while the
 * membership runs or is still free (docs/decisions/0031-membership-billing.md).
 */
export async function loanWithMembership(
  tx: Tx,
  customerId: number,
  askedOn: CalendarDate,
): Promise<{ readonly id: number } | undefined> {
  const { rows } = await sql<{ id: number }>`
    select l.id from loan l
    where l.customer_id = ${customerId} and l.is_membership
      and (l.state in ('send', 'preapproved', 'approved') or l.state = 'finished' and (
        exists (select from instalment i where i.loan_id = l.id and i.due_date >= ${askedOn}::date)
        or exists (select from membership_charge c where c.loan_id = l.id and c.charge_on > ${askedOn}::date)))
      and not exists (select from membership_end e where e.loan_id = l.id)
    order by l.id desc
    limit 1
  `.execute(tx);
  return rows[0];
}
