import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import {
  NO_ANSWER,
  type PayoutAnswer,
  type PayoutOrder,
  type PayoutRail,
} from '../../integrations/payouts/port.ts';
import { askOrSend } from '../../platform/work/send-once.ts';

/** Action on an order: submit it; query it, and submit it if the rail has never seen it; or only query. */
export type RailStep = 'submit' | 'ask' | 'only-ask';

/**
 * Rail's answer; 'unknown' without one.
 * @param about log fields of the order if there is no answer
 */
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

/** Queries the rail about a submitted order; submits nothing. */
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
    log.warn({ err: error, ...about }, 'the payout rail did not respond');
    return { state: 'unknown', providerId: '', receiptCode: '', reason: NO_ANSWER };
  }
}

const inSeconds = (seconds: unknown) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;

/** Next check of an order held back by a stop or hold; its release makes it due at once. */
export const lookedAtAgain = inSeconds(300);

/**
 * Upper limit of the backoff, which doubles from one second: an instant transfer answers at once, a batch
 * within a day.
 */
const longestDelaySeconds = 900;

/**
 * Schedules the next query about an order. @param leastSeconds minimum time before another worker may take it
 */
export function askedAgain(tries: number, leastSeconds = 0) {
  const seconds = Math.min(longestDelaySeconds, 2 ** Math.max(0, Math.min(tries, 20) - 2));
  // Jitter of a tenth, so that payouts that failed together at a rail do not retry together.
  return inSeconds(sql`greatest(${leastSeconds}::float8, ${seconds}::float8 * (0.9 + random() / 5))`);
}
