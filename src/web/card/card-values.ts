import type { InputOf } from '../../contract/contract.ts';
import type { CardToTokenise } from '../../countries/card-token-request.ts';
import { readExpiry } from '../../countries/identifiers/card-expiry.ts';
import { brandOf } from '../../countries/identifiers/cards.ts';

/** Card as typed. In memory only: no draft, no storage, no address. */
export interface CardValues {
  readonly [name: string]: string;
  readonly number: string;
  readonly holder: string;
  /** MM/YY once its field is left. */
  readonly expiration_date: string;
  readonly cvv: string;
}

/** Card as sent to our API: its number, or a token of it (docs/product/payments.md#card-data). */
export type CardPayload = Omit<InputOf<'POST /api/v3/debit-payment', 'body'>, 'hash'>;

export const emptyCard: CardValues = { number: '', holder: '', expiration_date: '', cvv: '' };

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/**
 * The payload of the application's card, which a payment sends too.
 * @param detected the brand that the server has said, where it has
 */
export function cardBody(values: CardValues, detected: string | undefined): CardPayload {
  const number = digitsOf(values.number);
  return { ...commonBody(values, detected), number, cvv: values.cvv };
}

/** The same with the gateway's token instead of number and security code (decision 0042). */
export function tokenBody(values: CardValues, token: string): CardPayload {
  const number = digitsOf(values.number);
  return { ...commonBody(values, undefined), token, bin: number.slice(0, 6), last_four: number.slice(-4) };
}

function commonBody(values: CardValues, detected: string | undefined) {
  return {
    card_type: 'debit',
    brand: detected ?? brandOf(digitsOf(values.number)) ?? '',
    holder: values.holder.trim(),
    expiration_date: `${expiryOf(values).month}${expiryOf(values).year}`,
  } as const;
}

const expiryOf = (values: CardValues) => readExpiry(values.expiration_date) ?? { month: '', year: '' };

/** Card as sent to the gateway, from values that passed the form's rules. */
export function cardToTokenise(values: CardValues, holderDocument: string): CardToTokenise {
  const { month, year } = expiryOf(values);
  return {
    number: digitsOf(values.number),
    holder: values.holder.trim(),
    holderDocument,
    expiresMonth: Number(month),
    expiresYear: 2000 + Number(year),
    securityCode: values.cvv,
  };
}
