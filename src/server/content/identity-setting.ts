import type { SETTING_GROUPS } from '../../contract/staff/settings.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import { IDENTITY_POLICIES, type IdentityPolicy } from '../../countries/identity-reasons.ts';
import type { SettingKind } from './setting-kinds.ts';

/** Environment setting: purpose, allowed values, default. */
export interface SettingDefinition {
  readonly title: string;
  readonly describes: string;
  readonly group: (typeof SETTING_GROUPS)[number];
  readonly kind: SettingKind;
  readonly default: string | Readonly<Record<CountryCode, string>>;
  /** Affects prices, payments, or the places where people enter their account: two people change it. */
  readonly isMoney?: true;
  /** The law asks for it: two people change it, as every address and phone. */
  readonly isLegal?: true;
  /** Never sent to browsers. */
  readonly isPrivate?: true;
}

/** Customers whose photos are reviewed before the payout (docs/product/confirmation.md#identity-review). */
export const identityReview = {
  title: 'Revisión de identidad',
  describes: 'De quiénes mira las fotos una persona antes de que salga el dinero.',
  group: 'payments',
  kind: {
    type: 'choice',
    options: { never: 'De nadie', unmatched: 'Si el código del documento no coincide', always: 'De todos' },
  },
  default: 'never',
  isMoney: true,
  isPrivate: true,
} as const satisfies SettingDefinition;

/** Value of the setting; an unknown one means no reviews, as before the setting existed. */
export function policyOf(value: string): IdentityPolicy {
  return IDENTITY_POLICIES.find((each) => each === value) ?? 'never';
}

/** Promise of the confirmation page under each policy (docs/product/confirmation.md). */
export const PROMISES = { never: 'on', unmatched: 'looked-at-if-needed', always: 'looked-at' } as const;
