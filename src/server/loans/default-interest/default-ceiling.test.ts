import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localDate } from '../../../countries/local-time.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import { defaultAnnualRate, defaultEffectiveRate } from '../../../domain/standing/default-interest.ts';
import { arrearsOf } from '../../operations/portfolio/queries.ts';
import { borrower, type Borrower } from '../../servicing/payments/testing/borrower.ts';
import { uruguayan, visitorOf } from '../../origination/leads/testing/visitor.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { loansById } from '../service.ts';
import { unbound } from './testing/unbound.ts';

/** Uruguay's ceiling of default rates: what new loans agree to, and what holds of loans that were made without it. */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const day = 86_400_000;
const rateOfTerms = defaultAnnualRate({ basis: 'tea', tea: '1.17' }, '1.4194');
const today = () => localDate(product.deps.clock.now(), 'UY');

async function termsOf({ loanId }: Borrower) {
  const [loan] = await loansById(product.deps.db, [loanId]);
  if (!loan) throw new Error('the loan is there');
  return loan.conditions.defaultInterest;
}

async function noteOf({ loanId }: Borrower): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select d ->> 'text' as text from acceptance, jsonb_array_elements(documents) d
    where loan_id = ${loanId} and d ->> 'name' = 'pagare'`.execute(product.deps.db);
  return rows[0]?.text ?? '';
}

/** Enters a value as an approved request of the staff does. */
async function enter(kind: 'ceiling' | 'default-ceiling', value: string): Promise<void> {
  await product.deps.db
    .insertInto('dated_value')
    .values({
      country: 'UY',
      kind,
      first_day: addDays(today(), 1),
      value,
      entered_by: 'Ana',
      created_at: product.deps.clock.now(),
    })
    .execute();
  await product.advance(day);
}

/** Charged of the first instalment for being late, its tax included. */
const lateOf = async (one: Borrower): Promise<number> =>
  (await one.balance()).installments[0].interest_acum_amount;

test('a new loan agrees to the ceiling of its day for 24 months: terms, offer and note say so', async () => {
  const [with117, with90, argentine] = await Promise.all([
    borrower(product, 'UY', 3),
    borrower(product, 'UY', 3, { membership: true }),
    borrower(product, 'AR', 3),
  ]);
  expect(await termsOf(with117)).toEqual({ annualRate: rateOfTerms, taxRate: '0.22', endsAfterMonths: 24 });
  expect(defaultEffectiveRate((await termsOf(with90)).annualRate)).toBeCloseTo(1.35, 8);
  expect(await termsOf(argentine)).toEqual({ annualRate: '3.9000000000', taxRate: '0.21' });
  expect(await noteOf(with117)).toContain('(TEA por mora 141,94% más IVA) y hasta 24 meses después');
  expect(await noteOf(with90)).toContain('(TEA por mora 135,00% más IVA)');
  const visitor = visitorOf(product);
  const { max_option } = (await visitor.offerOf(await visitor.hashOf(uruguayan, 'UY'), 'UY')).body.result;
  const [plan] = max_option.no_membership.plans;
  expect(plan.default_interest).toMatchObject({ rate: Number(rateOfTerms), months: 24 });
  expect(plan.default_interest.tea).toBeCloseTo(1.4194, 8);
});

test('a loan made without the bounds owes from now on what one made with them owes', async () => {
  const { db } = product.deps;
  const one = await borrower(product, 'UY', 3);
  await product.advance(90 * day);
  const [bound, owed, arrears] = [
    await termsOf(one),
    await lateOf(one),
    await arrearsOf(db, today(), [one.loanId]),
  ];
  expect(owed).toBeGreaterThan(0);
  await unbound(db, one.loanId);
  expect(await termsOf(one)).toEqual(bound);
  expect(await lateOf(one)).toBe(owed);
  expect(await arrearsOf(db, today(), [one.loanId])).toEqual(arrears);
});

test('a ceiling that changes later changes new loans only', async () => {
  const [bound, before] = [await borrower(product, 'UY', 3), await borrower(product, 'UY', 3)];
  await unbound(product.deps.db, before.loanId);
  await enter('default-ceiling', '1.38');
  expect(defaultEffectiveRate((await termsOf(await borrower(product, 'UY', 3))).annualRate)).toBeCloseTo(
    1.38,
    8,
  );
  // The mean went up: what was entered for the one before counts no more.
  await enter('ceiling', '1.31');
  const third = await borrower(product, 'UY', 3);
  await unbound(product.deps.db, third.loanId);
  expect(defaultEffectiveRate((await termsOf(third)).annualRate)).toBeCloseTo(1.5212, 8);
  await enter('default-ceiling', '1.5');
  const fourth = await borrower(product, 'UY', 3);
  await unbound(product.deps.db, fourth.loanId);
  expect(defaultEffectiveRate((await termsOf(fourth)).annualRate)).toBeCloseTo(1.5, 8);
  for (const one of [bound, before]) expect((await termsOf(one)).annualRate).toBe(rateOfTerms);
});
