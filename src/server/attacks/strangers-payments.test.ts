import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holidaysOf } from '../../countries/holidays.ts';
import { debitAnnouncedOn, debitAttemptOn } from '../../countries/law/debits.ts';
import { addBusinessDays, addDays, formatDate } from '../../domain/calendar-date.ts';
import { listMessages } from '../messages/service.ts';
import { announceDebits } from '../servicing/debits/announce.ts';
import { attemptDebits } from '../servicing/debits/attempt.ts';
import { debitsOf, debtor, dueDatesOf, goTo, todayOf } from '../servicing/debits/testing/debtor.ts';
import { borrower, type Borrower } from '../servicing/payments/testing/borrower.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** A stranger who knows only a borrower's document number opens payments on the loan. */

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const tokenOf = ({ person }: Borrower) => person.token ?? '';
const askAsOwner = (one: Borrower, numbers: readonly number[], method: string) =>
  one.ask(numbers, method, { token: tokenOf(one) });

function balanceOf(one: Borrower, token?: string) {
  const body = { document_type: 1, document_number: one.documentNumber };
  return product
    .call('POST /api/v3/balance', { country: one.country, body, ...(token === undefined ? {} : { token }) })
    .then((answer) => answer.body.model);
}

const settle = (one: Borrower, hash: string, amount?: number) =>
  product.call('POST /sandbox/payments/{hash}/settle', {
    country: one.country,
    params: { hash },
    ...(amount === undefined ? {} : { body: { amount } }),
  });

const couponOf = (one: Borrower, hash: string) =>
  product.call('GET /api/v3/coupon/{hash}', { country: one.country, params: { hash } });

function remove(one: Borrower, hash: string, token?: string) {
  return product.call('DELETE /api/v3/coupon/{hash}', {
    country: one.country,
    params: { hash },
    query: { document_number: one.documentNumber },
    ...(token === undefined ? {} : { token }),
  });
}

async function close(one: Borrower, kind: string, total: number) {
  return one.person.call('POST /api/v3/loan/{id}/settlement', {
    params: { id: one.publicId },
    body: { kind, payment_method: 'bank-transfer', total },
  });
}

async function quoteOf(one: Borrower) {
  const quote = await one.person.call('GET /api/v3/loan/{id}/settlement', { params: { id: one.publicId } });
  return quote.body.result;
}

describe.each([
  ['AR', 'rapipago'],
  ['UY', 'abitab'],
] as const)("a stranger's payment in %s", (country, method) => {
  test('gives way to the payment of the owner, and both count', async () => {
    const one = await borrower(product, country, 3);
    const theirs = (await one.ask([1], method)).body.result.hash;
    const before = await balanceOf(one, tokenOf(one));
    expect(before.installments[0]).toMatchObject({ state_name: 'pending', payment: null });
    expect(before.open_payments).toMatchObject([{ hash: theirs, opened_by: 'stranger' }]);

    const own = await askAsOwner(one, [1, 2], 'bank-transfer');
    expect(own.status).toBe(200);
    expect((await askAsOwner(one, [1], method)).body.code).toBe('payment_instalment');
    expect((await couponOf(one, theirs)).body.result).toMatchObject({ state: 'open' });
    const pdf = await product.call('GET /api/v3/coupon/{hash}/pdf', { country, params: { hash: theirs } });
    expect(pdf.status).toBe(200);

    const { amount } = before.installments[0];
    await settle(one, theirs);
    expect((await couponOf(one, own.body.result.hash)).body.result).toMatchObject({ state: 'open' });
    await settle(one, own.body.result.hash);
    const after = await balanceOf(one, tokenOf(one));
    expect(after.installments.slice(0, 2).map(({ payed }: { payed: boolean }) => payed)).toEqual([
      true,
      true,
    ]);
    // Paid twice, the money of the second payment is in favour.
    expect(after.credit).toBe(amount);
    expect(after.open_payments).toEqual([]);
  });

  test("ends with the owner's, and what is owed is not shown at its price", async () => {
    const one = await borrower(product, country, 3);
    const theirs = (await one.ask([1, 2], 'bank-transfer')).body.result.hash;
    const own = (await askAsOwner(one, [1], 'bank-transfer')).body.result.hash;
    await settle(one, own);
    expect((await couponOf(one, theirs)).body.result).toMatchObject({ state: 'expired' });
  });

  test('bars neither closing, paying ahead nor the return after a withdrawal', async () => {
    const one = await borrower(product, country, 3);
    await one.ask([3], method);
    const quote = await quoteOf(one);
    expect(quote.open_payment).toBeNull();
    const ahead = await close(one, 'smaller', quote.prepayment.min);
    expect(ahead.status).toBe(200);
    await remove(one, ahead.body.result.hash, tokenOf(one));
    const closing = await close(one, 'settlement', quote.total);
    expect(closing.status).toBe(200);
    await settle(one, closing.body.result.hash);
    expect((await balanceOf(one, tokenOf(one))).debtfree).toBe(true);
  });

  test('is printed and deleted by document number as before', async () => {
    const one = await borrower(product, country, 3);
    const { hash } = (await one.ask([1], method)).body.result;
    const seen = await balanceOf(one);
    expect(seen.open_payments).toMatchObject([{ hash, opened_by: 'stranger' }]);
    expect(seen.installments[0]).toMatchObject({ state_name: 'coupon', payment: { hash } });
    expect((await one.ask([1], 'bank-transfer')).body.code).toBe('payment_instalment');
    expect((await remove(one, hash)).status).toBe(200);
    expect((await one.ask([1], 'bank-transfer')).status).toBe(200);
  });

  test('ends when the loan is closed with nothing left to pay', async () => {
    const one = await borrower(product, country, 12);
    const most = (await askAsOwner(one, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 'bank-transfer')).body.result
      .hash;
    await settle(one, most);
    expect((await quoteOf(one)).total).toBe(0);
    const theirs = (await one.ask([12], method)).body.result.hash;
    expect((await close(one, 'settlement', 0)).status).toBe(200);
    expect((await couponOf(one, theirs)).body.result).toMatchObject({ state: 'expired' });
  });
});

describe("the owner's payment", () => {
  test('is not ended by a stranger who pays a part of it, though money in favour was used before', async () => {
    const one = await borrower(product, 'AR', 5);
    const first = (await askAsOwner(one, [1], 'bank-transfer')).body.result;
    const { amount } = (await couponOf(one, first.hash)).body.result;
    await settle(one, first.hash, amount + 1000);
    await settle(one, (await askAsOwner(one, [2], 'bank-transfer')).body.result.hash);
    const theirs = (await one.ask([3], 'rapipago')).body.result.hash;
    const own = (await askAsOwner(one, [3, 4], 'bank-transfer')).body.result.hash;
    await settle(one, theirs);
    expect((await couponOf(one, own)).body.result).toMatchObject({ state: 'open' });
  });

  test('of a return ends when a stranger has returned the rest', async () => {
    const one = await borrower(product, 'AR', 5);
    const theirs = (await one.ask([1], 'rapipago')).body.result.hash;
    const body = { kind: 'loan', loan_id: one.publicId, reason: '' };
    const { return_amount: due } = (await one.person.call('POST /api/v3/withdrawal/own', { body })).body
      .model;
    const own = (await close(one, 'withdrawal', due)).body.result.hash;
    await settle(one, theirs, due);
    expect((await couponOf(one, own)).body.result).toMatchObject({ state: 'expired' });
  });

  test.each([
    ['rapipago', 'coupon'],
    ['bank-transfer', 'coupon'],
    ['mercado-pago', 'online'],
    ['debit-card', 'online'],
  ])('by %s is seen by a stranger as open, without hash, code or address', async (method, state) => {
    const one = await borrower(product, 'AR', 3);
    const { hash, barcode } = (await askAsOwner(one, [1], method)).body.result;
    const { reference, url } = (await balanceOf(one, tokenOf(one))).open_payments[0];
    const model = await balanceOf(one);
    expect(model.installments[0]).toMatchObject({ state_name: state, payment: { hash: '' } });
    expect(model.open_payments).toMatchObject([{ hash: '', opened_by: 'owner', installments: [1] }]);
    const loan = await product.call('GET /api/v3/loan-new/{id}', { params: { id: one.publicId } });
    for (const secret of [hash, barcode, reference, url].filter((each: string) => each !== ''))
      for (const text of [JSON.stringify(model), JSON.stringify(loan.body)])
        expect(text).not.toContain(secret);
    expect((await one.ask([1], 'rapipago')).body.code).toBe('payment_instalment');
  });

  test('is deleted by the owner only, even by somebody who has its hash', async () => {
    const [one, other] = [await borrower(product), await borrower(product)];
    for (const method of ['rapipago', 'mercado-pago']) {
      const { hash } = (await askAsOwner(one, [1], method)).body.result;
      for (const token of [undefined, tokenOf(other)]) {
        expect((await remove(one, hash, token)).status).toBe(404);
        const answer = await product.call('POST /api/v3/online_payment/dCoupon', {
          body: { hash },
          ...(token === undefined ? {} : { token }),
        });
        expect(answer.status).toBe(404);
      }
      expect((await couponOf(one, hash)).body.result.state).toBe('open');
      expect((await remove(one, hash, tokenOf(one))).status).toBe(200);
    }
  });

  test('is not ended by a peso for a payment that a stranger had given up', async () => {
    const one = await borrower(product);
    const theirs = (await one.ask([1], 'rapipago')).body.result.hash;
    await remove(one, theirs);
    const own = (await askAsOwner(one, [1], 'bank-transfer')).body.result.hash;
    await product.call('POST /sandbox/payments/{hash}/settle', {
      params: { hash: theirs },
      body: { amount: 1 },
    });
    expect((await couponOf(one, own)).body.result.state).toBe('open');
  });
});

test('races of a stranger and the owner for one instalment always leave the owner a payment', async () => {
  for (let round = 0; round < 5; round += 1) {
    const one = await borrower(product);
    const quote = await quoteOf(one);
    const own =
      round % 2 === 0 ? askAsOwner(one, [1], 'bank-transfer') : close(one, 'settlement', quote.total);
    const asked = await Promise.all([
      ...Array.from({ length: 4 }, () => one.ask([1], 'rapipago')),
      own,
      ...Array.from({ length: 4 }, () => one.ask([1], 'pago-facil')),
    ]);
    const [stranger, owner] = [asked.filter((_, at) => at !== 4), asked[4]];
    expect(owner?.status).toBe(200);
    expect(stranger.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { status } of asked) expect([200, 409]).toContain(status);
  }
});

describe('the automatic debit', () => {
  const debitDay = async (one: Borrower) => {
    const [due = todayOf(product)] = await dueDatesOf(product, one);
    return { due, on: debitAttemptOn(due, holidaysOf('AR')), told: debitAnnouncedOn(due, holidaysOf('AR')) };
  };
  const run = () => attemptDebits(product.deps, { country: 'AR', date: todayOf(product) });
  const announce = () => announceDebits(product.deps, { country: 'AR', date: todayOf(product) });

  test("is attempted as announced beside a stranger's payment, whenever that was opened", async () => {
    const people = [];
    for (let count = 0; count < 4; count += 1) people.push(await debtor(product));
    const { on, told } = await debitDay(people[0]!);
    await goTo(product, told);
    await announce();
    const early = (await people[0]!.ask([1], 'rapipago')).body.result.hash;
    await goTo(product, on);
    const [, ...asked] = await Promise.all([
      run(),
      ...people.slice(1).map((one) => one.ask([1], 'pago-facil')),
      run(),
    ]);
    for (const one of people) expect(await debitsOf(product, one)).toMatchObject([{ state: 'approved' }]);
    for (const answer of asked) expect([200, 409, undefined]).toContain(answer?.status);
    for (const one of people) expect((await balanceOf(one)).open_payments).toEqual([]);
    // Its money counts all the same.
    await settle(people[0]!, early);
    expect((await balanceOf(people[0]!, tokenOf(people[0]!))).credit).toBeGreaterThan(0);
  });

  test("waits for the owner's payment, tells it once, and is attempted on the next days", async () => {
    const [gives, keeps, pays] = [await debtor(product), await debtor(product), await debtor(product)];
    const { due, on, told } = await debitDay(gives);
    await goTo(product, told);
    await announce();
    const opened = new Map<Borrower, string>();
    for (const one of [gives, keeps, pays]) {
      const asked = await askAsOwner(one, [1], 'bank-transfer');
      opened.set(one, asked.body.result.hash);
    }
    await goTo(product, on);
    await run();
    for (const one of [gives, keeps, pays]) {
      expect(await debitsOf(product, one)).toMatchObject([
        { state: 'announced', put_off_for: 'open-payment' },
      ]);
      const letters = await listMessages(product.deps, one.person.email);
      const [letter, ...more] = letters.filter(({ subject }) => subject.startsWith('Todavía no debitamos'));
      expect(more).toEqual([]);
      expect(letter?.text).toContain(formatDate(addBusinessDays(on, 1, holidaysOf('AR'))));
    }
    await remove(gives, opened.get(gives) ?? '', tokenOf(gives));
    await settle(pays, opened.get(pays) ?? '');
    for (let day = addDays(on, 1); day <= addDays(due, 5); day = addDays(day, 1)) {
      await goTo(product, day);
      // As long as its owner's payment holds; then another one is opened.
      if ((await couponOf(keeps, opened.get(keeps) ?? '')).body.result.state !== 'open') {
        const again = await askAsOwner(keeps, [1], 'bank-transfer');
        opened.set(keeps, again.body.result.hash);
      }
      await run();
      if ((await debitsOf(product, keeps))[0]?.state !== 'announced') break;
    }
    expect(await debitsOf(product, gives)).toMatchObject([{ state: 'approved' }]);
    expect(await debitsOf(product, pays)).toMatchObject([{ state: 'skipped', reason: 'paid' }]);
    expect(await debitsOf(product, keeps)).toMatchObject([{ state: 'skipped', reason: 'open-payment' }]);
    const letters = await listMessages(product.deps, keeps.person.email);
    expect(letters.filter(({ subject }) => subject.startsWith('Todavía no debitamos'))).toHaveLength(1);
    expect(letters.filter(({ subject }) => subject.startsWith('No debitamos'))).toHaveLength(1);
  });
});
