import { execFile } from 'node:child_process';
import { mkdir, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recordedRail } from '../../integrations/payouts/create.ts';
import { newFolder } from '../../testing/new-folder.ts';
import type { Dependencies } from '../../dependencies.ts';
import { openDatabase, type DatabaseHandle } from '../../platform/database.ts';
import { copyTemplate, startProduct, type TestProduct } from '../../testing/product.ts';
import { directoryFolder } from './folder.ts';
import { payoutOrders } from './orders.ts';
import { resultPickUp } from './pick-up.ts';
import { batchId, closeBatches, importResults, openBatches, writeBatch, writeBatches } from './service.ts';
import { resultFile, smallOrder } from './testing/partner.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
});
afterAll(() => product.close());

/** Batch numbers and files start again in each test. */
let databaseUrl: string;
let database: DatabaseHandle;
let deps: Dependencies;
let folder: string;
beforeEach(async () => {
  databaseUrl = await copyTemplate();
  database = openDatabase(databaseUrl, 6);
  deps = { ...product.deps, db: database.db };
  folder = newFolder();
});
afterEach(() => database.close());

let count = 0;
const write = (ids: readonly number[]) => writeBatches(deps, directoryFolder(folder), ids);
const railOf = (name: string) => recordedRail({ orders: payoutOrders(deps.db), name });
/** Creates orders of 10.50 each. @returns their references */
async function order(rail: string, currency: 'ARS' | 'UYU', orders: number): Promise<string[]> {
  const references = Array.from({ length: orders }, () => String(300_000_000_000_000 + (count += 1)));
  await Promise.all(references.map((reference) => railOf(rail).submit(smallOrder(reference, currency))));
  return references;
}

const ordersIn = (rail: string) => join(folder, rail, 'orders');
const textOf = async (rail: string, name: string) => readFile(join(ordersIn(rail), name), 'utf8');
const bring = (rail: string, content: string) =>
  importResults(deps, { rail, name: 'r.csv', bytes: Buffer.from(content) });
const outcomes = async (rail: string, content: string) => {
  const imported = await bring(rail, content);
  return imported.ok ? Object.fromEntries(imported.outcomes) : imported.reason;
};
const answerOf = (rail: string, reference: string) => railOf(rail).query(reference);
const events = (kind: string) =>
  deps.db
    .selectFrom('event')
    .select(['country', sql<Record<string, unknown>>`detail`.as('detail')])
    .where('kind', '=', kind)
    .execute();

describe('a batch', () => {
  test('holds every waiting order of its rail and currency once, however many workers close', async () => {
    const cash = await order('red-pagos', 'UYU', 12);
    await order('bank-transfer', 'UYU', 2);
    await order('bank-transfer', 'ARS', 1);
    const closed = await Promise.all(Array.from({ length: 8 }, () => closeBatches(deps, 0)));
    expect(closed.flat()).toHaveLength(3);
    await write(closed.flat());
    const names = await Promise.all(['red-pagos', 'bank-transfer'].map((rail) => readdir(ordersIn(rail))));
    expect(names.map((each) => each.toSorted())).toEqual([
      ['red-pagos-UYU-000001.csv'],
      ['bank-transfer-ARS-000001.csv', 'bank-transfer-UYU-000001.csv'],
    ]);
    const text = await textOf('red-pagos', 'red-pagos-UYU-000001.csv');
    expect(text.match(/^3\d{14}/gm)?.toSorted()).toEqual(cash);
    expect(text).toMatch(/\nEND;12;126\.00\n$/);
    const more = await order('red-pagos', 'UYU', 1);
    await write(await closeBatches(deps, 0));
    expect((await textOf('red-pagos', 'red-pagos-UYU-000002.csv')).match(/^3\d{14}/gm)).toEqual(more);
  });

  test('waits for others before it is closed', async () => {
    await order('pdv', 'ARS', 1);
    expect(await closeBatches(deps, 3600)).toEqual([]);
    expect(await closeBatches(deps, 0)).toHaveLength(1);
  });

  test('is written once, by another worker if its writer died, and with the same bytes by command', async () => {
    const { db } = deps;
    await order('pdv', 'ARS', 3);
    const [id] = await closeBatches(deps, 0);
    // Its writer died: the other processes wait until that is certain.
    await write([]);
    await expect(readdir(ordersIn('pdv'))).rejects.toThrow('ENOENT');
    await db
      .updateTable('payout_batch')
      .set({ claimed_at: sql<Date>`now() - interval '2 minutes'` })
      .execute();
    await write([]);
    const name = 'pdv-ARS-000001.csv';
    const bytes = await textOf('pdv', name);
    // The collector removes the file: its absence does not mean that it was not written.
    await rm(join(ordersIn('pdv'), name));
    await db
      .updateTable('payout_batch')
      .set({ claimed_at: sql<Date>`now() - interval '2 hours'` })
      .execute();
    await write([]);
    expect(await readdir(ordersIn('pdv'))).toEqual([]);
    const elsewhere = join(folder, 'elsewhere');
    const paths = await Promise.all(Array.from({ length: 20 }, () => writeBatch(db, elsewhere, id!)));
    expect(new Set(paths)).toEqual(new Set([join(elsewhere, name)]));
    expect(await readdir(elsewhere)).toEqual([name]);
    expect(await readFile(join(elsewhere, name), 'utf8')).toBe(bytes);
  });

  test('whose rows differ from the closed ones is not written', async () => {
    await order('pdv', 'ARS', 1);
    const [id] = await closeBatches(deps, 0);
    await deps.db.updateTable('payout_order').set({ holder: '' }).execute();
    await expect(writeBatch(deps.db, folder, id!)).rejects.toThrow('not what was closed');
    await expect(deps.db.updateTable('payout_batch').set({ number: 2 }).execute()).rejects.toThrow(
      'append-only',
    );
    await expect(
      deps.db.updateTable('payout_order').set({ batch_id: null, line: null }).execute(),
    ).rejects.toThrow('written once');
  });

  test('that cannot be written does not block the others', async () => {
    await order('pdv', 'ARS', 1);
    await order('red-pagos', 'UYU', 1);
    const closed = await closeBatches(deps, 0);
    await mkdir(join(folder, 'pdv'), { recursive: true });
    await writeFile(join(folder, 'pdv', 'orders'), 'not a folder');
    await write(closed);
    expect(await readdir(ordersIn('red-pagos'))).toEqual(['red-pagos-UYU-000001.csv']);
    const left = deps.db.selectFrom('payout_batch').select('rail').where('written_at', 'is', null);
    expect(await left.execute()).toEqual([{ rail: 'pdv' }]);
  });

  test('is closed for every rail except the one with unreadable results', async () => {
    await order('pdv', 'ARS', 1);
    await order('red-pagos', 'UYU', 1);
    await mkdir(join(folder, 'pdv'), { recursive: true });
    await writeFile(join(folder, 'pdv', 'results'), 'not a folder');
    const unread = await resultPickUp(deps, directoryFolder(folder))();
    expect([...unread]).toEqual(['pdv']);
    await closeBatches(deps, 0, unread);
    expect(await openBatches(deps.db)).toMatchObject([{ rail: 'red-pagos', orders: 1 }]);
  });

  test('is acknowledged by its line, or by the result of one of its orders', async () => {
    const { db } = deps;
    await order('pdv', 'ARS', 2);
    const [last] = (await closeBatches(deps, 0), await order('pdv', 'ARS', 1));
    await closeBatches(deps, 0);
    expect(await openBatches(db)).toMatchObject([
      { number: 1, orders: 2, amount: 2100, isAcknowledged: false, unanswered: 2 },
      { number: 2, orders: 1, isAcknowledged: false, unanswered: 1 },
    ]);
    expect(await outcomes('pdv', resultFile('pdv', 'ARS', ['BATCH;1;2;20.00', 'BATCH;9;1;1.00']))).toEqual({
      contradicted: 1,
      unmatched: 1,
    });
    expect((await openBatches(db))[0]?.isAcknowledged).toBe(false);
    await outcomes('pdv', resultFile('pdv', 'ARS', ['BATCH;1;2;21.00', `${last};failed;;;`]));
    expect(await openBatches(db)).toMatchObject([{ number: 1, isAcknowledged: true, unanswered: 2 }]);
    expect(await batchId(db, { rail: 'pdv', currency: 'UYU', number: 1 })).toBeUndefined();
  });
});

describe('results', () => {
  test('of two that contradict each other the first imported counts, with any file names', async () => {
    const [paid, refused, same] = await order('pdv', 'ARS', 3);
    const first = [`${paid};completed;P-1;C-1;`, `${refused};failed;;;no funds`, `${same};completed;P-3;;`];
    expect(await outcomes('pdv', resultFile('pdv', 'ARS', first))).toEqual({ decided: 3 });
    const second = [
      `${paid};failed;;;`,
      `${refused};completed;P-2;C-2;`,
      `${same};COMPLETED;P-3;;`,
      `${paid};completed;P-9;C-1;`,
    ];
    expect(await bring('pdv', resultFile('pdv', 'ARS', second))).toMatchObject({
      ok: true,
      isNew: true,
      rejects: [
        { line: 2, outcome: 'contradicted', reference: paid },
        { line: 3, outcome: 'contradicted', reference: refused },
        { line: 5, outcome: 'contradicted', reference: paid },
      ],
    });
    expect(await answerOf('pdv', paid!)).toMatchObject({ state: 'completed', providerId: 'P-1' });
    expect(await answerOf('pdv', refused!)).toMatchObject({ state: 'failed', reason: 'no funds' });
    expect(await events('pay-out-result-contradicted')).toMatchObject([
      { country: 'AR', detail: { rail: 'pdv', reference: paid, state: 'failed' } },
      { country: 'AR', detail: { reference: refused } },
      { country: 'AR', detail: { reference: paid } },
    ]);
  });

  test('are imported once, by their bytes, also by several at once', async () => {
    const [reference] = await order('red-pagos', 'UYU', 1);
    const file = resultFile('red-pagos', 'UYU', [`${reference};completed;P-1;;`, '999;completed;P-2;;']);
    const runs = await Promise.all(Array.from({ length: 6 }, () => bring('red-pagos', file)));
    expect(runs.filter((run) => run.ok && run.isNew)).toHaveLength(1);
    expect(new Set(runs.map((run) => run.ok && run.outcomes.get('unmatched')))).toEqual(new Set([1]));
    expect(await events('pay-out-result-unmatched')).toMatchObject([
      { country: 'UY', detail: { reference: '999', state: 'completed' } },
    ]);
    expect(await answerOf('red-pagos', '999')).toMatchObject({ state: 'completed', providerId: 'P-2' });
  });

  test('truncated inside the provider’s number are refused whole, kept and reported once', async () => {
    const [reference, other] = await order('pdv', 'ARS', 2);
    const whole = resultFile('pdv', 'ARS', [`${other};failed;;;`, `${reference};completed;P-123456;C-1;`]);
    const cut = whole.slice(0, whole.indexOf('P-123456') + 4);
    for (let time = 0; time < 3; time += 1) expect(await outcomes('pdv', cut)).toMatch(/cut off/);
    expect(await events('pay-out-results-refused')).toMatchObject([
      { country: 'AR', detail: { rail: 'pdv', file: 'r.csv', reason: expect.stringContaining('cut off') } },
    ]);
    expect((await answerOf('pdv', other!)).state).toBe('in-progress');
    expect(await outcomes('pdv', whole)).toEqual({ decided: 2 });
    expect(await answerOf('pdv', reference!)).toMatchObject({ providerId: 'P-123456' });
    expect(await outcomes('nowhere', whole)).toMatch(/there is no rail nowhere/);
  });

  test('are read from the folder once complete, one time, and left there', async () => {
    const [reference] = await order('pdv', 'ARS', 1);
    const pickUp = resultPickUp(deps, directoryFolder(folder));
    const path = join(folder, 'pdv', 'results', 'x.csv');
    await mkdir(join(folder, 'pdv', 'results'), { recursive: true });
    const whole = resultFile('pdv', 'ARS', [`${reference};completed;P-1;;`]);
    await writeFile(path, whole.slice(0, -10));
    await pickUp(); // The file may still be in transit: no event yet.
    expect(await events('pay-out-results-refused')).toEqual([]);
    await utimes(path, new Date(), new Date(Date.now() - 120_000));
    await pickUp();
    await pickUp();
    expect(await events('pay-out-results-refused')).toHaveLength(1);
    await writeFile(path, whole);
    await pickUp();
    expect((await answerOf('pdv', reference!)).state).toBe('completed');
    expect(await readFile(path, 'utf8')).toBe(whole);
    await resultPickUp(deps, directoryFolder(folder))();
    expect(await deps.db.selectFrom('payout_result_file').select('id').execute()).toHaveLength(2);
  });
});

test('by command: open orders, the same file again, results that need review', async () => {
  const [reference] = await order('pdv', 'ARS', 1);
  const run = (...given: readonly string[]) =>
    new Promise<{ code: number; text: string }>((resolve) => {
      const environment = {
        DATABASE_URL: databaseUrl,
        DATA_DIR: product.dataDir,
        SANDBOX: 'off',
        PAYOUT_DIR: folder,
      };
      execFile(
        process.execPath,
        [join(import.meta.dirname, 'command.ts'), ...given],
        { env: { ...process.env, ...environment } },
        (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), text: stdout + stderr }),
      );
    });
  expect(await run()).toMatchObject({ code: 1, text: expect.stringContaining('Usage') });
  expect(await run('close')).toMatchObject({ code: 0, text: '1 batches closed.\n' });
  const written = await textOf('pdv', 'pdv-ARS-000001.csv');
  expect(await run('list')).toMatchObject({ code: 2, text: expect.stringContaining('pdv ARS 1: closed') });
  const again = join(folder, 'again');
  expect(await run('write', 'pdv', 'ARS', '1', again)).toMatchObject({ code: 0 });
  expect(await readFile(join(again, 'pdv-ARS-000001.csv'), 'utf8')).toBe(written);
  expect(await run('write', 'pdv', 'ARS', '2')).toMatchObject({
    code: 1,
    text: expect.stringMatching(/no batch/),
  });
  expect(await run('acknowledge', 'pdv', 'ARS', '1')).toMatchObject({ code: 0 });
  expect(await run('list')).toMatchObject({
    code: 0,
    text: expect.stringContaining(', acknowledged, 1 without'),
  });
  const results = join(folder, 'r.csv');
  await writeFile(results, resultFile('pdv', 'ARS', [`${reference};completed;P-1;;`, '9;failed;;;']));
  expect(await run('results', 'pdv', results)).toEqual({
    code: 2,
    text: 'Imported: decided 1, unmatched 1\nline 3: unmatched, 9\n',
  });
  expect(await run('results', 'pdv', results)).toMatchObject({ text: expect.stringContaining('Known') });
  await writeFile(results, 'RESULTS;pdv;ARS\n');
  expect(await run('results', 'pdv', results)).toMatchObject({
    code: 1,
    text: expect.stringContaining('Refused'),
  });
});
