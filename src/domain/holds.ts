/** What a hold can stop. What a person pays of their own will is never stopped, nor are their rights. */
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
  /** It is in the file of the person's own data; a suspicion is not, and of a report to an authority nobody may be told. */
  readonly isTold: boolean;
}

/** The one place that says what each hold does (docs/decisions/0086-holds.md). */
export const HOLD_RULES: Readonly<Record<HoldReason, HoldRule>> = {
  // Whoever uses the account may not be its owner: nothing goes to them, and nothing is asked of the owner.
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
  // Refusing the login or stopping reminders would tell what must not be told.
  compliance: { stops: ['offers', 'pay-outs'], on: 'customer', mayEnd: false, isTold: false },
};

/** The reasons that stop something. */
export function reasonsStopping(what: Stoppable): readonly HoldReason[] {
  return HOLD_REASONS.filter((reason) => HOLD_RULES[reason].stops.includes(what));
}

/** The reasons whose holds are in the file of a person's own data. */
export const TOLD_REASONS: readonly HoldReason[] = HOLD_REASONS.filter((reason) => HOLD_RULES[reason].isTold);
