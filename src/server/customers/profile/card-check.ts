import type { ParsedOf } from '../../../contract/contract.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { parseExpiry } from '../../../countries/identifiers/card-expiry.ts';
import {
  parseCardHolder,
  brandOf,
  CARD_TYPE_UNKNOWN,
  parseCard,
  parseSecurityCode,
  type CardBrand,
} from '../../../countries/identifiers/cards.ts';
import { accepted, refused, type Parsed } from '../../../countries/identifiers/checked.ts';
import { ungrouped } from '../../../countries/identifiers/digits.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { TokeniseAnswer } from '../../integrations/cards/port.ts';
import { fail, failFields, ok, type Result } from '../../platform/http/result.ts';

type CardBody = Omit<ParsedOf<'POST /api/v3/card-validation', 'body'>, 'card_type' | 'brand'>;

/** Details of a card known however it was sent, by number or token. */
interface KnownCard {
  readonly brand: CardBrand;
  /** First six digits. */
  readonly bin: string;
  readonly lastFour: string;
}

/** Token from the browser, or the data to have the gateway create one. */
type Secret = { readonly token: string } | { readonly number: string; readonly securityCode: string };

export interface CheckedCard extends KnownCard {
  readonly holder: string;
  /** 1 to 12. */
  readonly expiresMonth: number;
  /** Four digits. */
  readonly expiresYear: number;
  readonly secret: Secret;
}

/**
 * Validates the fields, with an error text for each. The brand is derived from the number, never taken from
 * the client.
 */
export function checkCard(
  deps: Pick<Dependencies, 'clock'>,
  country: CountryCode,
  body: CardBody,
  holderMaxLength: number,
): Result<CheckedCard> {
  const card = body.token === undefined ? cardOfNumber(body.number) : cardOfToken(body);
  const holder = parseCardHolder(body.holder, holderMaxLength);
  const expiry = parseExpiry(body.expiration_date, localDate(deps.clock.now(), country));
  const secret = secretOf(body);
  if (card.ok && holder.ok && expiry.ok && secret.ok) {
    return ok({
      ...card.value,
      holder: holder.value,
      expiresMonth: Number(expiry.value.slice(0, 2)),
      expiresYear: 2000 + Number(expiry.value.slice(2)),
      secret: secret.value,
    });
  }
  const fields = {
    ...(card.ok ? {} : { number: card.message }),
    ...(holder.ok ? {} : { holder: holder.message }),
    ...(expiry.ok ? {} : { expiration_date: expiry.message }),
    ...(secret.ok ? {} : { cvv: secret.message }),
  };
  return !card.ok && card.message === CARD_TYPE_UNKNOWN ? fail('card_type', { fields }) : failFields(fields);
}

export function unknownType() {
  return fail('card_type', { fields: { number: CARD_TYPE_UNKNOWN } });
}

/**
 * Token of a card, from the browser or the gateway.
 * @param holderDocument document of the customer, who must be the holder
 * @returns undefined if the gateway is unreachable
 */
export async function tokenOf(
  deps: Pick<Dependencies, 'ports' | 'log'>,
  { secret, ...card }: CheckedCard,
  holderDocument: string,
): Promise<TokeniseAnswer | undefined> {
  const { cards } = deps.ports;
  if ('token' in secret) return cards.givesTokens ? { ok: true, token: secret.token } : undefined;
  try {
    const { holder, expiresMonth, expiresYear } = card;
    return await cards.tokenise({ ...secret, holder, expiresMonth, expiresYear, holderDocument });
  } catch (error) {
    deps.log.error({ err: error }, 'card gateway failed');
    return undefined;
  }
}

function cardOfNumber(number: string): Parsed<KnownCard> {
  const card = parseCard(number);
  if (!card.ok) return card;
  const { brand, lastFour } = card.value;
  return accepted({ brand, lastFour, bin: card.value.number.slice(0, 6) });
}

/** Does not check length and check digit, because only the browser and the gateway have seen the number. */
function cardOfToken({ bin = '', last_four: lastFour = '' }: CardBody): Parsed<KnownCard> {
  const brand = brandOf(bin);
  return brand === undefined ? refused(CARD_TYPE_UNKNOWN) : accepted({ brand, bin, lastFour });
}

function secretOf({ token, number, cvv }: CardBody): Parsed<Secret> {
  if (token !== undefined) return accepted({ token });
  const code = parseSecurityCode(cvv);
  return code.ok ? accepted({ number: ungrouped(number), securityCode: code.value }) : code;
}
