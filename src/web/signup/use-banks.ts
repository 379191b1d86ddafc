import { useEffect, useState } from 'react';
import { call } from '../api.ts';
import type { Option } from '../ui/select.tsx';

const collator = new Intl.Collator('es');

/**
 * The banks of the country by name, where `wanted`. Without the code for queries: sign-up is the first
 * page that most people see.
 */
export function useBanks(wanted: boolean) {
  const [banks, setBanks] = useState<readonly Option[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (!wanted) return;
    const leaving = new AbortController();
    call('GET /api/v3/banks', { signal: leaving.signal })
      .then(({ model }) => setBanks(byName(model)))
      .catch(() => {
        if (!leaving.signal.aborted) setFailed(true);
      });
    return () => leaving.abort();
  }, [wanted, attempt]);

  function retry() {
    setFailed(false);
    setAttempt(attempt + 1);
  }

  return { banks, failed, retry };
}

function byName(names: Readonly<Record<string, string>>): readonly Option[] {
  return Object.entries(names)
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => collator.compare(a.label, b.label));
}
