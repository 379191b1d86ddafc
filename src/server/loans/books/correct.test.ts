import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import { negate } from '../../../domain/money.ts';
import { defaultAnnualRate } from '../../../domain/standing/default-interest.ts';
import { borrower, type Borrower } from '../../servicing/payments/testing/borrower.ts';
import { cash } from '../../servicing/payments/testing/credit-tools.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { unbound } from '../default-interest/testing/unbound.ts';
import { loanBalance } from '../ledger/service.ts';
import { lockedLoan } from '../service.ts';
import { transaction } from '../../platform/database.ts';
import { auditBooks, correctBooks, differences, writtenOf, type Difference } from './service.ts';

/** Books that were written by other rules than those of today: what favours the borrower is booked and told. */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({
    settings: { ROLE: 'api', SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const day = 86_400_000;
const late = (days: number) => product.advance(days * day);

/** Charges a loan at a rate that the law does not bound, as versions without the bounds did. */
async function chargedAt(country: CountryCode, annualRate: string): Promise<Borrower> {
  const one = await borrower(product, country, 3);
  await setRate(one, annualRate);
  return one;
}

const setRate = ({ loanId }: Borrower, annualRate: string) =>
  sql`update loan set terms = jsonb_set(terms, '{defaultInterest,annualRate}', to_jsonb(${annualRate}::text))
    where id = ${loanId}`.execute(product.deps.db);

async function pay(one: Borrower, numbers: readonly number[]): Promise<void> {
  const asked = await one.ask(numbers, cash[one.country]);
  expect(asked.status).toBe(200);
  const { hash } = asked.body.result;
  await product.call('POST /sandbox/payments/{hash}/settle', { country: one.country, params: { hash } });
}

async function found(one: Borrower): Promise<Difference | undefined> {
  for await (const each of differences(product.deps)) if (each.loan.id === one.loanId) return each;
  return undefined;
}

const correct = ({ loanId }: Borrower) => correctBooks(product.deps, loanId);

const lettersTo = async ({ person }: Borrower): Promise<readonly { subject: string; text: string }[]> =>
  (await product.call('GET /sandbox/messages', { query: { to: person.email } })).body.filter(
    ({ subject }: { subject: string }) => subject === 'Corregimos tu préstamo a tu favor',
  );

const balances = ({ loanId }: Borrower) => loanBalance(product.deps.db, loanId);

async function contradictions({ loanId, country }: Borrower) {
  return transaction(product.deps.db, async (tx) => {
    const loan = await lockedLoan(tx, loanId);
    return auditBooks(
      loan,
      (await writtenOf(tx, [loan]))(loan),
      localDate(product.deps.clock.now(), country),
    );
  });
}

const unlawful = defaultAnnualRate({ basis: 'tea', tea: '1.17' });

test('what a finished loan paid above the ceiling is in favour, told with figures, and once', async () => {
  const one = await chargedAt('UY', unlawful);
  await late(100);
  await pay(one, [1, 2, 3]);
  const charged = (await balances(one)).get('default-interest-income') ?? 0;
  expect(charged).toBeLessThan(0);
  expect(await found(one)).toBeUndefined();
  await unbound(product.deps.db, one.loanId);
  const seen = await found(one);
  const above = seen?.overcharged.get('defaultInterest') ?? 0;
  expect(above).toBeGreaterThan(0);
  // By default rates of 101.48 and 88.46 % a year of days.
  expect(above / (0 - charged)).toBeCloseTo(1 - 0.88458976 / 1.01482561, 3);
  expect(seen).toMatchObject({ isInFavour: true, undercharged: 0, waived: 0 });
  expect(await correct(one)).toMatchObject({ credited: seen?.credited });
  const after = await balances(one);
  expect(after.get('default-interest-income')).toBe(charged + above);
  expect(after.get('customer-credit')).toBe(negate(seen?.credited ?? seenNothing()));
  expect(await contradictions(one)).toEqual([]);
  const [letter, ...more] = await lettersTo(one);
  expect(more).toEqual([]);
  expect(letter?.text).toMatch(
    /De lo que pagaste, \$[\d.,]+ no correspondían: mora \$[\d.,]+, IVA de la mora/,
  );
  expect(letter?.text).toMatch(/Quedan \$[\d.,]+ a tu favor/);
  expect(await found(one)).toBeUndefined();
  expect(await correct(one)).toBeUndefined();
  expect(await lettersTo(one)).toHaveLength(1);
});

const seenNothing = (): never => {
  throw new Error('nothing was found');
};

test('what is open above the ceiling is not asked for any more: nothing is booked, the borrower is told once', async () => {
  const one = await chargedAt('UY', unlawful);
  await late(100);
  await unbound(product.deps.db, one.loanId);
  const seen = await found(one);
  expect(seen).toMatchObject({ isInFavour: true, contradictions: [], credited: 0 });
  expect(seen?.waived).toBeGreaterThan(0);
  const before = await balances(one);
  await correct(one);
  expect(await balances(one)).toEqual(before);
  expect((await lettersTo(one)).map(({ text }) => text)).toEqual([
    expect.stringMatching(/ya no te cobramos \$[\d.,]+ de intereses por mora/),
  ]);
  await late(5);
  expect(await found(one)).toBeUndefined();
});

test('of a running loan it pays what is owed, and the statement adds up', async () => {
  const one = await chargedAt('UY', unlawful);
  await late(100);
  await pay(one, [1]);
  await unbound(product.deps.db, one.loanId);
  const owed = async () =>
    (await one.balance()).installments.reduce(
      (sum: number, { amount }: { amount: number }) => sum + amount,
      0,
    );
  const shown = await owed();
  const seen = await found(one);
  expect(seen).toMatchObject({ isInFavour: true });
  await correct(one);
  expect(await owed()).toBe(shown);
  expect(await contradictions(one)).toEqual([]);
  const options = { country: one.country, token: one.person.token ?? '', params: { id: one.publicId } };
  const { body } = await product.call('GET /api/v3/statement/{id}', options);
  // What instalment 1 no longer needs pays instalment 2, default interest first: the sums of the accounts stay.
  const { movements, closing } = body.result;
  expect(movements).toContainEqual(
    expect.objectContaining({
      concept: 'Usamos tu saldo a favor',
      detail: expect.stringMatching(/^Cuota 2: mora \$/),
    }),
  );
  expect(movements.at(-1).balance).toBe(closing.balance);
  expect(await found(one)).toBeUndefined();
});

test('what would raise a debt is left to a person', async () => {
  const one = await chargedAt('AR', '1.0000000000');
  await late(100);
  for (const number of [1, 2, 3]) await pay(one, [number]);
  await setRate(one, '3.9000000000');
  const before = await balances(one);
  const seen = await found(one);
  expect(seen).toMatchObject({ isInFavour: false });
  expect(seen?.undercharged).toBeGreaterThan(0);
  expect(await correct(one)).toBeUndefined();
  expect(await balances(one)).toEqual(before);
  expect(await lettersTo(one)).toEqual([]);
});
