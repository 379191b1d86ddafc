import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../platform/database.ts';
import { migrate, migrationFiles } from '../platform/schema/migrate.ts';
import { claimRows } from '../platform/work/row-queue.ts';
import { asChecked } from '../testing/as-checked.ts';
import { confirmationOf, signUpAndVerify } from '../testing/journey.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { payoutRows } from './payout-record.ts';

/** Statements of programs older than migration 0225, which may still run during a rollout, with the former names. */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
});
afterAll(() => product.close());

async function planned(): Promise<number> {
  const person = await signUpAndVerify(product);
  const { body } = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
  const { id } = await product.deps.db
    .selectFrom('loan')
    .select('id')
    .where('public_id', '=', String(body.result.id))
    .executeTakeFirstOrThrow();
  return id;
}

const stored = (loanId: number) =>
  product.deps.db
    .selectFrom('payout')
    .select(['reference', 'loan_country', 'state', 'tries', 'provider_id'])
    .where('loan_id', '=', loanId)
    .executeTakeFirstOrThrow();

test('a worker of the release before claims, locks and ends a payout', async () => {
  const id = await planned();
  const { db } = product.deps;
  const former = { ...payoutRows, table: asChecked<typeof payoutRows.table>('disbursement') };
  expect(await claimRows(db, former, sql`loan_id = ${id}`, 1)).toEqual([id]);
  await transaction(db, async (tx) => {
    const { rows } = await sql`
      select d.loan_id, l.state as loan_state, d.state, d.amount, d.reference, d.tries, c.email
      from disbursement d
      join loan l on l.id = d.loan_id
      join customer c on c.id = l.customer_id
      where d.loan_id = ${id}
      for update of l, d`.execute(tx);
    expect(rows).toMatchObject([{ loan_id: id, state: 'planned', tries: 1 }]);
    const taken = sql`select from payout where loan_id = ${id} for update nowait`.execute(db);
    await expect(taken).rejects.toThrow('could not obtain lock');
    await sql`
      with last as (select id from disbursement_answer where loan_id = ${id} order by id desc limit 1),
        again as (update disbursement_answer a set times = times + 1 from last where a.id = last.id returning a.id)
      insert into disbursement_answer (loan_id, asked, state, provider_id, receipt_code, reason, first_at, last_at)
      select ${id}, 'worker', 'completed', 'p', '', '', now(), now() where not exists (select from again)`.execute(
      tx,
    );
    const { rows: ended } = await sql`
      update disbursement set state = 'confirmed', provider_id = 'p' where loan_id = ${id} and state = 'planned'
      returning loan_id`.execute(tx);
    expect(ended).toEqual([{ loan_id: id }]);
  });
  expect(await stored(id)).toMatchObject({ state: 'confirmed', tries: 1, provider_id: 'p' });
  const answers = db.selectFrom('payout_answer').select(['loan_id', 'times']).where('loan_id', '=', id);
  expect(await answers.execute()).toEqual([{ loan_id: id, times: 1 }]);
});

test('an API of the release before adds a payout', async () => {
  const id = await planned();
  const { db } = product.deps;
  const order = sql`loan_country, rail, amount, holder, legal_number, bank_id, destination, state, created_at, changed_at`;
  await sql`
    with new_loan as (
      insert into loan overriding system value
      select copy.* from loan l,
        jsonb_populate_record(l, '{"id": 900001, "public_id": "written-before", "state": "canceled"}') copy
      where l.id = ${id}
    ), accepted as (
      insert into acceptance (loan_id, at, address, device, documents)
      select 900001, at, address, device, documents from acceptance where loan_id = ${id}
    )
    insert into disbursement (loan_id, reference, ${order})
    select 900001, 'written-before', ${order} from disbursement where loan_id = ${id}`.execute(db);
  expect(await stored(900_001)).toEqual({
    reference: 'written-before',
    loan_country: 'AR',
    state: 'planned',
    tries: 0,
    provider_id: '',
  });
});

test('the former names have the rights of their tables', async () => {
  const name = `payouts_${process.pid}_${Date.now()}`;
  const admin = new pg.Client({ connectionString: product.databaseUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = Object.assign(new URL(product.databaseUrl), { pathname: `/${name}` }).href;
  await migrate(
    url,
    undefined,
    (await migrationFiles()).filter((file) => file.name < '0225'),
  );
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      'grant select, update on disbursement to public; grant insert on disbursement_ruling to public',
    );
    await migrate(url);
    const { rows } = await client.query(`
      select name, right_to from unnest(array['disbursement', 'disbursement_answer', 'disbursement_ruling', 'payout']) name,
        unnest(array['select', 'insert', 'update', 'delete']) right_to
      where has_table_privilege('public', name, right_to) order by 1, 2`);
    expect(rows.map(({ name: table, right_to: right }) => `${table} ${right}`)).toEqual([
      'disbursement select',
      'disbursement update',
      'disbursement_ruling insert',
      'payout select',
      'payout update',
    ]);
  } finally {
    await client.end();
    await admin.query(`drop database ${name}`);
    await admin.end();
  }
}, 120_000);
