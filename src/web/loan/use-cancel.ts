import { useRef, useState } from 'react';
import { paths } from '../../contract/paths.ts';
import { CANCEL_REDIRECT_MS } from '../timings.ts';
import { track } from '../analytics.ts';
import { call } from '../api.ts';
import { profileQuery } from '../profile.ts';
import { queryClient } from '../query-client.ts';
import { clearFailures, showFailure } from '../shell/failures.ts';
import { useGo } from '../shell/use-go.ts';
import { cancelTexts as texts } from './texts.ts';

/**
 * Gives a request up: with a reason it is canceled and leads to /cancelacion-exitosa after half a second;
 * without one it is modified and leads to the offer (docs/product/confirmation.md#modify-and-cancel).
 */
export function useCancel(id: string) {
  const go = useGo();
  const [isBusy, setBusy] = useState(false);
  const sending = useRef(false);

  async function send(auditOptionId: string | null): Promise<void> {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    clearFailures();
    try {
      await call('POST /api/cancel_loan/front/{id}', {
        params: { id },
        body: auditOptionId === null ? {} : { auditOptionId },
      });
      // The profile has no loan in force any more; refetch the offer.
      await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
      if (auditOptionId === null) go.to(paths.offer());
      else setTimeout(() => go.to(paths.cancelled()), CANCEL_REDIRECT_MS);
    } catch {
      track('cancellation_failed');
      showFailure(texts.failed);
      sending.current = false;
      setBusy(false);
      void queryClient.invalidateQueries({ queryKey: ['loan', id] });
    }
  }

  return { isBusy, send };
}
