import type { InputOf } from '../../contract/contract.ts';
import { brandOf } from '../../countries/identifiers/cards.ts';

/** A card as it stands on the screen. It lives in memory only: no draft, no storage, no address. */
export interface CardValues {
  readonly [name: string]: string;
  readonly number: string;
  readonly holder: string;
  /** MM/YY. */
  readonly expiration_date: string;
  readonly cvv: string;
}

export const emptyCard: CardValues = { number: '', holder: '', expiration_date: '', cvv: '' };

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/**
 * The payload of A §3 'Debit card', which a payment sends too (B §3).
 * @param detected the brand that the server has said, where it has
 */
export function cardBody(
  values: CardValues,
  detected: string | undefined,
): Omit<InputOf<'POST /api/v3/debit-payment', 'body'>, 'hash'> {
  const number = digitsOf(values.number);
  return {
    card_type: 'debit',
    brand: detected ?? brandOf(number) ?? '',
    number,
    holder: values.holder.trim(),
    expiration_date: digitsOf(values.expiration_date),
    cvv: values.cvv,
  };
}
