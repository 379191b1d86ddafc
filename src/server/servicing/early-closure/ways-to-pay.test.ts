import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byCountry, type CountryCode } from '../../../countries/countries.ts';
import { parseDocument } from '../../../countries/identifiers/document.ts';
import { borrower, type Borrower } from '../payments/testing/borrower.ts';
import { cash, cents, creditTools } from '../payments/testing/credit-tools.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

/** What somebody pays in all does not depend on the way there. */

let product: TestProduct;
let tools: ReturnType<typeof creditTools>;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  tools = creditTools(product);
});
afterAll(() => product.close());

/** Documents with the same last digit: the stand-in of the bureau offers all of them the same. */
function* documentsOf(country: CountryCode): Generator<string, never> {
  for (let body = 5_100_000; ; body += 1) if (parseDocument(country, `${body}8`).ok) yield `${body}8`;
}
const documents = byCountry(documentsOf);
const person = (country: CountryCode): Promise<Borrower> =>
  borrower(product, country, 6, { documentNumber: documents[country].next().value });

async function pay(one: Borrower, numbers: readonly number[], change = 0): Promise<number> {
  const { hash } = (await one.ask(numbers, 'bank-transfer')).body.result;
  const { amount } = await tools.couponOf(one, hash);
  const units = (cents(amount) + change) / 100;
  await tools.drive(one, 'settle', hash, units);
  return cents(units);
}

async function prepay(one: Borrower, kind: 'fewer' | 'smaller', units: number): Promise<void> {
  const asked = await product.call('POST /api/v3/loan/{id}/settlement', {
    ...(await tools.asOwner(one)),
    params: { id: one.publicId },
    body: { kind, payment_method: cash[one.country], total: units },
  });
  await tools.drive(one, 'settle', asked.body.result.hash);
}

const openOf = async (one: Borrower) =>
  (await tools.own(one)).installments.filter(({ payed }: { payed: boolean }) => !payed);

describe.each(['AR', 'UY'] as const)('%s', (country) => {
  test('a prepayment after an instalment that is a little short forgives no capital', async () => {
    const one = await person(country);
    await pay(one, [6], -1);
    const before = cents((await tools.quoteOf(one)).total);
    const { prepayment } = await tools.quoteOf(one);
    const units = Math.floor((prepayment.min + prepayment.max) / 2);
    await prepay(one, 'smaller', units);
    expect(cents((await tools.quoteOf(one)).total)).toBe(before - units * 100);
  });

  test('paying instalments on the first day and closing costs what was lent, and no more', async () => {
    const [one, other] = [await person(country), await person(country)];
    const lent = cents((await tools.quoteOf(one)).total);
    expect(cents((await tools.statementOf(one)).principal)).toBe(lent);
    const paid = await pay(one, [1]);
    const quote = await tools.quoteOf(one);
    expect(paid + cents(quote.total)).toBe(lent);
    expect(quote.paid_ahead).toBeGreaterThan(0);
    await tools.closeLoan(one);
    expect(await tools.own(one)).toMatchObject({ debtfree: true, credit: 0 });
    // All instalments ahead: the rest is in favour.
    const all = await pay(other, [1, 2, 3, 4, 5, 6]);
    expect(await tools.own(other)).toMatchObject({ debtfree: true, credit: (all - lent) / 100 });
  });

  test('a part of an instalment and then a prepayment is as good as one prepayment', async () => {
    const [one, other] = [await person(country), await person(country)];
    const { amount } = (await tools.own(one)).installments[0];
    const part = Math.floor(amount / 2);
    const { hash } = (await one.ask([1], cash[country])).body.result;
    await tools.drive(one, 'settle', hash, part);
    await prepay(one, 'smaller', 2 * part);
    await prepay(other, 'smaller', 3 * part);
    const [ways, whole] = [await openOf(one), await openOf(other)];
    expect(ways.map((row: { missing: number }) => row.missing)).toEqual(
      whole.map((row: { missing: number }) => row.missing),
    );
  });

  test('fewer instalments in one prepayment or in several', async () => {
    const [one, other] = [await person(country), await person(country)];
    const { max } = (await tools.quoteOf(one)).prepayment;
    const part = Math.floor(max / 9);
    await prepay(one, 'fewer', 3 * part);
    for (const units of [part, part, part]) await prepay(other, 'fewer', units);
    const rows = (open: { number: number; missing: number }[]) =>
      open.map(({ number, missing }) => [number, missing]);
    expect(rows(await openOf(other))).toEqual(rows(await openOf(one)));
    expect((await openOf(one)).length).toBeLessThan(6);
  });

  test('two payments of a day end alike in either order', async () => {
    const [one, other] = [await person(country), await person(country)];
    const ask = async (each: Borrower, numbers: readonly number[]) => {
      const { hash } = (await each.ask(numbers, cash[country])).body.result;
      await product.call('DELETE /api/v3/coupon/{hash}', {
        country,
        params: { hash },
        query: { document_number: each.documentNumber },
      });
      return hash;
    };
    const hashes = async (each: Borrower) => [await ask(each, [1]), await ask(each, [1, 2])];
    for (const hash of await hashes(one)) await tools.drive(one, 'settle', hash);
    for (const hash of (await hashes(other)).toReversed()) await tools.drive(other, 'settle', hash);
    const shown = async (each: Borrower) => {
      const { credit, installments } = await tools.own(each);
      const rows = installments.map((row: { missing: number; state_name: string }) => [
        row.missing,
        row.state_name,
      ]);
      return { credit, rows };
    };
    expect(await shown(other)).toEqual(await shown(one));
  });
});
