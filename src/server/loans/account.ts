import { sql, type RawBuilder } from 'kysely';
import type { Optional } from '../platform/column-types.ts';
import type { DocumentNumber, LegalNumber } from '../../countries/country.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import type { Queryable } from '../platform/database.ts';
import { ticketsOf, type TicketRow } from '../support/tickets/service.ts';
import { detailColumns, type DetailRow, type LoanDetails } from './details.ts';
import { loanColumns, loanOf, type Loan, type LoanRow } from './loan.ts';

/** A document's customer with the loan that its account status is about, if there is one. */
export interface Account {
  readonly customerId: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly legalNumber: Optional<LegalNumber>;
  readonly loan: Loan | undefined;
}

interface CustomerRow {
  readonly customer: Omit<Account, 'loan'>;
}

/**
 * The newest loan of a document that was not canceled. A finished loan that was reopened comes before a newer one: the
 * older debt is paid first.
 * @param reader for a page that anybody may ask for, its customer (0: without a login). A finished loan is
 * then read for its owner only, and to others a customer without a loan is none: a document with everything paid must
 * not take longer than an unknown one.
 */
function accountRow<Row>(
  columns: RawBuilder<unknown>,
  db: Queryable,
  country: CountryCode,
  documentNumber: DocumentNumber,
  reader: number | null,
) {
  return sql<CustomerRow & (Row | { readonly id: null })>`
    select ${columns}, json_build_object('customerId', c.id, 'firstName', c.first_name, 'lastName', c.last_name,
      'legalNumber', c.legal_number) as customer
    from customer c
    left join lateral (
      select * from loan where customer_id = c.id and state <> 'canceled'
        and (state <> 'finished' or customer_id = coalesce(${reader}::bigint, customer_id))
      order by state = 'finished', reopened_at is null, id desc limit 1) l on true
    left join disbursement d on d.loan_id = l.id
    where c.country = ${country} and c.document_number = ${documentNumber} and c.disabled_at is null
      and (l.id is not null or c.id = coalesce(${reader}::bigint, c.id))
  `
    .execute(db)
    .then(({ rows }) => rows[0]);
}

/** The account of a document. */
export async function accountOf(
  db: Queryable,
  country: CountryCode,
  documentNumber: DocumentNumber,
): Promise<Account | undefined> {
  const row = await accountRow<LoanRow>(loanColumns, db, country, documentNumber, null);
  return row && { ...row.customer, loan: row.id === null ? undefined : loanOf(row) };
}

/** The last transfer of money in favour to the customer, as it is stored. */
export interface StoredRefund {
  /** Centavos. */
  readonly amount: number;
  readonly destination: string;
  readonly state: string;
  readonly changedAt: string;
}

const refundOf = sql`(select json_build_object('amount', f.amount, 'destination', f.destination, 'state', f.state,
  'changedAt', f.changed_at) from credit_refund f where f.customer_id = c.id order by f.id desc limit 1)`;

/** What the customer's other ended loans hold: overpaid, or given back with more than was due; centavos. */
const otherCreditOf = sql`(select coalesce(sum(h.amount), 0)::bigint from loan x
  join credit_balance h on h.loan_id = x.id
  where x.customer_id = c.id and x.state in ('canceled', 'finished') and x.id is distinct from l.id and h.amount > 0)`;

interface AccountParts {
  readonly tickets: readonly TicketRow[];
  readonly refund: StoredRefund | null;
  readonly otherCredit: number;
}

/** {@link accountOf} with what the screen of the account status tells, as a reader may see it. */
export async function accountDetailsOf(
  db: Queryable,
  country: CountryCode,
  documentNumber: DocumentNumber,
  reader: number,
): Promise<(Account & AccountParts & { readonly loan: LoanDetails | undefined }) | undefined> {
  const columns = sql`${detailColumns}, ${ticketsOf(sql.ref('c.id'))} as tickets, ${refundOf} as refund,
    ${otherCreditOf} as "otherCredit"`;
  const row = await accountRow<DetailRow & AccountParts>(columns, db, country, documentNumber, reader);
  if (!row) return undefined;
  const { tickets, refund, otherCredit } = row as AccountParts;
  return {
    ...row.customer,
    tickets,
    refund,
    otherCredit,
    loan: row.id === null ? undefined : loanOf(row),
  };
}
