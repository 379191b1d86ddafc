import type { InputOf } from '../../contract/contract.ts';
import type { CountryPack } from '../../countries/country-pack.ts';
import { FORM_MESSAGES } from '../../countries/form-messages.ts';
import { HOLDER_MAX_LENGTH } from '../../countries/identifiers/card-holder.ts';
import { brandOf, CARD_TYPE_UNKNOWN, type CardBrand } from '../../countries/identifiers/cards.ts';
import type { Rules } from '../forms/form-state.ts';
import { ruleOf } from '../forms/rule.ts';
import { cardTexts } from './texts.ts';

/** The card as it stands on the screen. It lives in memory only: no draft, no storage, no address. */
export interface CardValues {
  readonly [name: string]: string;
  readonly number: string;
  readonly holder: string;
  /** MM/YY. */
  readonly expiration_date: string;
  readonly cvv: string;
}

export const emptyCard: CardValues = { number: '', holder: '', expiration_date: '', cvv: '' };

/** Characters the number's field shows in payment (product decisions §8). */
export const NUMBER_SHOWN = 20;

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Cuts what is longer than a payment takes (product decisions §8). */
export const maskHolder = (typed: string): string => typed.slice(0, HOLDER_MAX_LENGTH.payment);

/** An unknown type is said in more words on this page than in the application (B §5). */
export const atPayment = (message: string | undefined): string | undefined =>
  message === CARD_TYPE_UNKNOWN ? FORM_MESSAGES.cardTypeUnknownAtPayment : message;

/**
 * Rules of B §5.
 * @param refusal what the server has said about a number
 */
export function cardRules(
  pack: CountryPack,
  refusal: (digits: string) => string | undefined,
): Rules<CardValues> {
  const number = ruleOf(pack, 'card_number');
  return {
    number: (value, values) => atPayment(number(value, values) ?? refusal(digitsOf(value))),
    holder: ruleOf(pack, 'payment_card_holder'),
    expiration_date: ruleOf(pack, 'expiration_date'),
    cvv: ruleOf(pack, 'cvv'),
  };
}

/** The payload of B §3 'Debit card payment'. */
export function cardBody(
  values: CardValues,
  detected: string | undefined,
  hash: string,
): InputOf<'POST /api/v3/debit-payment', 'body'> {
  const number = digitsOf(values.number);
  return {
    card_type: 'debit',
    brand: detected ?? brandOf(number) ?? '',
    number,
    holder: values.holder.trim(),
    expiration_date: digitsOf(values.expiration_date),
    cvv: values.cvv,
    hash,
  };
}

/** The name of an accepted brand; undefined for any other word. */
export function brandName(brand: string): string | undefined {
  return Object.hasOwn(cardTexts.brands, brand) ? cardTexts.brands[brand as CardBrand] : undefined;
}
