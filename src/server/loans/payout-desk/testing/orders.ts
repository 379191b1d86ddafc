import { expect } from 'vitest';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import type { StaffMember } from '../../../staff/testing/console.ts';
import { attach } from '../../../staff/testing/evidence.ts';
import { confirmationOf, signUpAndVerify, type Traveller } from '../../../testing/journey.ts';
import type { TestProduct } from '../../../testing/product.ts';
import { takeStep } from '../../service.ts';

export type TestOrder = Awaited<ReturnType<ReturnType<typeof payoutTools>['confirmed']>>;

/** Drives payouts in a test, and reads them as the treasury. */
export function payoutTools(product: TestProduct, treasury: StaffMember) {
  async function confirmed(country: CountryCode, known?: Traveller) {
    const person = known ?? (await signUpAndVerify(product, country));
    const { body } = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
    const publicId: string = body.result.id;
    const { id } = await product.deps.db
      .selectFrom('loan')
      .select('id')
      .where('public_id', '=', publicId)
      .executeTakeFirstOrThrow();
    const loanId = String(id);
    const advance = (outcome: 'ok' | 'failed' | 'unknown') =>
      product.call('POST /sandbox/loans/{id}/advance', { params: { id: publicId }, body: { outcome } });
    const order = async (by = treasury) =>
      (await by.call('GET /api/staff/pay-outs/{id}', { params: { id: loanId } })).body.result;
    const orders = () =>
      product.deps.db
        .selectFrom('sandbox_payout as s')
        .innerJoin('payout as d', 'd.reference', 's.reference')
        .selectAll('s')
        .where('d.loan_id', '=', id)
        .execute();
    const shown = async () =>
      (await person.call('GET /api/v3/loan-new/{id}', { params: { id: publicId } })).body.result;
    /** A forced step takes the sandbox's result. */
    const step = () => takeStep(product.deps, id);
    return { person, publicId, id, loanId, advance, order, orders, shown, step };
  }

  const receiptOf = async (by: StaffMember, country: CountryCode) =>
    (await attach(product, by, country, Buffer.from('%PDF-1.7 extracto'))).body.result.id;

  /** A sent order whose outcome the provider does not know. */
  async function unknownOrder(country: CountryCode) {
    const made = await confirmed(country);
    await made.advance('ok');
    await made.advance('unknown');
    expect((await made.order()).state).toBe('unknown');
    return made;
  }

  return { confirmed, unknownOrder, receiptOf };
}
