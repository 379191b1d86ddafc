import { describe, expect, it } from 'vitest';
import {
  type PayoutEvent,
  type PayoutState,
  type LoanEvent,
  type LoanState,
  isActive,
  isCancelableByCustomer,
  transitionPayout,
  transitionLoan,
} from './loan-state.ts';

const LOAN_STATES: LoanState[] = ['send', 'preapproved', 'approved', 'finished', 'canceled'];
const LOAN_EVENTS: LoanEvent[] = [
  'checked',
  'paid-out',
  'paid-off',
  'cancel',
  'withdraw',
  'reopen',
  'delivered-after-all',
  'never-delivered',
];
const PAYOUT_STATES: PayoutState[] = ['planned', 'sent', 'unknown', 'confirmed', 'failed'];
const PAYOUT_EVENTS: PayoutEvent[] = ['send', 'lose-track', 'confirm', 'fail', 'prove-paid', 'prove-unpaid'];

describe('a loan', () => {
  it('takes these ways and refuses every other', () => {
    const ways = LOAN_STATES.flatMap((from) =>
      LOAN_EVENTS.flatMap((event) => {
        const result = transitionLoan(from, event);
        return result.ok ? [`${from} ${event} ${result.state}`] : [];
      }),
    );
    expect(ways).toEqual([
      'send checked preapproved',
      'send cancel canceled',
      'preapproved paid-out approved',
      'preapproved cancel canceled',
      'approved paid-off finished',
      'approved withdraw canceled',
      'approved never-delivered canceled',
      'finished withdraw canceled',
      'finished reopen approved',
      'finished never-delivered canceled',
      'canceled reopen approved',
      'canceled delivered-after-all approved',
      'canceled never-delivered canceled',
    ]);
    expect(transitionLoan('approved', 'cancel')).toEqual({ ok: false, refusal: 'not-allowed' });
  });

  it('is active until it is finished or canceled', () => {
    expect(LOAN_STATES.filter(isActive)).toEqual(['send', 'preapproved', 'approved']);
  });

  it('can be canceled by the customer in send, and in preapproved when allowed', () => {
    const allowed = LOAN_STATES.filter((state) => isCancelableByCustomer(state, 'planned', true));
    expect(allowed).toEqual(['send', 'preapproved']);
    const notAllowed = LOAN_STATES.filter((state) => isCancelableByCustomer(state, 'planned', false));
    expect(notAllowed).toEqual(['send']);
  });

  it('cannot be canceled while its money may be on the way', () => {
    expect(PAYOUT_STATES.filter((payout) => isCancelableByCustomer('preapproved', payout, true))).toEqual([
      'planned',
      'failed',
    ]);
  });
});

describe('a payout', () => {
  it('takes these ways and refuses every other: nothing is ever sent twice', () => {
    const ways = PAYOUT_STATES.flatMap((from) =>
      PAYOUT_EVENTS.flatMap((event) => {
        const result = transitionPayout(from, event);
        return result.ok ? [`${from} ${event} ${result.state}`] : [];
      }),
    );
    expect(ways).toEqual([
      'planned send sent',
      'planned fail failed',
      'sent lose-track unknown',
      'sent confirm confirmed',
      'sent fail failed',
      'unknown lose-track unknown',
      'unknown confirm confirmed',
      'unknown fail failed',
      'confirmed prove-unpaid failed',
      'failed prove-paid confirmed',
    ]);
  });
});
