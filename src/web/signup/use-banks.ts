import { useEffect, useState } from 'react';
import { call } from '../api.ts';
import { bankOptions } from '../forms/bank-options.ts';
import type { Option } from '../ui/fields/select.tsx';

async function fetchBanks(signal?: AbortSignal): Promise<readonly Option[]> {
  return bankOptions(await call('GET /api/v3/banks', signal ? { signal } : {}));
}

/**
 * The banks of the country by name. Without the code for queries: sign-up is the first page that most
 * people see.
 */
export function useBanks() {
  const [banks, setBanks] = useState<readonly Option[] | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const leaving = new AbortController();
    fetchBanks(leaving.signal).then(setBanks, () => {
      if (!leaving.signal.aborted) setFailed(true);
    });
    return () => leaving.abort();
  }, []);

  function retry() {
    setFailed(false);
    fetchBanks().then(setBanks, () => setFailed(true));
  }

  return { banks, failed, retry };
}
