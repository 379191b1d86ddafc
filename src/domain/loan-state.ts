/** `state_slug` of a loan (docs/product/confirmation.md#loan-states). */
export type LoanState = 'send' | 'preapproved' | 'approved' | 'finished' | 'canceled';

/**
 * - checked: the worker has checked the loan and prepares the transfer
 * - paid-out: the rail has confirmed that the money arrived
 * - paid-off: nothing is owed any more
 * - cancel: by the customer, by a failed check or by a failed payout
 * - withdraw: the customer withdrew in time and returned the money
 * - reopen: the payment that finished the loan, or the return after a withdrawal, was reversed
 * - delivered-after-all, never-delivered: two people resolved that the payout was paid, or was not, contrary
 * to the answer that had ended it
 */
export type LoanEvent =
  | 'checked'
  | 'paid-out'
  | 'paid-off'
  | 'cancel'
  | 'withdraw'
  | 'reopen'
  | 'delivered-after-all'
  | 'never-delivered';

export type PayoutState = 'planned' | 'sent' | 'unknown' | 'confirmed' | 'failed';

/**
 * - send: handed to the rail under its reference
 * - lose-track: the rail answers 'unknown', or does not answer
 * - confirm, fail: the rail's final answer; fail also ends an unsent payout
 * - prove-paid, prove-unpaid: two people resolved that the rail's final answer was wrong
 */
export type PayoutEvent = 'send' | 'lose-track' | 'confirm' | 'fail' | 'prove-paid' | 'prove-unpaid';

/** New state, or a refusal of an event that the present state does not allow. */
type Transition<State> =
  | { readonly ok: true; readonly state: State }
  | { readonly ok: false; readonly refusal: 'not-allowed' };

type Table<State extends string, Event extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Event, State>>>>
>;

const LOAN: Table<LoanState, LoanEvent> = {
  send: { checked: 'preapproved', cancel: 'canceled' },
  preapproved: { 'paid-out': 'approved', cancel: 'canceled' },
  approved: { 'paid-off': 'finished', withdraw: 'canceled', 'never-delivered': 'canceled' },
  finished: { withdraw: 'canceled', reopen: 'approved', 'never-delivered': 'canceled' },
  // Only a withdrawn loan can be reopened: any other canceled loan has no payment to reverse.
  canceled: { reopen: 'approved', 'delivered-after-all': 'approved', 'never-delivered': 'canceled' },
};

// 'unknown' leads only to a final answer: the rail is queried under the same reference, and the payout is
// never sent again.
const PAYOUT: Table<PayoutState, PayoutEvent> = {
  planned: { send: 'sent', fail: 'failed' },
  sent: { 'lose-track': 'unknown', confirm: 'confirmed', fail: 'failed' },
  unknown: { 'lose-track': 'unknown', confirm: 'confirmed', fail: 'failed' },
  confirmed: { 'prove-unpaid': 'failed' },
  failed: { 'prove-paid': 'confirmed' },
};

export function transitionLoan(state: LoanState, event: LoanEvent): Transition<LoanState> {
  return follow(LOAN[state][event]);
}

export function transitionPayout(state: PayoutState, event: PayoutEvent): Transition<PayoutState> {
  return follow(PAYOUT[state][event]);
}

function follow<State>(state: State | undefined): Transition<State> {
  return state === undefined ? { ok: false, refusal: 'not-allowed' } : { ok: true, state };
}

/** States of loans that have not ended; they bar a new application (docs/product/offer.md#active-loan). */
export const activeLoanStates = ['send', 'preapproved', 'approved'] as const satisfies readonly LoanState[];

export const isActive = (state: LoanState): boolean => activeLoanStates.some((active) => active === state);

/**
 * True if the customer may modify and cancel: in send, or in preapproved when the loan allows it
 * (docs/product/confirmation.md#modify-and-cancel). A payout that may be in transit bars it in every state.
 */
export function isCancelableByCustomer(
  state: LoanState,
  payout: PayoutState,
  hasCancelFromTheClient: boolean,
): boolean {
  if (payout !== 'planned' && payout !== 'failed') return false;
  return state === 'send' || (state === 'preapproved' && hasCancelFromTheClient);
}
