import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, calendarDate } from '../../../domain/calendar-date.ts';
import { centavos } from '../../../domain/money.ts';
import { post, suspenseBalances } from '../../loans/ledger/service.ts';
import { transaction } from '../../platform/database.ts';
import { dueParts } from '../../platform/work/check-turn.ts';
import { borrower } from '../../servicing/payments/testing/borrower.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { sealRows } from '../seals/seal.ts';
import { verifyShare } from '../seals/service.ts';
import { behindTheBack } from '../seals/testing/behind-the-back.ts';
import { checkLedger, ledgerBalances } from './service.ts';

/** docs/decisions/0083-seals.md: new entries are checked the same day, the rest once per cycle. */

/** The second borrower's transactions follow in the 51st block of the ledger, at the 1001st seal. */
const far = 1_000_000;

let product: TestProduct;
let today = calendarDate('2030-01-01');
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  await borrower(product, 'AR', 3);
  await findUnidentified(700);
  await sql`select setval('ledger_transaction_id_seq', ${far}::bigint)`.execute(product.deps.db);
  await borrower(product, 'AR', 3);
  await sql`select setval('ledger_transaction_id_seq', ${far + 30_000}::bigint)`.execute(product.deps.db);
  await borrower(product, 'AR', 3);
  await seal();
  await seal();
}, 60_000);
afterAll(() => product.close());

/** Books unidentified money. */
const findUnidentified = (amount: number) =>
  transaction(product.deps.db, (tx) =>
    post(tx, {
      country: 'AR',
      currency: 'ARS',
      kind: 'payment-unidentified',
      valueDate: today,
      at: new Date(),
      entries: [
        { account: 'collections', amount: centavos(amount) },
        { account: 'unidentified-payments', amount: centavos(-amount) },
      ],
    }),
  );
const unidentified = async () => (await suspenseBalances(product.deps.db, 'AR'))['unidentified-payments'];
const seal = () => sealRows(product.deps, { settled: 0, limit: 1_000 });
const options = () => ({ day: today, turnDays: 30 });
const ledger = () => checkLedger(product.deps.db, 'AR', options());
const ledgerSeals = async () => {
  const found = (await verifyShare(product.deps.db, options())).find(({ stream }) => stream === 'ledger');
  return { seals: found?.seals, broken: found?.broken?.why };
};
const nextDay = () => void (today = addDays(today, 1));
const change = (table: string, what: string) =>
  behindTheBack(product.deps.db, table, `update ${table} set ${what}`);
/** Changes the amounts of a transaction so that it still balances. */
const entriesOf = (where: string) =>
  `transaction_id = (select min(id) from ledger_transaction where ${where})`;
const sumsOf = (from: number) => `country = 'AR' and from_id = ${from}`;

test('the share due each day covers everything in time, with a minimum, and grows after days without a check', () => {
  const day = calendarDate('2030-01-10');
  const due = (total: number, days: number) =>
    dueParts(total, addDays(day, -days), { day, turnDays: 30 }, 50);
  expect([due(20, 1), due(900, 1), due(3_000, 0), due(3_000, 1), due(3_000, 3), due(3_000, 90)]).toEqual([
    20, 50, 100, 100, 300, 3_000,
  ]);
  expect(dueParts(3_000, null, { day, turnDays: 30 }, 50)).toBe(3_000);
});

describe('the books', () => {
  test('are closed block by block once sealed, and their balances match all entries', async () => {
    const { db } = product.deps;
    const all = async () => {
      const { rows } = await sql`
        select t.country, t.currency, e.account, sum(e.amount)::bigint as amount
        from ledger_entry e join ledger_transaction t on t.id = e.transaction_id group by 1, 2, 3 order by 1, 2, 3`.execute(
        db,
      );
      return rows;
    };
    const kept = async () =>
      (await ledgerBalances(db)).toSorted((a, b) =>
        `${a.country} ${a.currency} ${a.account}` < `${b.country} ${b.currency} ${b.account}` ? -1 : 1,
      );
    expect(await kept()).toEqual(await all());
    expect(await unidentified()).toBe(-700);
    const { count } = await db
      .selectFrom('ledger_transaction')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('country', '=', 'AR')
      .executeTakeFirstOrThrow();
    expect(await ledger()).toEqual({ transactions: count, unbalanced: 0, broken: 0 });
    const closed = await sql<{ from_id: number }>`select distinct from_id from ledger_sum order by 1`.execute(
      db,
    );
    // The last block is incomplete.
    expect(closed.rows.map(({ from_id }) => from_id)).toEqual([1, far + 1]);
    expect(await kept()).toEqual(await all());
    await borrower(product, 'AR', 3);
    await findUnidentified(33);
    expect(await kept()).toEqual(await all());
    expect(await unidentified()).toBe(-733);
    expect((await suspenseBalances(db, 'UY'))['unidentified-payments']).toBe(0);
  });

  test('changed in an old block are found in its turn, and each day from then on', async () => {
    const double = 'amount = amount * 2 where ' + entriesOf(`id > ${far}`);
    await change('ledger_entry', double);
    nextDay();
    expect(await ledger()).toMatchObject({ unbalanced: 0, broken: 0 });
    nextDay();
    expect(await ledger()).toMatchObject({ unbalanced: 0, broken: 1 });
    nextDay();
    expect(await ledger()).toMatchObject({ broken: 1 });
    await change('ledger_entry', double.replace('* 2', '/ 2'));
    nextDay();
    expect(await ledger()).toMatchObject({ broken: 0 });
  });

  test('changed in new entries are found the same day', async () => {
    const last = `transaction_id = (select max(id) from ledger_transaction) and line = 1`;
    await change('ledger_entry', `amount = amount + 1 where ${last}`);
    expect(await ledger()).toMatchObject({ unbalanced: 1 });
    await change('ledger_entry', `amount = amount - 1 where ${last}`);
    expect(await ledger()).toMatchObject({ unbalanced: 0, broken: 0 });
  });

  test('with changed sums are found: one at once, several that offset each other in their turn', async () => {
    const one = `amount = amount + 5 where ${sumsOf(1)} and account = (select min(account) from ledger_sum where ${sumsOf(1)})`;
    await change('ledger_sum', one);
    expect((await ledger())['broken']).toBeGreaterThan(0);
    await change('ledger_sum', one.replace('+', '-'));
    const all = `amount = amount * 2 where ${sumsOf(1)}`;
    await change('ledger_sum', all);
    // Closed blocks are not summed again.
    expect(await unidentified()).toBe(-1433);
    nextDay();
    const first = await ledger();
    nextDay();
    const second = await ledger();
    expect([first['broken'], second['broken']]).toContain(1);
    await change('ledger_sum', all.replace('*', '/'));
    nextDay();
    expect(await ledger()).toMatchObject({ unbalanced: 0, broken: 0 });
  });
});

describe('seals', () => {
  test('of a changed old row fail in their turn, and each day from then on', async () => {
    const double = 'amount = amount * 2 where ' + entriesOf(`id > ${far}`);
    const first = await ledgerSeals();
    expect(first).toMatchObject({ broken: undefined });
    // All on the first run, then a share.
    expect(first.seals).toBeGreaterThan(1_000);
    await change('ledger_entry', double);
    nextDay();
    expect(await ledgerSeals()).toEqual({ seals: 500, broken: undefined });
    nextDay();
    expect(await ledgerSeals()).toEqual({ seals: 500, broken: undefined });
    nextDay();
    const why = 'a row was changed, added or removed';
    expect((await ledgerSeals()).broken).toBe(why);
    nextDay();
    expect((await ledgerSeals()).broken).toBe(why);
    await change('ledger_entry', double.replace('* 2', '/ 2'));
    // The cycle restarts at the end of the chain.
    expect(await ledgerSeals()).toEqual({ seals: 500, broken: undefined });
  });

  test('of a changed new row fail the same day, and so does a chain with a changed link', async () => {
    await borrower(product, 'AR', 3);
    await seal();
    await seal();
    const double = `amount = amount * 2 where transaction_id = (select max(id) from ledger_transaction)`;
    await change('ledger_entry', double);
    expect((await ledgerSeals()).broken).toBe('a row was changed, added or removed');
    await change('ledger_entry', double.replace('* 2', '/ 2'));
    expect((await ledgerSeals()).broken).toBeUndefined();
    const link = `from_id = from_id + 1 where stream = 'ledger' and from_id = ${far - 999}`;
    await change('seal', link);
    expect((await ledgerSeals()).broken).toBe('seals are missing');
    await change('seal', `from_id = from_id - 1 where stream = 'ledger' and from_id = ${far - 998}`);
    expect((await ledgerSeals()).broken).toBeUndefined();
  });
});
