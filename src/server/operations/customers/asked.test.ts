import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/countries.ts';
import { cashIn } from '../../../countries/testing/test-country.ts';
import { borrower, type Borrower } from '../../servicing/payments/testing/borrower.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { signUpAndVerify } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

/** First questions of a caller, on a customer's page. */

let product: TestProduct;
let agent: StaffMember;
const people = new Map<CountryCode, Borrower>();

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  agent = await signInAs(product, 'agent');
  for (const country of ['AR', 'UY'] as const) people.set(country, await borrower(product, country));
});
afterAll(() => product.close());

const customerOf = async ({ loanId }: Borrower) =>
  String(
    (
      await product.deps.db
        .selectFrom('loan')
        .select('customer_id')
        .where('id', '=', loanId)
        .executeTakeFirstOrThrow()
    ).customer_id,
  );
const page = async (id: string, by = agent) =>
  (await by.call('GET /api/staff/customers/{id}', { params: { id } })).body.result;

describe.each(['AR', 'UY'] as const)('%s', (country) => {
  const slug = cashIn(country);

  test('amount to pay, payment methods, open coupon, and status of the money', async () => {
    const one = people.get(country)!;
    await one.ask([1], slug);
    const { asked } = await page(await customerOf(one));
    const request = await product.deps.db
      .selectFrom('payment_request')
      .select(['reference', 'barcode'])
      .where('loan_id', '=', one.loanId)
      .executeTakeFirstOrThrow();
    expect(asked.methods.length).toBeGreaterThan(1);
    expect(asked).toMatchObject({
      step: '',
      requests: [],
      decision: { rule: expect.any(String), is_live: true },
    });
    expect(asked.loans).toHaveLength(1);
    expect(asked.loans[0]).toMatchObject({
      id: String(one.loanId),
      is_paused: false,
      open_payments: [{ kind: 'coupon', state: 'open', instalments: [1], is_strangers: true, ...request }],
      payout: { state: 'confirmed', waits_for: '', late: false, contradicted: false },
    });
  });

  test('the payout needs the right to read payouts, requests the right to read tickets', async () => {
    const one = people.get(country)!;
    const id = await customerOf(one);
    await product.deps.db
      .insertInto('withdrawal')
      .values({
        code: `ARR-00000047${country}`,
        country,
        kind: 'loan',
        document_number: (
          await product.deps.db
            .selectFrom('customer')
            .select('document_number')
            .where('id', '=', Number(id))
            .executeTakeFirstOrThrow()
        ).document_number,
        email: 'a@example.com',
        customer_id: Number(id),
        requested_at: product.deps.clock.now(),
      })
      .execute();
    expect((await page(id)).asked.requests).toEqual([
      expect.objectContaining({ kind: 'withdrawal', code: `ARR-00000047${country}`, state: 'received' }),
    ]);
    const collector = await signInAs(product, 'collector');
    expect((await page(id, collector)).asked.loans[0].payout).toBeNull();
    const accounting = await signInAs(product, 'accounting');
    expect((await page(id, accounting)).asked.requests).toEqual([]);
  });

  test('an application says which step it waits at, and its offer', async () => {
    const person = await signUpAndVerify(product, country);
    const { id } = await product.deps.db
      .selectFrom('customer')
      .select('id')
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow();
    await product.deps.db.updateTable('customer').set({ address_verified: 0 }).where('id', '=', id).execute();
    const { asked } = await page(String(id));
    expect(asked).toMatchObject({ step: 'address', loans: [] });
    expect(asked.decision.max_amount).toBeGreaterThan(0);
    expect(asked.decision.rule).toMatch(/^bureau-/);
  });
});
