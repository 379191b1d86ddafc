import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { CITY_DROPDOWN_OPENS_MS } from '../timings.ts';
import { DEFAULT_CITY_ID, DEFAULT_PROVINCE_ID, OTHER_CITY_ID } from '../../countries/identifiers/address.ts';
import { useCountry } from '../country.tsx';
import { ComboboxField } from '../forms/combobox-field.tsx';
import { optionsMatching } from '../forms/options-matching.ts';
import { TextField } from '../forms/text-field.tsx';
import type { FieldBinding } from '../forms/use-form.ts';
import type { Option } from '../ui/fields/select.tsx';
import type { AddressValues } from './address-form.ts';
import { ListFailed } from './list-failed.tsx';
import { lists, optionsOf } from './lists.ts';
import { addressTexts as texts } from './texts.ts';

/** Localities shown at a time; the rest is found by typing. */
const maxShown = 59;

/**
 * The city of the chosen province. Province 1 has only 515; elsewhere the list opens by itself after two
 * seconds, and 9999 'other city' asks for its name (docs/product/application.md#address).
 */
export function CityField({
  values,
  field,
}: {
  values: AddressValues;
  field: (name: string) => FieldBinding;
}) {
  const pack = useCountry();
  const { province_id: province, city, city_id: cityId } = values;
  const { data: names, isError, refetch } = useQuery(lists.localities(province));
  const isOnly = province === DEFAULT_PROVINCE_ID;
  const element = useOpenLater(names && !isOnly && city === '' ? province : null);
  const options = names ? optionsOf(names, OTHER_CITY_ID) : [];

  function onText(text: string) {
    field('city').onValue(text);
    field('city_id').onValue(options.find(({ label }) => same(label, text))?.value ?? '');
  }

  const binding = { ...field('city_id'), label: pack.address.city };
  if (isOnly) {
    return <TextField {...binding} value={names?.[DEFAULT_CITY_ID] ?? ''} readOnly />;
  }
  return (
    <>
      <ComboboxField
        {...binding}
        value={city}
        options={shownOf(options, cityId === '' ? city : '')}
        onValue={onText}
        onPick={({ value, label }) => {
          field('city').onValue(label);
          field('city_id').onValue(value);
        }}
        opensOnFocus
        disabled={!names}
        inputRef={element}
        hint={province === '' ? pack.address.provinceFirst : texts.city}
      />
      {cityId === OTHER_CITY_ID && pack.hasOtherCity && (
        <TextField {...field('city_name')} label={texts.otherCity} autoComplete="address-level2" required />
      )}
      {isError && <ListFailed onRetry={() => void refetch()} />}
    </>
  );
}

const same = (a: string, b: string) => a.localeCompare(b.trim(), 'es', { sensitivity: 'base' }) === 0;

/** Matching localities; always includes 'other city'. */
function shownOf(options: readonly Option[], text: string): Option[] {
  const other = options.filter(({ value }) => value === OTHER_CITY_ID);
  const listed = options.filter(({ value }) => value !== OTHER_CITY_ID);
  return [...optionsMatching(listed, text).slice(0, maxShown), ...other];
}

/**
 * Opens the list two seconds after it becomes available, unless the person is typing elsewhere.
 * @param province of the list to open; null for none
 */
function useOpenLater(province: string | null): RefObject<HTMLInputElement | null> {
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (province === null) return;
    const timer = setTimeout(() => {
      const isTyping = document.activeElement?.matches('input, textarea, dialog *') === true;
      if (!isTyping) element.current?.focus();
    }, CITY_DROPDOWN_OPENS_MS);
    return () => clearTimeout(timer);
  }, [province]);
  return element;
}
