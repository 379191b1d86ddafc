import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Account, LedgerEntries } from '../../../domain/ledger.ts';
import { centavos, type Centavos, type Currency } from '../../../domain/money.ts';
import { write, type Queryable, type Tx } from '../../platform/database.ts';

export { personalData } from './personal-data.ts';

/** What a transaction of the ledger is about. */
export interface Posting {
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly kind:
    | 'disbursement-requested'
    | 'disbursement-confirmed'
    | 'disbursement-failed'
    | 'payment-received'
    | 'payment-moved'
    | 'payment-unidentified'
    | 'discount-granted'
    | 'payment-reversed'
    | 'credit-applied'
    | 'credit-refunded'
    | 'loan-withdrawn'
    | 'membership-charged'
    | 'membership-paid'
    | 'membership-returned';
  /** Absent for money that leads to no loan. */
  readonly loanId?: number;
  readonly customerId?: number;
  readonly paymentId?: number;
  /** The day on which the money counts. */
  readonly valueDate: CalendarDate;
  readonly at: Date;
  readonly entries: LedgerEntries;
}

/**
 * Writes one transaction with its entries. Nothing is ever changed afterwards: the database refuses it,
 * as it refuses entries that do not add up to zero when the transaction commits.
 */
export async function post(tx: Tx, posting: Posting): Promise<void> {
  // A payment that moves nothing between accounts has nothing to write down.
  if (posting.entries.length > 0) await write(tx, postingInsert(posting).compile(tx));
}

/**
 * {@link post} for rows that name the transaction.
 * @returns the row of the transaction; undefined when there is nothing to write
 */
export async function postNamed(tx: Tx, posting: Posting): Promise<number | undefined> {
  if (posting.entries.length === 0) return undefined;
  const { rows } = await postingInsert(posting).execute(tx);
  return rows[0]?.transaction_id;
}

function postingInsert(posting: Posting) {
  const { posted, entries } = postingParts(posting);
  return sql<{ transaction_id: number }>`with posted as (${posted}) ${entries} returning transaction_id`;
}

/** The two inserts of a posting, for a statement that writes more: `entries` expects `posted` under that name. */
export function postingParts(posting: Posting) {
  const accounts = posting.entries.map(({ account }) => account);
  const amounts = posting.entries.map(({ amount }) => amount);
  return {
    posted: sql`
      insert into ledger_transaction (country, currency, loan_id, customer_id, payment_id, kind, value_date, at)
      values (${posting.country}, ${posting.currency}, ${posting.loanId ?? null}, ${posting.customerId ?? null},
        ${posting.paymentId ?? null}, ${posting.kind}, ${posting.valueDate}, ${posting.at})
      returning id`,
    entries: sql`
      insert into ledger_entry (transaction_id, line, account, amount)
      select posted.id, entry.line, entry.account, entry.amount
      from posted, unnest(${accounts}::text[], ${amounts}::bigint[]) with ordinality as entry (account, amount, line)`,
  };
}

/** The same for many transactions in one statement; each names its own payment. */
export async function postMany(
  tx: Tx,
  postings: readonly (Posting & { readonly paymentId: number })[],
): Promise<void> {
  const some = postings.filter(({ entries }) => entries.length > 0);
  if (some.length === 0) return;
  const of = <T>(pick: (posting: (typeof some)[number]) => T): T[] => some.map(pick);
  const lines = some.flatMap(({ paymentId, entries }) =>
    entries.map(({ account, amount }, index) => ({ paymentId, line: index + 1, account, amount })),
  );
  await sql`
    with posted as (
      insert into ledger_transaction (country, currency, loan_id, customer_id, payment_id, kind, value_date, at)
      select * from unnest(
        ${of(({ country }) => country)}::text[], ${of(({ currency }) => currency)}::text[],
        ${of(({ loanId }) => loanId ?? null)}::bigint[], ${of(({ customerId }) => customerId ?? null)}::bigint[],
        ${of(({ paymentId }) => paymentId)}::bigint[], ${of(({ kind }) => kind)}::text[],
        ${of(({ valueDate }) => valueDate)}::date[], ${of(({ at }) => at.toISOString())}::timestamptz[])
      returning id, payment_id
    )
    insert into ledger_entry (transaction_id, line, account, amount)
    select posted.id, entry.line, entry.account, entry.amount
    from unnest(
      ${lines.map(({ paymentId }) => paymentId)}::bigint[], ${lines.map(({ line }) => line)}::smallint[],
      ${lines.map(({ account }) => account)}::text[], ${lines.map(({ amount }) => amount)}::bigint[]
    ) as entry (payment_id, line, account, amount)
    join posted using (payment_id)
  `.execute(tx);
}

/** Balance of each account in one currency, debit positive; the balances add up to zero. */
export async function trialBalance(db: Queryable, currency: Currency): Promise<Map<Account, Centavos>> {
  const rows = await db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_transaction', 'ledger_transaction.id', 'ledger_entry.transaction_id')
    .select(['account', sql<number>`sum(amount)::bigint`.as('balance')])
    .where('currency', '=', currency)
    .groupBy('account')
    .orderBy('account')
    .execute();
  return new Map(rows.map(({ account, balance }) => [account as Account, centavos(balance)]));
}

/** Balance of each account for one loan. */
export async function loanBalance(db: Queryable, loanId: number): Promise<Map<Account, Centavos>> {
  const rows = await db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_transaction', 'ledger_transaction.id', 'ledger_entry.transaction_id')
    .select(['account', sql<number>`sum(amount)::bigint`.as('balance')])
    .where('loan_id', '=', loanId)
    .groupBy('account')
    .execute();
  return new Map(rows.map(({ account, balance }) => [account as Account, centavos(balance)]));
}
