import { packOf } from '../../../../countries/index.ts';
import { expect } from 'vitest';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { centavos } from '../../../../domain/money.ts';
import { todayOf } from '../../debits/testing/debtor.ts';
import { loanBalance } from '../../../loans/ledger/service.ts';
import { loanByPublicId } from '../../../loans/service.ts';
import { transaction } from '../../../platform/database.ts';
import { confirmationOf } from '../../../testing/journey.ts';
import type { TestProduct } from '../../../testing/product.ts';
import { bookDueCredits, bookDueTaxes, moveCredits } from '../../../loans/books/service.ts';
import { lapseReturns } from '../../withdrawals/service.ts';
import { reportRefund } from '../reports/refund.ts';
import { refundCredit } from '../credit/refund-credit.ts';
import { reportPayment } from '../reports/report.ts';
import { reportReversal } from '../reports/reverse-report.ts';
import { borrower, type Borrower } from './borrower.ts';
import { cents } from './credit-tools.ts';

/** Money that was reported, in centavos. */
interface Reported {
  readonly reportId: string;
  readonly reference: string;
  readonly amount: number;
  refunded: number;
  isReversed: boolean;
}

const source = 'two-loans';
let count = 0;

/** A customer with a loan that is paid off and a second one, and the money that came for them. */
export class TwoLoans {
  readonly reports: Reported[] = [];
  private readonly references: string[] = [];
  readonly product: TestProduct;
  readonly one: Borrower;
  /** Their public ids. */
  readonly loans: string[];

  private constructor(product: TestProduct, one: Borrower) {
    this.product = product;
    this.one = one;
    this.loans = [one.publicId];
  }

  static async start(product: TestProduct, country: CountryCode): Promise<TwoLoans> {
    const two = new TwoLoans(product, await borrower(product, country, 3));
    await two.pay(0, 1);
    await two.early('settlement', 0, 1);
    const body = confirmationOf(two.one.person, { instalments: 3 });
    const confirmed = await two.one.person.call('POST /api/v3/finish-new', { body });
    const id: string = confirmed.body.result.id;
    for (const outcome of ['ok', 'ok'])
      await product.call('POST /sandbox/loans/{id}/advance', { params: { id }, body: { outcome } });
    two.loans.push(id);
    return two;
  }

  get country(): CountryCode {
    return this.one.country;
  }

  today() {
    return todayOf(this.product, this.country);
  }

  /** The network reports money for a payment that was asked for. */
  private async report(reference: string, amount: number): Promise<void> {
    count += 1;
    const { deps } = this.product;
    const reportId = `two-${count}`;
    const { outcome } = await transaction(deps.db, (tx) =>
      reportPayment(tx, deps, {
        country: this.country,
        source,
        reportId,
        reference,
        amount: centavos(amount),
        currency: packOf(this.country).currency,
        paidOn: this.today(),
      }),
    );
    expect(outcome).not.toBe('unmatched');
    this.reports.push({ reportId, reference, amount, refunded: 0, isReversed: false });
  }

  private async paidFor(hash: string, share: number): Promise<void> {
    const { country } = this;
    const { result } = (await this.product.call('GET /api/v3/coupon/{hash}', { country, params: { hash } }))
      .body;
    this.references.push(result.reference);
    await this.report(result.reference, Math.max(1, Math.round(cents(result.amount) * share)));
  }

  /** Pays instalments of the loan that the balance shows. */
  async pay(pick: number, share: number): Promise<void> {
    const numbers = [1, 2, 3].filter((number) => ((pick % 7) + 1) & (1 << (number - 1)));
    const { status, body } = await this.one.ask(numbers, 'bank-transfer');
    if (status === 200) await this.paidFor(body.result.hash, share);
  }

  /** More money with a coupon that was paid before. */
  async again(pick: number, share: number): Promise<void> {
    const reference = this.references[pick % Math.max(1, this.references.length)];
    if (reference !== undefined) await this.report(reference, Math.round(20_000_00 * share));
  }

  async refund(pick: number, share: number): Promise<void> {
    const report = this.reports[pick % Math.max(1, this.reports.length)];
    if (report === undefined || report.isReversed) return;
    const refunded = Math.floor(report.amount * Math.min(share, 0.95));
    if (refunded <= report.refunded) return;
    const { deps } = this.product;
    const { reportId } = report;
    const about = { source, reportId, refunded: centavos(refunded), refundedOn: this.today() };
    await transaction(deps.db, (tx) => reportRefund(tx, deps, about));
    report.refunded = refunded;
  }

  async reverse(pick: number): Promise<void> {
    const report = this.reports[pick % Math.max(1, this.reports.length)];
    if (report === undefined) return;
    const { deps } = this.product;
    const { reportId, reference, amount } = report;
    await transaction(deps.db, (tx) =>
      reportReversal(tx, deps, {
        country: this.country,
        source,
        reportId,
        reference,
        amount: centavos(amount),
        currency: packOf(this.country).currency,
        reason: 'charged-back',
        reversedOn: this.today(),
      }),
    );
    report.isReversed = true;
  }

  /** Staff give a part of what is in favour back. */
  async giveBack(pick: number, share: number): Promise<void> {
    const loanId = this.loans[pick % this.loans.length] ?? '';
    const held = 0 - (await this.ledger(loanId, 'customer-credit'));
    const amount = Math.floor(held * Math.min(1, share));
    if (amount <= 0) return;
    count += 1;
    const asked = { loanId, amount: centavos(amount), reference: `back-${count}` };
    const outcome = await refundCredit(this.product.deps, asked);
    expect(['refunded', 'payment-open']).toContain(outcome);
  }

  async withdraw(pick: number): Promise<void> {
    const loanId = this.loans[pick % this.loans.length];
    const answer = await this.one.person.call('POST /api/v3/withdrawal/own', {
      body: { kind: 'loan', loan_id: loanId },
    });
    expect(answer.status).toBe(200);
    if (answer.body.model.state !== 'return-due' || answer.body.model.return_amount === 0) return;
    const amount: number = answer.body.model.return_amount;
    const shown = await this.one.person.call('GET /api/v3/loan-new/{id}', { params: { id: loanId ?? '' } });
    expect(shown.body.result.withdrawal).toMatchObject({ state: 'return-due', amount });
  }

  /** Closes a loan, or gives its money back, with a share of what that costs. */
  async early(kind: 'settlement' | 'withdrawal', pick: number, share: number): Promise<void> {
    const params = { id: this.loans[pick % this.loans.length] ?? '' };
    const quote = await this.one.person.call('GET /api/v3/loan/{id}/settlement', { params });
    if (quote.status !== 200) return;
    const { total, withdrawal } = quote.body.result;
    const asked = kind === 'settlement' ? total : withdrawal?.amount;
    if (asked === undefined) return;
    const body = { kind, total: asked, payment_method: 'bank-transfer' };
    const answer = await this.one.person.call('POST /api/v3/loan/{id}/settlement', { params, body });
    if (answer.status === 200 && answer.body.result.hash !== '')
      await this.paidFor(answer.body.result.hash, share);
    else expect([200, 409, 429]).toContain(answer.status);
  }

  async daysWork(): Promise<void> {
    const day = { country: this.country, date: this.today() };
    await bookDueCredits(this.product.deps, day);
    await bookDueTaxes(this.product.deps, day);
    await moveCredits(this.product.deps, day);
    await lapseReturns(this.product.deps, day);
    const states = await Promise.all(this.loans.map((id) => this.row(id)));
    if (!states.some(({ state }) => state === 'approved')) return;
    // What an ended loan held has gone to the one in force.
    for (const { publicId: id, state } of states)
      if (state !== 'approved') expect(await this.ledger(id, 'customer-credit')).toBeGreaterThanOrEqual(0);
  }

  async row(publicId: string) {
    const row = await loanByPublicId(this.product.deps.db, this.country, publicId);
    if (!row) throw new Error('a loan has gone');
    return row;
  }

  async ledger(publicId: string, account: 'customer-credit' | 'collections' | 'principal-receivable') {
    const { id } = await this.row(publicId);
    return (await loanBalance(this.product.deps.db, id)).get(account) ?? 0;
  }
}
