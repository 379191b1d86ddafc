import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { payoutTools } from './testing/orders.ts';

let product: TestProduct;
let treasury: StaffMember;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  treasury = await signInAs(product, 'treasury');
});
afterAll(() => product.close());

test('an order of another country is not found without access to that country', async () => {
  const made = await payoutTools(product, treasury).confirmed('UY');
  const { db } = product.deps;
  const set = (countries: string[]) =>
    db.updateTable('staff_member').set({ countries }).where('id', '=', Number(treasury.id)).execute();
  await set(['AR']);
  const { status } = await treasury.call('GET /api/staff/pay-outs/{id}', { params: { id: made.loanId } });
  expect(status).toBe(404);
  const list = await treasury.call('GET /api/staff/pay-outs', { query: {} });
  expect(list.body.controls.map(({ country }: { country: string }) => country)).toEqual(['AR']);
  await set(['AR', 'UY']);
});
