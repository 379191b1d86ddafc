import { expect } from 'vitest';
import { localDate } from '../../../../countries/local-time.ts';
import { parseShownDate, type CalendarDate } from '../../../../domain/calendar-date.ts';
import { payoffToPay, totalOf } from '../../../../domain/standing/standing.ts';
import { COLLECTION_LAYOUTS } from '../../../integrations/collection/layouts.ts';
import { writeCollectionFile } from '../../../integrations/collection/testing/write-file.ts';
import type { Wallet } from '../../../integrations/wallet/port.ts';
import { decideWalletPayment, sandboxWalletSecrets } from '../../../integrations/wallet/sandbox.ts';
import { signNotification } from '../../../integrations/wallet/signature.ts';
import { loanBalance } from '../../../loans/ledger/service.ts';
import { loanByPublicId } from '../../../loans/service.ts';
import type { TestProduct } from '../../../testing/product.ts';
import { importCollection } from '../reports/import-collection.ts';
import { bookDueCredits } from '../../../loans/books/service.ts';
import type { BookModel, Noted } from './book-model.ts';
import type { Borrower } from './borrower.ts';

const cents = (units: number) => Math.round(units * 100);
const requestId = 'a2f8c1d0-0000-4000-8000-000000000003';

/** One loan, what happens to it, and what should come of it. */
export class Story {
  readonly one: Borrower;
  readonly model: BookModel;
  private readonly product: TestProduct;
  private readonly wallet: Wallet;
  /** What was first said to have been paid under an id. */
  private readonly paid = new Map<string, number>();
  private files = 0;

  constructor(product: TestProduct, one: Borrower, model: BookModel) {
    this.product = product;
    this.wallet = product.deps.ports.wallet;
    this.one = one;
    this.model = model;
  }

  private get own() {
    return { token: this.one.person.token ?? '' };
  }

  private today(): CalendarDate {
    return localDate(this.product.deps.clock.now(), 'AR');
  }

  private notify(id: string, secret = sandboxWalletSecrets[0] ?? '') {
    const ts = String(Math.floor(this.product.deps.clock.now().getTime() / 1000));
    return this.product.call('POST /api/v3/payment/mercado-pago/webhook', {
      query: { 'data.id': id, type: 'payment' },
      headers: {
        'x-request-id': requestId,
        'x-signature': signNotification(secret, { dataId: id, requestId }, ts),
      },
      body: { type: 'payment', data: { id } },
    });
  }

  private call(what: 'settle' | 'reject' | 'reverse', { hash }: Noted, amount?: number) {
    const body = amount === undefined ? {} : { body: { amount: amount / 100 } };
    return this.product.call(`POST /sandbox/payments/{hash}/${what}`, { params: { hash }, ...body });
  }

  /** The id under which the stand-in's network or wallet reports a payment. */
  private idOf({ method, reference }: Noted): string {
    return method === 'mercado-pago' ? `wallet-${reference}` : `sandbox-${reference}`;
  }

  private async note(hash: string, numbers: readonly number[], pricedOn: CalendarDate): Promise<Noted> {
    const { result } = (await this.product.call('GET /api/v3/coupon/{hash}', { params: { hash } })).body;
    const dueDate = parseShownDate(result.due_date);
    if (dueDate === undefined) throw new Error('a payment without a due date');
    const noted: Noted = {
      hash,
      numbers,
      pricedOn,
      dueDate,
      reference: result.reference,
      method: result.supplier_slug,
      purpose: result.purpose,
      amount: cents(result.amount),
      state: 'open',
      reports: [],
    };
    this.model.asked.push(noted);
    return noted;
  }

  /** Asks for some instalments, `times` at once: one payment if they are free, none otherwise. */
  async ask(pick: number, times = 1): Promise<Noted | undefined> {
    const day = this.today();
    const numbers = [1, 2, 3, 4].filter((number) => ((pick % 15) + 1) & (1 << (number - 1)));
    const standing = this.model.standing(day);
    const free = this.model.free(day);
    const methods = ['pago-facil', 'bank-transfer', 'mercado-pago'];
    const method = methods[pick % methods.length] ?? '';
    // The network's code has eight digits for the amount.
    const isTooMuch = method === 'pago-facil' && totalOf(standing, numbers) > 999_999_99;
    // What money in favour pays whole cannot be asked for.
    const isCovered = totalOf(standing, numbers) === 0;
    const isAllowed = !standing.isSettled && !isTooMuch && !isCovered;
    const isFree = isAllowed && numbers.every((number) => free.includes(number));
    const answers = await Promise.all(
      Array.from({ length: times }, () => this.one.ask(numbers, method, this.own)),
    );
    const opened = answers.filter(({ status }) => status === 200);
    expect(opened).toHaveLength(isFree ? 1 : 0);
    const [answer] = opened;
    if (answer === undefined) return undefined;
    const noted = await this.note(answer.body.result.hash, numbers, day);
    expect(noted.amount).toBe(totalOf(standing, numbers));
    return noted;
  }

  /** Closing the loan, or paying a share of it ahead. */
  async askEarly(pick: number, share: number): Promise<void> {
    const day = this.today();
    const to = { ...this.own, params: { id: this.one.publicId } };
    const quote = await this.product.call('GET /api/v3/loan/{id}/settlement', to);
    const standing = this.model.standing(day);
    expect(quote.status).toBe(standing.isSettled ? 404 : 200);
    if (standing.isSettled) return;
    const { total, prepayment } = quote.body.result;
    expect(cents(total)).toBe(payoffToPay(standing));
    const kind = (['settlement', 'fewer', 'smaller'] as const)[pick % 3] ?? 'settlement';
    if (kind !== 'settlement' && prepayment === null) return;
    // What is asked for is nothing where money in favour closes the loan alone.
    const isCovered = kind === 'settlement' && cents(total) === 0;
    const between = (bounds: { min: number; max: number }) =>
      (cents(bounds.min) + Math.floor((cents(bounds.max) - cents(bounds.min)) * Math.min(1, share))) / 100;
    const answer = await this.product.call('POST /api/v3/loan/{id}/settlement', {
      ...to,
      body: {
        kind,
        payment_method: pick % 2 === 0 ? 'bank-transfer' : 'mercado-pago',
        total: kind === 'settlement' ? total : between(prepayment),
      },
    });
    const open = standing.instalments.filter(({ settledOn }) => settledOn === null);
    const isFree = this.model.free(day).length === open.length;
    expect(answer.status).toBe(isFree ? 200 : 409);
    if (!isFree) return;
    if (isCovered) return this.model.closeWithCredit(day);
    await this.note(
      answer.body.result.hash,
      open.map(({ number }) => number),
      day,
    );
  }

  /** The network or the wallet says that it was paid, four times at once. */
  async settle(request: Noted, amount: number): Promise<void> {
    await Promise.all(Array.from({ length: 4 }, () => this.call('settle', request, amount)));
    const id = this.idOf(request);
    if (!this.paid.has(id)) this.paid.set(id, amount);
    this.model.report(request, id, amount, this.today());
  }

  async reject(request: Noted): Promise<void> {
    await this.call('reject', request);
    const today = this.today();
    if (this.model.stateOf(request, today) === 'open') this.model.end(request, 'rejected', today);
  }

  async drop(request: Noted): Promise<void> {
    await this.product.call('DELETE /api/v3/coupon/{hash}', {
      ...this.own,
      params: { hash: request.hash },
      query: { document_number: this.one.documentNumber },
    });
    const today = this.today();
    if (this.model.stateOf(request, today) === 'open') this.model.end(request, 'deleted', today);
  }

  /** What was reported for it first is taken back; before any report, what the stand-in would report. */
  async reverse(request: Noted): Promise<void> {
    const id =
      request.method === 'mercado-pago' ? this.idOf(request) : (request.reports[0] ?? this.idOf(request));
    await Promise.all([this.call('reverse', request), this.call('reverse', request)]);
    this.model.takeBack(request, id);
  }

  /** The wallet gives a share of what was paid back, and says so twice at once. */
  async refund(request: Noted, share: number): Promise<void> {
    const id = this.idOf(request);
    const paid = this.paid.get(id);
    if (request.method !== 'mercado-pago' || paid === undefined) return;
    const part = Math.max(1, Math.floor(paid * Math.min(share, 0.9)));
    if (part >= paid) return;
    await Promise.all([this.call('reverse', request, part), this.call('reverse', request, part)]);
    this.model.refund(id, part);
  }

  /** A settlement file with this payment: cut in half, whole, and whole again. */
  async file(request: Noted, amount: number): Promise<void> {
    const network = request.method === 'pago-facil' ? 'pago-facil' : 'bank-transfer-ar';
    this.files += 1;
    const { result } = (
      await this.product.call('GET /api/v3/coupon/{hash}', { params: { hash: request.hash } })
    ).body;
    const reportId = `${request.reference.slice(0, 10)}${String(this.files).padStart(4, '0')}`;
    const paid = { reportId, amount, paidOn: this.today(), barcode: result.barcode, text: request.reference };
    const whole = writeCollectionFile(COLLECTION_LAYOUTS[network]!, this.today(), [paid]);
    const bring = (content: string) =>
      importCollection(this.product.deps, { network, name: 'f', bytes: Buffer.from(content) });
    expect((await bring(whole.slice(0, whole.length >> 1))).ok).toBe(false);
    await Promise.all([bring(whole), bring(whole)]);
    expect(await bring(whole)).toMatchObject({ ok: true, booked: 0 });
    this.model.report(request, reportId, amount, this.today());
  }

  /** The wallet's webhook overtakes the answer that opens the payment. */
  async overtake(pick: number): Promise<void> {
    const numbers = this.model.payable(this.today()).slice(0, 1 + (pick % 2));
    if (numbers.length === 0) return;
    const createCheckout: Wallet['createCheckout'] = async (order) => {
      const { reference, currency, amount } = order;
      const paid = { id: `wallet-${reference}`, reference, currency, amount, state: 'approved' } as const;
      await decideWalletPayment(this.product.deps.db, paid);
      expect((await this.notify(paid.id)).status).toBe(200);
      return this.wallet.createCheckout(order);
    };
    await this.withWallet({ createCheckout }, async () => {
      const day = this.today();
      const { hash } = (await this.one.ask(numbers, 'mercado-pago')).body.result;
      const noted = await this.note(hash, numbers, day);
      await this.product.call('POST /api/v3/online_payment/uCoupon', { body: { hash } });
      this.model.report(noted, this.idOf(noted), noted.amount, day);
    });
  }

  /** The wallet does not answer: nothing is opened. */
  async timeOut(): Promise<void> {
    const numbers = this.model.payable(this.today()).slice(0, 1);
    if (numbers.length === 0) return;
    const createCheckout = () => Promise.reject(new Error('timed out'));
    await this.withWallet({ createCheckout }, async () => {
      expect((await this.one.ask(numbers, 'mercado-pago')).status).toBe(503);
    });
  }

  /** Somebody who does not know the secret says that it was paid, or the wallet repeats itself. */
  async hearsay(request: Noted): Promise<void> {
    const id = this.idOf(request);
    expect((await this.notify(id, 'a guess')).status).toBe(401);
    expect((await this.notify(id, sandboxWalletSecrets[1])).status).toBe(200);
  }

  private async withWallet(change: Partial<Wallet>, work: () => Promise<void>): Promise<void> {
    Object.assign(this.product.deps.ports, { wallet: { ...this.wallet, ...change } });
    try {
      await work();
    } finally {
      Object.assign(this.product.deps.ports, { wallet: this.wallet });
    }
  }

  async compare(): Promise<void> {
    const day = this.today();
    // The work of a day writes down what money in favour has paid on due dates since.
    await bookDueCredits(this.product.deps, { country: 'AR', date: day });
    this.model.useCredit(day);
    const standing = this.model.standing(day);
    const { installments } = await this.one.balance();
    const shown = installments.map(
      (each: { number: number; amount: number; payed: boolean; state_name: string }) => [
        each.number,
        each.state_name,
        each.payed ? 0 : cents(each.amount),
      ],
    );
    const expected = standing.instalments.map(({ number, state, toPay }) => [number, state, toPay]);
    // Once everything is paid the public balance shows no instalments any more.
    expect(shown).toEqual(standing.isSettled ? [] : expected);
    const { db } = this.product.deps;
    const ledger = await loanBalance(db, this.one.loanId);
    expect([...ledger.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
    expect(ledger.get('collections') ?? 0).toBe(this.model.collected);
    expect(0 - (ledger.get('customer-credit') ?? 0)).toBe(standing.credit - standing.shortfall);
    expect(ledger.get('principal-receivable') ?? 0).toBe(standing.outstanding.principal);
    const row = await loanByPublicId(db, 'AR', this.one.publicId);
    expect(row?.state).toBe(standing.isSettled ? 'finished' : 'approved');
    for (const request of this.model.asked) {
      const { hash } = request;
      const { result } = (await this.product.call('GET /api/v3/coupon/{hash}', { params: { hash } })).body;
      expect([hash, result.state]).toEqual([hash, this.model.stateOf(request, day)]);
    }
  }
}
