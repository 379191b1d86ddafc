import { ApiFailure } from '../../ui/api-failure.ts';

/** What a write does when it fails: a refusal because somebody was faster also has what is shown read again. */
export const staleBy =
  (onStale: () => void) =>
  (error: Error): void => {
    if (error instanceof ApiFailure && error.status === 409) onStale();
  };
