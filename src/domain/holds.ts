/**
 * Actions that a hold can stop. It never stops voluntary payments or the exercise of the customer's rights.
 */
export const STOPPABLE = ['login', 'offers', 'pay-outs', 'charges', 'reminders'] as const;
export type Stoppable = (typeof STOPPABLE)[number];

export const HOLD_REASONS = ['fraud', 'deceased', 'court-order', 'dispute', 'compliance'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

interface HoldRule {
  readonly stops: readonly Stoppable[];
  /** Scope: the whole customer, or one loan. */
  readonly on: 'customer' | 'loan';
  /** True if the hold may have an end date, after which it lifts by itself. */
  readonly mayEnd: boolean;
  /**
   * Disclosed in the person's own-data file. Suspicions are not, and a report to an authority must stay
   * secret.
   */
  readonly isTold: boolean;
}

/** Effects of each hold (docs/decisions/0086-holds.md). */
export const HOLD_RULES: Readonly<Record<HoldReason, HoldRule>> = {
  // A stranger may be using the account: send them nothing, and claim nothing from the owner.
  fraud: { stops: STOPPABLE, on: 'customer', mayEnd: false, isTold: false },
  deceased: { stops: STOPPABLE, on: 'customer', mayEnd: false, isTold: true },
  // An insolvency or an attachment bars collection; the person can still read their account.
  'court-order': {
    stops: ['offers', 'pay-outs', 'charges', 'reminders'],
    on: 'customer',
    mayEnd: true,
    isTold: true,
  },
  dispute: { stops: ['pay-outs', 'charges', 'reminders'], on: 'loan', mayEnd: true, isTold: true },
  // Refusing the login or stopping reminders would tip the customer off.
  compliance: { stops: ['offers', 'pay-outs'], on: 'customer', mayEnd: false, isTold: false },
};

export function reasonsStopping(what: Stoppable): readonly HoldReason[] {
  return HOLD_REASONS.filter((reason) => HOLD_RULES[reason].stops.includes(what));
}

/** Reasons disclosed in a person's own-data file. */
export const TOLD_REASONS: readonly HoldReason[] = HOLD_REASONS.filter((reason) => HOLD_RULES[reason].isTold);
