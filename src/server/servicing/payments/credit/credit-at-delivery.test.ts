import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { localDate } from '../../../../countries/local-time.ts';
import { decidePayout } from '../../../integrations/payouts/sandbox.ts';
import { auditBooks, moveCredits, reversePayment, writtenOf } from '../../../loans/books/service.ts';
import { loanBalance } from '../../../loans/ledger/service.ts';
import { payoutTools } from '../../../loans/payout-desk/testing/orders.ts';
import { recordAnswer } from '../../../loans/outgoing-orders/service.ts';
import { loanByPublicId, loansById, PAYOUTS, takeStep } from '../../../loans/service.ts';
import { transaction } from '../../../platform/database.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../../staff/testing/console.ts';
import { confirmationOf } from '../../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { waitingForLocks } from '../../../testing/waiting-for-locks.ts';
import { todayOf } from '../../debits/testing/debtor.ts';
import { borrower, type Borrower } from '../testing/borrower.ts';
import { cents, creditTools } from '../testing/credit-tools.ts';

/** Delivery of a loan takes over the credit of earlier loans, however the payout is confirmed. */

let product: TestProduct;
let tools: ReturnType<typeof creditTools>;
let treasury: StaffMember;
let head: StaffMember;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  tools = creditTools(product);
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  [treasury, head] = [await signInAs(product, 'treasury'), await signInAs(product, 'head')];
  for (const each of [treasury, head]) await each.call('POST /api/staff/step-up/sandbox', { body: {} });
});
afterAll(() => product.close());

/** Next loan, sent to the rail, of a customer whose first loan holds credit. */
async function handedOver(country: CountryCode) {
  const one = await borrower(product, country, 3);
  const pay = async (numbers: number[]) => {
    const { hash } = (await one.ask(numbers, 'bank-transfer')).body.result;
    await tools.drive(one, 'settle', hash);
    return (await tools.couponOf(one, hash)).reference;
  };
  const reference = await pay([1]);
  await pay([2, 3]);
  await tools.reportAgain(one, reference, 5_000);
  const { credit: held } = await tools.own(one);
  expect(held).toBeGreaterThanOrEqual(5_000);
  const body = confirmationOf(one.person, { instalments: 3 });
  const confirmed = await product.call('POST /api/v3/finish-new', { ...(await tools.asOwner(one)), body });
  const publicId: string = confirmed.body.result.id;
  const row = await loanByPublicId(product.deps.db, country, publicId);
  const next = { ...one, publicId, loanId: row?.id ?? 0 };
  const advance = (outcome: string) =>
    product.call('POST /sandbox/loans/{id}/advance', { params: { id: publicId }, body: { outcome } });
  await advance('ok');
  return { one, next, held, advance };
}

type HandedOver = Awaited<ReturnType<typeof handedOver>>;

/** Audit findings in the books of both loans. */
async function contradictions({ one, next }: HandedOver) {
  const { db, clock } = product.deps;
  const loans = await loansById(db, [one.loanId, next.loanId]);
  const written = await writtenOf(db, loans);
  const today = localDate(clock.now(), one.country);
  return loans.flatMap((loan) => auditBooks(loan, written(loan), today));
}

/** Two people settle an order as paid whose result the rail does not know. */
async function settleAsPaid({ next }: HandedOver): Promise<void> {
  const params = { id: String(next.loanId) };
  const { version, answers } = (await treasury.call('GET /api/staff/pay-outs/{id}', { params })).body.result;
  const file = await payoutTools(product, treasury).receiptOf(treasury, next.country);
  const why = { reason_code: 'statement', reason: 'Lo dice el extracto' };
  const asked = await treasury.call('POST /api/staff/pay-outs/{id}/settle', {
    params,
    version,
    body: { outcome: 'paid', receipt_code: 'BANCO-1', file, answer: answers[0].id, ...why },
  });
  const id: string = asked.body.approval;
  expect((await head.call('POST /api/staff/approvals/{id}/approve', { params: { id } })).status).toBe(200);
}

async function decide({ loanId }: Borrower): Promise<void> {
  const { db } = product.deps;
  const { reference } = await db
    .selectFrom('payout')
    .select('reference')
    .where('loan_id', '=', loanId)
    .executeTakeFirstOrThrow();
  await decidePayout(db, reference, 'completed');
}

/** Ways to confirm a payout. */
const ways: Readonly<Record<string, (made: HandedOver) => Promise<unknown>>> = {
  'a step of the worker': async ({ next, advance }) => {
    await advance('unknown');
    await decide(next);
    await takeStep(product.deps, next.loanId, true);
  },
  'a person who asks the rail': async ({ next, advance }) => {
    await advance('unknown');
    await decide(next);
    const params = { id: String(next.loanId) };
    expect((await treasury.call('POST /api/staff/pay-outs/{id}/ask', { params })).status).toBe(200);
  },
  'two people': async (made) => {
    await made.advance('unknown');
    await settleAsPaid(made);
  },
};

describe('at the delivery of the next loan', () => {
  const country = 'AR';

  test.each(Object.keys(ways))('what is in favour is there on the first day: %s', async (way) => {
    const made = await handedOver(country);
    const { one, next, held } = made;
    await ways[way]?.(made);
    const { total } = (
      await product.call('GET /api/v3/loan/{id}/settlement', {
        ...(await tools.asOwner(next)),
        params: { id: next.publicId },
      })
    ).body.result;
    const row = await loanByPublicId(product.deps.db, country, next.publicId);
    expect(row?.state).toBe('approved');
    expect(cents(total)).toBe((row?.principal ?? 0) - cents(held));
    expect(await tools.own(one)).toMatchObject({ loanId: next.publicId, credit: held });
    const { movements, closing } = await tools.statementOf(next);
    expect(movements.at(-1).concept).toBe('Saldo a favor de tu otro préstamo');
    expect(closing).toMatchObject({ in_favour: held });
    const ledger = await loanBalance(product.deps.db, next.loanId);
    expect([await tools.creditOf(one), ledger.get('customer-credit')]).toEqual([0, -cents(held)]);
    expect(await contradictions(made)).toEqual([]);
    // The daily job finds nothing left to do.
    await moveCredits(product.deps, { country, date: todayOf(product, country) });
    expect(await tools.statementOf(next)).toMatchObject({ movements });
  });

  test('a loan that is opened again while the delivery waits keeps its money', async () => {
    const made = await handedOver(country);
    const { one, next } = made;
    const { db } = product.deps;
    await made.advance('unknown');
    const { id: paymentId } = await db
      .selectFrom('payment')
      .select('id')
      .where('loan_id', '=', one.loanId)
      .orderBy('id')
      .offset(1)
      .limit(1)
      .executeTakeFirstOrThrow();
    const answer = { state: 'completed', providerId: 'T-1', receiptCode: 'T-1', reason: '' } as const;
    let delivery: Promise<unknown> = Promise.resolve();
    await transaction(db, async (tx) => {
      await tx.selectFrom('loan').select('id').where('id', '=', one.loanId).forUpdate().execute();
      delivery = transaction(db, (other) => recordAnswer(other, product.deps, PAYOUTS, next.loanId, answer));
      await expect.poll(() => waitingForLocks(db), { timeout: 20_000 }).toBeGreaterThan(0);
      // It waits for the oldest loan first: the loan being delivered is free.
      await tx.selectFrom('loan').select('id').where('id', '=', next.loanId).forUpdate().execute();
      const about = { source: 'test', reportId: `back-${paymentId}`, reason: 'network' } as const;
      const reversedOn = todayOf(product, country);
      const reversal = { ...about, paymentId, reversedOn };
      expect(await reversePayment(tx, product.deps, reversal)).toBe('approved');
    });
    await delivery;
    expect((await loanByPublicId(db, country, next.publicId))?.state).toBe('approved');
    expect(await tools.creditOf(one)).toBeGreaterThan(0);
    expect(await contradictions(made)).toEqual([]);
  });
});
