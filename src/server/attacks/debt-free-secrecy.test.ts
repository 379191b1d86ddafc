import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { DocumentNumber } from '../../countries/country.ts';
import { transaction } from '../platform/database.ts';
import { borrower } from '../servicing/payments/testing/borrower.ts';
import { issueCertificate } from '../servicing/certificates/issue.ts';
import { asChecked } from '../testing/as-checked.ts';
import { signUpAndVerify } from '../testing/journey.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** The work for a certificate must not reveal whether a document ever had a loan. */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

/** Each statement of a stranger's certificate, with how many rows it gave; other work of the process is left out. */
async function workFor(documentNumber: DocumentNumber): Promise<readonly string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await transaction(product.deps.db, (tx) =>
    issueCertificate(tx, product.deps, { country: 'AR', documentNumber, customerId: undefined }),
  );
  const { calls, contexts, results } = spy.mock;
  spy.mockRestore();
  const texts = calls.map((call) => textOf(call as unknown as [string | { text: string }]));
  const own = contexts[texts.findIndex((text) => /insert into "?certificate"?/.test(text))];
  expect(own).toBeDefined();
  const answers = await Promise.all(
    results.map(({ value }) => value as unknown as Promise<{ rowCount: number | null } | undefined>),
  );
  return texts.flatMap((text, index) =>
    contexts[index] === own ? [`${text}: ${answers[index]?.rowCount}`] : [],
  );
}

const textOf = ([query]: [string | { text: string }]) => (typeof query === 'string' ? query : query.text);

test('is the same for a loan that was paid, a customer without one and a document that nobody has', async () => {
  const paid = await borrower(product, 'AR', 1);
  const { hash } = (await paid.ask([1], 'bank-transfer')).body.result;
  await product.call('POST /sandbox/payments/{hash}/settle', { params: { hash } });
  const known = await signUpAndVerify(product);
  const nobody = await workFor(asChecked<DocumentNumber>('30999888'));
  expect(nobody.length).toBeGreaterThan(3);
  expect(await workFor(asChecked<DocumentNumber>(paid.documentNumber))).toEqual(nobody);
  expect(await workFor(known.documentNumber)).toEqual(nobody);
});
