/** `state_slug` of a loan (docs/product/confirmation.md#loan-states). */
export type LoanState = 'send' | 'preapproved' | 'approved' | 'finished' | 'canceled';

/**
 * - checked: the worker has checked the loan and prepares the transfer
 * - paid-out: the rail has confirmed that the money arrived
 * - paid-off: nothing is owed any more
 * - cancel: by the customer, by a failed check or a failed payout
 * - withdraw: the customer withdrew in time, and the money came back
 * - reopen: the money that had paid it off, or that had come back, was taken back
 * - delivered-after-all, never-delivered: two people resolved that its payout was paid, or was not, against the word by
 *   which it had ended
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

/** State of one payout at its rail. */
export type PayoutState = 'planned' | 'sent' | 'unknown' | 'confirmed' | 'failed';

/**
 * - send: handed to the rail under its reference
 * - lose-track: the rail answers 'unknown', or not at all
 * - confirm, fail: the rail's final answer; fail also gives up an unsent payout
 * - prove-paid, prove-unpaid: two people resolved that the answer that ended it was wrong
 */
export type PayoutEvent = 'send' | 'lose-track' | 'confirm' | 'fail' | 'prove-paid' | 'prove-unpaid';

/** The new state, or the refusal of an event that does not belong to the present one. */
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
  // Reopened is only one that was withdrawn from: any other canceled loan has no payment that could be taken back.
  canceled: { reopen: 'approved', 'delivered-after-all': 'approved', 'never-delivered': 'canceled' },
};

// 'unknown' leads to a final answer only: it is asked again under the same reference, never sent again.
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

/** An active loan bars a new application (docs/product/offer.md#active-loan). */
export function isActive(state: LoanState): boolean {
  return state === 'send' || state === 'preapproved' || state === 'approved';
}

/**
 * True if the customer sees and may use modify and cancel: in send, or in preapproved when the loan allows it
 * (docs/product/confirmation.md#modify-and-cancel). Money that may be on its way bars it in every state of
 * the loan.
 */
export function isCancelableByCustomer(
  state: LoanState,
  disbursement: PayoutState,
  hasCancelFromTheClient: boolean,
): boolean {
  if (disbursement !== 'planned' && disbursement !== 'failed') return false;
  return state === 'send' || (state === 'preapproved' && hasCancelFromTheClient);
}
