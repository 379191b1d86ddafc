import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApplicationRoleError, grantToApplication } from './platform/schema/application-role.ts';
import { keepMonths } from './operations/table-months.ts';
import { confirmationOf, loanInState, signUpAndVerify } from './testing/journey.ts';
import { startProduct, type TestProduct } from './testing/product.ts';

/** The product at work under a role that owns nothing (docs/operations.md#two-roles). */

let owner: TestProduct;
let product: TestProduct;
const role = { username: `cuota_app_${randomUUID().slice(0, 8)}`, password: 'only-for-this-test' };

const asRole = (username: string) => Object.assign(new URL(owner.databaseUrl), { ...role, username }).href;

beforeAll(async () => {
  owner = await startProduct({ settings: { ROLE: 'api' } });
  await sql`create role ${sql.id(role.username)} login password ${sql.lit(role.password)}`.execute(
    owner.deps.db,
  );
  expect(await grantToApplication(owner.databaseUrl, asRole(role.username))).toBe(role.username);
  product = await startProduct({ beside: owner, role, settings: { MIGRATE_ON_START: 'off' } });
});
afterAll(async () => {
  await product?.close();
  await owner.close();
});

test('a person takes a loan, and is paid out', async () => {
  const person = await signUpAndVerify(product);
  const { body } = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
  expect(await loanInState(person, String(body.result.id), 'approved')).toBeDefined();
});

describe('the application', () => {
  test.each([
    'alter table ledger_entry disable trigger all',
    'drop trigger payment_append_only on payment',
    'truncate event',
    'drop table event',
    'create table public.mine (id int)',
    "set session_replication_role = 'replica'",
    "update kysely_migration set name = 'x'",
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
  ])('may not: %s', async (statement) => {
    const client = new pg.Client({ connectionString: product.databaseUrl });
    await client.connect();
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
    await client.end();
  });
});

test('the application keeps the months of tables that it does not own', async () => {
  const { deps } = product;
  const months = { ...deps, clock: { now: () => new Date('2040-05-20T12:00:00Z') } };
  expect(await keepMonths(months)).toMatchObject({ added: 8, removed: 0 });
  await expect(sql`drop table partitions.event_2040_05`.execute(deps.db)).rejects.toMatchObject({
    code: '42501',
  });
});

test("a table that a later migration brings is the application's to use", async () => {
  await sql`create table later (id bigint generated always as identity, what text)`.execute(owner.deps.db);
  await sql`insert into later (what) values ('x')`.execute(product.deps.db);
  expect((await sql`select what from later`.execute(product.deps.db)).rows).toEqual([{ what: 'x' }]);
});

describe('a role that could undo it is refused', () => {
  test('one that does not exist', async () => {
    await expect(grantToApplication(owner.databaseUrl, asRole('nobody_here'))).rejects.toThrow(
      ApplicationRoleError,
    );
  });

  test('a superuser', async () => {
    await expect(grantToApplication(owner.databaseUrl, asRole('postgres'))).rejects.toThrow('is a superuser');
  });
});
