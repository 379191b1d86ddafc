import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useCountry } from '../country.tsx';
import { useSettings } from '../settings.ts';

/**
 * Country's holidays with the lender's changes, loaded separately since no other page needs them. Undefined until
 * loaded.
 */
export function useHolidays(): ReadonlySet<string> | undefined {
  const { code } = useCountry();
  const { holidays: difference } = useSettings();
  const query = useQuery({
    queryKey: ['holidays', code],
    queryFn: async () => {
      const { holidaysOf, withDifference } = await import('../../countries/holidays.ts');
      return { table: holidaysOf(code), withDifference };
    },
    staleTime: Infinity,
    meta: { quiet: true },
  });
  const { data } = query;
  return useMemo(() => data?.withDifference(data.table, difference), [data, difference]);
}
