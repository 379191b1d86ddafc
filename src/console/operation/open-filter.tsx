import type { CountryCode } from '../../countries/countries.ts';
import type { FilterName } from '../../contract/staff/views.ts';
import type { ExportName } from '../../contract/staff/exports.ts';
import { useFilters } from '../place.ts';
import { CountryFilter, FilterSelect } from '../ui/filters.tsx';
import { ListBar } from '../ui/list-bar.tsx';

/** Filters of a list of open and closed rows. @param closed state of a closed row in the call */
export function useOpenFilter<Closed extends string>(closed: Closed) {
  const [filters, setFilter] = useFilters<FilterName<'/operacion'>>();
  const isOpen = filters.get('estado') !== 'cerradas';
  const country = filters.get('pais');
  const query = {
    state: isOpen ? ('open' as const) : closed,
    ...(country ? { country: country as CountryCode } : {}),
  };
  return { isOpen, query, bar: { filters, setFilter, query } };
}

interface OpenBarProps {
  bar: ReturnType<typeof useOpenFilter>['bar'];
  file: ExportName;
  /** Label of the closed rows. */
  closed: string;
}

export function OpenBar({ bar: { query, ...props }, file, closed }: OpenBarProps) {
  return (
    <ListBar file={file} query={query}>
      <FilterSelect {...props} name="estado" label="Estado" options={{ cerradas: closed }} all="Abiertas" />
      <CountryFilter {...props} />
    </ListBar>
  );
}
