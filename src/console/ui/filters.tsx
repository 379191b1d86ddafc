import type { ComponentProps } from 'react';
import type { Filters } from '../place.ts';
import { useMe } from '../session.ts';
import { countryName } from '../../words/texts.ts';
import css from './page.module.css';

/** Filters of a list from the address, with a setter. */
export interface FilterProps<Name extends string = string> {
  filters: Filters<Name>;
  setFilter: (name: Name, value: string) => void;
}

interface NamedFilterProps<Name extends string> extends FilterProps<Name> {
  /** In the address. */
  name: NoInfer<Name>;
  label: string;
}

/** Filter with a few values; `all` is its label while none is chosen. */
export function FilterSelect<Name extends string>({
  filters,
  setFilter,
  name,
  label,
  options,
  all = 'Todo',
}: NamedFilterProps<Name> & { options: Readonly<Record<string, string>>; all?: string }) {
  return (
    <label className={css.field}>
      <span>{label}</span>
      <select value={filters.get(name) ?? ''} onChange={(event) => setFilter(name, event.target.value)}>
        <option value="">{all}</option>
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** One of the person's countries. */
export function CountryFilter({ all = 'Todo', ...props }: FilterProps<'pais'> & { all?: string }) {
  const me = useMe();
  const options = Object.fromEntries(me.countries.map((code) => [code, countryName(code)]));
  return <FilterSelect {...props} name="pais" label="País" options={options} all={all} />;
}

/** A filter that is typed. */
export function FilterInput<Name extends string>({
  filters,
  setFilter,
  name,
  label,
  ...input
}: NamedFilterProps<Name> & Omit<ComponentProps<'input'>, 'value' | 'onChange'>) {
  return (
    <label className={css.field}>
      <span>{label}</span>
      <input
        {...input}
        value={filters.get(name) ?? ''}
        onChange={(event) => setFilter(name, event.target.value)}
      />
    </label>
  );
}
