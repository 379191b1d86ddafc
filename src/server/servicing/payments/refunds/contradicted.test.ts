import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { calendarDate } from '../../../../domain/calendar-date.ts';
import { centavos } from '../../../../domain/money.ts';
import { decidePayout } from '../../../integrations/payouts/sandbox.ts';
import { moveCredits } from '../../../loans/books/service.ts';
import { loanBalance } from '../../../loans/ledger/service.ts';
import { loanByPublicId } from '../../../loans/service.ts';
import { watchRuling } from '../../../loans/rulings/service.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../../staff/testing/console.ts';
import { confirmationOf, payOut } from '../../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { goTo, todayOf } from '../../debits/testing/debtor.ts';
import { refundCredit } from '../credit/refund-credit.ts';
import type { Borrower } from '../testing/borrower.ts';
import { cents, creditTools, shown } from '../testing/credit-tools.ts';
import { refundTools } from '../testing/refund-tools.ts';
import { REFUNDS } from './rule.ts';
import { takeRefundStep } from './send.ts';

/** What two people settled as not sent, and the bank says has gone out (docs/decisions/0084-money-in.md). */

let product: TestProduct;
let tools: ReturnType<typeof creditTools>;
let refunds: ReturnType<typeof refundTools>;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  tools = creditTools(product);
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  const people: StaffMember[] = [await signInAs(product, 'treasury'), await signInAs(product, 'head')];
  for (const each of people) await each.call('POST /api/staff/step-up/sandbox', { body: {} });
  const [treasury, head] = people as [StaffMember, StaffMember];
  refunds = refundTools(product, treasury, head);
});
afterAll(() => product.close());

const watch = (id: number) => watchRuling(product.deps, id, REFUNDS);

test('what went out after all is refunded again neither by who asks nor by who approves, until it is noted', async () => {
  const made = await refunds.unknownRefund('AR');
  const { one, account, units, reference } = made;
  const pending = await refunds.settle(made, 'not-paid');
  expect((await refunds.approve(pending.body.approval)).status).toBe(200);
  const before = await refunds.ask(one, account, units);
  expect(before.body.outcome).toBe('pending_approval');
  await decidePayout(product.deps.db, reference, 'completed');
  await watch(made.id);
  const refused = { status: 409, body: { code: 'refund_contradicted' } };
  expect(await refunds.approve(before.body.approval)).toMatchObject(refused);
  expect(await refunds.ask(one, account, 0.01)).toMatchObject(refused);
  expect((await refunds.refundOf(one)).id).toBe(made.id);
  const noted = { loanId: one.publicId, amount: centavos(cents(units)), reference: 'BANCO-99' };
  expect(await refundCredit(product.deps, noted)).toBe('refunded');
  expect((await refunds.ask(one, account, 0.01)).body.code).toBe('refund_too_much');
  // Paid too much once more: that is theirs.
  const { reference: paid } = await product.deps.db
    .selectFrom('payment_request')
    .innerJoin('payment_request_instalment', 'request_id', 'payment_request.id')
    .select('reference')
    .where('payment_request_instalment.loan_id', '=', one.loanId)
    .executeTakeFirstOrThrow();
  await tools.reportAgain(one, paid, 10);
  expect((await refunds.ask(one, account, 10)).body.outcome).toBe('pending_approval');
});

describe('one approved before the rail says that an earlier one went out', () => {
  async function approvedAfter(country: CountryCode) {
    const made = await refunds.unknownRefund(country);
    const { one, account, units } = made;
    expect((await refunds.approve((await refunds.settle(made, 'not-paid')).body.approval)).status).toBe(200);
    expect((await refunds.approve((await refunds.ask(one, account, units)).body.approval)).status).toBe(200);
    const second = await refunds.refundOf(one);
    const contradict = async () => {
      await decidePayout(product.deps.db, made.reference, 'completed');
      await watch(made.id);
    };
    return { ...made, second, contradict };
  }

  test.each(['AR', 'UY'] as const)(
    'is not sent, and is in favour again until it is noted, in %s',
    async (country) => {
      const { one, account, units, second, contradict } = await approvedAfter(country);
      expect([second.state, (await tools.own(one)).credit]).toEqual(['planned', 0]);
      await contradict();
      for (let steps = 0; steps < 2; steps += 1) await takeRefundStep(product.deps, second.id);
      expect(await refunds.shown(second.id)).toMatchObject({ state: 'failed', failure: 'contradicted' });
      expect(await refunds.submissions(second.reference)).toBe(0);
      expect((await tools.own(one)).credit).toBe(units);
      expect(await tools.mailsOf(one, /No enviamos la devolución/)).toHaveLength(1);
      expect((await refunds.ask(one, account, units)).body.code).toBe('refund_contradicted');
      const noted = {
        loanId: one.publicId,
        amount: centavos(cents(units)),
        reference: `BANCO-${one.publicId}`,
      };
      expect(await refundCredit(product.deps, noted)).toBe('refunded');
      expect((await loanBalance(product.deps.db, one.loanId)).get('customer-credit') ?? 0).toBe(0);
    },
  );

  test('is only asked about where its process was killed before it was handed over', async () => {
    const { second, contradict } = await approvedAfter('AR');
    await product.deps.db
      .updateTable('credit_refund')
      .set({ state: 'sent' })
      .where('id', '=', second.id)
      .execute();
    await contradict();
    await takeRefundStep(product.deps, second.id);
    expect((await refunds.shown(second.id)).state).toBe('unknown');
    expect(await refunds.submissions(second.reference)).toBe(0);
  });
});

describe.each(['AR', 'UY'] as const)('once its money was moved to another loan, in %s', (country) => {
  /** Settled as not sent, moved to the next loan by the work of a day, and then told as sent. */
  async function movedOn() {
    const made = await refunds.unknownRefund(country);
    const { one, units } = made;
    expect((await refunds.approve((await refunds.settle(made, 'not-paid')).body.approval)).status).toBe(200);
    const next = await nextLoan(one);
    await moveCredits(product.deps, { country, date: todayOf(product, country) });
    expect((await loanBalance(product.deps.db, next.loanId)).get('customer-credit')).toBe(-cents(units));
    const contradict = async () => {
      await decidePayout(product.deps.db, made.reference, 'completed');
      await watch(made.id);
    };
    return { ...made, next, contradict };
  }

  /** The same person's next loan, paid out. */
  async function nextLoan(one: Borrower): Promise<Borrower> {
    const body = confirmationOf(one.person, { instalments: 3 });
    const answer = await product.call('POST /api/v3/finish-new', { ...(await tools.asOwner(one)), body });
    const publicId: string = answer.body.result.id;
    await payOut(product, publicId);
    const row = await loanByPublicId(product.deps.db, country, publicId);
    return { ...one, publicId, loanId: row?.id ?? 0 };
  }

  test('it is not refunded from there, until it is noted there', async () => {
    const { next, account, units, contradict } = await movedOn();
    const before = await refunds.ask(next, account, units);
    await contradict();
    const refused = { status: 409, body: { code: 'refund_contradicted' } };
    expect(await refunds.approve(before.body.approval)).toMatchObject(refused);
    expect(await refunds.ask(next, account, 0.01)).toMatchObject(refused);
    const noted = {
      loanId: next.publicId,
      amount: centavos(cents(units)),
      reference: `BANCO-${next.publicId}`,
    };
    expect(await refundCredit(product.deps, noted)).toBe('refunded');
    expect((await refunds.ask(next, account, 0.01)).body.code).toBe('refund_too_much');
  });

  test('what has paid an instalment meanwhile is noted as missing, and no more than that', async () => {
    const todayMs = product.deps.clock.now().getTime();
    const { next, units, contradict } = await movedOn();
    const [first] = (await next.balance()).installments;
    await goTo(product, calendarDate(first.due_date));
    await tools.daysWork(country);
    const note = (more: number, reference: string) =>
      refundCredit(product.deps, {
        loanId: next.publicId,
        amount: centavos(cents(units) + more),
        reference: `${reference}-${next.publicId}`,
      });
    // Nothing says yet that it has left twice.
    expect(await note(0, 'EARLY')).toBe('too-much');
    await contradict();
    expect(await note(1, 'MORE')).toBe('too-much');
    const before = await tools.missingOf(next);
    expect(await note(0, 'BANCO')).toBe('refunded');
    expect(await note(0, 'BANCO')).toBe('known');
    expect(await note(-1, 'AGAIN')).toBe('too-much');
    const { shortfall, credit } = await tools.own(next);
    expect([shortfall, credit]).toEqual([units, 0]);
    // What it had paid stays paid; the shortfall is a row of its own.
    expect(cents(await tools.missingOf(next))).toBe(cents(before) + cents(units));
    expect((await tools.quoteOf(next)).shortfall).toBe(units);
    const [mail] = await tools.mailsOf(next, /Te devolvimos/);
    expect(mail?.text).toContain(`${shown(units)} ya habían pagado tus cuotas`);
    const ledger = await loanBalance(product.deps.db, next.loanId);
    expect(ledger.get('customer-credit')).toBe(cents(units));
    expect([...ledger.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
    await product.advance(todayMs - product.deps.clock.now().getTime());
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

  test('what else they have in favour is refunded', async () => {
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
