import type { ChargeState } from '../integrations/card-payments/port.ts';
import type { Purpose } from './purposes.ts';

/** Result from the gateway, or its absence. */
type Heard = ChargeState | 'no-answer';

/**
 * Next step of a charge. `ask-again`: unchanged until the next query. `send-again`: resent under the same
 * reference, which the gateway charges once. `missing`: cannot be resent, because a typed card's token is not
 * stored; its purpose continues without it, and the gateway is queried for some days in case the charge did
 * arrive.
 */
export type Next = 'approved' | 'declined' | 'ask-again' | 'send-again' | 'missing';

const always = {
  approved: 'approved',
  declined: 'declined',
  'under-way': 'ask-again',
  'no-answer': 'ask-again',
} as const;

/** Next step by purpose and result. Only an explicit refusal counts as one, never a missing response. */
export const POLICY: Readonly<Record<Purpose, Readonly<Record<Heard, Next>>>> = {
  payment: { ...always, 'not-found': 'missing' },
  registration: { ...always, 'not-found': 'missing' },
  instalment: { ...always, 'not-found': 'send-again' },
  membership: { ...always, 'not-found': 'send-again' },
};

/**
 * Delay from sending a charge to its first query, in seconds of real time. Longer than the gateway's timeout,
 * so that 'not found' cannot be a race.
 */
export const ASK_AFTER_SECONDS = 60;

/**
 * Delay until the next query of a missing charge, in seconds, by the number of queries so far: ten minutes,
 * doubling up to a day, for a week in total.
 * @returns undefined after the last one
 */
export function lookAgainAfter(times: number): number | undefined {
  return times > 12 ? undefined : Math.min(86_400, 600 * 2 ** times);
}
