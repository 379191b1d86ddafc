import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../../ui/api-failure.ts';

/** Current dialog of the page, and its confirmation, which reloads the shown data. */
export function useDoing<Doing>() {
  const queries = useQueryClient();
  const [doing, setDoing] = useState<Doing>();
  const [said, setSaid] = useState('');
  const close = () => setDoing(undefined);
  const done = (message: string) => {
    close();
    setSaid(message);
    void queries.invalidateQueries();
  };
  const begin = (next: Doing) => {
    // Said again, the same words are announced again.
    setSaid('');
    setDoing(next);
  };
  return { doing, setDoing: begin, said, close, done };
}

/** Confirmation of the last action, shown on the next page. */
let last = '';

/** Stores a confirmation for the next page, which may show another person. @param whom name of the person decided about */
export function leaveMessage(message: string, whom: string): void {
  last = message === '' ? '' : `${whom}. ${message}`;
}

/** @returns the confirmation, once */
export function takeMessage(): string {
  const message = last;
  last = '';
  return message;
}

/** Failure handler of a write: a concurrent change also reloads the shown data. */
export const staleBy =
  (onStale: () => void) =>
  (error: Error): void => {
    if (error instanceof ApiFailure && error.status === 409) onStale();
  };
