import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paymentMethodsOf } from '../../../countries/payment-methods.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import { centavos } from '../../../domain/money.ts';
import { goTo, dueDatesOf, todayOf } from '../debits/testing/debtor.ts';
import { loanBalance } from '../../loans/ledger/service.ts';
import { listMessages } from '../../messages/service.ts';
import { erasureStanding } from '../../rights/standing.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { waitingForLocks } from '../../testing/waiting-for-locks.ts';
import { transaction } from '../../platform/database.ts';
import { reportReversal } from '../payments/service.ts';
import { chargeDay, member, unpaidMember, type UnpaidMember } from './testing/unpaid-member.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const price = 6300;
const settle = (one: UnpaidMember, hash: string, amount?: number) =>
  product.call('POST /sandbox/payments/{hash}/settle', {
    country: one.country,
    params: { hash },
    ...(amount === undefined ? {} : { body: { amount } }),
  });
const reverse = ({ country }: UnpaidMember, hash: string) =>
  product.call('POST /sandbox/payments/{hash}/reverse', { country, params: { hash } });
const account = async ({ loanId }: UnpaidMember, name: 'membership-receivable' | 'customer-credit') =>
  (await loanBalance(product.deps.db, loanId)).get(name) ?? 0;
const shown = async ({ person }: UnpaidMember) =>
  (await person.call('GET /api/v3/membership')).body.model.membership;
const subjects = async ({ person }: UnpaidMember) =>
  (await listMessages(product.deps, person.email)).map(({ subject }) => subject);
const quoteOf = async ({ person, publicId }: UnpaidMember) =>
  (await person.call('GET /api/v3/loan/{id}/settlement', { params: { id: publicId } })).body.result;
const close = async (one: UnpaidMember, total: number) =>
  one.person.call('POST /api/v3/loan/{id}/settlement', {
    params: { id: one.publicId },
    body: { kind: 'settlement', payment_method: 'bank-transfer', total },
  });

describe('a price that could not be charged', () => {
  test.each(['AR', 'UY'] as const)('%s: is paid by each method of the country', async (country) => {
    const one = await unpaidMember(product, country);
    for (const { slug, kind } of paymentMethodsOf(country).filter((each) => each.kind !== 'wallet')) {
      expect(await one.debt()).toMatchObject({ loan_id: one.publicId, amount: price, payment: null });
      const asked = await one.askForPrice(slug);
      if (asked.body.code === 'payment_method') continue;
      const { hash } = asked.body.result;
      expect(await one.debt()).toMatchObject({ payment: { hash, method: slug } });
      expect((await one.own()).open_payments).toMatchObject([
        { hash, purpose: 'membership', amount: price, installments: [], kind },
      ]);
      expect(await one.askForPrice(slug)).toMatchObject({ body: { code: 'payment_instalment' } });
      await settle(one, hash);
      expect(await one.debt()).toBeUndefined();
      expect(await account(one, 'membership-receivable')).toBe(0);
      expect(await account(one, 'customer-credit')).toBe(0);
      expect((await shown(one)).charge.state).toBe('paid');
      await reverse(one, hash);
      expect(await account(one, 'membership-receivable')).toBe(price * 100);
    }
    expect(await subjects(one)).toContain('Recibimos el pago de tu membresía');
    expect(await subjects(one)).toContain('Tu membresía Wayni+ quedó sin pagar');
  });

  test('leaves overdue instalments alone', async () => {
    const one = await unpaidMember(product);
    const [first] = await dueDatesOf(product, one);
    await goTo(product, addDays(first!, 2));
    const owedOf = async () =>
      (await one.balance()).installments.map(({ amount }: { amount: number }) => amount);
    const owed = await owedOf();
    const { hash } = (await one.askForPrice('bank-transfer')).body.result;
    await settle(one, hash, price);
    expect(await owedOf()).toEqual(owed);
    expect(await one.debt()).toBeUndefined();
  });

  test('another person, another amount, and a part of it', async () => {
    const one = await unpaidMember(product);
    const other = await unpaidMember(product);
    const body = { loan_id: one.publicId, payment_method: 'bank-transfer', total: price };
    expect((await other.person.call('POST /api/v3/membership/payment', { body })).status).toBe(404);
    expect((await one.askForPrice('bank-transfer', price - 1)).body.code).toBe('payment_total');
    const { hash } = (await one.askForPrice('bank-transfer')).body.result;
    await settle(one, hash, 5000);
    expect((await one.debt()).amount).toBe(1300);
  });

  test('is closed with its loan, and then bars no erasure', async () => {
    const one = await unpaidMember(product);
    const quote = await quoteOf(one);
    expect(quote.membership).toBe(price);
    const { total } = quote;
    const { hash } = (await close(one, total)).body.result;
    expect(await one.askForPrice('bank-transfer')).toMatchObject({ body: { code: 'payment_instalment' } });
    await settle(one, hash);
    expect(await account(one, 'membership-receivable')).toBe(0);
    expect(await account(one, 'customer-credit')).toBe(0);
    const { id } = await product.deps.db
      .selectFrom('customer')
      .select('id')
      .where('document_number', '=', one.documentNumber)
      .executeTakeFirstOrThrow();
    expect((await erasureStanding(product.deps.db, 'AR', id)).reason).toBe('');
    expect(await one.own()).toMatchObject({ debtfree: true, membership_debts: [] });
  });

  test('can be paid when the loan is finished', async () => {
    const one = await member(product);
    const { hash } = (await close(one, (await quoteOf(one)).total)).body.result;
    await settle(one, hash);
    expect(await one.debt()).toBeUndefined();
    await chargeDay(product, one);
    expect(await one.own()).toMatchObject({ debtfree: true, membership_debts: [{ amount: price }] });
    const paid = (await one.askForPrice('bank-transfer')).body.result;
    await settle(one, paid.hash);
    expect(await one.debt()).toBeUndefined();
    expect(await account(one, 'membership-receivable')).toBe(0);
  });

  test('is paid with credit, from before and after the charge', async () => {
    const held = await member(product);
    const [{ amount }] = (await held.balance()).installments;
    const first = (await held.ask([1], 'bank-transfer')).body.result.hash;
    await settle(held, first, amount + 2000);
    expect((await held.own()).credit).toBe(2000);
    await chargeDay(product, held);
    expect((await held.debt()).amount).toBe(price - 2000);
    expect((await held.own()).credit).toBe(0);
    const second = (await held.ask([2], 'bank-transfer')).body.result.hash;
    const { amount: next } = (await held.balance()).installments[1];
    await settle(held, second, next + 5000);
    expect(await held.debt()).toBeUndefined();
    expect((await held.own()).credit).toBe(700);
    expect(await account(held, 'customer-credit')).toBe(-70_000);
    expect(await subjects(held)).toContain('Pagamos tu membresía Wayni+ con tu saldo a favor');
    // After the reversal, the part it had paid is owed again.
    await reverse(held, second);
    expect((await held.debt()).amount).toBe(price - 2000);
    expect((await held.own()).credit).toBe(0);
  });
});

describe('a card’s charge', () => {
  test('that is declined is retried twice, with a notification each time', async () => {
    const one = await member(product, 'AR', 'declined');
    const days: string[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      await chargeDay(product, one);
      days.push(todayOf(product));
      expect((await shown(one)).charge.state).toBe('due');
    }
    expect(new Set(days).size).toBe(3);
    await chargeDay(product, one);
    const charges = await product.deps.db
      .selectFrom('card_charge')
      .select('state')
      .where('membership_id', '=', one.loanId)
      .execute();
    expect(charges.map(({ state }) => state)).toEqual(['declined', 'declined', 'declined']);
    const told = (await listMessages(product.deps, one.person.email)).filter(({ subject }) =>
      subject.startsWith('No pudimos debitar tu membresía'),
    );
    expect(told).toHaveLength(3);
    expect(told.filter(({ text }) => text.includes('Lo volvemos a intentar el'))).toHaveLength(2);
  });

  test('that another worker has put off meanwhile is not made', async () => {
    const [one, other] = [await member(product, 'AR', 'approved'), await member(product, 'AR', 'approved')];
    const { db } = product.deps;
    const { charge_on: due } = await db
      .selectFrom('membership_charge')
      .select('charge_on')
      .where('loan_id', '=', other.loanId)
      .executeTakeFirstOrThrow();
    let working: Promise<unknown> = Promise.resolve();
    await transaction(db, async (tx) => {
      await tx.selectFrom('loan').select('id').where('id', '=', one.loanId).forUpdate().execute();
      working = chargeDay(product, one);
      await expect.poll(() => waitingForLocks(db), { timeout: 20_000 }).toBeGreaterThan(0);
      await db
        .updateTable('membership_charge')
        .set({ charge_on: addDays(due, 7), tries: 1 })
        .where('loan_id', '=', other.loanId)
        .execute();
    });
    await working;
    expect((await shown(one)).charge.state).toBe('paid');
    expect((await shown(other)).charge.state).toBe('due');
  });

  test('that waits to be tried again is not made of a price that was paid', async () => {
    const one = await member(product, 'AR', 'declined');
    await chargeDay(product, one);
    const { hash } = (await one.askForPrice('bank-transfer')).body.result;
    await settle(one, hash);
    await chargeDay(product, one);
    expect((await shown(one)).charge.state).toBe('paid');
    expect(await account(one, 'membership-receivable')).toBe(0);
  });

  test('that is charged back: the price is owed again, and ending gives nothing back twice', async () => {
    const one = await member(product, 'AR', 'approved');
    await chargeDay(product, one);
    expect((await shown(one)).charge.state).toBe('paid');
    const { id: paymentId, reference } = await product.deps.db
      .selectFrom('payment')
      .select(['id', 'reference'])
      .where('loan_id', '=', one.loanId)
      .where('source', '=', 'membership-charge')
      .executeTakeFirstOrThrow();
    expect(paymentId).toBeGreaterThan(0);
    await transaction(product.deps.db, (tx) =>
      reportReversal(tx, product.deps, {
        country: 'AR',
        source: 'membership-charge',
        reportId: reference,
        reference,
        amount: centavos(price * 100),
        currency: 'ARS',
        reason: 'charged-back',
        reversedOn: todayOf(product),
      }),
    );
    expect(await account(one, 'membership-receivable')).toBe(price * 100);
    expect((await one.debt()).amount).toBe(price);
    await one.person.call('POST /api/v3/withdrawal/own', { body: { kind: 'membership' } });
    const { returned, owed } = await shown(one);
    expect(returned + owed).toBe(price);
    expect(await account(one, 'customer-credit')).toBe(0);
    expect(await account(one, 'membership-receivable')).toBe(Math.round(owed * 100));
  });
});
