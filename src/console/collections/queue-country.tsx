import type { FilterName } from '../../contract/staff/views.ts';
import { countryName } from '../../words/texts.ts';
import { useMe } from '../session.ts';
import type { FilterProps } from '../ui/filters.tsx';
import css from '../ui/page.module.css';

/** Country of the queue: always one, because amounts of two currencies do not compare. */
export function QueueCountry({ filters, setFilter }: FilterProps<FilterName<'/cobranzas'>>) {
  const me = useMe();
  if (me.countries.length < 2) return null;
  return (
    <label className={css.field}>
      <span>País</span>
      <select
        value={filters.get('pais') ?? me.countries[0]}
        onChange={(event) => setFilter('pais', event.target.value)}
      >
        {me.countries.map((code) => (
          <option key={code} value={code}>
            {countryName(code)}
          </option>
        ))}
      </select>
    </label>
  );
}
