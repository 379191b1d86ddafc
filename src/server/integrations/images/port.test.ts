import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { newCustomer } from '../../testing/new-customer.ts';
import { photo, photoForm } from '../../testing/photos.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
let head: StaffMember;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  head = await signInAs(product, 'head');
});
afterAll(() => product.close());

test('a photo that is not what was stored, or not there, is shown to nobody', async () => {
  const { id: customer, token } = await newCustomer(product);
  const form = photoForm(await photo());
  const { url } = (await product.call('POST /api/v3/upload_avatar', { token, form })).body.model;
  const image = /\/api\/files\/([\w-]+)/.exec(url)?.[1] ?? '';
  const path = join(product.dataDir, 'files', `${image}.jpg`);
  const seen = async () => {
    const own = await product.raw(url);
    const params = { id: String(customer), image };
    const staffs = await head.call('GET /api/staff/customers/{id}/images/{image}', { params });
    return [own.status, staffs.status];
  };
  expect(await seen()).toEqual([200, 200]);
  const stored = await readFile(path);
  const oneBit = Buffer.concat([stored.subarray(0, -1), Buffer.of(stored.at(-1)! ^ 1)]);
  for (const altered of [
    oneBit,
    stored.subarray(0, 20),
    stored.subarray(0, 6),
    Buffer.of(),
    await photo('jpeg', '#aa0000'),
  ]) {
    await writeFile(path, altered);
    expect(await seen()).toEqual([503, 503]);
  }
  await rm(path);
  expect(await seen()).toEqual([503, 503]);
  await writeFile(path, stored);
  expect(await seen()).toEqual([200, 200]);
});
