import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { calendarDate } from '../../../../domain/calendar-date.ts';
import { centavos } from '../../../../domain/money.ts';
import { decidePayout } from '../../../integrations/payouts/sandbox.ts';
import { moveCredits } from '../../../loans/books/service.ts';
import { loanBalance } from '../../../loans/ledger/service.ts';
import { loanByPublicId } from '../../../loans/service.ts';
import { watchResolution } from '../../../loans/manual-resolutions/service.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../../staff/testing/console.ts';
import { confirmationOf, payout } from '../../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { goTo, todayOf } from '../../debits/testing/debtor.ts';
import { refundCredit } from '../credit/refund-credit.ts';
import type { Borrower } from '../testing/borrower.ts';
import { cents, creditTools, shown } from '../testing/credit-tools.ts';
import { refundTools } from '../testing/refund-tools.ts';
import { REFUNDS, takeRefundStep } from './send.ts';

/** A refund settled as not sent that the bank later reports as sent (docs/decisions/0084-money-in.md). */

let product: TestProduct;
let tools: ReturnType<typeof creditTools>;
let refunds: ReturnType<typeof refundTools>;
let treasury: StaffMember;
let head: StaffMember;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  tools = creditTools(product);
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  await signIn();
});
afterAll(() => product.close());

/** Signs in again after the clock has ended the sessions. */
async function signIn(): Promise<void> {
  [treasury, head] = [await signInAs(product, 'treasury'), await signInAs(product, 'head')];
  for (const each of [treasury, head]) await each.call('POST /api/staff/step-up/sandbox', { body: {} });
  refunds = refundTools(product, treasury, head);
}

const watch = (id: number) => watchResolution(product.deps, REFUNDS, id);

/** Settled as not sent and credited again; `contradict` makes the bank report it as sent. */
async function settledAsNotSent(country: CountryCode) {
  const made = await refunds.unknownRefund(country);
  const pending = await refunds.settle(made, 'not-paid');
  expect((await refunds.approve(pending.body.approval)).status).toBe(200);
  const contradict = async () => {
    await decidePayout(product.deps.db, made.reference, 'completed');
    await watch(made.id);
  };
  return { ...made, contradict };
}

/** Two people resolve the contradiction. */
async function resolved(one: Borrower, country: CountryCode, outcome: 'paid' | 'not-paid') {
  const asked = await refunds.resolve(one, country, outcome);
  expect(asked.body.outcome).toBe('pending_approval');
  expect((await refunds.approve(asked.body.approval, treasury)).status).toBe(403);
  expect((await refunds.approve(asked.body.approval)).status).toBe(200);
}

const balanced = async ({ loanId }: Borrower) => {
  const ledger = await loanBalance(product.deps.db, loanId);
  expect([...ledger.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
  return ledger;
};

describe('a refund that the bank reports as sent after all', () => {
  const country = 'AR';

  test('cannot be used, moved or refunded, and is in Operación with both results', async () => {
    const { one, account, units, id, contradict } = await settledAsNotSent(country);
    const before = await refunds.ask(one, account, units);
    await contradict();
    expect((await tools.own(one)).credit).toBe(0);
    await tools.daysWork(country);
    await moveCredits(product.deps, { country, date: todayOf(product, country) });
    expect((await balanced(one)).get('disbursement-in-transit')).toBe(-cents(units));
    expect((await refunds.approve(before.body.approval)).status).toBe(409);
    expect((await refunds.ask(one, account, 0.01)).body.code).toBe('refund_contradicted');
    const noted = { loanId: one.publicId, amount: centavos(1), reference: `NOTED-${one.publicId}` };
    expect(await refundCredit(product.deps, noted)).toBe('too-much');
    expect((await tools.own(one)).credit_refund).toMatchObject({ amount: units, state: 'on-its-way' });
    expect(await refunds.contradictionOf(one)).toMatchObject({
      kind: 'refund',
      ruled: 'not-paid',
      ruled_by: expect.stringMatching(/./),
      said: 'paid',
      amount: units,
      frozen: units,
      missing: 0,
    });
    expect(await refunds.shown(id)).toMatchObject({ contradicted: true });
    // Hearing it again changes nothing.
    await watch(id);
    expect((await refunds.contradictionOf(one)).frozen).toBe(units);
  });

  test('has been given back once two people say that it was paid', async () => {
    const { one, account, id, contradict } = await settledAsNotSent(country);
    await contradict();
    await resolved(one, country, 'paid');
    expect(await refunds.shown(id)).toMatchObject({ state: 'completed', contradicted: false });
    const ledger = await balanced(one);
    expect([ledger.get('disbursement-in-transit') ?? 0, ledger.get('customer-credit') ?? 0]).toEqual([0, 0]);
    expect(await tools.mailsOf(one, /Te devolvimos/)).toHaveLength(1);
    expect((await refunds.ask(one, account, 0.01)).body.code).toBe('refund_too_much');
    expect(await refunds.contradictionOf(one)).toBeUndefined();
    expect(await refunds.contradictionOf(one, 'resolved')).toMatchObject({ truth: 'paid' });
  });

  test('is in favour again once two people say that it was not, and is given back', async () => {
    const { one, account, units, id, contradict } = await settledAsNotSent(country);
    await contradict();
    const [first, second] = [
      await refunds.resolve(one, country, 'not-paid'),
      await refunds.resolve(one, country, 'paid'),
    ];
    expect((await refunds.approve(first.body.approval)).status).toBe(200);
    expect(second.body.code).toBe('already_asked');
    expect((await tools.own(one)).credit).toBe(units);
    expect((await balanced(one)).get('disbursement-in-transit')).toBe(0);
    expect((await refunds.shown(id)).state).toBe('failed');
    expect((await refunds.approve((await refunds.ask(one, account, units)).body.approval)).status).toBe(200);
  });

  test('a refund wrongly settled as paid is credited again once two people confirm it', async () => {
    const made = await refunds.unknownRefund(country);
    const { one, units, id, reference } = made;
    expect((await refunds.approve((await refunds.settle(made, 'paid')).body.approval)).status).toBe(200);
    await decidePayout(product.deps.db, reference, 'failed');
    await watch(id);
    expect(await refunds.contradictionOf(one)).toMatchObject({ ruled: 'paid', said: 'not-paid' });
    expect((await tools.own(one)).credit).toBe(0);
    await resolved(one, country, 'not-paid');
    expect((await tools.own(one)).credit).toBe(units);
    expect((await balanced(one)).get('disbursement-in-transit') ?? 0).toBe(0);
    expect((await refunds.shown(id)).state).toBe('failed');
  });
});

describe('one approved before the rail says that an earlier one went out', () => {
  async function approvedAfter(country: CountryCode) {
    const made = await settledAsNotSent(country);
    const { one, account, units } = made;
    expect((await refunds.approve((await refunds.ask(one, account, units)).body.approval)).status).toBe(200);
    return { ...made, second: await refunds.refundOf(one) };
  }

  test('is not sent, and its money is frozen', async () => {
    const { one, account, units, second, contradict } = await approvedAfter('UY');
    expect([second.state, (await tools.own(one)).credit]).toEqual(['planned', 0]);
    await contradict();
    for (let steps = 0; steps < 2; steps += 1) await takeRefundStep(product.deps, second.id);
    expect(await refunds.shown(second.id)).toMatchObject({ state: 'failed', failure: 'contradicted' });
    expect(await refunds.submissions(second.reference)).toBe(0);
    expect((await tools.own(one)).credit).toBe(0);
    expect(await tools.mailsOf(one, /No enviamos la devolución/)).toHaveLength(1);
    expect((await refunds.ask(one, account, units)).body.code).toBe('refund_contradicted');
    expect(await refunds.contradictionOf(one)).toMatchObject({ frozen: units, missing: 0 });
  });

  test('is only queried if its process was killed before sending it', async () => {
    const { one, second, contradict } = await approvedAfter('AR');
    await product.deps.db
      .updateTable('credit_refund')
      .set({ state: 'sent' })
      .where('id', '=', second.id)
      .execute();
    await contradict();
    await takeRefundStep(product.deps, second.id);
    expect((await refunds.shown(second.id)).state).toBe('unknown');
    expect(await refunds.submissions(second.reference)).toBe(0);
    // The money of the second refund already left with the first, so it is still not submitted.
    await resolved(one, 'AR', 'paid');
    await takeRefundStep(product.deps, second.id);
    expect(await refunds.submissions(second.reference)).toBe(0);
  });
});

describe('once its money was moved to another loan', () => {
  const country = 'UY';

  /** Settled as not sent, moved to the next loan by the daily job, then reported as sent. */
  async function movedOn() {
    const made = await settledAsNotSent(country);
    const next = await nextLoan(made.one);
    await moveCredits(product.deps, { country, date: todayOf(product, country) });
    expect((await loanBalance(product.deps.db, next.loanId)).get('customer-credit')).toBe(-cents(made.units));
    return { ...made, next };
  }

  /** The customer's next loan, paid out. */
  async function nextLoan(one: Borrower): Promise<Borrower> {
    const body = confirmationOf(one.person, { instalments: 3 });
    const answer = await product.call('POST /api/v3/finish-new', { ...(await tools.asOwner(one)), body });
    const publicId: string = answer.body.result.id;
    await payout(product, publicId);
    const row = await loanByPublicId(product.deps.db, country, publicId);
    return { ...one, publicId, loanId: row?.id ?? 0 };
  }

  test('it is frozen there, and pays no instalment', async () => {
    const todayMs = product.deps.clock.now().getTime();
    const { one, next, account, units, contradict } = await movedOn();
    await contradict();
    expect((await refunds.ask(next, account, 0.01)).body.code).toBe('refund_contradicted');
    expect(await refunds.contradictionOf(one)).toMatchObject({ frozen: units, missing: 0 });
    const [first] = (await next.balance()).installments;
    await goTo(product, calendarDate(first.due_date));
    await tools.daysWork(country);
    expect((await tools.own(next)).installments[0]).toMatchObject({ state_name: 'pending' });
    await signIn();
    await resolved(one, country, 'paid');
    expect(await tools.own(next)).toMatchObject({ shortfall: 0, credit: 0 });
    await product.advance(todayMs - product.deps.clock.now().getTime());
    await signIn();
  });

  test('credit spent on an instalment meanwhile is missing once it is resolved as paid, and no more than that', async () => {
    const todayMs = product.deps.clock.now().getTime();
    const { one, next, units, contradict } = await movedOn();
    const [first] = (await next.balance()).installments;
    await goTo(product, calendarDate(first.due_date));
    await tools.daysWork(country);
    await contradict();
    await signIn();
    expect(await refunds.contradictionOf(one)).toMatchObject({ frozen: 0, missing: units });
    const before = (await tools.own(next)).installments[0].missing;
    await resolved(one, country, 'paid');
    const { shortfall, credit, installments } = await tools.own(next);
    expect([shortfall, credit]).toEqual([units, 0]);
    // Instalments already paid stay paid; the shortfall is added to the payoff amount.
    expect(installments[0].missing).toBe(before);
    expect((await tools.quoteOf(next)).shortfall).toBe(units);
    const [mail] = await tools.mailsOf(next, /Te devolvimos/);
    expect(mail?.text).toContain(`${shown(units)} ya habían pagado tus cuotas`);
    expect((await balanced(next)).get('customer-credit')).toBe(cents(units));
    await product.advance(todayMs - product.deps.clock.now().getTime());
    await signIn();
  });

  test('a refund that was approved there before is not sent', async () => {
    const { next, account, units, contradict } = await movedOn();
    expect((await refunds.approve((await refunds.ask(next, account, units)).body.approval)).status).toBe(200);
    const second = await refunds.refundOf(next);
    await contradict();
    await takeRefundStep(product.deps, second.id);
    expect(await refunds.shown(second.id)).toMatchObject({ state: 'failed', failure: 'contradicted' });
    expect(await refunds.submissions(second.reference)).toBe(0);
  });

  test('their other credit is refunded', async () => {
    const { one, next, account, units, contradict } = await movedOn();
    await contradict();
    const { reference } = await product.deps.db
      .selectFrom('payment_request')
      .innerJoin('payment_request_instalment', 'request_id', 'payment_request.id')
      .select('reference')
      .where('payment_request_instalment.loan_id', '=', one.loanId)
      .executeTakeFirstOrThrow();
    await tools.reportAgain(one, reference, 10);
    expect((await refunds.ask(next, account, units)).body.code).toBe('refund_contradicted');
    expect((await refunds.approve((await refunds.ask(next, account, 10)).body.approval)).status).toBe(200);
    const { id } = await refunds.refundOf(next);
    await takeRefundStep(product.deps, id);
    expect((await refunds.shown(id)).state).not.toBe('failed');
  });
});
