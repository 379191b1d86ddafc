import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { OutputOf } from '../../../contract/contract.ts';
import { CANCELLATION_RESULT_CLOSES_MS } from '../../timings.ts';
import { track } from '../../analytics.ts';
import { call } from '../../api.ts';
import { ApiFailure } from '../../../ui/api-failure.ts';
import { queryClient } from '../../query-client.ts';
import { clearFailures } from '../../shell/failures.ts';
import { reportFailure } from '../../shell/report-failure.ts';
import { cancellationTexts as texts } from './cancellation-texts.ts';

export type CancellationReason = OutputOf<'GET /api/v3/cancellation/reason'>['result'][number];

/** The reasons that the dialog offers. */
export function useCancellationReasons() {
  return useQuery({
    queryKey: ['cancellation-reasons'],
    queryFn: async ({ signal }) => (await call('GET /api/v3/cancellation/reason', { signal })).result,
    staleTime: Infinity,
    meta: { quiet: true },
  });
}

/**
 * A request that is being worked on already is refused with 422; wrong fields are something else
 * (docs/product/borrowers-area.md#loan-cancellation).
 */
const isInProcess = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 422 && Object.keys(error.fields).length === 0;

/** Sends the request once; any failure except 422 appears in the dialog and leaves the question open. */
export function useCancellation(documentNumber: string) {
  const [isBusy, setBusy] = useState(false);
  /** Outcome in Spanish; '' until then. */
  const [result, setResult] = useState('');
  const sending = useRef(false);

  async function send(reason: CancellationReason, otherReason: string): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    clearFailures();
    try {
      const { cancellationState } = (
        await call('POST /api/v3/cancellation', {
          body: {
            cancellationReasonId: reason.id,
            cancellationReasonSlug: reason.slug,
            documentNumber,
            ...(reason.slug === 'other' ? { otherReason: otherReason.trim() } : {}),
          },
        })
      ).result;
      setResult(cancellationState === 'under-review' ? texts.underReview : texts.rejected);
    } catch (error) {
      track('cancellation_failed');
      if (isInProcess(error)) setResult(texts.inProcess);
      else reportFailure(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  }

  return { isBusy, result, send };
}

/**
 * Closes a dialog that shows its result four seconds later
 * (docs/product/borrowers-area.md#loan-cancellation); the claims then show the new one.
 */
export function useClosesItself(isDone: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isDone) return;
    void queryClient.invalidateQueries({ queryKey: ['balance'] });
    const timer = setTimeout(() => close(), CANCELLATION_RESULT_CLOSES_MS);
    return () => clearTimeout(timer);
  }, [isDone]);
}
