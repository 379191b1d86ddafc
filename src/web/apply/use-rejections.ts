import { useRef } from 'react';
import { ApiFailure, messageOf } from '../../ui/api-failure.ts';
import { helpAfterFailures, useSettings } from '../settings.ts';
import { openHelpAfter, type Refusal } from '../shell/help/help-store.ts';

/**
 * Counts the server's refusals of a bank account or card and opens the help panel at the configured count
 * (docs/product/application.md#rejected-data); the panel repeats the refusal and the alternatives above the help. A
 * lost connection and the like do not count.
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
