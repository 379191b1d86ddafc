import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { DocumentNumber } from '../../../countries/country.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { CellPhone } from '../../../countries/identifiers/phones.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { PaymentKind } from '../../../countries/payment-method.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos, type Centavos, type Currency } from '../../../domain/money.ts';
import { usablePhone } from '../../customers/preferences/service.ts';
import { everyOpenPayment, lockLoans, type Loan } from '../../loans/service.ts';
import type { Optional } from '../../platform/column-types.ts';
import type { Customer } from '../../platform/database-types.ts';
import { write, type Queryable, type Tx } from '../../platform/database.ts';
import { oneOf, pipeline, prepared, type Prepared } from '../../platform/statements.ts';

/** Stored state; an open request past its due date counts as expired, see {@link stateOn}. */
type RequestState = 'open' | 'charging' | 'paid' | 'rejected' | 'deleted' | 'expired' | 'reversed';

export type PaymentPurpose =
  | 'instalments'
  | 'settlement'
  | 'fewer'
  | 'smaller'
  | 'withdrawal'
  | 'membership'
  | 'offer';

export interface PaymentRequest {
  readonly id: number;
  readonly hash: string;
  readonly country: CountryCode;
  readonly loanId: number;
  readonly loanPublicId: string;
  readonly customerId: number;
  readonly currency: Currency;
  readonly firstName: string;
  readonly lastName: string;
  readonly documentNumber: DocumentNumber;
  readonly method: string;
  readonly kind: PaymentKind;
  readonly amount: Centavos;
  readonly pricedOn: CalendarDate;
  /** Last day on which the amount settles the request. */
  readonly dueDate: CalendarDate;
  readonly reference: string;
  readonly barcode: string;
  readonly providerId: string;
  readonly url: string;
  readonly purpose: PaymentPurpose;
  /** Settlement offer that its money is for: the action's id. */
  readonly offer: number | null;
  readonly state: RequestState;
  /** Opened by the logged-in owner or the lender; only they may end it. */
  readonly isOwners: boolean;
  /** Time it was closed; null while it is open or charging. */
  readonly closedAt: Date | null;
  readonly numbers: readonly number[];
  /** Borrower's contact for notifications; undefined after erasure. */
  readonly contact: Contact | undefined;
}

interface Contact {
  readonly email: string;
  readonly cellphone: Optional<CellPhone>;
  /** True if SMS may go to the phone: verified, and not known to be another person's. */
  readonly isPhoneUsable: boolean;
}

/** Customer's contact for payment notifications. */
export function contactOf(
  row: Pick<Selectable<Customer>, 'email' | 'cellphone' | 'erased_at'> & Pick<Contact, 'isPhoneUsable'>,
): Contact | undefined {
  if (row.erased_at !== null) return undefined;
  const { email, cellphone, isPhoneUsable } = row;
  return { email, cellphone, isPhoneUsable };
}

function requestsOf(db: Queryable) {
  return (
    db
      .selectFrom('payment_request as r')
      .innerJoin('loan as l', 'l.id', 'r.loan_id')
      .innerJoin('customer as c', 'c.id', 'l.customer_id')
      // Columns are named, because PostgreSQL replans a statement with `*` each time.
      .select([
        'r.id',
        'r.hash',
        'r.country',
        'r.loan_id as loanId',
        'r.method',
        'r.kind',
        'r.amount',
        'r.priced_on as pricedOn',
        'r.due_date as dueDate',
        'r.reference',
        'r.barcode',
        'r.provider_id as providerId',
        'r.url',
        'r.purpose',
        'r.offer_id as offer',
        'r.state',
        'r.is_owners as isOwners',
        'r.closed_at as closedAt',
        'l.public_id as loanPublicId',
        'l.currency',
        'l.customer_id as customerId',
        'c.first_name as firstName',
        'c.last_name as lastName',
        'c.document_number as documentNumber',
        'c.email',
        'c.cellphone',
        'c.erased_at',
        usablePhone.as('isPhoneUsable'),
        sql<number[]>`array(select instalment from payment_request_instalment
        where request_id = r.id order by instalment)`.as('numbers'),
      ])
  );
}

const requestOfHash = prepared((db, hash: string) => requestsOf(db).where('r.hash', '=', hash));
const requestOfReference = prepared((db, reference: string) =>
  requestsOf(db).where('r.reference', '=', reference),
);
const lockedRequestOfReference = prepared((db, reference: string) =>
  requestsOf(db).where('r.reference', '=', reference).forUpdate('r'),
);

const requestOfRow = prepared((db, id: number) => requestsOf(db).where('r.id', '=', id));

async function findRequest<Value>(
  db: Queryable,
  by: Prepared<[Value], RequestRow>,
  value: Value,
): Promise<PaymentRequest | undefined> {
  const [row] = await by.run(db, value);
  return row && requestOf(row);
}

type RequestRow = Awaited<ReturnType<ReturnType<typeof requestsOf>['execute']>>[number];

function requestOf({ email, cellphone, isPhoneUsable, erased_at, ...row }: RequestRow): PaymentRequest {
  return {
    ...row,
    kind: row.kind as PaymentKind,
    amount: centavos(row.amount),
    purpose: row.purpose as PaymentPurpose,
    state: row.state as RequestState,
    contact: contactOf({ email, cellphone, isPhoneUsable, erased_at }),
  };
}

export async function requestByHash(
  db: Queryable,
  country: CountryCode,
  hash: string,
): Promise<PaymentRequest | undefined> {
  const request = await findRequest(db, requestOfHash, hash);
  return request?.country === country ? request : undefined;
}

/** Finds a request in any country, for the sandbox page, which shows all countries. */
export function requestAnywhere(db: Queryable, hash: string): Promise<PaymentRequest | undefined> {
  return findRequest(db, requestOfHash, hash);
}

/** Finds a request in any country, for networks and providers, which know its reference. */
export function requestByReference(db: Queryable, reference: string): Promise<PaymentRequest | undefined> {
  return findRequest(db, requestOfReference, reference);
}

export function requestById(db: Queryable, id: number): Promise<PaymentRequest | undefined> {
  return findRequest(db, requestOfRow, id);
}

/**
 * Locks the loan and then the request, always in this order, and reads the request again. @throws if there is
 * no such request
 */
export async function lockRequest(tx: Tx, request: PaymentRequest): Promise<PaymentRequest> {
  const [, locked] = await pipeline(tx, [
    (on) => lockLoans(on, [request.loanId]),
    (on) => lockRequestOfLockedLoan(on, request.reference),
  ]);
  if (!locked) throw new Error('a payment request has gone');
  return locked;
}

export function loanOfReference(reference: string): RawBuilder<unknown> {
  return sql`select loan_id from payment_request where reference = ${reference}`;
}

/** Locks a payment for a caller that has locked its loan. */
export function lockRequestOfLockedLoan(tx: Tx, reference: string): Promise<PaymentRequest | undefined> {
  return findRequest(tx, lockedRequestOfReference, reference);
}

const stateOfHash = prepared((db, hash: string) =>
  db
    .selectFrom('payment_request')
    .select(['country', 'state', 'due_date as dueDate'])
    .where('hash', '=', hash),
);

export async function stateByHash(db: Queryable, hash: string, now: Date): Promise<RequestState | undefined> {
  const [row] = await stateOfHash.run(db, hash);
  if (!row) return undefined;
  const { state, dueDate, country } = row as Pick<PaymentRequest, 'state' | 'dueDate' | 'country'>;
  return stateOn({ state, dueDate }, localDate(now, country));
}

/** Displayed state: an open payment expires without a job. */
export function stateOn(
  { state, dueDate }: Pick<PaymentRequest, 'state' | 'dueDate'>,
  today: CalendarDate,
): RequestState {
  return state === 'open' && dueDate < today ? 'expired' : state;
}

/**
 * Closes requests of any kind and releases their instalments.
 * @param relatedWrite executed in the same statement
 */
export async function closeRequests(
  tx: Tx,
  ids: readonly number[],
  state: Exclude<RequestState, 'open' | 'charging'>,
  now: Date,
  relatedWrite: RawBuilder<unknown> = sql`select`,
): Promise<void> {
  const update = sql`
    with related as (${relatedWrite}), closed as (
      update payment_request set state = ${state}, closed_at = ${now} where id = ${oneOf(ids)}
      returning id
    )
    update payment_request_instalment i set is_open = false from closed where i.request_id = closed.id and i.is_open`;
  await write(tx, update.compile(tx));
}

/** Payments of a loan past their due date, which release their instalments. */
export function expiredOn(
  loan: Pick<Loan, 'openPayments' | 'strangersPayments'>,
  today: CalendarDate,
): number[] {
  const expired = everyOpenPayment(loan).filter(
    ({ state, due_date }) => state === 'open' && due_date < today,
  );
  return [...new Set(expired.map(({ id }) => id))];
}
