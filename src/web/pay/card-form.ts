import type { CountryPack } from '../../countries/country-pack.ts';
import { FORM_MESSAGES } from '../../countries/fields/form-messages.ts';
import { CARD_TYPE_UNKNOWN } from '../../countries/identifiers/cards.ts';
import { type CardValues, digitsOf } from '../card/card-values.ts';
import type { Rules } from '../forms/form-state.ts';
import { ruleOf } from '../forms/rule.ts';

/** An unknown type is said in more words on this page than in the application. */
const atPayment = (message: string | undefined): string | undefined =>
  message === CARD_TYPE_UNKNOWN ? FORM_MESSAGES.cardTypeUnknownAtPayment : message;

/**
 * Rules of the card's fields (docs/product/countries.md#fields).
 * @param refusal server's refusal of a number
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
