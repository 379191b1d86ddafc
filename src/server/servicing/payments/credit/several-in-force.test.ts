import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { addDays, calendarDate } from '../../../../domain/calendar-date.ts';
import { goTo, todayOf } from '../../debits/testing/debtor.ts';
import { borrower, type Borrower } from '../testing/borrower.ts';
import { cents, creditTools } from '../testing/credit-tools.ts';
import { confirmationOf, payout } from '../../../testing/journey.ts';
import { startProduct, type CallOptions, type TestProduct } from '../../../testing/product.ts';
import { loanByPublicId } from '../../../loans/service.ts';

/** A chargeback that reopens two loans (docs/product/borrowers-area.md#several-loans-in-force). */

let product: TestProduct;
let tools: ReturnType<typeof creditTools>;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  tools = creditTools(product);
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

/** A customer with loans of three instalments and of one, both paid off and charged back. */
async function bothReopened(country: CountryCode) {
  const first = await borrower(product, country, 3);
  const hashes = [await tools.closeLoan(first)];
  const body = confirmationOf(first.person, { instalments: 1 });
  const confirmed = await product.call('POST /api/v3/finish-new', { ...(await tools.asOwner(first)), body });
  const publicId: string = confirmed.body.result.id;
  await payout(product, publicId);
  const row = await loanByPublicId(product.deps.db, country, publicId);
  const second = { ...first, publicId, loanId: row?.id ?? 0 };
  hashes.push(await tools.closeLoan(second));
  for (const hash of hashes) await tools.drive(first, 'reverse', hash);
  return { first, second };
}

async function balanceOf(one: Borrower, more: object = {}, options?: CallOptions) {
  const body = { document_type: 1, document_number: one.documentNumber, ...more };
  const { model } = (
    await product.call('POST /api/v3/balance', { ...(options ?? (await tools.asOwner(one))), body })
  ).body;
  return model;
}

const sum = (installments: { missing: number }[]) =>
  installments.reduce((total, { missing }) => total + cents(missing), 0);

describe('of two loans in force', () => {
  const country = 'AR';

  test('the balance leads to the loan with the highest debt, and shows the other with its debt', async () => {
    const { first, second } = await bothReopened(country);
    // Nothing is due yet: the total debt decides.
    const early = await balanceOf(first);
    expect(early).toMatchObject({ loanId: first.publicId, total: 0 });
    expect(early.other_loans).toMatchObject([{ loan_id: second.publicId, total: 0, status: 'pending' }]);
    await goTo(product, calendarDate(early.installments[0].due_date));
    const due = await balanceOf(first);
    expect(due.loanId).toBe(second.publicId);
    const [other] = due.other_loans;
    const shown = await balanceOf(first, { loan_id: first.publicId });
    expect(shown.loanId).toBe(first.publicId);
    expect(shown.other_loans).toMatchObject([{ loan_id: second.publicId, total: due.total }]);
    expect(other).toMatchObject({ loan_id: first.publicId, total: shown.total, status: shown.status });
    expect(other.total).toBeGreaterThan(0);
    expect(other.total).toBeLessThan(due.total);
    expect(cents(other.outstanding)).toBe(sum(shown.installments));
    // Works although the balance does not lead to it.
    const chosen = [{ id: shown.installments[0].id, number: 1 }];
    const asked = await product.call('POST /api/v3/payment', {
      ...(await tools.asOwner(first)),
      body: {
        document_type: 1,
        document_number: first.documentNumber,
        installments: chosen,
        total: shown.installments[0].amount,
        payment_method: 'bank-transfer',
      },
    });
    expect(asked.status).toBe(200);
    await tools.drive(first, 'settle', asked.body.result.hash);
    const paid = await balanceOf(first, { loan_id: first.publicId });
    expect(paid.installments[0]).toMatchObject({ payed: true });
    expect((await balanceOf(first)).total).toBe(due.total);
  });

  test('nobody else learns of the other, and no loan of another person is shown', async () => {
    const { first, second } = await bothReopened(country);
    const stranger = await balanceOf(first, { loan_id: second.publicId }, { country });
    expect(stranger).toMatchObject({ loanId: null, other_loans: [] });
    expect(stranger.installments).toHaveLength(3);
    const { first: another } = await bothReopened(country);
    expect(await balanceOf(first, { loan_id: another.publicId })).toMatchObject({ loanId: first.publicId });
  });

  test('no certificate is given while one of them is open', async () => {
    const { first, second } = await bothReopened(country);
    const { installments } = await balanceOf(first);
    await goTo(product, addDays(todayOf(product, country), 1));
    const certificate = async () => {
      const body = { document_type: 1, document_number: first.documentNumber };
      return product.call('POST /api/v3/debtfree', { ...(await tools.asOwner(first)), body });
    };
    await tools.closeLoan(second);
    expect(installments).toHaveLength(3);
    expect((await certificate()).body.code).toBe('debtfree_unavailable');
    await tools.closeLoan(first);
    expect((await certificate()).status).toBe(200);
  });
});
