import type { CountryCode } from '../../../../countries/country-pack.ts';
import type { TestAnswer, TestProduct } from '../../../testing/product.ts';
import { goTo, saveCard, todayOf, type codes } from '../../debits/testing/debtor.ts';
import { borrower, type Borrower } from '../../payments/testing/borrower.ts';
import { chargeMemberships } from '../charge.ts';

/** Somebody with the membership whose price could not be charged. */
export interface UnpaidMember extends Borrower {
  /** The account status as its owner sees it. */
  // oxlint-disable-next-line typescript/no-explicit-any
  own(): Promise<any>;
  /** What the account status says is owed of the membership; undefined for nothing. */
  // oxlint-disable-next-line typescript/no-explicit-any
  debt(): Promise<any>;
  /** Asks to pay what is owed of the membership. */
  askForPrice(method: string, total?: number): Promise<TestAnswer>;
}

/** Charges what the day brings. */
export async function chargeDay(product: TestProduct, { loanId, country }: Borrower): Promise<void> {
  const { charge_on: on } = await product.deps.db
    .selectFrom('membership_charge')
    .select('charge_on')
    .where('loan_id', '=', loanId)
    .executeTakeFirstOrThrow();
  if (on > todayOf(product, country)) await goTo(product, on);
  await chargeMemberships(product.deps, { country, date: todayOf(product, country) });
}

/** A member whose loan was paid out. For a product in manual disbursement mode whose sessions last. */
export async function member(
  product: TestProduct,
  country: CountryCode = 'AR',
  card?: keyof typeof codes,
): Promise<UnpaidMember> {
  const one = await borrower(product, country, 3, { membership: true });
  if (card) await saveCard(one.person, card);
  const own = async () => {
    const body = { document_type: 1, document_number: one.documentNumber };
    return (await one.person.call('POST /api/v3/balance', { body })).body.model;
  };
  const debt = async () => (await own()).membership_debts[0];
  return {
    ...one,
    own,
    debt,
    async askForPrice(method, total) {
      const body = { loan_id: one.publicId, payment_method: method, total: total ?? (await debt()).amount };
      return one.person.call('POST /api/v3/membership/payment', { body });
    },
  };
}

/** {@link member}, on the day on which the price could not be charged. */
export async function unpaidMember(product: TestProduct, country: CountryCode = 'AR'): Promise<UnpaidMember> {
  const one = await member(product, country);
  await chargeDay(product, one);
  return one;
}
