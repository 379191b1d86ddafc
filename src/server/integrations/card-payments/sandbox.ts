import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { centavos } from '../../../domain/money.ts';
import type { Database } from '../../platform/database.ts';
import type { Listing, ListedState } from '../listed.ts';
import type { CardPayments, ChargeAnswer, ChargeOrder, ChargeState } from './port.ts';

const idOf = (reference: string) => `card-${reference}`;

/**
 * Sandbox card gateway: approves each token once and stores customers' cards. Like the real gateway it
 * refuses a used token and a charge without `bin`. Later charges of cards saved with the security code 998
 * are declined; with 997 the money is taken and the first response is lost.
 */
export function sandboxCardPayments(db: Database): CardPayments {
  return {
    name: 'payway',
    async charge(order) {
      const { reference, card, amount, currency } = order;
      const state = (await isRefused(db, order)) ? 'declined' : 'approved';
      const row = await db
        .insertInto('sandbox_payment')
        .values({ id: idOf(reference), reference, amount, currency, state })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({ submissions: sql<number>`sandbox_payment.submissions + 1` }),
        )
        .returning(['state', 'submissions'])
        .executeTakeFirstOrThrow();
      if (!isFirst(card) && card.token.startsWith('lost-') && row.submissions === 1)
        throw new Error('the answer of the stand-in was lost');
      return answerOf(reference, row.state);
    },
    async query(reference) {
      const row = await db
        .selectFrom('sandbox_payment')
        .select('state')
        .where('id', '=', idOf(reference))
        .executeTakeFirst();
      return answerOf(reference, row?.state ?? 'not-found');
    },
    async storedCard({ customerId, bin }) {
      const row = await db
        .selectFrom('sandbox_card')
        .select('stored_token')
        .where('customer_id', '=', customerId)
        .where('bin', '=', bin)
        .where('stored_token', '<>', '')
        .orderBy('used_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.stored_token;
    },
    async giveBack({ reference }) {
      await db
        .updateTable('sandbox_payment')
        .set({ state: 'refunded' })
        .where('id', '=', idOf(reference))
        .where('state', '=', 'approved')
        .execute();
    },
    listing: listingOf(db),
  };
}

/** Checks whether this is the first payment of a card being saved, which the special cards always pass. */
function isFirst(card: ChargeOrder['card']): boolean {
  return card.kind === 'once' && card.customerId !== undefined;
}

async function isRefused(db: Database, { reference, card, bin }: ChargeOrder): Promise<boolean> {
  const isDeclined = !isFirst(card) && card.token.startsWith('declined-');
  if (bin === '' || (card.kind === 'stored' && !card.token.includes('-stored-'))) return true;
  if (card.kind === 'stored') return isDeclined;
  const [kind = ''] = /^(approved|declined|lost)(?=-)/.exec(card.token) ?? ['approved'];
  const used = await db
    .insertInto('sandbox_card')
    .values({
      token: card.token,
      reference,
      customer_id: card.customerId ?? null,
      bin,
      stored_token: card.customerId === undefined ? '' : `${kind}-stored-${randomUUID()}`,
    })
    .onConflict((conflict) => conflict.column('token').doNothing())
    .returning('token')
    .executeTakeFirst();
  if (used) return isDeclined;
  // The same order gets the same response; a different one may not reuse the token.
  const first = await db
    .selectFrom('sandbox_card')
    .select('reference')
    .where('token', '=', card.token)
    .executeTakeFirst();
  return isDeclined || first?.reference !== reference;
}

function answerOf(reference: string, state: string): ChargeAnswer {
  const isKnown = state !== 'not-found';
  return {
    state: state === 'refunded' ? 'declined' : (state as ChargeState),
    providerId: isKnown ? idOf(reference) : '',
    authorizationCode: state === 'approved' ? reference.slice(-6) : '',
  };
}

const listedStates: Readonly<Record<string, ListedState>> = {
  approved: 'taken',
  refunded: 'given-back',
  declined: 'not-taken',
};

/** The sandbox stores no times, so every payment counts as made at the requested time. */
function listingOf(db: Database): Listing {
  const rows = () => db.selectFrom('sandbox_payment').selectAll().where('id', 'like', 'card-%');
  return {
    async list(from) {
      const found = await rows().orderBy('id').execute();
      return found.map(({ id, reference, state, amount, currency }) => ({
        key: reference,
        providerId: id,
        state: listedStates[state] ?? 'open',
        amount: centavos(amount),
        currency,
        at: from,
      }));
    },
    async stateOf(reference) {
      const row = await rows().where('reference', '=', reference).executeTakeFirst();
      return row && (listedStates[row.state] ?? 'open');
    },
  };
}
