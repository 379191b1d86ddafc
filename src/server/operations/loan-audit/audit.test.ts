import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { LAWS } from '../../../countries/law/laws.ts';
import { borrower, type Borrower } from '../../servicing/payments/testing/borrower.ts';
import { cash, creditTools } from '../../servicing/payments/testing/credit-tools.ts';
import { todayOf } from '../../servicing/debits/testing/debtor.ts';
import { consoleUrl, signInAs } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { loanBalance } from '../../loans/ledger/service.ts';
import { behindTheBack } from '../seals/testing/behind-the-back.ts';
import { auditCountry } from './service.ts';
import { contradictingSums } from './sums.ts';

/** docs/product/loan-and-money.md#conservation: what the daily audit finds when it is put back. */

let product: TestProduct;
let tools: ReturnType<typeof creditTools>;
beforeAll(async () => {
  product = await startProduct({
    settings: { ROLE: 'api', CONSOLE_URL: consoleUrl, SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  tools = creditTools(product);
}, 60_000);
afterAll(() => product.close());

const days = (count: number) => product.call('POST /sandbox/clock', { body: { advance: `P${count}D` } });

async function audit(country: CountryCode) {
  await tools.daysWork(country);
  return auditCountry(product.deps, country, { day: todayOf(product, country), turnDays: 30 });
}

/** Findings that are open of a loan, as `kind subject expected found`. */
async function findings({ loanId }: Borrower): Promise<readonly string[]> {
  const rows = await product.deps.db
    .selectFrom('loan_contradiction')
    .selectAll()
    .where('loan_id', '=', loanId)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ kind, subject, expected, found }) => `${kind} ${subject} ${found - expected}`);
}

async function sums({ loanId, country }: Borrower): Promise<boolean> {
  const ids = await contradictingSums(product.deps.db, country, { after: loanId - 1, upTo: loanId });
  return ids.includes(loanId);
}

const change = (table: string, what: string) =>
  behindTheBack(product.deps.db, table, `update ${table} set ${what}`);

const firstEntry = ({ loanId }: Borrower, account: string) =>
  `account = '${account}' and transaction_id = (select max(t.id) from ledger_transaction t
    join ledger_entry e on e.transaction_id = t.id where t.loan_id = ${loanId} and e.account = '${account}')`;

/** Pays instalments by a coupon of their price, or more. */
async function pay(one: Borrower, numbers: readonly number[], more = 0): Promise<void> {
  const asked = await one.ask(numbers, cash[one.country]);
  const { hash } = asked.body.result;
  const { amount } = await tools.couponOf(one, hash);
  await tools.drive(one, 'settle', hash, amount + more);
}

/** Half of what closes it, in whole currency units. */
const halfOf = async (one: Borrower) => Math.round((await tools.quoteOf(one)).total / 2);

/** Asks to close or prepay, and pays it. */
async function payEarly(
  one: Borrower,
  kind: 'settlement' | 'fewer' | 'smaller',
  amount?: number,
): Promise<void> {
  const to = { ...(await tools.asOwner(one)), params: { id: one.publicId } };
  const total = amount ?? (await tools.quoteOf(one)).total;
  const asked = await product.call('POST /api/v3/loan/{id}/settlement', {
    ...to,
    body: { kind, total, payment_method: 'bank-transfer' },
  });
  await tools.drive(one, 'settle', asked.body.result.hash);
}

describe.each(['AR', 'UY'] as const)('in %s', (country) => {
  let paid: Borrower;
  let inCredit: Borrower;
  let smaller: Borrower;
  let all: readonly Borrower[];

  test('loans of every kind agree with their books', async () => {
    [paid, inCredit] = [await borrower(product, country, 6), await borrower(product, country, 3)];
    const [closed, fewer] = [await borrower(product, country, 6), await borrower(product, country, 6)];
    smaller = await borrower(product, country, 6);
    const late = await borrower(product, country, 3, { membership: true });
    all = [paid, inCredit, closed, fewer, smaller, late];
    await pay(paid, [1]);
    await tools.payTwice(inCredit);
    await days(10);
    await payEarly(closed, 'settlement');
    await payEarly(fewer, 'fewer', await halfOf(fewer));
    await payEarly(smaller, 'smaller', await halfOf(smaller));
    await days(45);
    await pay(late, [1], 50);
    await pay(fewer, [1]);
    expect(await audit(country)).toMatchObject({ contradicting: 0 });
    expect(await Promise.all(all.map(findings))).toEqual(all.map(() => []));
    expect(await Promise.all(all.map(sums))).toEqual(all.map(() => false));
  });

  test('an allocation that was changed is found, by the sums too, and ends once it is right again', async () => {
    const line = `amount = amount + 1 where id = (select min(a.id) from payment_allocation a
      join payment p on p.id = a.payment_id where p.loan_id = ${paid.loanId} and a.component = 'interest')`;
    await change('payment_allocation', line);
    expect(await sums(paid)).toBe(true);
    expect(await audit(country)).toMatchObject({ contradicting: 1 });
    expect(await findings(paid)).toEqual([expect.stringMatching(/^allocation \S+ 1 interest 1$/)]);
    await audit(country);
    expect(await findings(paid)).toHaveLength(1);
    await change('payment_allocation', line.replace('+', '-'));
    expect(await audit(country)).toMatchObject({ contradicting: 0 });
    expect(await findings(paid)).toEqual([]);
  });

  test('a line of the ledger that is missing is found', async () => {
    const { db } = product.deps;
    const { rows } = await sql<{ transaction_id: number; line: number; amount: number }>`
      select transaction_id, line, amount from ledger_entry where ${sql.raw(firstEntry(paid, 'interest-income'))}`.execute(
      db,
    );
    const [row] = rows;
    await behindTheBack(
      db,
      'ledger_entry',
      `delete from ledger_entry where ${firstEntry(paid, 'interest-income')}`,
    );
    expect(await sums(paid)).toBe(true);
    await audit(country);
    expect(await findings(paid)).toEqual([`ledger interest-income ${-row!.amount}`]);
    await behindTheBack(
      db,
      'ledger_entry',
      `insert into ledger_entry (transaction_id, line, account, amount)
        values (${row!.transaction_id}, ${row!.line}, 'interest-income', ${row!.amount})`,
    );
    expect(await audit(country)).toMatchObject({ contradicting: 0 });
  });

  test('money in favour that is off by a centavo is found, in the ledger and in what is kept of it', async () => {
    const kept = `amount = amount + 1 where loan_id = ${inCredit.loanId}`;
    await change('credit_balance', kept);
    expect(await sums(inCredit)).toBe(true);
    await audit(country);
    expect(await findings(inCredit)).toEqual(['credit balance 1']);
    await change('credit_balance', kept.replace('+', '-'));
    const entry = `amount = amount + 1 where ${firstEntry(inCredit, 'customer-credit')}`;
    await change('ledger_entry', entry);
    expect(await sums(inCredit)).toBe(true);
    await audit(country);
    expect(await findings(inCredit)).toEqual(['credit balance 1', 'ledger customer-credit 1'].toSorted());
    await change('ledger_entry', entry.replace('+', '-'));
    expect(await audit(country)).toMatchObject({ contradicting: 0 });
  });

  test('a finished loan that owes is found', async () => {
    await change('loan', `state = 'finished', finished_at = now() where id = ${paid.loanId}`);
    expect(await sums(paid)).toBe(true);
    await audit(country);
    expect(await findings(paid)).toEqual([expect.stringMatching(/^state finished approved [1-9]\d+$/)]);
    const treasury = await signInAs(product, 'treasury');
    const { body } = await treasury.call('GET /api/staff/operation', { query: { country } });
    expect(body.contradictions).toBe(1);
    const listed = await treasury.call('GET /api/staff/operation/contradictions', { query: { country } });
    expect(listed.body.result).toMatchObject([
      { loan: paid.publicId, loan_state: 'finished', kind: 'state', expected: 0, closed_at: '' },
    ]);
    await change('loan', `state = 'approved', finished_at = null where id = ${paid.loanId}`);
    expect(await audit(country)).toMatchObject({ contradicting: 0 });
  });

  test('debt of a finished loan is waived by two people: standing and books agree afterwards', async () => {
    const { db } = product.deps;
    await change('loan', `state = 'finished', finished_at = now() where id = ${smaller.loanId}`);
    await audit(country);
    const treasury = await signInAs(product, 'treasury');
    await treasury.call('POST /api/staff/step-up/sandbox', { body: {} });
    const listed = await treasury.call('GET /api/staff/operation/contradictions', { query: { country } });
    const [row] = listed.body.result;
    expect(row).toMatchObject({ loan: smaller.publicId, kind: 'state' });
    expect(row.owed).toBeGreaterThan(0);
    const ask = (amount: number) =>
      treasury.call('POST /api/staff/operation/contradictions/{id}/waive', {
        params: { id: row.id },
        version: row.version,
        body: { amount, day: row.owed_on, reason_code: 'certificate-given', reason: 'Tiene su libre deuda' },
      });
    expect((await ask(row.owed + 0.01)).body.code).toBe('waiver_too_much');
    const capital = (await loanBalance(db, smaller.loanId)).get('principal-receivable') ?? 0;
    expect(capital).toBeGreaterThan(0);
    const asked = await ask(row.owed);
    expect(asked.body.outcome).toBe('pending_approval');
    // The debt grows while the second person is waited for; the waiver is of its own day.
    await days(2);
    expect(await audit(country)).toMatchObject({ contradicting: 1 });
    const approval = { params: { id: asked.body.approval } };
    const head = await signInAs(product, 'head');
    await head.call('POST /api/staff/step-up/sandbox', { body: {} });
    expect((await head.call('POST /api/staff/approvals/{id}/approve', approval)).status).toBe(200);
    const ledger = await loanBalance(db, smaller.loanId);
    expect(ledger.get('principal-receivable')).toBe(0);
    expect(ledger.get('principal-waived')).toBe(capital);
    expect(await tools.own(smaller)).toMatchObject({ debtfree: true, total: 0 });
    expect(await sums(smaller)).toBe(false);
    expect(await audit(country)).toMatchObject({ contradicting: 0 });
    expect(await findings(smaller)).toEqual([]);
  });

  test('a loan above the legal ceiling of default interest is found, where there is one', async () => {
    const rate = (sign: '*' | '/') =>
      `terms = jsonb_set(terms, '{defaultInterest,annualRate}',
        to_jsonb(((terms #>> '{defaultInterest,annualRate}')::numeric ${sign} 4)::text)) where id = ${paid.loanId}`;
    await change('loan', rate('*'));
    await audit(country);
    const found = (await findings(paid)).filter((each) => each.startsWith('ceiling'));
    expect(found).toHaveLength(LAWS[country].defaultInterest ? 1 : 0);
    await change('loan', rate('/'));
    expect(await audit(country)).toMatchObject({ contradicting: 0 });
  });

  test('a loan whose standing cannot be computed is found, and keeps no other from its turn', async () => {
    await change('loan', `terms = jsonb_set(terms, '{taxRate}', '"?"') where id = ${paid.loanId}`);
    await change('credit_balance', `amount = amount + 1 where loan_id = ${inCredit.loanId}`);
    expect(await audit(country)).toMatchObject({ contradicting: 2 });
    expect(await findings(paid)).toEqual([expect.stringMatching(/^failed \w*Error/)]);
    await change('loan', `terms = jsonb_set(terms, '{taxRate}', '"0.21"') where id = ${paid.loanId}`);
    await change('credit_balance', `amount = amount - 1 where loan_id = ${inCredit.loanId}`);
  });
});
