import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveDraft } from '../../customers/drafts/service.ts';
import { enqueueMessage, openBody } from '../../messages/service.ts';
import { transaction } from '../../platform/database.ts';
import { vaultOf } from '../../platform/secrets.ts';
import { newCustomer } from '../../testing/new-customer.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { reencryptRows } from './service.ts';

const [old, next] = ['the-secret-until-now-of-some-length', 'the-secret-from-now-on-of-some-length'];
let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { APP_SECRET: old, ROLE: 'api' } });
});
afterAll(() => product.close());

test('stored data is re-encrypted once, and opens without the old secret', async () => {
  const { db } = product.deps;
  const customer = await newCustomer(product);
  const steps = ['address', 'bank', 'phone'] as const;
  await transaction(db, async (tx) => {
    for (let count = 0; count < 3; count += 1) {
      const to = `encrypted-${count}@example.com`;
      const message = { channel: 'email', to, subject: 'Hola', text: `Mensaje ${count}` } as const;
      await enqueueMessage(tx, product.deps, 'AR', message);
    }
    for (const step of steps)
      await saveDraft(tx, product.deps, { customerId: customer.id, step, values: { a: step } });
  });
  const bodies = () =>
    db.selectFrom('message').select('body').where('recipient', 'like', 'encrypted-%').orderBy('id').execute();
  // Stored as by earlier releases, without the name of the format.
  for (const { body } of (await bodies()).slice(0, 1))
    await db
      .updateTable('message')
      .set({ body: body?.subarray(5) ?? null })
      .where('body', '=', body)
      .execute();

  const vault = vaultOf(next, [old]);
  const count = async () => {
    const done = await reencryptRows({ db, vault });
    return Object.fromEntries(done.map(({ table, renewed, unreadable }) => [table, [renewed, unreadable]]));
  };
  expect(await count()).toMatchObject({ message: [3, 0], application_draft: [3, 0] });
  expect(await count()).toMatchObject({ message: [0, 0], application_draft: [0, 0] });

  const alone = vaultOf(next);
  const texts = (await bodies()).map(({ body }) => body && openBody(alone, body).text);
  expect(texts).toEqual(['Mensaje 0', 'Mensaje 1', 'Mensaje 2']);
  const lost = await reencryptRows({ db, vault: vaultOf('another-secret-that-opens-nothing-here') });
  expect(lost.find(({ table }) => table === 'message')).toMatchObject({ renewed: 0, unreadable: 3 });
});
