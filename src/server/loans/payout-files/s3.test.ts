import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { objectStoreOf, type ObjectStore } from '../../platform/object-store.ts';
import { confirmationOf, loanInState, signUpAndVerify } from '../../testing/journey.ts';
import { newFolder } from '../../testing/new-folder.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { startS3Server, type S3Server } from '../../testing/s3-server.ts';
import { directoryFolder, s3Folder } from './folder.ts';
import { resultFile } from './testing/partner.ts';
import { closeBatches, writeBatches } from './service.ts';

/** API and worker on separate disks, with an object store between them. */

let server: S3Server;
let product: TestProduct;
let store: ObjectStore;
let disk: string;
beforeAll(async () => {
  server = await startS3Server();
  product = await startProduct({ settings: { ...server.settings, ROLE: 'api' } });
  store = objectStoreOf(product.deps.config)!;
  disk = newFolder();
});
afterAll(async () => {
  await product?.close();
  await server?.close();
});

test('photos, papers and payouts go through the store, and nothing stays on a disk', async () => {
  const person = await signUpAndVerify(product, 'UY', { delivery: 'red-pagos', isByCalls: true });
  const { body } = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
  const worker = await startProduct({
    beside: product,
    settings: {
      ...server.settings,
      ROLE: 'worker',
      SANDBOX: 'off',
      DATA_DIR: disk,
      APP_SECRET: product.deps.config.APP_SECRET,
      PAYOUT_STORE: 's3',
      PAYOUT_BATCH_SECONDS: '0',
    },
  });
  const key = 'payouts/red-pagos/orders/red-pagos-UYU-000001.csv';
  const orders = async () => (await store.get(key))?.toString() ?? '';
  await expect.poll(orders, { timeout: 20_000 }).toMatch(/^BATCH;red-pagos;UYU;1;/);
  const [reference] = (await orders()).match(/^\d{15}(?=;)/m) ?? [];
  // The name of an incomplete upload begins with a dot.
  await store.put('payouts/red-pagos/results/.half.csv', Buffer.from('RESULTS;red-pagos;UYU\n'));
  const results = resultFile('red-pagos', 'UYU', [`${reference};completed;P-1;C-1;`]);
  await store.put('payouts/red-pagos/results/answers.csv', Buffer.from(results));
  expect(await loanInState(person, String(body.result.id), 'approved', 30)).toBeDefined();
  const kept = (await store.list('files/')).map(({ key: each }) => each);
  expect(kept.filter((each) => each.endsWith('.jpg')).length).toBeGreaterThanOrEqual(6);
  await expect.poll(async () => (await store.list('files/contrato')).length, { timeout: 20_000 }).toBe(1);
  for (const dataDir of [product.dataDir, disk])
    expect((await readdir(dataDir)).filter((name) => name !== 'app-secret')).toEqual([]);
  await worker.stop();
});

test('a batch left unwritten by one process is written by another, since both see the same folder', async () => {
  const { db } = product.deps;
  const folder = s3Folder(store);
  await db
    .insertInto('payout_order')
    .values({
      reference: '300000000000001',
      rail: 'pdv',
      currency: 'ARS',
      amount: 100_00,
      holder: 'Ana',
      legal_number: '1',
      bank_id: '',
      destination: '4',
      description: 'x',
      channel: 'file',
    })
    .execute();
  await closeBatches(product.deps, 0, new Set(), 's3:a-dead-host/1');
  await db
    .updateTable('payout_batch')
    .set({ claimed_at: new Date(Date.now() - 3_600_000) })
    .execute();
  await writeBatches(product.deps, directoryFolder(disk), []);
  expect(await readdir(disk)).not.toContain('pdv');
  await writeBatches(product.deps, folder, []);
  expect(await store.get('payouts/pdv/orders/pdv-ARS-000001.csv')).toBeDefined();
});
