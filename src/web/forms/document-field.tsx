import { useCallback } from 'react';
import type { CountryPack } from '../../countries/country-pack.ts';
import { maskDocument, showDocument } from '../../countries/fields/masks.ts';
import { useCountry } from '../country.tsx';
import type { Rule, Values } from './form-state.ts';
import { personRuleOf } from './person-rule.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** The digits of a document as they are sent; the field shows it with its dots. */
export const bareDocument = (written: string) => written.replace(/\D/g, '');

/** The rule of the country's main document, for the value of a {@link DocumentField}. */
export function documentRule(pack: CountryPack): Rule<Values> {
  const rule = personRuleOf(pack, 'document_number');
  return (value, values) => rule(bareDocument(value), values);
}

/** A document as a {@link DocumentField} shows it, for its initial value. */
function writtenForField(pack: CountryPack, digits: string): string {
  return showDocument(pack.code, maskDocument(digits));
}

/** The country's main document, written with its dots while it is typed. */
export function DocumentField(props: Omit<TextFieldProps, 'label' | 'mask' | 'written' | 'inputMode'>) {
  const pack = useCountry();
  const mask = useCallback((raw: string) => writtenForField(pack, raw), [pack]);
  return <TextField {...props} label={pack.mainDocument} mask={mask} inputMode="numeric" />;
}
