import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/** What a dialog of the page is for, and what is said once it is done: what is shown is read anew then. */
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
  return { doing, setDoing, said, close, done };
}
