import { sql } from 'kysely';
import type { CountryCode } from '../../../countries/country-pack.ts';
import type { Currency } from '../../../domain/currency.ts';
import type { Account } from '../../../domain/ledger.ts';
import { centavos, ZERO, type Centavos } from '../../../domain/money.ts';
import { transaction, type Database, type Queryable } from '../../platform/database.ts';
import { keepTurn, turnOf, type Turn } from '../../platform/work/check-turn.ts';

/** Transaction ids summed per block; takes a fraction of a second. */
export const blockSize = 20_000;

const turnName = (country: CountryCode) => `ledger ${country}`;

/** Progress of a country's books check; blocks up to `checkedTo` are closed. */
export const booksTurn = (db: Queryable, country: CountryCode): Promise<Turn> =>
  turnOf(db, turnName(country));

export const keepBooksTurn = (db: Queryable, country: CountryCode, turn: Turn): Promise<void> =>
  keepTurn(db, turnName(country), turn);

/** Movement of an account in a currency, centavos, debit positive. */
export interface AccountSum {
  readonly currency: Currency;
  readonly account: Account;
  readonly amount: number;
}

interface BlockSums {
  readonly transactions: number;
  /** Number of transactions that do not add up to zero. */
  readonly unbalanced: number;
  readonly sums: readonly AccountSum[];
}

/** Sums the entries of a country's transactions after `after`, one block of ids. */
export async function addUpBlock(db: Queryable, country: CountryCode, after: number): Promise<BlockSums> {
  const { rows } = await sql<BlockSums>`
    with entry as materialized (
      select t.id, t.currency, e.account, coalesce(e.amount, 0) as amount
      from ledger_transaction t left join ledger_entry e on e.transaction_id = t.id
      where t.country = ${country} and t.id > ${after} and t.id <= ${after + blockSize}
    ), total as (select sum(amount) as amount from entry group by id),
    account_sum as (
      select currency, account, sum(amount)::bigint as amount from entry where account is not null group by 1, 2
    )
    select (select count(*)::int from total) as transactions,
      (select count(*)::int from total where amount <> 0) as unbalanced,
      (select coalesce(jsonb_agg(account_sum order by currency, account), '[]') from account_sum) as sums
  `.execute(db);
  const [found] = rows;
  if (!found) throw new Error('an aggregate gave no row');
  return found;
}

/** Stores the sums of the block after `after`, once, together with the progress. */
export async function storeSums(
  db: Database,
  {
    country,
    after,
    sums,
  }: { readonly country: CountryCode; readonly after: number; readonly sums: readonly AccountSum[] },
  alsoKeep: (tx: Queryable) => Promise<void>,
): Promise<void> {
  await transaction(db, async (tx) => {
    if (sums.length > 0)
      await tx
        .insertInto('ledger_sum')
        .values(sums.map((sum) => ({ ...sum, country, from_id: after + 1 })))
        .onConflict((on) => on.doNothing())
        .execute();
    await alsoKeep(tx);
  });
}

/** Stored sums of the block after `after`. */
export async function keptSums(
  db: Queryable,
  country: CountryCode,
  after: number,
): Promise<readonly AccountSum[]> {
  const { rows } = await sql<AccountSum>`
    select currency, account, amount from ledger_sum where country = ${country} and from_id = ${after + 1}`.execute(
    db,
  );
  return rows;
}

/** Counts blocks with stored sums that do not add up to zero, without reading their entries. */
export async function unevenBlocks(db: Queryable, country: CountryCode): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ledger_sum where country = ${country} group by from_id, currency having sum(amount) <> 0
    ) s`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Balances of a country's accounts: stored sums of the blocks up to `closedTo`, plus later entries. */
export async function addUpBooks(
  db: Queryable,
  country: CountryCode,
  closedTo: number,
): Promise<readonly AccountSum[]> {
  const { rows } = await sql<AccountSum>`
    select currency, account, sum(amount)::bigint as amount from (
      select currency, account, amount from ledger_sum where country = ${country} and from_id <= ${closedTo}
      union all
      select t.currency, e.account, e.amount from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
      where t.country = ${country} and t.id > ${closedTo}
    ) entry group by 1, 2
  `.execute(db);
  return rows;
}

type SuspenseAccount = Extract<Account, 'customer-credit' | 'unidentified-payments'>;

/**
 * Suspense balances, debit positive: stored sums of closed blocks, plus later entries, read by a separate
 * index.
 */
export async function suspenseBalances(
  db: Queryable,
  country: CountryCode,
): Promise<Readonly<Record<SuspenseAccount, Centavos>>> {
  // Entries of a block closed meanwhile are summed here as well.
  const { checkedTo } = await booksTurn(db, country);
  // Account names in the index's form.
  const suspense = sql`account in ('customer-credit', 'unidentified-payments')`;
  const { rows } = await sql<{ account: SuspenseAccount; amount: number }>`
    select account, sum(amount)::bigint as amount from (
      select account, amount from ledger_sum
      where country = ${country} and from_id <= ${checkedTo} and ${suspense}
      union all
      select e.account, e.amount from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
      where e.${suspense} and e.transaction_id > ${checkedTo} and t.country = ${country}
    ) entry group by account
  `.execute(db);
  const held = new Map(rows.map(({ account, amount }) => [account, centavos(amount)]));
  return {
    'customer-credit': held.get('customer-credit') ?? ZERO,
    'unidentified-payments': held.get('unidentified-payments') ?? ZERO,
  };
}
