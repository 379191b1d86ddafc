import type { CountryPack } from '../../countries/country-pack.ts';
import { localDate } from '../../countries/local-time.ts';
import { type FieldName, validateField } from '../../countries/fields/validation.ts';
import { businessInstant } from '../business-clock.ts';
import type { Rule, Values } from './form-state.ts';

/**
 * The country's rule of a field (docs/product/countries.md#fields) as a form uses it. Rules that span two
 * fields find the other one under its own `FieldName` among the form's values.
 */
export function ruleOf(pack: CountryPack, field: FieldName): Rule<Values> {
  return (value, values) =>
    validateField(field, value, {
      country: pack.code,
      today: localDate(businessInstant(Date.now()), pack.code),
      values,
    });
}
