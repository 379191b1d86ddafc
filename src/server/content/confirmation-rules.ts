import { sql } from 'kysely';
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
  readonly payoutControl: {
    readonly isStopped: boolean;
    readonly cappedOn: string | null;
    /** Centavos. */
    readonly dailyCap: number | null;
  } | null;
  readonly identityReview: string | null;
}

const identityReview: SettingName = 'identity-review';

/**
 * Reads the rules as columns of a larger statement, since every statement of a confirmation counts (0046).
 */
export const confirmationRulesColumns = (country: CountryCode) => [
  sql<StoredConfirmationRules['payoutControl']>`(
    select json_build_object('isStopped', is_stopped, 'cappedOn', capped_on, 'dailyCap', daily_cap)
    from payout_control where country = ${country})`.as('payoutControl'),
  sql<string | null>`(
    select value from setting where country = ${country} and name = ${identityReview}::text)`.as(
    'identityReview',
  ),
];

export function confirmationRules(
  country: CountryCode,
  { payoutControl, identityReview: policy }: StoredConfirmationRules,
): ConfirmationRules {
  const { isStopped, cappedOn, dailyCap } = payoutControl ?? { isStopped: false };
  return {
    isStopped,
    cappedOn: cappedOn ?? undefined,
    dailyCap: dailyCap == null ? undefined : centavos(dailyCap),
    identityPolicy: policyOf(policy ?? defaultSetting(country, identityReview)),
  };
}
