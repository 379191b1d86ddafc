import { expect } from 'vitest';
import { withdrawalUntil } from '../../../../countries/law/withdrawal-window.ts';
import { holidaysOf } from '../../../../countries/holidays.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { addDays, calendarDate } from '../../../../domain/calendar-date.ts';
import { loanBalance } from '../../../loans/ledger/service.ts';
import { moveCredits, bookDueCredits } from '../../../loans/books/service.ts';
import { loanByPublicId } from '../../../loans/service.ts';
import { confirmationOf, payout } from '../../../testing/journey.ts';
import type { TestProduct } from '../../../testing/product.ts';
import { goTo, todayOf } from '../../debits/testing/debtor.ts';
import { chargeMemberships } from '../../memberships/charge.ts';
import { borrower, type Borrower } from '../../payments/testing/borrower.ts';
import { cents, creditTools } from '../../payments/testing/credit-tools.ts';
import { rewardFor } from '../../referrals/reward.ts';
import { lapseReturns, undoMemberships } from '../service.ts';

/** Events of a loan that is being withdrawn from, in any order. */
export const EVENTS = [
  'withdraw',
  'discount',
  'credit',
  'payoff',
  'end-membership',
  'return',
  'days',
] as const;
export type Event = (typeof EVENTS)[number];

export interface Shares {
  /** Credit of an earlier loan, and a discount, as shares of the delivered amount. */
  readonly credit: number;
  readonly discount: number;
}

/** A loan with a membership, of a customer with credit from an earlier loan and an unspent reward. */
export class Crossing {
  readonly one: Borrower;
  private readonly product: TestProduct;
  private readonly tools: ReturnType<typeof creditTools>;
  private readonly shares: Shares;
  private readonly earlier: Borrower;
  private readonly customerId: number;
  private readonly delivered: number;
  private hasWithdrawn = false;

  private constructor(
    product: TestProduct,
    earlier: Borrower,
    one: Borrower,
    facts: { shares: Shares; customerId: number; delivered: number },
  ) {
    this.product = product;
    this.tools = creditTools(product);
    this.earlier = earlier;
    this.one = one;
    this.shares = facts.shares;
    this.customerId = facts.customerId;
    this.delivered = facts.delivered;
  }

  static async start(product: TestProduct, country: CountryCode, shares: Shares): Promise<Crossing> {
    const earlier = await borrower(product, country, 3);
    const tools = creditTools(product);
    await earlier.payOff();
    const body = confirmationOf(earlier.person, { instalments: 3, membership: true });
    const asked = await product.call('POST /api/v3/finish-new', { ...(await tools.asOwner(earlier)), body });
    const publicId: string = asked.body.result.id;
    await payout(product, publicId);
    const row = await loanByPublicId(product.deps.db, country, publicId);
    if (row?.state !== 'approved') throw new Error('the loan was not paid out');
    const facts = { shares, customerId: row.customerId, delivered: row.delivered };
    return new Crossing(product, earlier, { ...earlier, publicId, loanId: row.id }, facts);
  }

  private get day() {
    return { country: this.one.country, date: todayOf(this.product, this.one.country) };
  }

  async do(event: Event): Promise<void> {
    const { deps } = this.product;
    if (event === 'withdraw') await this.ask('loan');
    if (event === 'end-membership') await this.ask('membership');
    if (event === 'discount') await this.discount();
    if (event === 'payoff') await this.pay('settlement');
    if (event === 'return') await this.pay('withdrawal');
    if (event === 'credit') {
      const { result } = (await this.paidFor(this.earlier)).body;
      await this.tools.reportAgain(
        this.earlier,
        result.reference,
        (this.shares.credit * this.delivered) / 100,
      );
      await moveCredits(deps, this.day);
    }
    if (event === 'days') {
      const { country, date } = this.day;
      await goTo(this.product, addDays(withdrawalUntil(country, date, date, holidaysOf(country)), 5));
      await bookDueCredits(deps, this.day);
      await moveCredits(deps, this.day);
      await lapseReturns(deps, this.day);
      await undoMemberships(deps, this.day);
      await chargeMemberships(deps, this.day);
    }
  }

  private async paidFor({ loanId, country }: Borrower) {
    const { hash } = await this.product.deps.db
      .selectFrom('payment_request')
      .innerJoin('payment_request_instalment', 'request_id', 'payment_request.id')
      .select('hash')
      .where('payment_request_instalment.loan_id', '=', loanId)
      .executeTakeFirstOrThrow();
    return this.product.call('GET /api/v3/coupon/{hash}', { country, params: { hash } });
  }

  async ask(kind: 'loan' | 'membership') {
    const body = { kind, loan_id: kind === 'loan' ? this.one.publicId : '', reason: '' };
    const to = await this.tools.asOwner(this.one);
    const { status, body: said } = await this.product.call('POST /api/v3/withdrawal/own', { ...to, body });
    expect(status).toBe(200);
    if (kind === 'loan' && said.model.state !== 'refused') this.hasWithdrawn = true;
    return said;
  }

  /** Spends a reward on the loan. */
  private async discount(): Promise<void> {
    const { db, clock } = this.product.deps;
    const other = await borrower(this.product, this.one.country, 1);
    const { customer_id: refereeId } = await db
      .selectFrom('loan')
      .select('customer_id')
      .where('id', '=', other.loanId)
      .executeTakeFirstOrThrow();
    const at = clock.now();
    const { id } = await db
      .insertInto('referral')
      .values({
        country: this.one.country,
        referrer_id: this.customerId,
        referee_id: refereeId,
        state: 'rewarded',
        loan_id: other.loanId,
        created_at: at,
        rewarded_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const amount = Math.round(this.shares.discount * this.delivered);
    await db
      .insertInto('referral_reward')
      .values({ referral_id: id, customer_id: this.customerId, amount, created_at: at })
      .execute();
    await rewardFor(this.product.deps, { loanId: other.loanId });
  }

  /** Pays the payoff amount, or the amount to return, if the product allows it. */
  async pay(kind: 'settlement' | 'withdrawal'): Promise<void> {
    const to = { ...(await this.tools.asOwner(this.one)), params: { id: this.one.publicId } };
    const quote = await this.product.call('GET /api/v3/loan/{id}/settlement', to);
    if (quote.status !== 200) return;
    const { total: closing, withdrawal } = quote.body.result;
    const total = kind === 'settlement' ? closing : withdrawal?.amount;
    if (total === undefined) return;
    const body = { kind, payment_method: 'bank-transfer', total };
    const asked = await this.product.call('POST /api/v3/loan/{id}/settlement', { ...to, body });
    expect(asked.status).toBe(200);
    if (asked.body.result.hash !== '') await this.tools.drive(this.one, 'settle', asked.body.result.hash);
  }

  /** Checks invariants that hold in any order. */
  async check(): Promise<void> {
    const { db } = this.product.deps;
    const { one } = this;
    const balance = await loanBalance(db, one.loanId);
    const of = (name: string) => cents(0) + (balance.get(name as never) ?? 0);
    const state = (await loanByPublicId(db, one.country, one.publicId))?.state;
    const request = await db
      .selectFrom('withdrawal')
      .select(['state', 'return_until'])
      .where('loan_id', '=', one.loanId)
      .where('kind', '=', 'loan')
      .where('state', '<>', 'refused')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    const facts = { state, withdrawal: request?.state };
    if (this.hasWithdrawn) {
      const owed = { due: of('membership-receivable'), income: of('membership-income') };
      expect({ ...facts, ...owed }).toEqual({ ...facts, due: 0, income: 0 });
    }
    if (state === 'finished') expect(facts.withdrawal ?? 'settled').not.toBe('return-due');
    expect({ ...facts, isUndone: state === 'canceled' }).toEqual({
      ...facts,
      isUndone: facts.withdrawal === 'returned',
    });
    if (state !== 'approved')
      for (const name of ['principal', 'interest', 'default-interest', 'fee', 'tax'])
        expect({ name, ...facts, left: of(`${name}-receivable`) }).toEqual({ name, ...facts, left: 0 });
    if (state === 'canceled')
      for (const name of ['interest-income', 'fee-income', 'discounts'])
        expect({ name, left: of(name) }).toEqual({ name, left: 0 });
    expect(of('customer-credit')).toBeLessThanOrEqual(0);
    // An amount that a screen asks to be returned can be returned.
    const shown = (await this.tools.own(one)).withdrawal;
    if (shown?.state === 'return-due') {
      expect(facts).toEqual({ state: 'approved', withdrawal: 'return-due' });
      expect((await this.tools.quoteOf(one)).withdrawal.amount).toBe(shown.amount);
      expect(calendarDate(request?.return_until ?? '') >= this.day.date).toBe(true);
    }
  }

  /** Moves to the day after the return deadline. */
  async afterLastDay(): Promise<void> {
    const { return_until } = await this.product.deps.db
      .selectFrom('withdrawal')
      .select('return_until')
      .where('loan_id', '=', this.one.loanId)
      .executeTakeFirstOrThrow();
    await goTo(this.product, addDays(calendarDate(return_until ?? ''), 1));
  }

  mails(subject: RegExp) {
    return this.tools.mailsOf(this.one, subject);
  }

  async stored() {
    const { db } = this.product.deps;
    const state = (await loanByPublicId(db, this.one.country, this.one.publicId))?.state;
    const request = await db
      .selectFrom('withdrawal')
      .select('state')
      .where('loan_id', '=', this.one.loanId)
      .where('kind', '=', 'loan')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    return { loan: state, withdrawal: request?.state };
  }
}
