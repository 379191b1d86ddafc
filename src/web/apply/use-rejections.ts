import { useRef } from 'react';
import { ApiFailure } from '../api-failure.ts';
import { helpAfterFailures, useSettings } from '../settings.ts';
import { openHelp } from '../shell/help-store.ts';

/**
 * Counts what the server refuses of a bank account or card, and opens the help panel when the configured
 * count is reached (A §8). What the person cannot help, a lost connection say, does not count.
 */
export function useRejections(): (error: unknown) => void {
  const count = useRef(0);
  const allowed = helpAfterFailures(useSettings());
  return (error) => {
    if (!(error instanceof ApiFailure) || error.passing || error.status === 401) return;
    count.current += 1;
    if (count.current < allowed) return;
    count.current = 0;
    openHelp();
  };
}
