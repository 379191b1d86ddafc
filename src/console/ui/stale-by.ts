import { ApiFailure } from '../../ui/api-failure.ts';

/** Failure handler of a write: a concurrent change also reloads the shown data. */
export const staleBy =
  (onStale: () => void) =>
  (error: Error): void => {
    if (error instanceof ApiFailure && error.status === 409) onStale();
  };
