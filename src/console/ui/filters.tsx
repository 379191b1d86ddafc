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

/** Labels by value; labels of a group stand under its name. */
type Options =
  | Readonly<Record<string, string | Readonly<Record<string, string>>>>
  | ReadonlyMap<string, string>;

/** Filter with a few values; `all` is its label while none is chosen. */
export function FilterSelect<Name extends string>({
  filters,
  setFilter,
  name,
  label,
  options,
  all = 'Todo',
}: NamedFilterProps<Name> & { options: Options; all?: string }) {
  return (
    <label className={css.field}>
      <span>{label}</span>
      <select value={filters.get(name) ?? ''} onChange={(event) => setFilter(name, event.target.value)}>
        <option value="">{all}</option>
        {entriesOf(options).map(([value, text]) =>
          typeof text === 'string' ? (
            <Option key={value} value={value} text={text} />
          ) : (
            <optgroup key={value} label={value}>
              {Object.entries(text).map(([each, shown]) => (
                <Option key={each} value={each} text={shown} />
              ))}
            </optgroup>
          ),
        )}
      </select>
    </label>
  );
}

const Option = ({ value, text }: { value: string; text: string }) => <option value={value}>{text}</option>;

type Entries = readonly (readonly [string, string | Readonly<Record<string, string>>])[];

const entriesOf = (options: Options): Entries =>
  options instanceof Map ? [...(options as ReadonlyMap<string, string>)] : Object.entries(options);

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
