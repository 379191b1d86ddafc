import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import type { CardPayments, ChargeAnswer, ChargeState } from './port.ts';

const idOf = (reference: string) => `card-${reference}`;

/**
 * Stand-in of the card gateway: approves once what the tokeniser let through, and remembers it. Cards stored with
 * the security code 998 are declined; with 997 the money is taken and the first answer is lost.
 */
export function sandboxCardPayments(db: Database): CardPayments {
  return {
    name: 'payway',
    async charge({ reference, token, amount, currency }) {
      const state = token.startsWith('declined-') ? 'declined' : 'approved';
      const row = await db
        .insertInto('sandbox_payment')
        .values({ id: idOf(reference), reference, amount, currency, state })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({ submissions: sql<number>`sandbox_payment.submissions + 1` }),
        )
        .returning(['state', 'submissions'])
        .executeTakeFirstOrThrow();
      if (token.startsWith('lost-') && row.submissions === 1)
        throw new Error('the answer of the stand-in was lost');
      return answerOf(reference, row.state as ChargeState);
    },
    async query(reference) {
      const row = await db
        .selectFrom('sandbox_payment')
        .select('state')
        .where('id', '=', idOf(reference))
        .executeTakeFirst();
      return answerOf(reference, (row?.state as ChargeState | undefined) ?? 'not-found');
    },
  };
}

function answerOf(reference: string, state: ChargeState): ChargeAnswer {
  const isKnown = state !== 'not-found';
  return {
    state,
    providerId: isKnown ? idOf(reference) : '',
    authorizationCode: state === 'approved' ? reference.slice(-6) : '',
  };
}
