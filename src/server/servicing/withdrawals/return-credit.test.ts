import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { todayOf } from '../debits/testing/debtor.ts';
import { moveCredits } from '../../loans/books/service.ts';
import { borrower, type Borrower } from '../payments/testing/borrower.ts';
import { cash, cents, creditTools } from '../payments/testing/credit-tools.ts';
import { confirmationOf } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { withdrawalsOf } from './testing/withdrawals.ts';

/** Money in favour of a loan that was undone by a withdrawal. */

let product: TestProduct;
let tools: ReturnType<typeof creditTools>;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  tools = creditTools(product);
  await withdrawalsOf(product).mode('manual');
});
afterAll(() => product.close());

/** Withdraws and gives back what was delivered and so much more. @returns the payment's hash */
async function giveBack(one: Borrower, more: number): Promise<string> {
  const to = { country: one.country, token: one.person.token };
  const asked = await product.call('POST /api/v3/withdrawal/own', {
    ...to,
    body: { kind: 'loan', loan_id: one.publicId },
  });
  const total: number = asked.body.model.return_amount;
  const opened = await product.call('POST /api/v3/loan/{id}/settlement', {
    ...to,
    params: { id: one.publicId },
    body: { kind: 'withdrawal', total, payment_method: cash[one.country] },
  });
  const { hash } = opened.body.result;
  await tools.drive(one, 'settle', hash, (cents(total) + cents(more)) / 100);
  return hash;
}

/** The next loan of the same person, paid out. @returns its public id */
async function nextLoan(one: Borrower): Promise<string> {
  const body = confirmationOf(one.person, { instalments: 3 });
  const confirmed = await one.person.call('POST /api/v3/finish-new', { body });
  const id: string = confirmed.body.result.id;
  for (const outcome of ['ok', 'ok'])
    await product.call('POST /sandbox/loans/{id}/advance', { params: { id }, body: { outcome } });
  return id;
}

describe('a loan given back with too much money', () => {
  const country = 'UY';

  const shown = async (one: Borrower, id = one.publicId) => {
    const { result } = (await one.person.call('GET /api/v3/loan-new/{id}', { params: { id } })).body;
    const told = (await one.person.call('GET /api/v3/statement/{id}', { params: { id } })).body.result;
    expect(result.credit).toBe(told.closing.in_favour);
    return result.credit;
  };
  const move = () => moveCredits(product.deps, { country, date: todayOf(product, country) });

  test('names what the books say, and the work of a day moves it to the next loan', async () => {
    const one = await borrower(product, country, 3);
    expect(await shown(one)).toBe(0);
    const hash = await giveBack(one, 25.5);
    expect(await shown(one)).toBe(25.5);
    expect(await tools.creditOf(one)).toBe(2_550);
    await move();
    expect(await shown(one)).toBe(25.5);
    const body = { document_type: 1, document_number: one.person.documentNumber };
    const { model } = (await one.person.call('POST /api/v3/balance', { body })).body;
    expect(model).toMatchObject({ debtfree: true, installments: [], credit: 25.5 });
    expect((await product.call('POST /api/v3/balance', { country, body })).body.model.credit).toBe(0);

    const next = await nextLoan(one);
    await Promise.all([move(), move()]);
    expect(await shown(one)).toBe(0);
    expect(await shown(one, next)).toBe(25.5);
    // What comes in for it now goes on at once.
    const { reference } = await tools.couponOf(one, hash);
    await tools.reportAgain(one, reference, 10);
    expect(await shown(one)).toBe(0);
    expect(await shown(one, next)).toBe(35.5);
    const [mail] = await tools.mailsOf(one, /dos veces/);
    expect(mail?.text).toContain('los pasamos a tu préstamo actual');
    // The return is taken back: the loan is in force, and its money comes back with it.
    await tools.drive(one, 'reverse', hash);
    expect(await shown(one, next)).toBe(0);
  });

  /** Somebody with a second loan and so much in favour of the first, which no work of a day has moved. */
  async function withEarlierCredit(more: number) {
    const one = await borrower(product, country, 3);
    const { reference } = await tools.couponOf(one, await tools.closeLoan(one));
    await tools.reportAgain(one, reference, more);
    const id = await nextLoan(one);
    const { amount_delivery: delivered } = (
      await one.person.call('GET /api/v3/loan-new/{id}', { params: { id } })
    ).body.result;
    const answer = await one.person.call('POST /api/v3/withdrawal/own', {
      body: { kind: 'loan', loan_id: id },
    });
    const loan = async () =>
      (await one.person.call('GET /api/v3/loan-new/{id}', { params: { id } })).body.result;
    return { one, id, delivered, model: answer.body.model, told: answer.body.messages.join(' '), loan };
  }

  test('money in favour of an earlier loan is taken off what has to be given back, and every screen says so', async () => {
    const { one, id, delivered, model, told, loan } = await withEarlierCredit(30.25);
    const amount = (cents(delivered) - 3_025) / 100;
    expect(model).toMatchObject({ state: 'return-due', return_amount: amount });
    expect(told).toContain('Ya restamos $30,25 de tu saldo a favor.');
    await move();
    const quote = (await one.person.call('GET /api/v3/loan/{id}/settlement', { params: { id } })).body.result;
    expect(quote.withdrawal).toMatchObject({ amount, credit: 30.25 });
    expect((await loan()).withdrawal).toMatchObject({ amount, credit: 30.25 });
    expect((await tools.own(one)).withdrawal).toMatchObject({ amount, credit: 30.25 });
    const body = { kind: 'withdrawal', total: amount, payment_method: 'bank-transfer' };
    const paid = await one.person.call('POST /api/v3/loan/{id}/settlement', { params: { id }, body });
    await tools.drive(one, 'settle', paid.body.result.hash);
    expect(await loan()).toMatchObject({ state_slug: 'canceled', withdrawal: { state: 'returned' } });
    expect(await shown(one, id)).toBe(0);
  });

  test('where it suffices the loan is undone at once, and the rest stays in favour', async () => {
    const { one, id, delivered, model, told, loan } = await withEarlierCredit(5_000_000);
    expect(model).toMatchObject({ state: 'return-due', return_amount: 0 });
    expect(told).toContain('No tenés que devolver nada');
    expect(await loan()).toMatchObject({ state_slug: 'canceled', withdrawal: { state: 'returned' } });
    expect(await shown(one, id)).toBe((cents(5_000_000) - cents(delivered)) / 100);
    expect(await shown(one)).toBe(0);
  });
});
