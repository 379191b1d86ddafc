import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';
import type { CardPayments, ChargeAnswer, ChargeState } from './port.ts';

const idOf = (reference: string) => `card-${reference}`;

/** Stand-in of the card gateway: approves once what the tokeniser let through, and remembers it. */
export function sandboxCardPayments(db: Database): CardPayments {
  return {
    name: 'payway',
    async charge({ reference, amount, currency }) {
      const row = await db
        .insertInto('sandbox_payment')
        .values({ id: idOf(reference), reference, amount, currency, state: 'approved' })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({ submissions: sql<number>`sandbox_payment.submissions + 1` }),
        )
        .returning('state')
        .executeTakeFirstOrThrow();
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
