/** Actions that a hold can stop. Voluntary payments and the customer's rights are never stopped. */
export const STOPPABLE = ['login', 'offers', 'pay-outs', 'charges', 'reminders'] as const;
export type Stoppable = (typeof STOPPABLE)[number];

export const HOLD_REASONS = ['fraud', 'deceased', 'court-order', 'dispute', 'compliance'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

interface HoldRule {
  readonly stops: readonly Stoppable[];
  /** A whole customer, or one of their loans. */
  readonly on: 'customer' | 'loan';
  /** It may be placed until a day, after which it ends by itself. */
  readonly mayEnd: boolean;
  /**
   * Disclosed in the file of the person's own data. A suspicion is not, and a report to an authority must
   * stay secret.
   */
  readonly isTold: boolean;
}

/** The one place that says what each hold does (docs/decisions/0086-holds.md). */
export const HOLD_RULES: Readonly<Record<HoldReason, HoldRule>> = {
  // The account may be in use by a stranger: nothing is sent to them, and nothing is claimed from the owner.
  fraud: { stops: STOPPABLE, on: 'customer', mayEnd: false, isTold: false },
  deceased: { stops: STOPPABLE, on: 'customer', mayEnd: false, isTold: true },
  // An insolvency or an attachment bars collecting, and the person goes on reading their account.
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

/** The reasons that stop something. */
export function reasonsStopping(what: Stoppable): readonly HoldReason[] {
  return HOLD_REASONS.filter((reason) => HOLD_RULES[reason].stops.includes(what));
}

/** Reasons that are disclosed in the file of a person's own data. */
export const TOLD_REASONS: readonly HoldReason[] = HOLD_REASONS.filter((reason) => HOLD_RULES[reason].isTold);
