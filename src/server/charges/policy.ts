import type { ChargeState } from '../integrations/card-payments/port.ts';
import type { Purpose } from './purposes.ts';

/** What the gateway said, if anything. */
type Heard = ChargeState | 'no-answer';

/**
 * What a charge becomes. `ask-again`: it stays as it is until the gateway is asked again. `send-again`: it is charged
 * under the same reference, which the gateway takes once. `missing`: it cannot be sent again, since the typed card's
 * token is not kept; what it was for goes on without it, and the gateway is asked for some days whether it came after all.
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
 * When what is missing is looked for again, in seconds, by how often it was: after ten minutes, each time twice as long
 * up to a day, for a week in all.
 * @returns undefined when it has been looked for often enough
 */
export function lookAgainAfter(times: number): number | undefined {
  return times > 12 ? undefined : Math.min(86_400, 600 * 2 ** times);
}
