import type { DocumentNumber } from '../../../countries/country.ts';
import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { LoanState } from '../../../domain/loan-state.ts';
import { after } from '../../platform/clock.ts';
import type { Queryable, Tx } from '../../platform/database.ts';

export function lockRequest(tx: Tx, id: number) {
  return tx.selectFrom('withdrawal').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks the request of a known, unused and unexpired link, so that it is used once. */
export async function requestOfLink(tx: Tx, country: CountryCode, digest: Buffer, now: Date) {
  const row = await tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('link_digest', '=', digest)
    .where('country', '=', country)
    .where('state', '=', 'received')
    .where('link_expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
  return row && row.customer_id !== null ? { ...row, customer_id: row.customer_id } : undefined;
}

export function customerByDocument(db: Queryable, country: CountryCode, documentNumber: DocumentNumber) {
  return db
    .selectFrom('customer')
    .select(['id', 'email', 'first_name'])
    .where('country', '=', country)
    .where('document_number', '=', documentNumber)
    .executeTakeFirst();
}

/** Days in which an expired request may be repeated without losing its date. */
const askedAgainDays = 3;

/**
 * Day of the first request for the same thing in the days before this one: an expired link costs no right,
 * and the person is not liable for the mail's delay.
 */
export async function dayAsked(
  tx: Tx,
  request: {
    readonly country: CountryCode;
    readonly customer_id: number;
    readonly kind: string;
    readonly asked_loan: string;
    readonly requested_at: Date;
  },
): Promise<CalendarDate> {
  const row = await tx
    .selectFrom('withdrawal')
    .select((eb) => eb.fn.min('requested_at').as('at'))
    .where('customer_id', '=', request.customer_id)
    .where('kind', '=', request.kind)
    .where('asked_loan', '=', request.asked_loan)
    .where('state', '=', 'received')
    .where('requested_at', '>=', after(request.requested_at, -askedAgainDays, 'days'))
    .executeTakeFirst();
  return localDate(row?.at ?? request.requested_at, request.country);
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

/** Until when the money of a loan that was withdrawn from is waited for, should it be. */
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
