import type { ChargeState } from '../integrations/card-payments/port.ts';
import type { Purpose } from './purposes.ts';

/** Gateway's result, if any. */
type Heard = ChargeState | 'no-answer';

/**
 * Next step of a charge. `ask-again`: unchanged until the next query. `send-again`: resent under the same reference,
 * which the gateway accepts once. `missing`: cannot be resent, since a typed card's token is not stored; its purpose
 * continues without it, and the gateway is queried for some days in case it arrived after all.
 */
export type Next = 'approved' | 'declined' | 'ask-again' | 'send-again' | 'missing';

const always = {
  approved: 'approved',
  declined: 'declined',
  'under-way': 'ask-again',
  'no-answer': 'ask-again',
} as const;

/** One policy: no word is ever taken for a refusal but a refusal. */
export const POLICY: Readonly<Record<Purpose, Readonly<Record<Heard, Next>>>> = {
  payment: { ...always, 'not-found': 'missing' },
  registration: { ...always, 'not-found': 'missing' },
  instalment: { ...always, 'not-found': 'send-again' },
  membership: { ...always, 'not-found': 'send-again' },
};

/** So long after it was sent the gateway is asked: longer than it may take, so that 'not found' is no race. Real time. */
export const ASK_AFTER_SECONDS = 60;

/**
 * Delay until the next query of a missing charge, in seconds, by the number of queries: ten minutes, doubling up to a
 * day, for a week in all.
 * @returns undefined after the last one
 */
export function lookAgainAfter(times: number): number | undefined {
  return times > 12 ? undefined : Math.min(86_400, 600 * 2 ** times);
}
