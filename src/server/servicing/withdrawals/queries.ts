import type { DocumentNumber } from '../../../countries/country.ts';
import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { LoanState } from '../../../domain/loan-state.ts';
import type { Queryable, Tx } from '../../platform/database.ts';

export function lockRequest(tx: Tx, id: number) {
  return tx.selectFrom('withdrawal').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The request of a link that is known, unused and not too old; locked, so that it is used once. */
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

/** When the same thing was first asked for in the days before a request: a link that ran out costs no right. */
export async function firstAskedAt(
  tx: Tx,
  request: {
    readonly customer_id: number;
    readonly kind: string;
    readonly asked_loan: string;
    readonly requested_at: Date;
  },
  since: Date,
): Promise<Date> {
  const row = await tx
    .selectFrom('withdrawal')
    .select((eb) => eb.fn.min('requested_at').as('at'))
    .where('customer_id', '=', request.customer_id)
    .where('kind', '=', request.kind)
    .where('asked_loan', '=', request.asked_loan)
    .where('state', '=', 'received')
    .where('requested_at', '>=', since)
    .executeTakeFirst();
  return row?.at ?? request.requested_at;
}

export interface LoanToWithdraw {
  readonly id: number;
  readonly state: LoanState;
  readonly created_at: Date;
  readonly disbursed_at: Date | null;
}

/** The loan that was asked for; without one the newest that was not canceled, or else the newest. */
export async function loanToWithdraw(
  tx: Tx,
  customerId: number,
  askedLoan: string,
): Promise<LoanToWithdraw | undefined> {
  const { rows } = await sql<LoanToWithdraw>`
    select id, state, created_at, disbursed_at from loan
    where customer_id = ${customerId} and (${askedLoan} = '' or public_id = ${askedLoan})
    order by state = 'canceled', id desc
    limit 1
  `.execute(tx);
  return rows[0];
}

/** Until when the money of a loan that was withdrawn from is waited for, should it be. */
export async function openReturn(tx: Tx, loanId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('withdrawal')
    .select('return_until')
    .where('loan_id', '=', loanId)
    .where('state', '=', 'return-due')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.return_until ?? undefined;
}

/** The newest loan in force whose membership has not been ended. */
export function loanWithMembership(tx: Tx, customerId: number) {
  return tx
    .selectFrom('loan')
    .leftJoin('membership_end', 'membership_end.loan_id', 'loan.id')
    .select('loan.id')
    .where('loan.customer_id', '=', customerId)
    .where('loan.is_membership', '=', true)
    .where('loan.state', 'in', ['send', 'preapproved', 'approved'])
    .where('membership_end.loan_id', 'is', null)
    .orderBy('loan.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
