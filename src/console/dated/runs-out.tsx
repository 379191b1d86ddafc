import { useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { countryName } from '../../words/texts.ts';
import { Link } from '../ui/link.tsx';
import { KIND_NAMES } from '../../words/dated.ts';

/** On the first page, for who enters them: values that end soon, or have. */
export function RunsOut() {
  const dated = useQuery({
    queryKey: ['dated', null],
    queryFn: () => call('GET /api/staff/dated-values', { query: {} }),
  });
  const late = dated.data?.result.filter(({ state }) => state !== 'fine') ?? [];
  if (late.length === 0) return null;
  return (
    <p>
      <Link to="/valores">Valores por fecha para cargar</Link>:{' '}
      {late.map(({ kind, country }) => `${KIND_NAMES[kind]} (${countryName(country)})`).join(', ')}.
    </p>
  );
}
