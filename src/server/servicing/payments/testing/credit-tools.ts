import { packOf } from '../../../../countries/index.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { cashIn } from '../../../../countries/testing/test-country.ts';
import { byCountry } from '../../../../countries/countries.ts';
import { centavos } from '../../../../domain/money.ts';
import { todayOf } from '../../debits/testing/debtor.ts';
import { loanBalance } from '../../../loans/ledger/service.ts';
import { listMessages } from '../../../messages/service.ts';
import { transaction } from '../../../platform/database.ts';
import { requestRenewal } from '../../../origination/offers/service.ts';
import { openSession } from '../../../customers/sessions/service.ts';
import type { TestProduct } from '../../../testing/product.ts';
import { bookDueCredits, bookDueTaxes } from '../../../loans/books/service.ts';
import { reportPayment } from '../reports/report.ts';
import type { Borrower } from './borrower.ts';

/** A cash network of each country. */
export const cash = byCountry(cashIn);
export const cents = (units: number) => Math.round(units * 100);
export const shown = (units: number) =>
  `$${units.toLocaleString('es-AR', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** What the tests of money in favour do and look at. */
export function creditTools(product: TestProduct) {
  const drive = (
    { country }: Borrower,
    what: 'settle' | 'reverse',
    hash: string,
    units?: number,
  ): Promise<unknown> =>
    product.call(`POST /sandbox/payments/{hash}/${what}`, {
      country,
      params: { hash },
      ...(units === undefined ? {} : { body: { amount: units } }),
    });
  const couponOf = async ({ country }: Borrower, hash: string) =>
    (await product.call('GET /api/v3/coupon/{hash}', { country, params: { hash } })).body.result;
  async function own(one: Borrower) {
    const body = { document_type: 1, document_number: one.documentNumber };
    return (await product.call('POST /api/v3/balance', { ...(await asOwner(one)), body })).body.model;
  }
  /** What is missing of all instalments, added up by the cent: a sum of fractions may have more than two decimals. */
  async function missingOf(one: Borrower): Promise<number> {
    const all: { missing: number }[] = (await own(one)).installments;
    return all.reduce((sum, { missing }) => sum + cents(missing), 0) / 100;
  }
  /** A new login, since the clock of these tests outruns every session. */
  async function asOwner({ country, loanId }: Borrower) {
    const { deps } = product;
    const { customer_id: customerId } = await deps.db
      .selectFrom('loan')
      .select('customer_id')
      .where('id', '=', loanId)
      .executeTakeFirstOrThrow();
    const who = { country, customerId, method: 'sms', origin: { device: '' } } as const;
    const { token } = await transaction(deps.db, async (tx) => {
      await requestRenewal(tx, deps, who.customerId);
      return openSession(tx, deps, who);
    });
    return { country, token };
  }
  const quoteOf = async (one: Borrower) =>
    (
      await product.call('GET /api/v3/loan/{id}/settlement', {
        ...(await asOwner(one)),
        params: { id: one.publicId },
      })
    ).body.result;
  const statementOf = async (one: Borrower) =>
    (
      await product.call('GET /api/v3/statement/{id}', {
        ...(await asOwner(one)),
        params: { id: one.publicId },
      })
    ).body.result;
  const creditOf = async ({ loanId }: Borrower) =>
    0 - ((await loanBalance(product.deps.db, loanId)).get('customer-credit') ?? 0);
  const mailsOf = async ({ person }: Borrower, subject: RegExp) =>
    (await listMessages(product.deps, person.email)).filter((mail) => subject.test(mail.subject));
  const daysWork = async (country: CountryCode) => {
    const day = { country, date: todayOf(product, country) };
    await bookDueCredits(product.deps, day);
    await bookDueTaxes(product.deps, day);
  };

  /** Two coupons for the first instalment: the first is given up, and both are paid. @returns their hashes */
  async function payTwice(one: Borrower): Promise<readonly [string, string]> {
    const first = (await one.ask([1], cash[one.country])).body.result.hash;
    await product.call('DELETE /api/v3/coupon/{hash}', {
      country: one.country,
      params: { hash: first },
      query: { document_number: one.documentNumber },
    });
    const second = (await one.ask([1], cash[one.country])).body.result.hash;
    await drive(one, 'settle', first);
    await drive(one, 'settle', second);
    return [first, second];
  }

  /** Closes a loan as quoted, or with so much more. @returns the payment's hash */
  async function closeLoan(one: Borrower, method = 'bank-transfer', more = 0): Promise<string> {
    const { total } = await quoteOf(one);
    const asked = await product.call('POST /api/v3/loan/{id}/settlement', {
      ...(await asOwner(one)),
      params: { id: one.publicId },
      body: { kind: 'settlement', payment_method: method, total },
    });
    const { hash } = asked.body.result;
    await drive(one, 'settle', hash, (cents(total) + cents(more)) / 100);
    return hash;
  }

  /** Reports money for a coupon that was paid already. */
  async function reportAgain(
    { country }: Borrower,
    reference: string,
    units: number,
    reportId = `again-${reference}`,
    paidOn = todayOf(product, country),
  ): Promise<void> {
    const { deps } = product;
    await transaction(deps.db, (tx) =>
      reportPayment(tx, deps, {
        country,
        source: 'again',
        reportId,
        reference,
        amount: centavos(cents(units)),
        currency: packOf(country).currency,
        paidOn,
      }),
    );
  }

  return {
    drive,
    couponOf,
    own,
    missingOf,
    asOwner,
    quoteOf,
    statementOf,
    creditOf,
    mailsOf,
    daysWork,
    payTwice,
    closeLoan,
    reportAgain,
  };
}
