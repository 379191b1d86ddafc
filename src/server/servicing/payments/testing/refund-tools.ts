import { expect } from 'vitest';
import { asChecked } from '../../../testing/as-checked.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { bankAccountsOf } from '../../../customers/profile/service.ts';
import { decidePayout } from '../../../integrations/payouts/sandbox.ts';
import { approveTyped, type StaffMember } from '../../../staff/testing/console.ts';
import { attach } from '../../../staff/testing/evidence.ts';
import type { TestProduct } from '../../../testing/product.ts';
import { takeRefundStep } from '../refunds/send.ts';
import { borrower, type Borrower } from './borrower.ts';

/** Drives refunds of credit in a test. */
export function refundTools(product: TestProduct, treasury: StaffMember, head: StaffMember) {
  async function accountOf({ loanId }: Borrower): Promise<string> {
    const { db, clock } = product.deps;
    const { customer_id: customerId } = await db
      .selectFrom('loan')
      .select('customer_id')
      .where('id', '=', loanId)
      .executeTakeFirstOrThrow();
    const [known] = await bankAccountsOf(db, customerId);
    if (known) return String(known.id);
    const row = await db
      .insertInto('bank_account')
      .values({
        customer_id: customerId,
        bank_id: '1',
        bank_name: 'Banco',
        account_number: asChecked('001234567890'),
        account_holder: 'Ana Prueba',
        legal_number: '',
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return String(row.id);
  }

  /** A customer who has paid off a loan, partly twice. */
  async function withCredit(country: CountryCode) {
    const one = await borrower(product, country, 3);
    await one.payOff(750.25);
    return { one, account: await accountOf(one), units: 750.25 };
  }

  const booksOf = async (loanId: number) =>
    (await treasury.call('GET /api/staff/money/loans/{id}', { params: { id: String(loanId) } })).body.result
      .books;

  async function ask(one: Borrower, account: string, amount: number, more: object = {}) {
    return treasury.call('POST /api/staff/money/credits/{id}/refund', {
      params: { id: String(one.loanId) },
      version: await booksOf(one.loanId),
      body: { amount, account, reason_code: 'customer_asks', reason: 'Lo pidió por teléfono' },
      ...more,
    });
  }

  const approve = (id: string, by = head) => approveTyped(by, id);

  const refundOf = ({ loanId }: Borrower) =>
    product.deps.db
      .selectFrom('credit_refund')
      .selectAll()
      .where('loan_id', '=', loanId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();

  /** The refund as the console lists it. */
  async function shown(id: number) {
    const { body } = await treasury.call('GET /api/staff/money/refunds');
    return body.result.find((row: { id: string }) => row.id === String(id));
  }

  async function submissions(reference: string): Promise<number> {
    const row = await product.deps.db
      .selectFrom('sandbox_payout')
      .select('submissions')
      .where('reference', '=', reference)
      .executeTakeFirst();
    return row?.submissions ?? 0;
  }

  /** A sent refund whose outcome the rail does not know. */
  async function unknownRefund(country: CountryCode) {
    const made = await withCredit(country);
    const asked = await ask(made.one, made.account, made.units);
    expect((await approve(asked.body.approval)).status).toBe(200);
    const { id, reference } = await refundOf(made.one);
    await takeRefundStep(product.deps, id);
    await decidePayout(product.deps.db, reference, 'unknown');
    await takeRefundStep(product.deps, id);
    expect((await shown(id)).state).toBe('unknown');
    return { ...made, id, reference, country };
  }

  /** Requests its settlement, from the current view. */
  async function settle(
    { id, country }: { readonly id: number; readonly country: CountryCode },
    outcome: 'paid' | 'not-paid',
    by = treasury,
    more: object = {},
  ) {
    const file = (await attach(product, by, country, Buffer.from('%PDF-1.7 extracto'))).body.result.id;
    const { version, answer } = await shown(id);
    return by.call('POST /api/staff/money/refunds/{id}/settle', {
      params: { id: String(id) },
      version,
      body: {
        outcome,
        ...(outcome === 'paid' ? { receipt_code: 'BANCO-7' } : {}),
        file,
        answer: answer?.id ?? '0',
        reason_code: 'statement',
        reason: 'Lo dice el extracto',
      },
      ...more,
    });
  }

  /** The bank's contradiction of a settled refund, as *Operación* lists it. */
  async function contradictionOf({ loanId }: Borrower, state: 'open' | 'resolved' = 'open') {
    const { body } = await treasury.call('GET /api/staff/operation/order-contradictions', {
      query: { state },
    });
    return body.result.find(({ loan }: { loan: string }) => loan === String(loanId));
  }

  /** Requests its resolution. */
  async function resolve(one: Borrower, country: CountryCode, outcome: 'paid' | 'not-paid', by = treasury) {
    const { id, version } = await contradictionOf(one);
    const file = (await attach(product, by, country, Buffer.from('%PDF-1.7 carta del banco'))).body.result.id;
    return by.call('POST /api/staff/operation/order-contradictions/{id}/resolve', {
      params: { id },
      version,
      body: { outcome, file, reason_code: 'provider-word', reason: 'Lo dice el banco por escrito' },
    });
  }

  return {
    contradictionOf,
    resolve,
    accountOf,
    withCredit,
    booksOf,
    ask,
    approve,
    refundOf,
    shown,
    submissions,
    unknownRefund,
    settle,
  };
}
