import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recordedRail } from '../../integrations/payouts/create.ts';
import { newFolder } from '../../testing/new-folder.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { directoryFolder } from './folder.ts';
import {
  alarmUnwritten,
  closeBatches,
  payoutOrders,
  releaseBatch,
  startPayoutFiles,
  writeBatches,
} from './service.ts';
import { smallOrder } from './testing/partner.ts';

let product: TestProduct;
/** Folder of each host, read by its own collector only. */
let folders: Record<'one' | 'two', string>;
beforeEach(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  folders = {
    one: newFolder(),
    two: newFolder(),
  };
});
afterEach(async () => {
  await product.close();
});

/** A batch that a process of host `one` has closed but not written. */
async function closedByOne(): Promise<number> {
  await recordedRail({ orders: payoutOrders(product.deps.db), name: 'pdv' }).submit(
    smallOrder('300000000000001', 'ARS'),
  );
  const [id] = await closeBatches(product.deps, 0);
  await product.deps.db.updateTable('payout_batch').set({ claimed_by: 'one:1' }).execute();
  return id!;
}

const minutesPass = (minutes: number) =>
  product.deps.db
    .updateTable('payout_batch')
    .set({ claimed_at: sql<Date>`claimed_at - make_interval(mins => ${minutes}::int)` })
    .execute();

const look = (host: 'one' | 'two', process = 2, ids: readonly number[] = []) =>
  writeBatches(product.deps, directoryFolder(folders[host]), ids, `${host}:${process}`);

const files = async (host: 'one' | 'two') =>
  (await readdir(folders[host], { recursive: true })).filter((name) => name.endsWith('.csv'));

const file = [join('pdv', 'orders', 'pdv-ARS-000001.csv')];

const alarms = () =>
  product.deps.db
    .selectFrom('event')
    .select(['country', sql`detail`.as('detail')])
    .where('kind', '=', 'pay-out-batch-unwritten')
    .execute();

test('a batch whose writer died is written by another process of its host, and by no other host', async () => {
  await closedByOne();
  await minutesPass(60);
  await look('two');
  expect(await files('two')).toEqual([]);
  await look('one');
  expect(await files('one')).toEqual(file);
  await look('two');
  expect(await files('two')).toEqual([]);
});

test('a batch that stays unwritten raises an alert once an hour, also from a worker without files', async () => {
  await closedByOne();
  const watch = async () => {
    const config = { ...product.deps.config, SANDBOX: false, PAYOUT_FILES: false, PAYOUT_DIR: folders.two };
    // Stopping waits for the first pass.
    await startPayoutFiles({ ...product.deps, config })();
  };
  await watch();
  expect(await alarms()).toEqual([]);
  await product.advance(6 * 60_000);
  await watch();
  await watch();
  const detail = { rail: 'pdv', currency: 'ARS', number: 1, writer: 'one:1' };
  expect(await alarms()).toEqual([{ country: 'AR', detail }]);
  await product.advance(61 * 60_000);
  await alarmUnwritten(product.deps);
  expect(await alarms()).toHaveLength(2);
  expect(await files('two')).toEqual([]);
});

test('a batch released by hand is written by one other host, and not by its own when it returns', async () => {
  const id = await closedByOne();
  expect(await releaseBatch(product.deps.db, id)).toBe(false);
  await minutesPass(2);
  const run = () =>
    new Promise<string>((resolve) => {
      const environment = {
        DATABASE_URL: product.databaseUrl,
        DATA_DIR: product.dataDir,
        SANDBOX: 'off',
        PAYOUT_DIR: folders.two,
      };
      execFile(
        process.execPath,
        [join(import.meta.dirname, 'command.ts'), 'release', 'pdv', 'ARS', '1'],
        { env: { ...process.env, ...environment } },
        (_error, stdout, stderr) => resolve(stdout + stderr),
      );
    });
  expect(await run()).toMatch(/^Released/);
  await Promise.all([look('two'), look('two', 3), look('two', 4)]);
  expect(await files('two')).toEqual(file);
  // The process that closed the batch was paused before writing it.
  await look('one', 1, [id]);
  expect(await files('one')).toEqual([]);
  expect(await run()).toMatch(/written/);
});
