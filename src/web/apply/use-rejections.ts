import { useRef } from 'react';
import { ApiFailure, messageOf } from '../../ui/api-failure.ts';
import { helpAfterFailures, useSettings } from '../settings.ts';
import { openHelpAfter, type Refusal } from '../shell/help/help-store.ts';

/**
 * Counts what the server refuses of a bank account or card, and opens the help panel when the configured
 * count is reached (docs/product/application.md#rejected-data); the panel repeats the refusal and the next
 * choices above the help. What the person cannot help, a lost connection say, does not count.
 */
export function useRejections({ title, choices }: Omit<Refusal, 'message'>): (error: unknown) => void {
  const count = useRef(0);
  const allowed = helpAfterFailures(useSettings());
  return (error) => {
    if (!(error instanceof ApiFailure) || error.passing || error.status === 401) return;
    count.current += 1;
    if (count.current < allowed) return;
    count.current = 0;
    openHelpAfter({ title, message: messageOf(error), choices });
  };
}
