import { sql, type RawBuilder } from 'kysely';
import type { Optional } from '../platform/column-types.ts';
import type { DocumentNumber, LegalNumber } from '../../countries/country.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import type { CalendarDate } from '../../domain/calendar-date.ts';
import type { Queryable } from '../platform/database.ts';
import { ticketsOf, type TicketRow } from '../support/tickets/service.ts';
import { detailColumns, detailsOf, type DetailRow, type LoanDetails } from './details.ts';
import { loanColumns, loanOf, type Loan, type LoanRow } from './loan.ts';
import { membershipDueOf, membershipLeftOf } from './ledger/service.ts';
import type { paymentLink } from './open-payments.ts';

/** Customer of a document, with the loan shown in the account status, if any. */
export interface Account<L extends Loan = Loan> {
  readonly customerId: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly legalNumber: Optional<LegalNumber>;
  readonly loan: L | undefined;
  /** Other active loans of the customer; several are active only after a reopening. */
  readonly others: readonly L[];
  readonly reopened: ReadonlySet<string>;
}

interface CustomerRow {
  readonly customer: Omit<Account, 'loan' | 'others' | 'reopened'>;
  readonly isReopened: boolean;
}

/**
 * Selects the newest loan of a document that was not canceled, followed by all other active ones. A reopened
 * loan comes before a newer one: the older debt is paid first.
 * @param reader customer of the caller on a public page (0: without a login). Finished loans are then read
 * for their owner only, and for others a customer without a loan counts as unknown: a document with
 * everything paid must not take longer than an unknown one.
 */
function accountRows<Row>(
  columns: RawBuilder<unknown>,
  db: Queryable,
  country: CountryCode,
  documentNumber: DocumentNumber,
  reader: number | null,
) {
  return sql<CustomerRow & (Row | { readonly id: null })>`
    select ${columns}, l.reopened_at is not null as "isReopened", json_build_object('customerId', c.id, 'firstName', c.first_name, 'lastName', c.last_name,
      'legalNumber', c.legal_number) as customer
    from customer c
    left join lateral (
      select * from (select *, row_number() over (order by state = 'finished', reopened_at is null, id desc) as rank
        from loan where customer_id = c.id and state <> 'canceled'
          and (state <> 'finished' or customer_id = coalesce(${reader}::bigint, customer_id))) ranked
      where rank = 1 or state = 'approved') l on true
    left join payout d on d.loan_id = l.id
    where c.country = ${country} and c.document_number = ${documentNumber} and c.disabled_at is null
      and (l.id is not null or c.id = coalesce(${reader}::bigint, c.id))
    order by l.rank
  `
    .execute(db)
    .then(({ rows }) => rows);
}

/** Account of a document, limited to the rights of the `reader` if given (0: without a login). */
export async function accountOf(
  db: Queryable,
  country: CountryCode,
  documentNumber: DocumentNumber,
  reader: number | null = null,
): Promise<Account | undefined> {
  const rows = await accountRows<LoanRow>(loanColumns, db, country, documentNumber, reader);
  const [first] = rows;
  const [loan, ...others] = rows.flatMap((row) => (row.id === null ? [] : [loanOf(row)]));
  return first && { ...first.customer, loan, others, reopened: reopenedOf(rows) };
}

function reopenedOf(rows: readonly (CustomerRow & { readonly publicId?: string })[]): ReadonlySet<string> {
  return new Set(rows.flatMap(({ isReopened, publicId }) => (isReopened && publicId ? [publicId] : [])));
}

export interface StoredRefund {
  /** Centavos. */
  readonly amount: number;
  readonly destination: string;
  readonly state: string;
  readonly changedAt: string;
}

const refundOf = sql`(select json_build_object('amount', f.amount, 'destination', f.destination, 'state',
  case when exists (select from order_contradiction o where o.kind = 'refund' and o.order_id = f.id and o.truth is null)
    then 'unknown' else f.state end,
  'changedAt', f.changed_at) from credit_refund f where f.customer_id = c.id order by f.id desc limit 1)`;

/**
 * Credit on the customer's other ended loans: overpaid, or returned in excess of the amount due; centavos.
 */
const otherCreditOf = sql`(select coalesce(sum(h.amount), 0)::bigint from loan x
  join credit_balance h on h.loan_id = x.id
  where x.customer_id = c.id and x.state in ('canceled', 'finished') and x.id is distinct from l.id and h.amount > 0)`;

/** Membership refunds not held by a payment, so that no loan takes them over; centavos. */
const membershipLeft = sql`(select coalesce(sum(${membershipLeftOf}), 0)::bigint from loan x
  where x.customer_id = c.id and x.is_membership and (l.state = 'approved' or x.id = l.id))`;

export interface StoredDebt {
  /** The loan's public id. */
  readonly loan: string;
  /** Centavos. */
  readonly amount: number;
  readonly payment: Parameters<typeof paymentLink>[0] | null;
}

const debtsOf = (today: CalendarDate) => sql`coalesce((
  select json_agg(json_build_object('loan', x.public_id, 'amount', x.due, 'payment', (
    select json_build_object('hash', r.hash, 'method', r.method, 'kind', r.kind, 'url', r.url) from payment_request r
    where r.loan_id = x.id and r.purpose in ('membership', 'settlement')
      and (r.state = 'charging' or r.state = 'open' and r.due_date >= ${today}) order by r.id limit 1)) order by x.id desc)
  from (select l.id, l.public_id, ${membershipDueOf} as due from loan l where l.customer_id = c.id and l.is_membership) x
  where x.due > 0), '[]')`;

interface AccountParts {
  readonly tickets: readonly TicketRow[];
  readonly refund: StoredRefund | null;
  readonly otherCredit: number;
  readonly membershipLeft: number;
  readonly membershipDebts: readonly StoredDebt[];
}

/** {@link accountOf} with the data of the account status screen, limited to the reader's rights. */
export async function accountDetailsOf(
  db: Queryable,
  country: CountryCode,
  documentNumber: DocumentNumber,
  { customerId: reader, today }: { readonly customerId: number; readonly today: CalendarDate },
): Promise<(Account<LoanDetails> & AccountParts) | undefined> {
  const columns = sql`${detailColumns}, ${ticketsOf(sql.ref('c.id'))} as tickets, ${refundOf} as refund,
    ${otherCreditOf} as "otherCredit", ${membershipLeft} as "membershipLeft", ${debtsOf(today)} as "membershipDebts"`;
  const rows = await accountRows<DetailRow & AccountParts>(columns, db, country, documentNumber, reader);
  const [first] = rows;
  if (!first) return undefined;
  const { tickets, refund, otherCredit, membershipLeft: left, membershipDebts } = first as AccountParts;
  const [loan, ...others] = rows.flatMap((row) => (row.id === null ? [] : [detailsOf(row)]));
  return {
    ...first.customer,
    tickets,
    refund,
    otherCredit,
    membershipLeft: left,
    membershipDebts,
    loan,
    others,
    reopened: reopenedOf(rows),
  };
}
