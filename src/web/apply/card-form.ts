import type { CountryPack } from '../../countries/country-pack.ts';
import { type CardValues, digitsOf, emptyCard } from '../card/card-values.ts';
import type { Rules } from '../forms/form-state.ts';
import { ruleOf } from '../forms/rule.ts';
import { another, chosenIndex } from './existing-choice.ts';

/** State of the card step (docs/product/application.md#debit-card). */
export interface CardStepValues extends CardValues {
  /** Place of a stored card, or `another`. */
  readonly choice: string;
}

/** The newest of the stored cards is chosen at first. */
export function initialCard(stored: number): CardStepValues {
  return { ...emptyCard, choice: stored > 0 ? String(stored - 1) : another };
}

/**
 * Rules of a new card; a stored one needs none.
 * @param refusal server's refusal of a number
 */
export function cardRules(
  pack: CountryPack,
  stored: number,
  refusal: (digits: string) => string | undefined,
): Rules<CardStepValues> {
  const rule = (name: 'card_number' | 'card_holder' | 'expiration_date' | 'cvv') => {
    const own = ruleOf(pack, name);
    return (value: string, values: CardStepValues) =>
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
