import { useRef, useState } from 'react';
import type { InputOf } from '../../contract/contract.ts';
import { track } from '../analytics.ts';
import { ApiFailure, messageOf } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { forgetNoCard } from '../apply/no-card.ts';
import { clearProposal } from '../offer/kept-proposal.ts';
import { profileQuery } from '../profile.ts';
import { queryClient } from '../query-client.ts';
import { isUnproven, reportFailure } from '../shell/report-failure.ts';

export type ConfirmationBody = InputOf<'POST /api/v3/finish-new', 'body'>;

/** Says nothing about the loan: the same confirmation may be sent again, under the same idempotency key. */
function isPassing(error: unknown): boolean {
  return (
    !(error instanceof ApiFailure) || error.passing || error.status === 429 || error.code === 'key_in_flight'
  );
}

/** Reloads the plans, so that the review shows the new price. */
async function showNewPrice(error: unknown): Promise<void> {
  reportFailure(error);
  await queryClient.invalidateQueries({ queryKey: ['offer', 'plans'] });
}

interface Outcomes {
  readonly onConfirmed: (id: string) => void;
  /** There is a loan: confirmed in another tab or on another device. */
  readonly onActive: (id: string) => void;
}

/** The loan in force, which this tab did not know of. */
async function showActive(onActive: (id: string) => void): Promise<void> {
  const profile = await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(() => undefined);
  onActive(profile?.credit_rating.active_loan ?? '');
}

/**
 * Confirms the loan. `refused` is the server's message that ends the review
 * (docs/product/confirmation.md#finish); what says nothing about the loan stays above the button and leaves
 * everything as it is.
 */
export function useConfirm({ onConfirmed, onActive }: Outcomes) {
  const [refused, setRefused] = useState<string | null>(null);
  const sending = useRef(false);

  async function send(body: ConfirmationBody): Promise<void> {
    // A second tap arrives before the button is drawn as busy.
    if (sending.current) return;
    sending.current = true;
    try {
      const { result } = await call('POST /api/v3/finish-new', { body });
      track('loan_confirmed');
      clearProposal();
      forgetNoCard();
      onConfirmed(result.id);
      void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
    } catch (error) {
      const code = error instanceof ApiFailure ? error.code : 'unknown';
      track('loan_failed', { code });
      if (code === 'active_loan') await showActive(onActive);
      else if (code === 'membership_price') await showNewPrice(error);
      else if (isPassing(error) || code === 'unauthenticated' || isUnproven(error)) reportFailure(error);
      else setRefused(messageOf(error));
    } finally {
      sending.current = false;
    }
  }

  return { refused, send };
}
