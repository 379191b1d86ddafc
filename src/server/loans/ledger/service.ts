import { sql, type RawBuilder } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Account, LedgerEntries } from '../../../domain/ledger.ts';
import { centavos, formatMoney, type Centavos, type Currency } from '../../../domain/money.ts';
import { write, type Queryable, type Tx } from '../../platform/database.ts';
import { ofLoan, type PersonalData } from '../../platform/personal-data.ts';

export {
  closingAmount,
  isMembershipDue,
  MEMBERSHIP_CHARGE,
  MEMBERSHIP_PRICE,
  membershipDueOf,
  membershipLeftOf,
  membershipOwed,
} from './membership-due.ts';
export {
  addUpBlock,
  addUpBooks,
  blockSize,
  booksTurn,
  keepBooksTurn,
  storeSums,
  keptSums,
  suspenseBalances,
  unevenBlocks,
  type AccountSum,
} from './sums.ts';

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
    | 'discount-taken-back'
    | 'payment-reversed'
    | 'credit-applied'
    | 'books-corrected'
    | 'plan-changed'
    | 'payment-returned'
    | 'credit-refunded'
    | 'credit-refund-paid'
    | 'credit-refund-failed'
    | 'loan-withdrawn'
    | 'principal-waived'
    | 'written-off'
    | 'write-off-undone'
    | 'loan-changed'
    | 'tax-due'
    | 'membership-charged'
    | 'membership-paid'
    | 'membership-unpaid'
    | 'membership-waived'
    | 'membership-returned';
  /** Absent for money that matched no loan. */
  readonly loanId?: number;
  readonly customerId?: number;
  readonly paymentId?: number;
  readonly valueDate: CalendarDate;
  readonly at: Date;
  readonly entries: LedgerEntries;
}

/**
 * Writes transactions with their entries, which are immutable: the database refuses changes, and refuses
 * entries that do not sum to zero at the end of their statement.
 */
export async function post(tx: Tx, ...postings: readonly Posting[]): Promise<void> {
  // A payment that moves nothing between accounts needs no entry.
  const some = postings.filter(({ entries }) => entries.length > 0);
  if (some.length === 0) return;
  const { drawn, posted, entries } = postingParts(some);
  await write(tx, sql`with drawn as (${drawn}), posted as (${posted}) ${entries}`.compile(tx));
}

/** CTEs of a larger statement, named `drawn`, `posted` and `entries`. */
interface PostingParts {
  /** Row (`id`) of each transaction by its position (`n`, from 1), for references to it. */
  readonly drawn: RawBuilder<unknown>;
  readonly posted: RawBuilder<unknown>;
  readonly entries: RawBuilder<unknown>;
}

export function postingParts(postings: readonly Posting[]): PostingParts {
  const [first] = postings;
  return first && postings.length === 1 ? partsOfOne(first) : partsOfMany(postings);
}

/**
 * Special case for one posting, the usual number: the join for several costs PostgreSQL a twentieth of a
 * confirmation.
 */
function partsOfOne(posting: Posting): PostingParts {
  const {
    country,
    currency,
    loanId = null,
    customerId = null,
    paymentId = null,
    kind,
    valueDate,
    at,
  } = posting;
  const of = <T>(pick: (entry: LedgerEntries[number], line: number) => T): T[] => posting.entries.map(pick);
  return {
    drawn: sql`select 1 as n, nextval('ledger_transaction_id_seq') as id`,
    posted: sql`
      insert into ledger_transaction (id, country, currency, loan_id, customer_id, payment_id, kind, value_date, at)
      overriding system value
      select id, ${country}, ${currency}, ${loanId}::bigint, ${customerId}::bigint, ${paymentId}::bigint, ${kind},
        ${valueDate}::date, ${at}::timestamptz
      from drawn`,
    entries: sql`
      insert into ledger_entry (transaction_id, line, account, amount)
      select drawn.id, e.line, e.account, e.amount
      from drawn, unnest(
        ${of((_entry, line) => line + 1)}::smallint[], ${of(({ account }) => account)}::text[],
        ${of(({ amount }) => amount)}::bigint[]
      ) as e (line, account, amount)`,
  };
}

function partsOfMany(postings: readonly Posting[]): PostingParts {
  const of = <T>(pick: (posting: Posting) => T): T[] => postings.map(pick);
  const lines = postings.flatMap(({ entries }, index) =>
    entries.map(({ account, amount }, line) => ({ n: index + 1, line: line + 1, account, amount })),
  );
  return {
    drawn: sql`
      select n, nextval('ledger_transaction_id_seq') as id from unnest(${postings.map((_, index) => index + 1)}::int[]) as n`,
    posted: sql`
      insert into ledger_transaction (id, country, currency, loan_id, customer_id, payment_id, kind, value_date, at)
      overriding system value
      select drawn.id, p.country, p.currency, p.loan_id, p.customer_id, p.payment_id, p.kind, p.value_date, p.at
      from drawn join unnest(
        ${of(({ country }) => country)}::text[], ${of(({ currency }) => currency)}::text[],
        ${of(({ loanId }) => loanId ?? null)}::bigint[], ${of(({ customerId }) => customerId ?? null)}::bigint[],
        ${of(({ paymentId }) => paymentId ?? null)}::bigint[], ${of(({ kind }) => kind)}::text[],
        ${of(({ valueDate }) => valueDate)}::date[], ${of(({ at }) => at.toISOString())}::timestamptz[]
      ) with ordinality as p (country, currency, loan_id, customer_id, payment_id, kind, value_date, at, n) using (n)`,
    entries: sql`
      insert into ledger_entry (transaction_id, line, account, amount)
      select drawn.id, e.line, e.account, e.amount
      from drawn join unnest(
        ${lines.map(({ n }) => n)}::int[], ${lines.map(({ line }) => line)}::smallint[],
        ${lines.map(({ account }) => account)}::text[], ${lines.map(({ amount }) => amount)}::bigint[]
      ) as e (n, line, account, amount) using (n)`,
  };
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
  return new Map(rows.map(({ account, balance }) => [account, centavos(balance)]));
}

/** Balance of each account for one loan, debit positive. */
export async function loanBalance(db: Queryable, loanId: number): Promise<Map<Account, Centavos>> {
  const rows = await db
    .selectFrom('ledger_entry')
    .innerJoin('ledger_transaction', 'ledger_transaction.id', 'ledger_entry.transaction_id')
    .select(['account', sql<number>`sum(amount)::bigint`.as('balance')])
    .where('loan_id', '=', loanId)
    .groupBy('account')
    .execute();
  return new Map(rows.map(({ account, balance }) => [account, centavos(balance)]));
}

/** Non-zero account balances of a loan, formatted for the person who decides on its money. */
export async function ledgerFacts(
  tx: Queryable,
  country: CountryCode,
  loanId: number | undefined,
): Promise<{ readonly ledger?: Readonly<Record<string, string>> }> {
  if (loanId === undefined) return {};
  const { currency } = packOf(country);
  const uneven = [...(await loanBalance(tx, loanId))].filter(([, balance]) => balance !== 0);
  return {
    ledger: Object.fromEntries(
      uneven
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([account, balance]) => [account, formatMoney(balance, currency)]),
    ),
  };
}

/** {@link ledgerVersion} of the loan `l`, in SQL. */
export const versionOfLedger = sql<number>`
  coalesce((select max(t.id) from ledger_transaction t where t.loan_id = l.id), 0)`;

/** Id of a loan's last ledger transaction; decisions about its money are checked against this version. */
export async function ledgerVersion(db: Queryable, loanId: number): Promise<number> {
  const row = await db
    .selectFrom('ledger_transaction')
    .select((eb) => eb.fn.max('id').as('last'))
    .where('loan_id', '=', loanId)
    .executeTakeFirst();
  return row?.last ?? 0;
}

/** {@link ledgerVersion} of several loans. */
export async function ledgerVersions(
  db: Queryable,
  loanIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (loanIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('ledger_transaction')
    .select((eb) => ['loan_id', eb.fn.max('id').as('last')])
    .where('loan_id', 'in', [...loanIds])
    .groupBy('loan_id')
    .execute();
  return new Map(rows.flatMap(({ loan_id: id, last }) => (id === null ? [] : [[id, last]])));
}

export const personalData: PersonalData = {
  held: {
    ledger_transaction: { label: 'Asientos', where: ofLoan },
    ledger_entry: {
      label: 'Líneas de asientos',
      where: sql<boolean>`t.transaction_id in (
        select x.id from ledger_transaction x join loan l on l.id = x.loan_id where l.customer_id = c.id)`,
    },
    credit_balance: { label: 'Saldos a favor', where: ofLoan },
  },
};
