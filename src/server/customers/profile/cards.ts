import type { OutputOf } from '../../../contract/contract.ts';
import {
  HOLDER_MAX_LENGTH,
  brandOf,
  CARD_TYPE_UNKNOWN,
  parseCard,
} from '../../../countries/identifiers/cards.ts';
import { changeProfile, lockCustomer } from '../service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { raiseAlarm } from '../../platform/alarm.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, failFields, failTooMany, ok, type Result } from '../../platform/http/result.ts';
import { callerOf, type Call } from '../../platform/http/route.ts';
import { addressLimits } from '../../platform/limits/address-limits.ts';
import { overAny } from '../../platform/limits/limits.ts';
import type { Limit } from '../../platform/limits/limits.ts';
import { checkCard, tokenOf, unknownType } from './card-check.ts';
import { registerCard } from './card-registration.ts';
import { cardModel } from './models.ts';
import { customerById } from './queries.ts';

const infoKey = 'POST /api/v3/info_credit_card';
const saveKey = 'POST /api/v3/card-validation';

const hourS = 3600;
/** A person corrects a number a few times; testing a list of stolen cards takes thousands of attempts. */
const maxChecksPerHour = 60;
const maxCardsPerHour = 10;

/** Brand and validity of a card number (docs/product/countries.md#cards); nothing is stored. */
export async function cardInfo(
  deps: Dependencies,
  call: Call<typeof infoKey>,
): Promise<Result<OutputOf<typeof infoKey>>> {
  const { identity, origin } = call;
  const most = { max: maxChecksPerHour, windowSeconds: hourS };
  const limits = identity
    ? [{ key: `card-info:${identity.customerId}`, ...most }]
    : addressLimits('card-info', origin.address, most);
  const wait = await overCardLimits(deps, call, 'card-info', limits);
  if (wait !== undefined) return failTooMany(wait);
  const parsed = parseCard(call.body.number);
  if (parsed.ok) return ok({ valid: true, type: parsed.value.brand });
  if (parsed.message === CARD_TYPE_UNKNOWN) return unknownType();
  const digits = call.body.number.replaceAll(/[ -]/g, '');
  const type = /^\d{12,20}$/.test(digits) ? brandOf(digits) : undefined;
  return type === undefined ? failFields({ number: parsed.message }) : ok({ valid: false, type });
}

/**
 * Saves the debit card by its token, which the browser has obtained or we request now. Card number and
 * security code stay in memory only; stored are the gateway's token, brand, first six and last four digits,
 * holder and expiry (docs/product/payments.md#card-data).
 */
export async function saveCard(
  deps: Dependencies,
  call: Call<typeof saveKey>,
): Promise<Result<OutputOf<typeof saveKey>>> {
  const { country, body } = call;
  const { customerId } = callerOf(call);
  const checked = checkCard(deps, country, body, HOLDER_MAX_LENGTH.application);
  if (!checked.ok) return checked;
  const limit = { key: `card-validation:${customerId}`, max: maxCardsPerHour, windowSeconds: hourS };
  const wait = await overCardLimits(deps, call, 'card-validation', [limit]);
  if (wait !== undefined) return failTooMany(wait);
  const { document_number: holderDocument } = await customerById(deps.db, customerId);
  const card = checked.value;
  const answer = await tokenOf(deps, card, holderDocument);
  if (answer === undefined) return fail('unavailable');
  const registered = answer.ok
    ? await registerCard(deps, { country, customerId, token: answer.token, card })
    : answer;
  if (registered === undefined) return fail('unavailable');
  const eventKind = registered.ok ? 'card-saved' : 'card-declined';
  const event = {
    at: deps.clock.now(),
    country,
    kind: eventKind,
    customerId,
    requestId: call.origin.requestId,
    address: call.origin.address,
    detail: { brand: card.brand },
  };
  if (!registered.ok) {
    await recordEvent(deps.db, event);
    return fail('card_declined');
  }
  return call.commit(async (tx) => {
    const saved = await storeCard(tx, deps, {
      customer_id: customerId,
      gateway: deps.ports.cards.name,
      // The first payment has used the one-time token up.
      token: '',
      stored_token: registered.token,
      bin: card.bin,
      brand: card.brand,
      last_four: card.lastFour,
      holder: card.holder,
      expires_month: card.expiresMonth,
      expires_year: card.expiresYear,
    });
    // Sets both marks (docs/product/application.md#marks). A transfer still needs an account, which the
    // confirmation asks for.
    const marks = { credit_card_verified: 1, banking_verified: 1 };
    await changeProfile(tx, customerId, marks);
    await recordEvent(tx, event);
    return ok({ model: cardModel(saved) });
  });
}

/**
 * Raises an alarm when a limit is exceeded, because the caller may be testing a list of stolen cards.
 */
async function overCardLimits(
  { db, clock, log }: Dependencies,
  { country, identity, origin }: Pick<Call<typeof infoKey>, 'country' | 'identity' | 'origin'>,
  what: string,
  limits: readonly Limit[],
): Promise<number | undefined> {
  const at = clock.now();
  const wait = await overAny(db, limits, at);
  if (wait === undefined) return undefined;
  const key = limits[0]?.key ?? what;
  const { address, requestId } = origin;
  const event = { at, country, kind: 'card-tries-stopped', customerId: identity?.customerId };
  if (await raiseAlarm(db, key, { ...event, address, requestId, detail: { by: what } }))
    log.warn({ country, by: what }, 'tries of cards are stopped');
  return wait;
}

type NewCard = Parameters<typeof insertCard>[1];

/** Saving the same card again replaces the earlier row. */
async function storeCard(tx: Tx, { clock }: Dependencies, card: Omit<NewCard, 'created_at'>) {
  const now = clock.now();
  // Serializes concurrent saves, so that each replaces the one before.
  await lockCustomer(tx, card.customer_id);
  await tx
    .updateTable('card')
    .set({ removed_at: now })
    .where('customer_id', '=', card.customer_id)
    .where('brand', '=', card.brand)
    .where('last_four', '=', card.last_four)
    .where('expires_month', '=', card.expires_month)
    .where('expires_year', '=', card.expires_year)
    .where('removed_at', 'is', null)
    .execute();
  return insertCard(tx, { ...card, created_at: now });
}

function insertCard(
  tx: Tx,
  card: {
    readonly customer_id: number;
    readonly gateway: string;
    readonly token: string;
    readonly stored_token: string;
    readonly bin: string;
    readonly brand: string;
    readonly last_four: string;
    readonly holder: string;
    readonly expires_month: number;
    readonly expires_year: number;
    readonly created_at: Date;
  },
) {
  return tx.insertInto('card').values(card).returningAll().executeTakeFirstOrThrow();
}
