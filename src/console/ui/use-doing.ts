import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

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
  return { doing, setDoing, said, close, done };
}
