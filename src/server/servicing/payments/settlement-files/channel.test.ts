import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localDate } from '../../../../countries/local-time.ts';
import { COLLECTION_LAYOUTS } from '../../../integrations/collection/layouts.ts';
import { writeCollectionFile } from '../../../integrations/collection/testing/write-file.ts';
import { parseConfig } from '../../../platform/config.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { borrower } from '../testing/borrower.ts';
import { channelOf, channelPickUp } from './channel.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

test.each([
  ['AR', 'rapipago'],
  ['UY', 'abitab'],
] as const)(
  '%s: a file of the channel is booked once, and only what its network listed',
  async (country, network) => {
    const { deps, dataDir } = product;
    const directory = join(dataDir, `rendiciones-${country}`);
    const folder = join(directory, network);
    await mkdir(folder, { recursive: true });
    const config = { ...deps.config, SETTLEMENT_STORE: 'directory' as const, SETTLEMENT_DIR: directory };
    const look = channelPickUp(deps, channelOf(config)!);
    const one = await borrower(product, country, 3);
    const { hash } = (await one.ask([1], network)).body.result;
    const { result } = (await product.call('GET /api/v3/coupon/{hash}', { params: { hash }, country })).body;
    const today = localDate(deps.clock.now(), 'AR');
    const line = {
      paidOn: today,
      reportId: '1'.padStart(14, '0'),
      amount: Math.round(result.amount * 100),
      barcode: result.barcode,
      reference: result.reference,
      text: '',
    };
    const bytes = Buffer.from(writeCollectionFile(COLLECTION_LAYOUTS[network]!, today, [line]));
    await writeFile(join(folder, 'dia.txt'), bytes);
    await look();
    expect(await one.collected()).toBe(0);
    const events = () =>
      deps.db
        .selectFrom('event')
        .select('detail')
        .where('kind', '=', 'collection-file-refused')
        .where('country', '=', country)
        .execute();
    expect(await events()).toMatchObject([{ detail: { name: 'dia.txt' } }]);

    const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex');
    await writeFile(join(folder, 'SHA256SUMS'), `${digest(Buffer.from('otro'))}  dia.txt\n`);
    await look();
    expect(await one.collected()).toBe(0);
    await writeFile(join(folder, 'SHA256SUMS'), `${digest(bytes)}  dia.txt\n`);
    await look();
    await look();
    expect(await one.collected()).toBe(line.amount);
    // Another worker, or the next start, books nothing twice.
    await channelPickUp(deps, channelOf(config)!)();
    expect(await one.collected()).toBe(line.amount);
    const files = await deps.db
      .selectFrom('collection_file')
      .select(['name', 'uploaded_by'])
      .where('country', '=', country)
      .execute();
    expect(files).toEqual([{ name: 'dia.txt', uploaded_by: null }]);
    expect(await events()).toHaveLength(1);
  },
);

test('a folder that is asked for has to be named', () => {
  expect(() => parseConfig({ DATA_DIR: product.dataDir, SETTLEMENT_STORE: 'directory' })).toThrow(
    'SETTLEMENT_DIR',
  );
  expect(channelOf(product.deps.config)).toBeUndefined();
});
