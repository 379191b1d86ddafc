import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localDate } from '../../../countries/local-time.ts';
import { centavos } from '../../../domain/money.ts';
import { loanBalance } from '../../loans/ledger/service.ts';
import { loanByPublicId } from '../../loans/service.ts';
import { transaction } from '../../platform/database.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { expectOrders, randomOrders } from '../../testing/property.ts';
import { reportPayment } from './reports/report.ts';
import { borrower, type Borrower } from './testing/borrower.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

interface Asked {
  readonly hash: string;
  readonly reference: string;
  readonly numbers: readonly number[];
  readonly amount: number;
  isOpen: boolean;
  isReported: boolean;
}

/** An independent model of a loan that is not overdue. Centavos. */
class Model {
  readonly agreed = new Map<number, number>();
  readonly owed = new Map<number, number>();
  private readonly payments: { readonly numbers: readonly number[]; readonly amount: number }[] = [];
  principal = 0;
  readonly asked: Asked[] = [];
  collected = 0;
  credit = 0;

  isFree(number: number): boolean {
    const isUnderWay = this.asked.some(({ isOpen, numbers }) => isOpen && numbers.includes(number));
    return (this.owed.get(number) ?? 0) > 0 && !isUnderWay;
  }

  /** Of each instalment, what money in favour will pay: the oldest first. */
  reserved(): Map<number, number> {
    let left = this.credit;
    return new Map(
      [...this.owed].map(([number, owed]) => {
        const part = Math.min(left, owed);
        left -= part;
        return [number, part];
      }),
    );
  }

  toPay(number: number): number {
    return (this.owed.get(number) ?? 0) - (this.reserved().get(number) ?? 0);
  }

  private cover(number: number, amount: number): number {
    this.owed.set(number, (this.owed.get(number) ?? 0) - amount);
    return amount;
  }

  money(request: Asked, amount: number): void {
    this.collected += amount;
    this.payments.push({ numbers: request.numbers, amount });
    this.countDay();
    for (const other of this.asked)
      if (other.numbers.some((number) => request.numbers.includes(number))) other.isOpen = false;
  }

  /** Recounts the day: payments for the lowest instalments first, regardless of arrival. */
  private countDay(): void {
    for (const [number, owed] of this.agreed) this.owed.set(number, owed);
    this.credit = 0;
    const sums = new Map<string, { numbers: readonly number[]; amount: number }>();
    for (const { numbers, amount } of this.payments) {
      const key = numbers.join(',');
      sums.set(key, { numbers, amount: (sums.get(key)?.amount ?? 0) + amount });
    }
    for (const [, sum] of [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1))) this.count(sum);
  }

  private count({ numbers, amount }: { readonly numbers: readonly number[]; readonly amount: number }): void {
    let left = amount;
    const toPay = new Map(numbers.map((number) => [number, this.toPay(number)]));
    for (const [number, part] of toPay) left -= this.cover(number, Math.min(left, part));
    for (const number of numbers) left -= this.cover(number, Math.min(left, this.owed.get(number) ?? 0));
    this.credit += left;
    // What money in favour will pay of them is paid at once, if nothing else is left to be paid.
    const complete = numbers.filter((number) => this.toPay(number) === 0);
    for (const number of complete) this.credit -= this.cover(number, this.owed.get(number) ?? 0);
  }
}

type Step = { readonly what: (typeof steps)[number]; readonly pick: number; readonly share: number };
const steps = [
  'ask',
  'ask',
  'settle',
  'settle-burst',
  'settle-other',
  'again',
  'drop',
  'reject',
  'unknown',
] as const;
const methods = ['abitab', 'red-pagos', 'correo-uruguayo', 'bank-transfer'];

let reports = 0;
const report = (reference: string, amount: number) => {
  reports += 1;
  const { deps } = product;
  return transaction(deps.db, (tx) =>
    reportPayment(tx, deps, {
      country: 'UY',
      source: 'model',
      reportId: `model-${reports}`,
      reference,
      amount: centavos(amount),
      currency: 'UYU',
      paidOn: localDate(deps.clock.now(), 'UY'),
    }),
  );
};

async function ask(one: Borrower, model: Model, pick: number): Promise<void> {
  // The bits of a number choose the instalments; never none.
  const numbers = [1, 2, 3].filter((number) => ((pick % 7) + 1) & (1 << (number - 1)));
  const answer = await one.ask(numbers, methods[pick % methods.length] ?? '');
  const amount = numbers.reduce((sum, number) => sum + model.toPay(number), 0);
  const isFree = amount > 0 && numbers.every((number) => model.isFree(number));
  // Once everything is paid there is nothing left to name.
  const isPaid = [...model.owed.values()].every((owed) => owed === 0);
  const refused = isPaid ? 422 : 409;
  expect(answer.status).toBe(isFree ? 200 : refused);
  if (!isFree) return;
  const { hash } = answer.body.result;
  const { result } = (await product.call('GET /api/v3/coupon/{hash}', { country: 'UY', params: { hash } }))
    .body;
  expect(Math.round(result.amount * 100)).toBe(amount);
  model.asked.push({ hash, numbers, amount, reference: result.reference, isOpen: true, isReported: false });
}

async function act(one: Borrower, model: Model, { what, pick, share }: Step): Promise<void> {
  if (what === 'ask') return ask(one, model, pick);
  const request = model.asked[pick % Math.max(1, model.asked.length)];
  if (what === 'unknown' || request === undefined) {
    const { outcome } = await report('00000000000000', pick + 1);
    if (outcome !== 'unmatched') throw new Error(`money that leads nowhere was ${outcome}`);
    return;
  }
  const other = Math.max(1, Math.round(request.amount * share));
  if (what === 'again') {
    await report(request.reference, other);
    model.money(request, other);
    return;
  }
  const to = { country: 'UY', params: { hash: request.hash } } as const;
  if (what === 'drop' || what === 'reject') {
    if (what === 'drop')
      await product.call('DELETE /api/v3/coupon/{hash}', {
        ...to,
        query: { document_number: one.documentNumber },
      });
    else await product.call('POST /sandbox/payments/{hash}/reject', to);
    request.isOpen = false;
    return;
  }
  const amount = what === 'settle-other' ? other : request.amount;
  const body = { amount: amount / 100 };
  const times = what === 'settle-burst' ? 4 : 1;
  await Promise.all(
    Array.from({ length: times }, () =>
      product.call('POST /sandbox/payments/{hash}/settle', { ...to, body }),
    ),
  );
  // The network's own report of a payment counts once; a second one changes nothing.
  if (!request.isReported) model.money(request, amount);
  request.isReported = true;
}

async function compare(one: Borrower, model: Model): Promise<void> {
  const { installments } = await one.balance();
  const shown = installments.map(
    (each: { number: number; amount: number; payed: boolean; state_name: string }) => ({
      owed: each.payed ? 0 : Math.round(each.amount * 100),
      isFree: each.state_name === 'pending',
    }),
  );
  const expected = [...model.owed.keys()].map((number) => ({
    owed: model.toPay(number),
    isFree: model.isFree(number),
  }));
  // Once everything is paid the public balance shows no instalments any more.
  const isPaid = [...model.owed.values()].every((owed) => owed === 0);
  expect(shown).toEqual(isPaid ? [] : expected);
  const ledger = await loanBalance(product.deps.db, one.loanId);
  expect([...ledger.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
  expect(ledger.get('collections') ?? 0).toBe(model.collected);
  // Paid on the very day of the loan, nothing has accrued: all but the capital is in favour.
  const credit = isPaid ? model.collected - model.principal : model.credit;
  expect(0 - (ledger.get('customer-credit') ?? 0)).toBe(credit);
}

test(
  'after any requests, payments, repetitions, cancellations and reports, debt and ledger are those of the model',
  randomOrders,
  async () => {
    const step = fc.record({
      what: fc.constantFrom(...steps),
      pick: fc.nat({ max: 1000 }),
      share: fc.double({ min: 0.05, max: 1.6, noNaN: true }),
    });
    await expectOrders(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (sequence) => {
        const one = await borrower(product, 'UY', 3);
        const model = new Model();
        const loan = await loanByPublicId(product.deps.db, 'UY', one.publicId);
        model.principal = loan?.principal ?? 0;
        for (const { number, amount } of (await one.balance()).installments) {
          model.agreed.set(number, Math.round(amount * 100));
          model.owed.set(number, Math.round(amount * 100));
        }
        for (const each of sequence) {
          await act(one, model, each);
          await compare(one, model);
        }
      }),
      { runs: 15 },
    );
  },
);
