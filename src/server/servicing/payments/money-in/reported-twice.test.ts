import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asChecked } from '../../../testing/as-checked.ts';
import type { ErasedText } from '../../../platform/column-types.ts';
import { packOf } from '../../../../countries/index.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { COUNTRIES } from '../../../../countries/countries.ts';
import { addDays } from '../../../../domain/calendar-date.ts';
import { centavos } from '../../../../domain/money.ts';
import { COLLECTION_LAYOUTS } from '../../../integrations/collection/layouts.ts';
import { writeCollectionFile } from '../../../integrations/collection/testing/write-file.ts';
import { transaction } from '../../../platform/database.ts';
import { consoleUrl } from '../../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { waitingForLocks } from '../../../testing/waiting-for-locks.ts';
import { todayOf } from '../../debits/testing/debtor.ts';
import { adoptReports } from '../reports/adopt-report.ts';
import { importCollection } from '../reports/import-collection.ts';
import { reportPayment } from '../reports/report.ts';
import { reportReversal } from '../reports/reverse-report.ts';
import { personalData } from '../service.ts';
import { borrower, type Borrower } from '../testing/borrower.ts';
import { cash, cents } from '../testing/credit-tools.ts';
import { moneyTools, why } from '../testing/money-tools.ts';
import { matchWaiting } from './match.ts';
import { lockWaiting } from './waiting.ts';

/** The same money by two ways (docs/decisions/0084-money-in.md). */

let product: TestProduct;
let tools: Awaited<ReturnType<typeof moneyTools>>;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  tools = await moneyTools(product);
});
afterAll(() => product.close());

/** A payment that a person types, approved by another one. */
async function typed(one: Borrower, bankReference: string, amount: number, more: object = {}) {
  const { treasury, head, target, evidence, approve } = tools;
  const asked = await treasury.call('POST /api/staff/money/payments', {
    version: (await target(one)).books,
    body: {
      country: one.country,
      loan: String(one.loanId),
      source: cash[one.country],
      bank_reference: bankReference,
      amount,
      paid_on: todayOf(product, one.country),
      file: await evidence(one.country),
      ...why,
      ...more,
    },
  });
  if (asked.status === 200) await approve(head, asked.body.approval);
  return asked;
}

/** The coupon of an instalment, as its network would report it. */
async function couponOf(one: Borrower, number: number) {
  const { hash } = (await one.ask([number], cash[one.country])).body.result;
  const { country } = one;
  return (await product.call('GET /api/v3/coupon/{hash}', { params: { hash }, country })).body.result;
}

async function fromNetwork(
  country: CountryCode,
  reportId: string,
  coupon: { amount: number; barcode: string; reference: string },
) {
  const today = todayOf(product, country);
  const line = {
    paidOn: today,
    reportId,
    amount: cents(coupon.amount),
    barcode: coupon.barcode,
    reference: coupon.reference,
    text: '',
  };
  const network = cash[country];
  const bytes = Buffer.from(writeCollectionFile(COLLECTION_LAYOUTS[network]!, today, [line]));
  const imported = await importCollection(product.deps, { network, name: 'cobros.txt', bytes });
  return imported.ok ? [...imported.outcomes.keys()] : [imported.reason];
}

describe('money that a person typed or matched', () => {
  const country = 'UY';
  const number = (end: number) => `7${COUNTRIES.indexOf(country) + 1}`.padEnd(13, '0') + String(end);

  test('what a person typed without its coupon is known when its network reports it with it', async () => {
    const one = await borrower(product, country, 3);
    const coupon = await couponOf(one, 1);
    await typed(one, number(1), coupon.amount);
    expect(await fromNetwork(country, number(1), coupon)).toEqual(['known']);
    expect(await one.collected()).toBe(cents(coupon.amount));
  });

  test('what was typed by mistake and taken back is told when its network reports it', async () => {
    const { treasury, head, approve, evidence } = tools;
    const [wrong, right] = [await borrower(product, country, 3), await borrower(product, country, 3)];
    const coupon = await couponOf(right, 1);
    await typed(wrong, number(2), coupon.amount);
    const { result } = (
      await treasury.call('GET /api/staff/money/payments', { query: { reference: number(2) } })
    ).body;
    const asked = await treasury.call('POST /api/staff/money/payments/{id}/reverse', {
      params: { id: result[0].id },
      version: result[0].books,
      body: { file: await evidence(country), reason_code: 'network', reason: 'Era de otro préstamo' },
    });
    expect((await approve(head, asked.body.approval)).status).toBe(200);
    // If treated as known, its money would be lost silently.
    expect(await fromNetwork(country, number(2), coupon)).toEqual(['refused']);
    await typed(right, `${number(2)}-1`, coupon.amount);
    expect([await wrong.collected(), await right.collected()]).toEqual([0, cents(coupon.amount)]);
  });

  test('what its network took back before it was typed is not booked', async () => {
    const one = await borrower(product, country, 3);
    await transaction(product.deps.db, (tx) =>
      reportReversal(tx, product.deps, {
        country,
        source: cash[country],
        reportId: number(5),
        reference: '',
        amount: centavos(1_000),
        currency: packOf(country).currency,
        reason: 'network',
        reversedOn: todayOf(product, country),
      }),
    );
    expect((await typed(one, number(5), 10)).body.code).toBe('reference_used');
    expect(await one.collected()).toBe(0);
    await tools.expectEven();
  });

  test('cards, which the product asks itself, are not typed', async () => {
    const one = await borrower(product, country, 3);
    const asked = await typed(one, number(3), 10, { source: 'debit-card' });
    expect(asked.body.code).toBe('money_source');
  });

  test('matched by a person while its payment is being opened, it counts once', async () => {
    const { waitingMoney } = tools;
    const [one, other] = [await borrower(product, country, 3), await borrower(product, country, 3)];
    const reference = number(4);
    const id = Number(await waitingMoney(country, 100, { reference }));
    const { hash } = (await other.ask([1], cash[country])).body.result;
    const { db } = product.deps;
    await db.updateTable('payment_request').set({ reference }).where('hash', '=', hash).execute();
    let opening: Promise<void> | undefined;
    await transaction(db, async (tx) => {
      const row = (await lockWaiting(tx, id, [country]))!;
      await matchWaiting(tx, product.deps, row, { loan: one.loanId }, 'Tere');
      opening ??= transaction(db, (own) => adoptReports(own, product.deps, reference));
      while ((await waitingForLocks(db)) === 0);
    });
    await opening;
    expect([await one.collected(), await other.collected()]).toEqual([10_000, 0]);
    await tools.expectEven();
  });

  test('money from before a loan was paid out counts from the day on which it was', async () => {
    const { treasury, target, found, byTwo } = tools;
    const one = await borrower(product, country, 3);
    const today = todayOf(product, country);
    const reportId = `antes-${country}`;
    await transaction(product.deps.db, (tx) =>
      reportPayment(tx, product.deps, {
        country,
        source: cash[country],
        reportId,
        reference: '',
        amount: centavos(cents(50)),
        currency: packOf(country).currency,
        paidOn: addDays(today, -60),
        text: 'DEP PEREZ ANA 30111222',
      }),
    );
    const { id } = await product.deps.db
      .selectFrom('payment_report')
      .select('id')
      .where('report_id', '=', reportId)
      .executeTakeFirstOrThrow();
    const done = await treasury.call('POST /api/staff/money/unmatched/{id}/match', {
      params: { id: String(id) },
      version: (await found(String(id))).version,
      body: { loan: String(one.loanId), books: (await target(one)).books, ...why },
    });
    expect((await byTwo(done)).status).toBe(200);
    const payment = await product.deps.db
      .selectFrom('payment as p')
      .innerJoin('loan as l', 'l.id', 'p.loan_id')
      .select(['p.value_date', 'l.customer_id'])
      .where('p.loan_id', '=', one.loanId)
      .executeTakeFirstOrThrow();
    expect(payment.value_date).toBe(today);
    await tools.expectEven();
    // What its payer wrote is forgotten with its borrower.
    const erased = { customerId: payment.customer_id, token: asChecked<ErasedText>('x') };
    await transaction(product.deps.db, (tx) => personalData.identity!(tx, product.deps, erased));
    const report = await product.deps.db
      .selectFrom('payment_report')
      .select('text')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(report.text).toBe('');
  });
});
