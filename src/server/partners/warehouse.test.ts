import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FEATURES } from '../rights/features.ts';
import { borrower } from '../servicing/payments/testing/borrower.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** docs/product/integrations.md#warehouse, with the role as docs/operations.md makes it. */

const role = 'cuota_warehouse';
let product: TestProduct;
let warehouse: pg.Client;
beforeAll(async () => {
  product = await startProduct();
  const one = await borrower(product, 'AR', 3);
  await one.payOff();
  const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'operations.md'), 'utf8');
  const [, commands = ''] = /## Warehouse[\s\S]*?```sql\n([\s\S]*?)```/.exec(page) ?? [];
  expect(commands).toContain(`create role ${role}`);
  const { db } = product.deps;
  // The cluster is shared by test files.
  const known = await sql`select from pg_roles where rolname = ${role}`.execute(db);
  for (const command of commands
    .replace('…', 'deposito')
    .split(';')
    .map((each) => each.trim()))
    if (command !== '' && !(command.startsWith('create role') && known.rows.length > 0))
      await sql.raw(command).execute(db);
  warehouse = new pg.Client({
    connectionString: Object.assign(new URL(product.databaseUrl), { username: role, password: 'deposito' })
      .href,
  });
  await warehouse.connect();
});
afterAll(async () => {
  await warehouse.end();
  const { db } = product.deps;
  await sql.raw(`revoke all on all tables in schema warehouse_v1 from ${role}`).execute(db);
  await sql.raw(`revoke all on schema warehouse_v1 from ${role}`).execute(db);
  await sql.raw(`drop role ${role}`).execute(db);
  await product.close();
});

interface Column {
  readonly view: string;
  readonly column: string;
}

/** Version 1: a column that is added, renamed or removed needs a new version. */
const VERSION_1 = {
  instalments: ['loan', 'number', 'due_date', 'principal', 'interest', 'tax', 'fee', 'fee_tax'],
  leads_by_day: ['country', 'channel', 'day', 'has_offer', 'leads'],
  ledger: [
    'transaction',
    'line',
    'country',
    'currency',
    'kind',
    'loan',
    'payment',
    'value_date',
    'booked_at',
    'account',
    'amount',
  ],
  loans: [
    'loan',
    'country',
    'currency',
    'state',
    'channel',
    'loan_of_borrower',
    'principal',
    'amount_delivered',
    'final_amount',
    'instalment_count',
    'instalment_amount',
    'has_membership',
    'confirmed_at',
    'delivered_at',
    'finished_at',
    'canceled_at',
  ],
  payments: ['payment', 'loan', 'amount', 'source', 'value_date', 'received_at'],
  portfolio_by_day: ['country', 'day', 'late_from', 'loans', 'principal', 'overdue'],
};

async function columns(): Promise<Readonly<Record<string, string[]>>> {
  const { rows } = await sql<Column>`
    select table_name as view, column_name as column from information_schema.columns
    where table_schema = 'warehouse_v1' order by table_name, ordinal_position`.execute(product.deps.db);
  const found: Record<string, string[]> = {};
  for (const { view, column } of rows) (found[view] ??= []).push(column);
  return found;
}

test('version 1 keeps its columns', async () => {
  expect(await columns()).toEqual(VERSION_1);
});

test('no column comes from personal data', async () => {
  const held = new Set(FEATURES.flatMap(({ held: tables }) => Object.keys(tables)));
  // Columns of personal-data tables that identify, reach or describe a person; ids identify no one outside.
  const personal =
    /name|mail|phone|document|legal|address|birth|gender|bank|account|holder|hash|public_id|reference|referrer|parameter|password|token|street|city|zip|card|destination|customer_id|lead_id|cellphone/;
  const { rows } = await sql<{ table: string; column: string }>`
    select distinct table_name as table, column_name as column from information_schema.view_column_usage
    where view_schema = 'warehouse_v1'`.execute(product.deps.db);
  expect(rows.length).toBeGreaterThan(30);
  const shown = rows.filter(({ table, column }) => held.has(table) && personal.test(column));
  // Used to join and to count, and not shown; the ledger's account is a name of the books.
  expect(shown.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual([
    'ledger_entry.account',
    'loan.customer_id',
  ]);
  const types = await sql<{ type: string }>`
    select distinct data_type as type from information_schema.columns where table_schema = 'warehouse_v1'`.execute(
    product.deps.db,
  );
  expect(types.rows.filter(({ type }) => /json|bytea/.test(type))).toEqual([]);
});

test('its role reads the views and nothing else', async () => {
  for (const view of Object.keys(VERSION_1)) {
    const { rows } = await warehouse.query(`select * from warehouse_v1.${view} limit 5`);
    expect(Array.isArray(rows)).toBe(true);
  }
  const { rows: loans } = await warehouse.query('select * from warehouse_v1.loans');
  expect(loans).toHaveLength(1);
  expect(loans[0]).toMatchObject({ country: 'AR', loan_of_borrower: 1 });
  const tables = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(product.deps.db);
  expect(tables.rows.length).toBeGreaterThan(100);
  const open: string[] = [];
  for (const { name } of tables.rows)
    await warehouse.query(`select from ${name} limit 1`).then(
      () => open.push(name),
      () => undefined,
    );
  expect(open).toEqual([]);
  for (const write of [
    'create table public.mine (id int)',
    'create table warehouse_v1.mine (id int)',
    'delete from warehouse_v1.payments',
    'set transaction read write; delete from warehouse_v1.payments',
  ])
    await expect(warehouse.query(write)).rejects.toThrow(/read-only|permission denied/);
});
