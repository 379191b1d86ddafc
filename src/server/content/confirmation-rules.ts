import { sql, type RawBuilder } from 'kysely';
import type { CountryCode } from '../../countries/country-pack.ts';
import type { IdentityPolicy } from '../../countries/identity-reasons.ts';
import { centavos } from '../../domain/money.ts';
import { policyOf } from './identity-setting.ts';
import type { PayoutSwitches } from './payout-control.ts';
import { defaultSetting } from './settings.ts';
import type { SettingName } from './setting-definitions.ts';

export interface ConfirmationRules extends Pick<PayoutSwitches, 'isStopped' | 'cappedOn' | 'dailyCap'> {
  readonly identityPolicy: IdentityPolicy;
}

/** Stored form; null if not set. */
export interface StoredConfirmationRules {
  readonly isStopped: boolean | null;
  readonly cappedOn: string | null;
  /** Centavos. */
  readonly dailyCap: number | null;
  readonly identityReview: string | null;
}

const identityReview: SettingName = 'identity-review';

/**
 * Reads the rules as a column of a larger statement, since every statement of a confirmation counts (0046).
 */
export function confirmationRulesColumn(country: CountryCode): RawBuilder<StoredConfirmationRules> {
  return sql<StoredConfirmationRules>`(
    select json_build_object('isStopped', is_stopped, 'cappedOn', capped_on, 'dailyCap', daily_cap, 'identityReview', value)
    from (values (${country}::text)) as asked (country)
    left join payout_control on payout_control.country = asked.country
    left join setting on setting.country = asked.country and setting.name = ${identityReview}::text)`;
}

export function confirmationRules(country: CountryCode, stored: StoredConfirmationRules): ConfirmationRules {
  return {
    isStopped: stored.isStopped ?? false,
    cappedOn: stored.cappedOn ?? undefined,
    dailyCap: stored.dailyCap === null ? undefined : centavos(stored.dailyCap),
    identityPolicy: policyOf(stored.identityReview ?? defaultSetting(country, identityReview)),
  };
}
