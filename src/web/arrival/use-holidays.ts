import { useQuery } from '@tanstack/react-query';
import { useCountry } from '../country.tsx';

/** The country's holidays, fetched apart: no other page needs them. Undefined until they are here. */
export function useHolidays(): ReadonlySet<string> | undefined {
  const { code } = useCountry();
  const query = useQuery({
    queryKey: ['holidays', code],
    queryFn: async () => (await import('../../countries/holidays.ts')).holidaysOf(code),
    staleTime: Infinity,
    meta: { quiet: true },
  });
  return query.data;
}
