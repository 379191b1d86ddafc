import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { borrower } from '../testing/borrower.ts';
import { cash } from '../testing/credit-tools.ts';
import { moneyTools, why } from '../testing/money-tools.ts';

let product: TestProduct;
let tools: Awaited<ReturnType<typeof moneyTools>>;

beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api', CONSOLE_URL: consoleUrl } });
  tools = await moneyTools(product);
});
afterAll(() => product.close());

const proposals = async (country: CountryCode) =>
  (await tools.treasury.call('GET /api/staff/money/proposals', { query: { country } })).body.result;
const find = async (country: CountryCode | undefined, text: string, by = tools.treasury) =>
  (await by.call('POST /api/staff/money/loans/find', { body: { ...(country && { country }), text } })).body;

test.each(['AR', 'UY'] as const)(
  '%s: money that names one loan is proposed, and applied',
  async (country) => {
    const one = await borrower(product, country);
    const units = 234.5;
    const named = await tools.waitingMoney(country, units, { text: `pago ${one.documentNumber}` });
    await tools.waitingMoney(country, units, { text: 'sin nada que lo nombre' });
    const found = await proposals(country);
    expect(found.map(({ id }: { id: string }) => id)).toEqual([named]);
    const [proposal] = found;
    expect(proposal).toMatchObject({
      amount: units,
      asked_by: '',
      suggestion: { loan: String(one.loanId), why: ['document'] },
    });
    const answer = await tools.treasury.call('POST /api/staff/money/unmatched/{id}/match', {
      params: { id: proposal.id },
      version: proposal.version,
      body: { loan: proposal.suggestion.loan, books: proposal.suggestion.books, ...why },
    });
    expect(answer.body.outcome).toBe('done');
    expect(await proposals(country)).toEqual([]);
    await tools.expectEven();
  },
);

test('money that names two loans alike is left to a person', async () => {
  const [one, other] = [await borrower(product), await borrower(product)];
  await tools.waitingMoney('AR', 77, { text: `${one.documentNumber} y ${other.documentNumber}` });
  expect(await proposals('AR')).toEqual([]);
});

test('a loan is found by its number, by name and by document, and the search is recorded', async () => {
  const one = await borrower(product, 'UY');
  await product.deps.db
    .updateTable('customer')
    .set({ first_name: 'Zoé', last_name: 'Ibáñez' })
    .where('document_number', '=', one.documentNumber)
    .where('country', '=', 'UY')
    .execute();
  await one.ask([1], cash.UY);
  const loan = expect.objectContaining({ loan: String(one.loanId), person: 'Zoé Ibáñez' });
  for (const text of [String(one.loanId), 'ibanez zoe', one.documentNumber, one.publicId])
    expect((await find('UY', text)).result, text).toContainEqual(loan);
  expect(await find('UY', 'nadie con ese nombre')).toMatchObject({ result: [], more: false });
  expect((await find(undefined, 'ibanez zoe')).result).toContainEqual(loan);
  // A loan of another country is not found here.
  expect((await find('AR', 'ibanez zoe')).result).toEqual([]);
  const [row] = await product.deps.db
    .selectFrom('staff_audit')
    .selectAll()
    .where('action', '=', 'POST /api/staff/money/loans/find')
    .orderBy('id')
    .limit(1)
    .execute();
  expect(row).toMatchObject({ staff_id: Number(tools.treasury.id), country: 'UY' });
  expect(JSON.stringify(row)).not.toContain(one.documentNumber);
  const refused = await find('UY', one.documentNumber, await signInAs(product, 'agent'));
  expect(refused.code).toBe('permission');
});

test('nobody is proposed, suggested or found a loan of their own', async () => {
  const one = await borrower(product, 'UY');
  const text = `pago ${one.documentNumber}`;
  const id = await tools.waitingMoney('UY', 321, { text });
  const seenBy = async (by: StaffMember) => {
    const suggested = await by.call('GET /api/staff/money/unmatched/{id}', { params: { id } });
    const found = await find('UY', one.documentNumber, by);
    const shown = (await by.call('GET /api/staff/money/proposals', { query: { country: 'UY' } })).body.result;
    return [suggested.body.result.suggestions, found.result, shown].map((rows) =>
      JSON.stringify(rows).includes(`"loan":"${one.loanId}"`),
    );
  };
  const { documentNumber: own_document } = one;
  const { treasury, accounting } = tools;
  const { db } = product.deps;
  await db.updateTable('staff_member').set({ own_document }).where('id', '=', Number(treasury.id)).execute();
  expect(await seenBy(treasury)).toEqual([false, false, false]);
  expect(await seenBy(accounting)).toEqual([true, true, true]);
  await db
    .updateTable('staff_member')
    .set({ own_document: '' })
    .where('id', '=', Number(treasury.id))
    .execute();
});
