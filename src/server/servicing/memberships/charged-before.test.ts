import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import { membershipOverpaid, membershipReturned } from '../../../domain/ledger.ts';
import { centavos } from '../../../domain/money.ts';
import { auditBooks, writtenOf } from '../../loans/books/service.ts';
import { loanBalance, post } from '../../loans/ledger/service.ts';
import { loansById } from '../../loans/service.ts';
import { transaction } from '../../platform/database.ts';
import { consoleUrl, signInAs } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import { goTo, todayOf } from '../debits/testing/debtor.ts';
import { reportReversal } from '../payments/service.ts';
import { chargeMemberships } from './charge.ts';
import { memberOfBefore } from './testing/unpaid-member.ts';

/** Charges of releases that wrote no payment of them: rows as those wrote them. */

let product: TestProduct;
beforeAll(async () => {
  const settings = { SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365', CONSOLE_URL: consoleUrl };
  product = await startProduct({ settings });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const price = 6300;
type Member = Awaited<ReturnType<typeof memberOfBefore>>;

const ledgerOf = ({ loanId }: Member) => loanBalance(product.deps.db, loanId);
const owedOf = async (one: Member) => (await ledgerOf(one)).get('membership-receivable') ?? 0;
const shown = async ({ person }: Member) =>
  (await person.call('GET /api/v3/membership')).body.model.membership;
const end = ({ person }: Member) =>
  person.call('POST /api/v3/withdrawal/own', { body: { kind: 'membership' } });

async function chargeBack(one: Member): Promise<void> {
  const { country, reference } = one;
  const { currency } = packOf(country);
  const about = { country, source: 'membership-charge', reportId: reference, reference, currency } as const;
  const reason = 'charged-back' as const;
  const report = { ...about, amount: centavos(price * 100), reason, reversedOn: todayOf(product, country) };
  const again = () => transaction(product.deps.db, (tx) => reportReversal(tx, product.deps, report));
  expect([await again(), await again()]).toEqual([true, false]);
}

/** Nothing contradicts itself, and the sum of the ledger is zero. */
async function isSound(one: Member): Promise<void> {
  const { db, clock } = product.deps;
  const loans = await loansById(db, [one.loanId]);
  const written = await writtenOf(db, loans);
  expect(
    loans.flatMap((loan) => auditBooks(loan, written(loan), localDate(clock.now(), loan.country))),
  ).toEqual([]);
  expect([...(await ledgerOf(one)).values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
}

/** Ends half of the membership as before migration 0115: the return is in the ledger, but not a payment. */
async function endedBefore({ loanId, country }: Member): Promise<number> {
  const { db, clock } = product.deps;
  const { currency, customer_id: customerId } = await db
    .selectFrom('membership')
    .selectAll()
    .where('loan_id', '=', loanId)
    .executeTakeFirstOrThrow();
  const part = { net: centavos(200_000), tax: centavos(40_000) };
  const [at, valueDate] = [clock.now(), todayOf(product, country)];
  const amount = centavos(240_000);
  await db
    .insertInto('membership_return')
    .values({ loan_id: loanId, amount, tax: part.tax, ended_on: valueDate, created_at: at })
    .execute();
  const posting = {
    country,
    currency,
    loanId,
    customerId,
    valueDate,
    at,
    kind: 'membership-returned',
  } as const;
  await transaction(db, (tx) =>
    post(
      tx,
      { ...posting, entries: membershipReturned(part) },
      { ...posting, entries: membershipOverpaid(amount) },
    ),
  );
  return amount / 100;
}

describe('a membership that was charged before', () => {
  const country = 'AR' as const;

  test('it is charged back: the price is owed again, and ending gives nothing back twice', async () => {
    const one = await memberOfBefore(product, country);
    const before = await one.balance();
    await chargeBack(one);
    expect(await owedOf(one)).toBe(price * 100);
    expect((await one.debt()).amount).toBe(price);
    expect((await one.balance()).installments).toEqual(before.installments);
    await isSound(one);
    await end(one);
    const { returned, owed } = await shown(one);
    expect(returned + owed).toBe(price);
    expect((await ledgerOf(one)).get('customer-credit') ?? 0).toBe(0);
    expect(await owedOf(one)).toBe(Math.round(owed * 100));
    await isSound(one);
  });

  test('it is ended: what is given back works for the loan, and a charge-back takes it again', async () => {
    const one = await memberOfBefore(product, country);
    await goTo(product, addDays(todayOf(product, country), 20));
    await end(one);
    const { returned } = await shown(one);
    expect(returned).toBeGreaterThan(0);
    expect((await one.own()).credit).toBe(returned);
    await isSound(one);
    await chargeBack(one);
    expect((await one.own()).credit).toBe(0);
    expect(await owedOf(one)).toBe(Math.round((price - returned) * 100));
    await isSound(one);
  });

  test('it was ended by a former release: the balance shows it as the statement does', async () => {
    const one = await memberOfBefore(product, country);
    const returned = await endedBefore(one);
    const params = { id: one.publicId };
    const statement = async () =>
      (await one.person.call('GET /api/v3/statement/{id}', { params })).body.result.closing;
    expect([(await one.own()).credit, (await statement()).in_favour]).toEqual([returned, returned]);
    await chargeBack(one);
    // The returned amount pays part of the price that is owed again.
    expect(await owedOf(one)).toBe(Math.round((price - returned) * 100));
    expect([(await one.own()).credit, (await statement()).in_favour]).toEqual([0, 0]);
    await isSound(one);
  });

  test('the work of the day lists it for the staff, who take it back', async () => {
    const one = await memberOfBefore(product, country);
    const day = { country, date: todayOf(product, country) };
    await chargeMemberships(product.deps, day);
    await chargeMemberships(product.deps, day);
    const treasury = await signInAs(product, 'treasury');
    const query = { reference: one.reference };
    const { result } = (await treasury.call('GET /api/staff/money/payments', { query })).body;
    expect(result).toMatchObject([{ loan: String(one.loanId), amount: price, counts: true }]);
    expect(await owedOf(one)).toBe(0);
    await isSound(one);
  });
});
