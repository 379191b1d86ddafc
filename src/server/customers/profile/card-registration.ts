import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { centavos } from '../../../domain/money.ts';
import {
  reserveCharges,
  sendCharge,
  settleCharges,
  type Charge,
  type ChargePurpose,
} from '../../charges/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { TokeniseAnswer } from '../../integrations/cards/port.ts';
import { transaction, type Queryable, type Tx } from '../../platform/database.ts';
import type { CheckedCard } from './card-check.ts';

export const registrationQueue = 'card-registration';
export interface RegistrationJob {
  readonly registrationId: number;
}

interface CardToRegister {
  readonly country: CountryCode;
  readonly customerId: number;
  readonly token: string;
  readonly card: CheckedCard;
}

/**
 * Stores a card at the gateway, which creates a permanent token with a customer's first payment
 * (docs/product/providers.md#payway). A job refunds that payment, even if this process dies.
 * @returns undefined if the outcome is unknown; the card is then not stored
 */
export async function registerCard(
  deps: Dependencies,
  { country, customerId, token, card }: CardToRegister,
): Promise<TokeniseAnswer | undefined> {
  const { brand, bin, lastFour, expiresMonth, expiresYear } = card;
  const payment = {
    country,
    reference: `card-${deps.random.digits(14)}`,
    amount: centavos(deps.config.CARD_FIRST_PAYMENT),
    currency: packOf(country).currency,
    brand,
    lastFour,
  };
  const { reference, amount, currency } = payment;
  const chargeId = await transaction(deps.db, (tx) => reserve(tx, deps, customerId, payment));
  const once = { kind: 'once', token, customerId } as const;
  const answer = await sendCharge(deps, { reference, card: once, brand, bin, amount, currency });
  // Left to a later query of the gateway.
  if (answer?.state !== 'approved' && answer?.state !== 'declined') return undefined;
  try {
    const answers = new Map([[chargeId, answer]]);
    await transaction(deps.db, (tx) => settleCharges(tx, deps, registrationCharges, answers));
    if (answer.state === 'declined') return { ok: false, reason: 'declined' };
    const wanted = { customerId, bin, lastFour, expiresMonth, expiresYear };
    const stored = await deps.ports.cardPayments.storedCard(wanted);
    if (stored === undefined) deps.log.error({ reference }, 'the gateway stored no card for a payment');
    return stored === undefined ? undefined : { ok: true, token: stored };
  } catch (error) {
    deps.log.error({ err: error, reference }, 'the card of a first payment was not stored');
    return undefined;
  }
}

/** @returns charge to be sent */
async function reserve(
  tx: Tx,
  deps: Dependencies,
  customerId: number,
  payment: Pick<Charge, 'country' | 'reference' | 'amount' | 'currency' | 'brand' | 'lastFour'>,
): Promise<number> {
  const { country, reference, amount, currency, brand, lastFour } = payment;
  const now = deps.clock.now();
  const { id: subject } = await tx
    .insertInto('card_registration')
    .values({
      country,
      customer_id: customerId,
      reference,
      amount,
      currency,
      brand,
      last_four: lastFour,
      created_at: now,
      changed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ids = await reserveCharges(tx, deps, 'registration', [{ ...payment, subject, cardId: null }]);
  return ids.get(reference) ?? 0;
}

/** Effects of an approved or declined first payment. */
export const registrationCharges: ChargePurpose = {
  purpose: 'registration',
  // No lock: nothing else changes a registration before its charge has ended.
  lock: () => Promise.resolve(),
  async approved(tx, deps, charges) {
    for (const { subject, providerId } of charges) {
      // An approval that arrives late belongs to an abandoned attempt and is only refunded.
      const isTaken = await setState(tx, deps, subject, 'approved', ['sent', 'declined'], providerId);
      if (isTaken)
        await deps.jobs.send(tx, registrationQueue, { registrationId: subject } satisfies RegistrationJob);
    }
  },
  async declined(tx, deps, charges) {
    for (const { subject, providerId } of charges)
      await setState(tx, deps, subject, 'declined', ['sent'], providerId);
  },
};

export async function giveBackFirstPayment(deps: Dependencies, registrationId: number): Promise<void> {
  const row = await deps.db
    .selectFrom('card_registration')
    .select(['reference', 'provider_id'])
    .where('id', '=', registrationId)
    .where('state', '=', 'approved')
    .executeTakeFirst();
  if (!row) return;
  const { reference, provider_id: providerId } = row;
  await deps.ports.cardPayments.giveBack({ reference, providerId });
  await setState(deps.db, deps, registrationId, 'returned', ['approved'], providerId);
}

/** Enqueues every first payment that has not been refunded yet. */
export async function resumeRegistrations({ db, jobs }: Pick<Dependencies, 'db' | 'jobs'>): Promise<void> {
  const taken = await db
    .selectFrom('card_registration')
    .select('id as registrationId')
    .where('state', '=', 'approved')
    .orderBy('id')
    .execute();
  if (taken.length === 0) return;
  const work: readonly RegistrationJob[] = taken;
  await transaction(db, (tx) => jobs.sendMany(tx, registrationQueue, work));
}

/** @returns whether the registration was in one of the given states */
async function setState(
  db: Queryable,
  { clock }: Pick<Dependencies, 'clock'>,
  id: number,
  state: string,
  before: readonly string[],
  providerId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('card_registration')
    .set({ state, provider_id: providerId, changed_at: clock.now() })
    .where('id', '=', id)
    .where('state', 'in', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
