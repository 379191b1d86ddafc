import pLimit from 'p-limit';
import type { Dependencies } from '../dependencies.ts';
import type { CardToCharge, ChargeAnswer } from '../integrations/card-payments/port.ts';
import { transaction, type Tx } from '../platform/database.ts';
import { askOrSend } from '../platform/work/send-once.ts';
import { ASK_AFTER_SECONDS, lookAgainAfter, POLICY, type Next } from './policy.ts';
import {
  askLater,
  endCharges,
  insertCharges,
  openCharges,
  type Ending,
  type NewCharge,
  type OpenCharge,
} from './queries.ts';
import type { Charge, ChargePurpose, ChargePurposes, Purpose } from './purposes.ts';

/**
 * Reserves charges in the caller's transaction. After its commit this process sends them; if it dies, another
 * one queries them and resends those of stored cards. The caller locks dependent rows in the same
 * transaction.
 * @returns id of each charge by its reference
 */
export async function reserveCharges(
  tx: Tx,
  { clock, config }: Pick<Dependencies, 'clock' | 'config'>,
  purpose: Purpose,
  charges: readonly NewCharge[],
): Promise<ReadonlyMap<string, number>> {
  if (charges.length === 0) return new Map();
  // Charges beyond the gateway's capacity are sent in later rounds, so their first query is later too.
  const rounds = Math.ceil(charges.length / config.CARD_CONCURRENCY);
  return insertCharges(tx, purpose, charges, clock.now(), rounds * ASK_AFTER_SECONDS);
}

interface ChargeOnce extends Pick<Charge, 'reference' | 'brand' | 'amount' | 'currency'> {
  readonly card: CardToCharge;
  readonly bin: string;
}

/** Sends a charge to the gateway; nothing else charges cards. @returns undefined if the outcome is unknown */
export async function sendCharge(
  { ports, log }: Pick<Dependencies, 'ports' | 'log'>,
  { reference, card, brand, bin, amount, currency }: ChargeOnce,
): Promise<ChargeAnswer | undefined> {
  try {
    return await ports.cardPayments.charge({ reference, card, brand, bin, amount, currency });
  } catch (error) {
    log.error({ err: error, reference }, 'card charge without a response');
    return undefined;
  }
}

/**
 * Sends reserved charges of stored cards, with the configured concurrency, and applies final results; the
 * others are queried later.
 */
export async function sendCharges(
  deps: Dependencies,
  purpose: ChargePurpose,
  ids: readonly number[],
): Promise<void> {
  const charges = await openCharges(deps.db, ids);
  const answers = new Map<number, ChargeAnswer>();
  await pLimit(deps.config.CARD_CONCURRENCY).map(charges, async (charge) => {
    const order = orderOf(charge);
    const answer = order && (await sendCharge(deps, order));
    if (answer) answers.set(charge.id, answer);
  });
  if (answers.size > 0)
    await transaction(deps.db, (tx) => end(tx, deps, purpose, charges, endingsOf(purpose, answers), false));
}

/** Undefined if the gateway does not store the card, or no longer does. */
function orderOf({ stored, ...charge }: OpenCharge): ChargeOnce | undefined {
  if (stored === null) return undefined;
  const { bin, token, customerId } = stored;
  return { ...charge, bin, card: { kind: 'stored', token, customerId } };
}

/**
 * Applies the gateway's results for charges of one purpose. Each final result takes effect once; other
 * results change nothing.
 */
export async function settleCharges(
  tx: Tx,
  deps: Dependencies,
  purpose: ChargePurpose,
  answers: ReadonlyMap<number, ChargeAnswer>,
): Promise<void> {
  const charges = await openCharges(tx, Array.from(answers.keys()));
  await end(tx, deps, purpose, charges, endingsOf(purpose, answers), false);
}

function endingsOf(
  { purpose }: ChargePurpose,
  answers: ReadonlyMap<number, ChargeAnswer>,
): readonly Ending[] {
  const next = Array.from(answers, ([id, { state, ...said }]) => ({
    id,
    state: POLICY[purpose][state],
    ...said,
  }));
  return next.filter(isEnd);
}

export async function dropCharge(
  tx: Tx,
  deps: Dependencies,
  purpose: ChargePurpose,
  id: number,
): Promise<void> {
  const ending = { id, state: 'declined', providerId: '', authorizationCode: '' } as const;
  await end(tx, deps, purpose, await openCharges(tx, [id]), [ending], false);
}

function isEnd(ending: Omit<Ending, 'state'> & { readonly state: Next }): ending is Ending {
  return ending.state === 'approved' || ending.state === 'declined' || ending.state === 'missing';
}

async function end(
  tx: Tx,
  deps: Dependencies,
  purpose: ChargePurpose,
  charges: readonly Charge[],
  endings: readonly Ending[],
  isAsked: boolean,
): Promise<void> {
  if (endings.length === 0) return;
  const ids = new Set(endings.map(({ id }) => id));
  await purpose.lock(
    tx,
    charges.filter(({ id }) => ids.has(id)),
  );
  const ended = await endCharges(tx, endings, deps.clock.now(), lookAgainAfter(0) ?? 0);
  const approved = ended.filter(({ state }) => state === 'approved');
  // For a missing charge, the failure was reported when it was abandoned.
  const declined = ended.filter(({ state, before }) => state !== 'approved' && before === 'sent');
  if (approved.length > 0) await purpose.approved(tx, deps, approved);
  if (declined.length > 0) await purpose.declined(tx, deps, declined, isAsked);
}

/**
 * Queries a charge at the gateway, and resends it if the policy says so.
 * @throws without a final result, so that it is retried
 */
export async function askForCharge(deps: Dependencies, purposes: ChargePurposes, id: number): Promise<void> {
  const [charge] = await openCharges(deps.db, [id]);
  if (!charge) return;
  // A missing charge was abandoned, so it is still queried but never resent.
  const isSendable = charge.state === 'sent' && POLICY[charge.purpose]['not-found'] === 'send-again';
  const order = isSendable ? orderOf(charge) : undefined;
  const { state, providerId, authorizationCode } = await askGateway(deps, charge, order);
  const next = POLICY[charge.purpose][state];
  // The card was removed in the meantime, so the charge cannot be resent.
  const isGone = next === 'send-again' && order === undefined;
  const ending = { id, state: isGone ? 'missing' : next, providerId, authorizationCode };
  if (!isEnd(ending)) throw new Error('the card gateway has not decided yet');
  if (ending.state === charge.state) return askLater(deps.db, id, lookAgainAfter(charge.tries));
  await transaction(deps.db, (tx) => end(tx, deps, purposes[charge.purpose], [charge], [ending], true));
}

function askGateway(
  deps: Dependencies,
  charge: OpenCharge,
  order: ChargeOnce | undefined,
): Promise<ChargeAnswer> {
  const { cardPayments } = deps.ports;
  const query = () => cardPayments.query(charge.reference);
  if (order === undefined) return askOrSend({ query, refused: 'declined' });
  const send = async () => {
    // Postponed first, so that no other worker resends while this one waits for the gateway.
    await askLater(deps.db, charge.id, ASK_AFTER_SECONDS);
    return (await sendCharge(deps, order)) ?? nothingHeard;
  };
  return askOrSend({ query, send, refused: 'declined' });
}

const nothingHeard: ChargeAnswer = { state: 'under-way', providerId: '', authorizationCode: '' };
