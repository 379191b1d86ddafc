import { expect } from 'vitest';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { packOf } from '../../../../countries/index.ts';
import { centavos } from '../../../../domain/money.ts';
import { trialBalance } from '../../../loans/ledger/service.ts';
import { transaction } from '../../../platform/database.ts';
import { approveTyped, signInAs } from '../../../staff/testing/console.ts';
import { attach } from '../../../staff/testing/evidence.ts';
import type { TestAnswer, TestProduct } from '../../../testing/product.ts';
import { todayOf } from '../../debits/testing/debtor.ts';
import { reportPayment } from '../reports/report.ts';
import type { Borrower } from './borrower.ts';
import { cash, cents } from './credit-tools.ts';

/** Reason for matching money. */
export const why = { reason_code: 'receipt', reason: 'Mandó el comprobante' };

/** Employees who handle incoming money, and their views. */
export async function moneyTools(product: TestProduct) {
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  const [treasury, head] = [await signInAs(product, 'treasury'), await signInAs(product, 'head')];
  const accounting = await signInAs(product, 'accounting');
  for (const each of [treasury, head, accounting])
    await each.call('POST /api/staff/step-up/sandbox', { body: {} });

  let numbers = 0;
  /** Money that a network reports without our reference. */
  async function waitingMoney(
    country: CountryCode,
    units: number,
    { text = '', reference = '' } = {},
  ): Promise<string> {
    numbers += 1;
    const reportId = `sin-${numbers}`;
    await transaction(product.deps.db, (tx) =>
      reportPayment(tx, product.deps, {
        country,
        source: cash[country],
        reportId,
        reference,
        amount: centavos(cents(units)),
        currency: packOf(country).currency,
        paidOn: todayOf(product, country),
        text,
      }),
    );
    const row = await product.deps.db
      .selectFrom('payment_report')
      .select('id')
      .where('report_id', '=', reportId)
      .executeTakeFirstOrThrow();
    return String(row.id);
  }

  const found = async (id: string, by = treasury) =>
    (await by.call('GET /api/staff/money/unmatched/{id}', { params: { id } })).body.result;
  const target = async ({ loanId }: Borrower, by = treasury) =>
    (await by.call('GET /api/staff/money/loans/{id}', { params: { id: String(loanId) } })).body.result;

  const approve = approveTyped;
  /** Approves the request as a second person, if one person's limits require it. */
  const byTwo = (answer: TestAnswer): Promise<TestAnswer> | TestAnswer =>
    answer.body.outcome === 'pending_approval' ? approve(accounting, answer.body.approval) : answer;
  const statesOf = async (one: Borrower) =>
    (await one.balance()).installments.map(({ state_name }: { state_name: string }) => state_name);
  const evidence = async (country: CountryCode) =>
    (await attach(product, treasury, country)).body.result.id as string;

  /** Checks that the screen's sums equal the ledger's, to the centavo. */
  async function expectEven(): Promise<void> {
    const { result } = (await treasury.call('GET /api/staff/money/totals')).body;
    for (const { country, currency, unidentified, credit } of result) {
      const ledger = await trialBalance(product.deps.db, currency);
      const list = await everyUnmatched(country);
      const sum = list.reduce((total: number, { amount }) => total + cents(amount), 0);
      expect([country, sum]).toEqual([country, 0 - (ledger.get('unidentified-payments') ?? 0)]);
      expect(unidentified).toEqual({ ledger: sum / 100, listed: sum / 100, count: list.length });
      expect(cents(credit.ledger)).toBe(0 - (ledger.get('customer-credit') ?? 0));
      expect(credit.listed).toBe(credit.ledger);
    }
  }

  async function everyUnmatched(country: string): Promise<{ id: string; amount: number; kind: string }[]> {
    const rows = [];
    let from = '';
    do {
      const query = { country, ...(from ? { from } : {}) };
      const { body } = await treasury.call('GET /api/staff/money/unmatched', { query });
      rows.push(...body.result);
      from = body.next;
    } while (from);
    return rows;
  }

  const people = { treasury, head, accounting };
  return { ...people, waitingMoney, found, target, approve, byTwo, statesOf, evidence, expectEven };
}
