import type { CountryCode } from '../../../../countries/country-pack.ts';
import { membershipPaid } from '../../../../domain/ledger.ts';
import { centavos } from '../../../../domain/money.ts';
import { post } from '../../../loans/ledger/service.ts';
import { transaction } from '../../../platform/database.ts';
import type { TestAnswer, TestProduct } from '../../../testing/product.ts';
import { goTo, saveCard, todayOf, type codes } from '../../debits/testing/debtor.ts';
import { borrower, type Borrower } from '../../payments/testing/borrower.ts';
import { chargeMemberships } from '../charge.ts';

/** A member whose membership charge failed. */
export interface UnpaidMember extends Borrower {
  /** The account status as its owner sees it. */
  // oxlint-disable-next-line typescript/no-explicit-any
  own(): Promise<any>;
  /** Membership debt in the account status; undefined if none. */
  // oxlint-disable-next-line typescript/no-explicit-any
  debt(): Promise<any>;
  /** Requests to pay the membership debt. */
  askForPrice(method: string, total?: number): Promise<TestAnswer>;
}

/** Charges what is due that day. */
export async function chargeDay(product: TestProduct, { loanId, country }: Borrower): Promise<void> {
  const { charge_on: on } = await product.deps.db
    .selectFrom('membership_charge')
    .select('charge_on')
    .where('loan_id', '=', loanId)
    .executeTakeFirstOrThrow();
  if (on > todayOf(product, country)) await goTo(product, on);
  await chargeMemberships(product.deps, { country, date: todayOf(product, country) });
}

/** A member with a loan paid out. Requires a product in manual payout mode with long sessions. */
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

/** {@link member}, on the day the charge failed. */
export async function unpaidMember(product: TestProduct, country: CountryCode = 'AR'): Promise<UnpaidMember> {
  const one = await member(product, country);
  await chargeDay(product, one);
  return one;
}

/**
 * {@link member} charged as before migration 0115: in the ledger, without a payment.
 * @returns also the charge's reference
 */
export async function memberOfBefore(
  product: TestProduct,
  country: CountryCode = 'AR',
): Promise<UnpaidMember & { readonly reference: string }> {
  const one = await member(product, country, 'approved');
  const { db, clock } = product.deps;
  const [at, { loanId }] = [clock.now(), one];
  const {
    price,
    currency,
    customer_id: customerId,
  } = await db.selectFrom('membership').selectAll().where('loan_id', '=', loanId).executeTakeFirstOrThrow();
  const card = await db
    .selectFrom('card')
    .select(['id', 'brand', 'last_four'])
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  const { id: card_id, ...named } = card;
  const { reference } = await db
    .updateTable('membership_charge')
    .set({ state: 'approved', card_id, changed_at: at })
    .where('loan_id', '=', loanId)
    .returning('reference')
    .executeTakeFirstOrThrow();
  const charge = {
    ...named,
    country,
    currency,
    reference,
    card_id,
    purpose: 'membership',
    state: 'approved',
  };
  await db
    .insertInto('card_charge')
    .values({ ...charge, membership_id: loanId, amount: price, due_at: null, created_at: at, changed_at: at })
    .execute();
  const valueDate = todayOf(product, country);
  const posting = { country, currency, loanId, customerId, valueDate, at, kind: 'membership-paid' } as const;
  await transaction(db, (tx) => post(tx, { ...posting, entries: membershipPaid(centavos(price)) }));
  return { ...one, reference };
}
