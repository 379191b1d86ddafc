import type { InputOf } from '../../contract/contract.ts';
import type { CountryPack } from '../../countries/country-pack.ts';
import { HOLDER_MAX_LENGTH } from '../../countries/identifiers/card-holder.ts';
import { type CardBrand, brandOf } from '../../countries/identifiers/cards.ts';
import type { Rules } from '../forms/form-state.ts';
import { ruleOf } from '../forms/rule.ts';
import { chosenIndex } from './existing-choice.ts';

/** The card step as it stands on the screen (A §2.8 step 4). It lives in memory only. */
export interface CardValues {
  readonly [name: string]: string;
  /** Place of a stored card, or `another`. */
  readonly choice: string;
  readonly number: string;
  readonly holder: string;
  /** MM/YY. */
  readonly expiration_date: string;
  readonly cvv: string;
}

/** Characters the number's field shows in this step (A §5). */
export const NUMBER_SHOWN = 19;

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Cuts what is longer than the card step takes (A §5). */
export const maskHolder = (typed: string): string => typed.slice(0, HOLDER_MAX_LENGTH.application);

/**
 * Rules of a new card; a stored one needs none.
 * @param refusal what the server has said about a number
 */
export function cardRules(
  pack: CountryPack,
  stored: number,
  refusal: (digits: string) => string | undefined,
): Rules<CardValues> {
  const rule = (name: 'card_number' | 'card_holder' | 'expiration_date' | 'cvv') => {
    const own = ruleOf(pack, name);
    return (value: string, values: CardValues) =>
      chosenIndex(values.choice, stored) === null ? own(value, values) : undefined;
  };
  const number = rule('card_number');
  return {
    number: (value, values) => number(value, values) ?? refusal(digitsOf(value)),
    holder: rule('card_holder'),
    expiration_date: rule('expiration_date'),
    cvv: rule('cvv'),
  };
}

/** The payload of A §3 'Debit card'. */
export function cardBody(
  values: CardValues,
  detected: string | undefined,
): InputOf<'POST /api/v3/card-validation', 'body'> {
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

export const isCardBrand = (brand: string, names: Readonly<Record<CardBrand, string>>): brand is CardBrand =>
  Object.hasOwn(names, brand);
