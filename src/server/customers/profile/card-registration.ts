import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { sendCharge } from '../../charges/service.ts';
import { centavos } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { ChargeAnswer } from '../../integrations/card-payments/port.ts';
import type { TokeniseAnswer } from '../../integrations/cards/port.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import type { CheckedCard } from './card-check.ts';

export const registrationQueue = 'card-registration';
export interface RegistrationJob {
  readonly registrationId: number;
}

/** Longer than the gateway may take, so that 'no such payment' means that there will be none. */
const askAfterSeconds = 60;

export interface CardToRegister {
  readonly country: CountryCode;
  readonly customerId: number;
  readonly token: string;
  readonly card: CheckedCard;
}

/**
 * Has the gateway keep a card: it makes its own token of a card with the first payment for a customer (decision 0061).
 * The payment is given back by a job, whatever becomes of this process.
 * @returns undefined when the outcome is not known; then the card is not kept
 */
export async function registerCard(
  deps: Dependencies,
  { country, customerId, token, card }: CardToRegister,
): Promise<TokeniseAnswer | undefined> {
  const { cardPayments } = deps.ports;
  const { currency } = packOf(country);
  const { brand, bin, lastFour, expiresMonth, expiresYear } = card;
  const amount = centavos(deps.config.CARD_FIRST_PAYMENT);
  const now = deps.clock.now();
  const { id, reference } = await transaction(deps.db, async (tx) => {
    const row = await tx
      .insertInto('card_registration')
      .values({
        country,
        customer_id: customerId,
        reference: `card-${deps.random.digits(14)}`,
        amount,
        currency,
        brand,
        last_four: lastFour,
        created_at: now,
        changed_at: now,
      })
      .returning(['id', 'reference'])
      .executeTakeFirstOrThrow();
    await enqueue(tx, deps, row.id, askAfterSeconds);
    return row;
  });
  const once = { kind: 'once', token, customerId } as const;
  const answer = await sendCharge(deps, { reference, card: once, brand, bin, amount, currency });
  if (answer?.state !== 'approved' && answer?.state !== 'declined') return undefined;
  try {
    await transaction(deps.db, async (tx) => {
      await setState(tx, deps, id, answer.state, answer.providerId);
      if (answer.state === 'approved') await enqueue(tx, deps, id, 0);
    });
    if (answer.state === 'declined') return { ok: false, reason: 'declined' };
    const stored = await cardPayments.storedCard({ customerId, bin, lastFour, expiresMonth, expiresYear });
    if (stored === undefined)
      deps.log.error({ registrationId: id }, 'the gateway keeps no card of a payment');
    return stored === undefined ? undefined : { ok: true, token: stored };
  } catch (error) {
    deps.log.error({ err: error, registrationId: id }, 'the card of a first payment was not kept');
    return undefined;
  }
}

/**
 * Gives a first payment back.
 * @throws while the gateway has not said what became of it, so that the job asks again
 */
export async function giveBackFirstPayment(deps: Dependencies, registrationId: number): Promise<void> {
  const row = await deps.db
    .selectFrom('card_registration')
    .select(['reference', 'state', 'provider_id'])
    .where('id', '=', registrationId)
    .executeTakeFirst();
  if (row?.state !== 'sent' && row?.state !== 'approved') return;
  const { cardPayments } = deps.ports;
  const answer: ChargeAnswer =
    row.state === 'approved'
      ? { state: 'approved', providerId: row.provider_id, authorizationCode: '' }
      : await cardPayments.query(row.reference);
  if (answer.state === 'under-way') throw new Error('the card gateway has not decided yet');
  if (answer.state !== 'approved')
    return setState(deps.db, deps, registrationId, 'declined', answer.providerId);
  await cardPayments.giveBack({ reference: row.reference, providerId: answer.providerId });
  await setState(deps.db, deps, registrationId, 'returned', answer.providerId);
}

/** Enqueues every first payment that was not given back yet. */
export async function resumeRegistrations({ db, jobs }: Pick<Dependencies, 'db' | 'jobs'>): Promise<void> {
  for (let last = 0; ;) {
    const open = await db
      .selectFrom('card_registration')
      .select('id')
      .where('state', 'in', ['sent', 'approved'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(1000)
      .execute();
    const final = open.at(-1);
    if (final === undefined) return;
    last = final.id;
    await transaction(db, (tx) =>
      jobs.sendMany(
        tx,
        registrationQueue,
        open.map(({ id }) => ({ registrationId: id }) satisfies RegistrationJob),
        { afterSeconds: askAfterSeconds },
      ),
    );
  }
}

function enqueue(tx: Tx, { jobs }: Pick<Dependencies, 'jobs'>, registrationId: number, afterSeconds: number) {
  return jobs.send(tx, registrationQueue, { registrationId } satisfies RegistrationJob, { afterSeconds });
}

async function setState(
  db: Dependencies['db'] | Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  id: number,
  state: string,
  providerId: string,
): Promise<void> {
  await db
    .updateTable('card_registration')
    .set({ state, provider_id: providerId, changed_at: clock.now() })
    .where('id', '=', id)
    .where('state', 'in', ['sent', 'approved'])
    .execute();
}
