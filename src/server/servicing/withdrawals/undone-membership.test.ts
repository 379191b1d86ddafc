import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, calendarDate } from '../../../domain/calendar-date.ts';
import { loanBalance } from '../../loans/ledger/service.ts';
import { loanByPublicId, lockPayout, recordPaidOut } from '../../loans/service.ts';
import { transaction } from '../../platform/database.ts';
import { confirmationOf, signUpAndVerify } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { waitingForLocks } from '../../testing/waiting-for-locks.ts';
import { goTo, saveCard, todayOf } from '../debits/testing/debtor.ts';
import { chargeMemberships } from '../memberships/charge.ts';
import { borrower, type Borrower } from '../payments/testing/borrower.ts';
import { creditTools } from '../payments/testing/credit-tools.ts';
import { undoMemberships, withdrawFor } from './service.ts';

/**
 * A membership is undone with its loan, in full, whatever happened to it before (docs/decisions/0020-withdrawal.md).
 */

let product: TestProduct;
let tools: ReturnType<typeof creditTools>;
beforeAll(async () => {
  product = await startProduct({ settings: { SESSION_IDLE_HOURS: '99000', SESSION_MAX_DAYS: '3650' } });
  tools = creditTools(product);
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

/** Price of the packs, centavos. */
const price = 630_000;

describe('a membership that is undone', () => {
  const country = 'UY' as const;
  const today = () => todayOf(product, country);

  /** Its ledger postings. */
  async function books({ loanId }: Pick<Borrower, 'loanId'>) {
    const { rows } = await sql<{ account: string; amount: number }>`
      select e.account, sum(e.amount)::bigint as amount from ledger_entry e
      join ledger_transaction t on t.id = e.transaction_id
      where t.loan_id = ${loanId} and t.kind like 'membership-%' group by 1`.execute(product.deps.db);
    const of = (name: string) => rows.find(({ account }) => account === name)?.amount ?? 0;
    return {
      due: of('membership-receivable'),
      income: of('membership-income'),
      tax: of('tax-payable'),
    };
  }
  const nothing = { due: 0, income: 0, tax: 0 };

  async function ownerOf(publicId: string): Promise<number> {
    const loan = await loanByPublicId(product.deps.db, country, publicId);
    return loan?.customerId ?? 0;
  }

  const shown = async (one: Borrower) =>
    (await product.call('GET /api/v3/membership', await tools.asOwner(one))).body.model.membership;

  async function endAlone(one: Borrower) {
    const body = { kind: 'membership', loan_id: '', reason: '' };
    return product.call('POST /api/v3/withdrawal/own', { ...(await tools.asOwner(one)), body });
  }

  /** Accepts it as staff who find that it was requested in time. */
  const withdrawAsOf = async (one: Borrower, requestedAt: Date) => {
    const { publicId: loanId } = one;
    const asked = { country, customerId: await ownerOf(loanId), loanId, reason: '', requestedAt };
    return transaction(product.deps.db, (tx) => withdrawFor(tx, product.deps, asked));
  };

  test('a withdrawal that is accepted late leaves no day owed of a membership that was ended before', async () => {
    const one = await borrower(product, country, 3, { membership: true });
    const inTime = product.deps.clock.now();
    await goTo(product, addDays(today(), 40));
    await endAlone(one);
    expect((await books(one)).due).toBeGreaterThan(0);

    expect((await withdrawAsOf(one, inTime)).model.state).toBe('return-due');
    expect(await books(one)).toEqual(nothing);
    expect(await shown(one)).toMatchObject({ state: 'ended', returned: 6300 });
    const [mail] = await tools.mailsOf(one, /No pagás nada por tu membresía/);
    expect(mail?.text).toContain('tampoco $');
  });

  test('membership remnants of an earlier release are undone by the daily job, once', async () => {
    const [left, partly] = [
      await borrower(product, country, 3, { membership: true }),
      await borrower(product, country, 3, { membership: true }),
    ];
    const untouched = await borrower(product, country, 3, { membership: true });
    const requestedAt = product.deps.clock.now();
    await goTo(product, addDays(today(), 40));
    await endAlone(partly);
    for (const each of [left, partly])
      await product.deps.db
        .insertInto('withdrawal')
        .values({
          code: `ARR-${country}${each.loanId}`,
          country,
          kind: 'loan',
          document_number: each.documentNumber,
          email: 'ana@example.com',
          customer_id: await ownerOf(each.publicId),
          asked_loan: each.publicId,
          reason: '',
          requested_at: requestedAt,
          state: 'lapsed',
          loan_id: each.loanId,
          return_amount: 1,
          return_until: calendarDate('2026-01-01'),
          confirmed_at: requestedAt,
        })
        .execute();
    const undo = () => undoMemberships(product.deps, { country, date: today() });
    const [first, second] = await Promise.all([undo(), undo()]);
    expect((first['memberships'] ?? 0) + (second['memberships'] ?? 0)).toBe(2);
    for (const each of [left, partly]) {
      expect(await books(each)).toEqual(nothing);
      expect(await shown(each)).toMatchObject({ state: 'ended', returned: 6300 });
    }
    expect((await books(untouched)).due).toBe(price);
    expect(await undo()).toEqual({ memberships: 0 });
  });

  test('of a membership that never began nothing is given back with its loan', async () => {
    const person = await signUpAndVerify(product, country);
    const confirmed = await person.call('POST /api/v3/finish-new', {
      body: confirmationOf(person, { instalments: 3, membership: true }),
    });
    const id: string = confirmed.body.result.id;
    const step = () =>
      product.call('POST /sandbox/loans/{id}/advance', { params: { id }, body: { outcome: 'ok' } });
    await step();
    await person.call('POST /api/v3/withdrawal/own', { body: { kind: 'membership' } });
    await step();
    const loanId = (await loanByPublicId(product.deps.db, country, id))?.id ?? 0;
    const withdrawn = await person.call('POST /api/v3/withdrawal/own', {
      body: { kind: 'loan', loan_id: id },
    });
    expect(withdrawn.body.model.state).toBe('return-due');
    expect(await undoMemberships(product.deps, { country, date: today() })).toEqual({ memberships: 0 });
    expect(await books({ loanId })).toEqual(nothing);
    const { membership } = (await person.call('GET /api/v3/membership')).body.model;
    expect(membership).toMatchObject({ state: 'ended', returned: 0 });
  });

  test('a membership that is ended while its loan’s money arrives costs nothing', async () => {
    const person = await signUpAndVerify(product, country);
    const confirmed = await person.call('POST /api/v3/finish-new', {
      body: confirmationOf(person, { instalments: 3, membership: true }),
    });
    const id: string = confirmed.body.result.id;
    await product.call('POST /sandbox/loans/{id}/advance', { params: { id }, body: { outcome: 'ok' } });
    const { deps } = product;
    const loan = await loanByPublicId(deps.db, country, id);
    const loanId = loan?.id ?? 0;
    await deps.db.updateTable('payout').set({ state: 'sent' }).where('loan_id', '=', loanId).execute();
    // The worker, which writes the loan's file, would wait for the loan too.
    const filed = () =>
      deps.db.selectFrom('loan').select('docket_due_at').where('id', '=', loanId).executeTakeFirst();
    await expect.poll(filed, { timeout: 5000 }).toEqual({ docket_due_at: null });
    const paid = { state: 'completed', providerId: 'r', receiptCode: 'r', reason: '' } as const;
    let ended: ReturnType<typeof person.call> | undefined;
    const isWaited = async () => {
      await expect.poll(() => waitingForLocks(deps.db), { timeout: 5000 }).toBe(1);
    };
    await transaction(deps.db, async (tx) => {
      const order = await lockPayout(tx, loanId);
      if (!order) throw new Error('there is no order');
      await recordPaidOut(tx, deps, order, paid);
      ended = person.call('POST /api/v3/withdrawal/own', { body: { kind: 'membership' } });
      // Either blocks, or ended too early to see the money.
      await Promise.race([ended, isWaited()]);
    });
    expect((await ended)?.body.model.state).toBe('ended');
    expect(await books({ loanId })).toEqual(nothing);
  });
});

test('everything paid for it is credited to the customer', async () => {
  const one = await borrower(product, 'AR', 3, { membership: true });
  await saveCard(one.person);
  const inTime = product.deps.clock.now();
  await goTo(product, addDays(todayOf(product, 'AR'), 26));
  await chargeMemberships(product.deps, { country: 'AR', date: todayOf(product, 'AR') });
  await product.call('POST /api/v3/withdrawal/own', {
    ...(await tools.asOwner(one)),
    body: { kind: 'membership', loan_id: '', reason: '' },
  });
  const before = (await loanBalance(product.deps.db, one.loanId)).get('customer-credit') ?? 0;
  expect(before).toBeLessThan(0);
  expect(before).toBeGreaterThan(-price);
  const loan = await loanByPublicId(product.deps.db, 'AR', one.publicId);
  const asked = {
    country: 'AR',
    customerId: loan?.customerId ?? 0,
    loanId: one.publicId,
    reason: '',
  } as const;
  await transaction(product.deps.db, (tx) =>
    withdrawFor(tx, product.deps, { ...asked, requestedAt: inTime }),
  );
  expect((await loanBalance(product.deps.db, one.loanId)).get('customer-credit')).toBe(-price);
  const [mail] = await tools.mailsOf(one, /No pagás nada por tu membresía/);
  expect(mail?.text).toContain('quedan a tu favor también');
});
