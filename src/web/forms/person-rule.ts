import type { CountryPack } from '../../countries/country-pack.ts';
import { localDate } from '../../countries/local-time.ts';
import { PERSON_RULES } from '../../countries/fields/person-rules.ts';
import { businessInstant } from '../business-clock.ts';
import type { Rule, Values } from './form-state.ts';

/** The same as `ruleOf`, for the screens that come first: it brings the rules of a person's data only. */
export function personRuleOf(pack: CountryPack, field: keyof typeof PERSON_RULES): Rule<Values> {
  return (value, values) => {
    const today = localDate(businessInstant(Date.now()), pack.code);
    const parsed = PERSON_RULES[field](value, { country: pack.code, today, values });
    return parsed.ok ? undefined : parsed.message;
  };
}
