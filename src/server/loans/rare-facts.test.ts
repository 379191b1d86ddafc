import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { centavos } from '../../domain/money.ts';
import { transaction, type Tx } from '../platform/database.ts';
import { unpaidMember } from '../servicing/memberships/testing/unpaid-member.ts';
import { todayOf } from '../servicing/debits/testing/debtor.ts';
import { borrower } from '../servicing/payments/testing/borrower.ts';
import { withdrawalsOf } from '../servicing/withdrawals/testing/withdrawals.ts';
import { brokenRules } from '../testing/simulation/product/read.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { waiveDebt } from './actions/service.ts';
import { loansById, type Loan } from './service.ts';

/** A loan without the mark `may_have_rare_facts` always loads as it would with it. */

let product: TestProduct;
let withdrawals: ReturnType<typeof withdrawalsOf>;
beforeAll(async () => {
  product = await startProduct({ settings: { SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' } });
  withdrawals = withdrawalsOf(product);
  await withdrawals.mode('manual');
});
afterAll(() => product.close());

class UndoneError extends Error {}

/** Runs and rolls back. */
async function undone<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  let result: T | undefined;
  await transaction(product.deps.db, async (tx) => {
    result = await work(tx);
    throw new UndoneError();
  }).catch((error: unknown) => {
    if (!(error instanceof UndoneError)) throw error;
  });
  return result as T;
}

const idOf = async (publicId: string) =>
  (
    await product.deps.db
      .selectFrom('loan')
      .select('id')
      .where('public_id', '=', publicId)
      .executeTakeFirstOrThrow()
  ).id;

async function loaded(id: number): Promise<Loan> {
  const [asMarked] = await loansById(product.deps.db, [id]);
  const [marked] = await undone(async (tx) => {
    await tx.updateTable('loan').set({ may_have_rare_facts: true }).where('id', '=', id).execute();
    return loansById(tx, [id]);
  });
  expect(asMarked).toEqual(marked);
  return asMarked!;
}

const isMarked = async (id: number) =>
  (
    await product.deps.db
      .selectFrom('loan')
      .select('may_have_rare_facts')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).may_have_rare_facts;

const waiver = (loanId: number) => ({
  loanId,
  amount: centavos(100),
  date: todayOf(product),
  reasonCode: 'our-error',
  reason: 'Prueba',
  requestedBy: 'Ana',
  approvedBy: 'Eva',
});

test('a loan without such facts stays unmarked through payments', async () => {
  const one = await borrower(product);
  expect(await isMarked(one.loanId)).toBe(false);
  await one.ask([1], 'bank-transfer');
  await loaded(one.loanId);
  await one.payOff();
  await loaded(one.loanId);
  expect(await isMarked(one.loanId)).toBe(false);
});

test('a waiver is seen from its commit on, and not if it is rolled back', async () => {
  const { loanId } = await borrower(product);
  await undone((tx) => waiveDebt(tx, product.deps, waiver(loanId)));
  expect(await isMarked(loanId)).toBe(false);
  const before = (await loaded(loanId)).conditions.actions ?? [];
  expect(before).toEqual([]);
  await transaction(product.deps.db, async (tx) => {
    expect(await waiveDebt(tx, product.deps, waiver(loanId))).toBe(true);
    // Its own transaction sees it; others do not yet.
    expect((await loansById(tx, [loanId]))[0]?.conditions.actions).toHaveLength(1);
    expect((await loansById(product.deps.db, [loanId]))[0]?.conditions.actions ?? []).toEqual([]);
  });
  expect((await loaded(loanId)).conditions.actions).toHaveLength(1);
  // The simulation would find a mark that is lost.
  const broken = await undone(async (tx) => {
    await tx.updateTable('loan').set({ may_have_rare_facts: false }).where('id', '=', loanId).execute();
    return brokenRules(tx);
  });
  expect(broken).toMatchObject({ 'loans with rare facts that are not marked': 1 });
  expect(await brokenRules(product.deps.db)).toEqual({});
});

test.each(['AR', 'UY'] as const)(
  '%s: the debt of a membership, its open payment and its end are seen',
  async (country) => {
    const one = await unpaidMember(product, country);
    expect((await loaded(one.loanId)).membershipDue).toBeGreaterThan(0);
    const { hash } = (await one.askForPrice('bank-transfer')).body.result;
    const { openPayments } = await loaded(one.loanId);
    expect(openPayments.map((payment) => payment.hash)).toContain(hash);
    await product.call('POST /sandbox/payments/{hash}/settle', { country, params: { hash } });
    expect((await loaded(one.loanId)).membershipDue).toBe(0);
  },
);

describe.each(['loan', 'membership'] as const)('a withdrawal from the %s', (kind) => {
  test.each(['AR', 'UY'] as const)('%s: is seen before and after the payout', async (country) => {
    for (const isPaidOut of [false, true]) {
      const { person, id } = isPaidOut
        ? await withdrawals.paidOut(country, product.deps.clock.now().toISOString(), true)
        : await withdrawals.waiting(country, true);
      const loanId = await idOf(id);
      const { link } = await withdrawals.request(person, kind);
      await loaded(loanId);
      expect((await withdrawals.confirm(person, link)).status).toBe(200);
      const loan = await loaded(loanId);
      expect(loan.withdrawal === null).toBe(kind === 'membership');
    }
  });
});

test('a withdrawal that gets its loan later marks it; a loan stored without the mark counts as marked', async () => {
  const { loanId, documentNumber } = await borrower(product);
  const { customerId } = await loaded(loanId);
  const { db, clock } = product.deps;
  const code = `ARR-${String(loanId).padStart(10, '0')}`;
  await db
    .insertInto('withdrawal')
    .values({
      code,
      country: 'AR',
      kind: 'loan',
      document_number: documentNumber,
      email: 'a@example.com',
      customer_id: customerId,
      requested_at: clock.now(),
    })
    .execute();
  expect(await isMarked(loanId)).toBe(false);
  await db.updateTable('withdrawal').set({ loan_id: loanId }).where('code', '=', code).execute();
  expect(await isMarked(loanId)).toBe(true);
  const { rows } = await sql<{ column_default: string }>`
    select column_default from information_schema.columns
    where table_name = 'loan' and column_name = 'may_have_rare_facts'`.execute(product.deps.db);
  expect(rows).toEqual([{ column_default: 'true' }]);
});

test('each table that rare facts come from marks the loan', async () => {
  const { rows } = await sql<{ body: string; marking: string[] }>`
    select pg_get_functiondef('rare_facts'::regproc) as body, array(
      select g.tgrelid::regclass::text from pg_trigger g
      where g.tgfoid = 'mark_rare_facts'::regproc and g.tgenabled = 'O') as marking`.execute(product.deps.db);
  const [{ body, marking } = { body: '', marking: [] }] = rows;
  const read = new Set(Array.from(body.matchAll(/\b(?:from|join) (\w+) /g), ([, name]) => name));
  // A payment of a membership's price follows its charge, which marks.
  for (const name of ['loan', 'payment_request']) read.delete(name);
  expect(read).toEqual(new Set(marking));
});
