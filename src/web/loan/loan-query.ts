import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '../../contract/contract.ts';
import { call } from '../api.ts';
import { unlessBrought } from '../first-answer.ts';

/** A loan as the finish screen and the loan view show it; masked for anybody but its owner. */
export type Loan = OutputOf<'GET /api/v3/loan-new/{id}'>['result'];
export type LoanState = Loan['state_slug'];

/** A payout usually ends within a minute: asked about often at first, then less often, and not for ever. */
const closeMs = 2_000;
const closeTimes = 30;
const calmMs = 20_000;
const maxTimes = 120;

/** Milliseconds until the loan is looked at again, or false: its state changes by itself only before the money is out. */
export function nextLookMs(state: LoanState | undefined, looks: number): number | false {
  if (state !== 'send' && state !== 'preapproved') return false;
  if (looks >= maxTimes) return false;
  return looks < closeTimes ? closeMs : calmMs;
}

/** The loan, followed while it moves and the page is in view. The screen itself says when it fails. */
export const loanQuery = (id: string) =>
  queryOptions({
    queryKey: ['loan', id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/v3/loan-new/{id}', { params: { id }, signal })).result,
    staleTime: unlessBrought,
    refetchInterval: ({ state }) => nextLookMs(state.data?.state_slug, state.dataUpdateCount),
    meta: { quiet: true },
  });

/** The customer's loans, newest first. */
export const loansQuery = queryOptions({
  queryKey: ['loans'],
  queryFn: async ({ signal }) => (await call('GET /api/loan', { signal })).result,
  staleTime: 0,
  meta: { quiet: true },
});

/** Id of the customer's newest loan, null without one: the finish screen may be opened without an id. */
export const newestLoanQuery = queryOptions({
  ...loansQuery,
  select: ([newest]: Loan[]) => newest?.id ?? null,
});
