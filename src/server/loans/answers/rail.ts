import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import {
  NO_ANSWER,
  type PayoutAnswer,
  type PayoutOrder,
  type PayoutRail,
} from '../../integrations/payouts/port.ts';
import { askOrSend } from '../../platform/work/send-once.ts';

/** What a step does with an order: hands it over, asks about it and hands over what the rail has never seen, or only asks. */
export type RailStep = 'submit' | 'ask' | 'only-ask';

/** The rail's answer; no answer is 'unknown'. @param about the order in the log where there is none */
export function askRail(
  deps: Pick<Dependencies, 'log'>,
  rail: PayoutRail,
  order: PayoutOrder,
  step: RailStep,
  about: object,
): Promise<PayoutAnswer> {
  const [query, send] = [() => rail.query(order.reference), () => rail.submit(order)];
  if (step === 'submit') return answerOf(deps, send, about);
  if (step === 'only-ask') return answerOf(deps, query, about);
  return answerOf(deps, () => askOrSend({ query, send, refused: 'failed' }), about);
}

/** What the rail says of an order that was handed over; nothing is handed over. */
export const queryRail = (
  deps: Pick<Dependencies, 'log'>,
  rail: PayoutRail,
  reference: string,
  about: object,
): Promise<PayoutAnswer> => answerOf(deps, () => rail.query(reference), about);

async function answerOf(
  { log }: Pick<Dependencies, 'log'>,
  ask: () => Promise<PayoutAnswer>,
  about: object,
): Promise<PayoutAnswer> {
  try {
    return await ask();
  } catch (error) {
    log.warn({ err: error, ...about }, 'the payout rail gave no answer');
    return { state: 'unknown', providerId: '', receiptCode: '', reason: NO_ANSWER };
  }
}

const inSeconds = (seconds: unknown) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;

/** When an order that a stop or a hold keeps back is looked at again; what lets it go makes it due at once. */
export const lookedAtAgain = inSeconds(300);

/** Doubling from a second: an instant transfer answers at once, a batch in a day. */
const longestDelaySeconds = 900;

/** When an order is asked about again. @param leastSeconds for which no other worker may take it */
export function askedAgain(tries: number, leastSeconds = 0) {
  const seconds = Math.min(longestDelaySeconds, 2 ** Math.max(0, Math.min(tries, 20) - 2));
  // A tenth more or less at random: payouts that a rail failed together do not ask it together again.
  return inSeconds(sql`greatest(${leastSeconds}::float8, ${seconds}::float8 * (0.9 + random() / 5))`);
}
