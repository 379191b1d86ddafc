import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseDemoCustomers, removeDemoCustomers } from '../demo-customers.ts';
import { demoEmailOf } from '../demo-emails.ts';
import { demoPeople } from '../sandbox/demo/people.ts';
import { addPerson } from '../testing/people.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** A production on a database that was first started without NODE_ENV=production. */

const production = { NODE_ENV: 'production', SANDBOX: false } as const;
const password = 'Demo-2026';
let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

test('does not start beside customers with the published password, and names the command that removes them', async () => {
  const { db } = product.deps;
  await refuseDemoCustomers(db, production);
  const other = await addPerson(product, { password });
  for (const country of ['AR', 'UY'] as const) {
    const email = demoEmailOf('aldia', country);
    await addPerson(product, { country, email, password });
    const login = () => product.call('POST /api/v3/authenticate-new', { country, body: { email, password } });
    expect((await login()).status).toBe(200);
    await expect(refuseDemoCustomers(db, production)).rejects.toThrow('npm run remove-demo');
    await refuseDemoCustomers(db, { NODE_ENV: 'production', SANDBOX: true });
    await refuseDemoCustomers(db, { NODE_ENV: 'development', SANDBOX: false });
    expect(await removeDemoCustomers(product.deps)).toBe(1);
    expect((await login()).status).toBe(401);
    await refuseDemoCustomers(db, production);
  }
  const body = { email: other.email, password };
  expect((await product.call('POST /api/v3/authenticate-new', { body })).status).toBe(200);
});

test('knows each demo customer that a sandbox makes', async () => {
  const { db } = product.deps;
  for (const { email, country } of demoPeople) await addPerson(product, { country, email });
  expect(await removeDemoCustomers(product.deps)).toBe(demoPeople.length);
  await refuseDemoCustomers(db, production);
});
