import type { payoutTools } from '../../loans/payout-desk/testing/orders.ts';
import type { Borrower } from '../../servicing/payments/testing/borrower.ts';
import type { moneyTools } from '../../servicing/payments/testing/money-tools.ts';
import type { refundTools } from '../../servicing/payments/testing/refund-tools.ts';
import type { StaffMember } from '../../staff/testing/console.ts';
import type { Traveller } from '../../testing/journey.ts';
import type { TestAnswer, TestProduct } from '../../testing/product.ts';

/** Repetitions, matching the limits. */
export const hundred = 100;
export const country = 'AR';
/** Employees who act alone, and their subjects. */
export interface Lone {
  readonly product: TestProduct;
  readonly tools: Awaited<ReturnType<typeof moneyTools>>;
  readonly orders: ReturnType<typeof payoutTools>;
  readonly refunds: ReturnType<typeof refundTools>;
  readonly agent: StaffMember;
  readonly analyst: StaffMember;
  readonly administrator: StaffMember;
  /** Customer who owes the price of a membership. */
  readonly unpaid: Borrower;
}

/** One use of a call; the number distinguishes uses. */
export type Attempt = (time: number) => Promise<TestAnswer>;

export const idOf = async (
  { deps }: TestProduct,
  { documentNumber }: Pick<Traveller, 'documentNumber'>,
): Promise<string> => {
  const { id } = await deps.db
    .selectFrom('customer')
    .select('id')
    .where('document_number', '=', documentNumber)
    .executeTakeFirstOrThrow();
  return String(id);
};
