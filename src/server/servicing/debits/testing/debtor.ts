import type { CountryCode } from '../../../../countries/country-pack.ts';
import { localDate } from '../../../../countries/local-time.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { borrower, type Borrower } from '../../payments/testing/borrower.ts';
import type { TestProduct } from '../../../testing/product.ts';

/** Security codes that decide how the stand-in treats later debits of a card. */
export const codes = { approved: '123', declined: '998', lost: '997' } as const;

/** Saves a debit card as the card step does. */
export async function saveCard(
  person: Borrower['person'],
  kind: keyof typeof codes = 'approved',
): Promise<void> {
  const saved = await person.call('POST /api/v3/card-validation', {
    body: {
      card_type: 'debit',
      brand: 'visa',
      number: '4507990000004905',
      holder: 'ANA PEREZ',
      expiration_date: '1239',
      cvv: codes[kind],
    },
  });
  if (saved.status !== 200) throw new Error(`the card was refused: ${JSON.stringify(saved.body)}`);
}

/** A customer with a loan paid out and a card on file. Requires a product in manual payout mode. */
export async function debtor(
  product: TestProduct,
  country: CountryCode = 'AR',
  kind: keyof typeof codes = 'approved',
): Promise<Borrower> {
  const one = await borrower(product, country, 3);
  await saveCard(one.person, kind);
  return one;
}

/** Due dates of a loan. */
export async function dueDatesOf(product: TestProduct, { loanId }: Borrower): Promise<CalendarDate[]> {
  const rows = await product.deps.db
    .selectFrom('instalment')
    .select('due_date')
    .where('loan_id', '=', loanId)
    .orderBy('number')
    .execute();
  return rows.map(({ due_date }) => due_date);
}

/** Moves the clock to noon (UTC) of a day; both countries have the same date then. */
export async function goTo(product: TestProduct, date: CalendarDate): Promise<void> {
  await product.advance(Date.parse(`${date}T15:00:00Z`) - product.deps.clock.now().getTime());
}

/** Today in the country, by the product's clock. */
export function todayOf(product: TestProduct, country: CountryCode = 'AR'): CalendarDate {
  return localDate(product.deps.clock.now(), country);
}

/** Stored debits of a loan. */
export function debitsOf(product: TestProduct, { loanId }: Borrower) {
  return product.deps.db
    .selectFrom('instalment_debit')
    .select(['instalment', 'state', 'reason', 'attempt_on', 'due_date', 'reference', 'amount', 'put_off_for'])
    .where('loan_id', '=', loanId)
    .orderBy('instalment')
    .execute();
}
