import { addLoans, base, PORTFOLIO_TABLES, type PortfolioTable } from './portfolio.ts';
import type { BenchDatabase } from './postgres.ts';
import { first } from './statements.ts';

type Fill = BenchDatabase['fill'];

const ledgerTables = ['ledger_transaction', 'ledger_entry'];
/** Tables that the standing of loans is computed from. */
const STANDING_TABLES: readonly PortfolioTable[] = ['loan', 'instalment', 'payment', 'payment_allocation'];
const stretch = 200_000;
const gigabyte = 1024 ** 3;

/** Duration of each part, seconds. */
export interface FillTimes {
  readonly rows: number;
  readonly indexes: number;
  /** First vacuum of the instalments table. */
  readonly vacuum: number;
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

export interface Scale {
  readonly loans: number;
  /** Database size at which the fill aborts, GB. */
  readonly mostGb: number;
  /** Skips tables that standing is not computed from. */
  readonly isForStanding: boolean;
}

/**
 * Fills the database with `loans` loans of twelve instalments, each with the ledger entries of its payout. Durability
 * is off meanwhile; indexes other than constraints are built at the end.
 */
export async function fillToScale(
  { fill }: Pick<BenchDatabase, 'fill'>,
  { loans, mostGb, isForStanding }: Scale,
): Promise<FillTimes> {
  const copied = isForStanding ? STANDING_TABLES : PORTFOLIO_TABLES;
  const tables = isForStanding ? copied : [...copied, ...ledgerTables];
  await setServer(fill, { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' });
  await fill(`set maintenance_work_mem = '1GB'`);
  const indexes = await dropIndexes(fill, tables);
  const rows = await timed(async () => {
    for (let low = 0; low < loans; low += stretch) {
      const high = Math.min(low + stretch, loans);
      await addLoans({ fill }, low, high, 'now()', copied);
      if (!isForStanding) await addLedger(fill, low, high);
      const bytes = await sizeOf(fill);
      if (bytes > mostGb * gigabyte) throw new Error(`${high} loans take more than ${mostGb} GB`);
      if (high % 1_000_000 === 0 || high === loans)
        console.error(`… ${high} loans, ${(bytes / gigabyte).toFixed(1)} GB`);
    }
  });
  const built = await timed(async () => {
    for (const definition of indexes) await fill(definition);
  });
  const vacuum = await timed(() => fill('vacuum (freeze, analyze) instalment'));
  await fill(`vacuum (freeze, analyze) ${tables.filter((name) => name !== 'instalment').join(', ')}`);
  await setServer(fill, { fsync: 'on', full_page_writes: 'on', autovacuum: 'on' });
  await fill('checkpoint');
  return { rows, indexes: built, vacuum };
}

async function setServer(fill: Fill, settings: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) await fill(`alter system set ${name} = ${value}`);
  await fill('select pg_reload_conf()');
}

/** @returns statements that rebuild them */
async function dropIndexes(fill: Fill, tables: readonly string[]): Promise<string[]> {
  const { rows } = await fill(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = any($1::regclass[])
       and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [[...tables]],
  );
  const found = rows as readonly { readonly name: string; readonly definition: string }[];
  for (const { name } of found) await fill(`drop index ${name}`);
  return found.map(({ definition }) => definition);
}

/** Copies the ledger posting of the confirmed loan to each of the others. */
async function addLedger(fill: Fill, low: number, high: number): Promise<void> {
  const range = [low + 1, high];
  const model = `(select * from ledger_transaction where loan_id = ${first.loan} order by id limit 1)`;
  await fill(
    `insert into ledger_transaction (id, country, currency, loan_id, customer_id, kind, value_date, at)
     overriding system value
     select ${base} + n, country, currency, ${base} + n, ${base} + n, kind, value_date, at
     from generate_series($1::int, $2::int) n, ${model} model`,
    range,
  );
  await fill(
    `insert into ledger_entry (transaction_id, line, account, amount)
     select ${base} + n, e.line, e.account, e.amount
     from generate_series($1::int, $2::int) n, ledger_entry e
     where e.transaction_id = (select id from ${model} model) order by n, e.line`,
    range,
  );
}

export async function sizeOf(fill: Fill): Promise<number> {
  const { rows } = await fill('select pg_database_size(current_database())::float8 as bytes');
  return (rows[0] as { bytes: number }).bytes;
}

/** Table sizes, largest first, with bytes per row, indexes included. */
export async function tableSizes(fill: Fill): Promise<string[][]> {
  const { rows } = await fill(
    `select relname as name, reltuples::float8 as rows, pg_table_size(oid)::float8 as heap,
       pg_indexes_size(oid)::float8 as indexes
     from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples >= 500
     order by pg_total_relation_size(oid) desc limit 30`,
  );
  return (rows as { name: string; rows: number; heap: number; indexes: number }[]).map((table) => [
    table.name,
    String(Math.round(table.rows)),
    (table.heap / gigabyte).toFixed(2),
    (table.indexes / gigabyte).toFixed(2),
    ((table.heap + table.indexes) / table.rows).toFixed(0),
  ]);
}
