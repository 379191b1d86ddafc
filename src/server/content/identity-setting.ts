import type { SETTING_GROUPS } from '../../contract/staff/settings.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import { IDENTITY_POLICIES, type IdentityPolicy } from '../../countries/identity-reasons.ts';
import type { SettingKind } from './setting-kinds.ts';

/** Definition of a setting: title, kind and default. */
export interface SettingDefinition {
  readonly title: string;
  readonly describes: string;
  readonly group: (typeof SETTING_GROUPS)[number];
  readonly kind: SettingKind;
  readonly default: string | Readonly<Record<CountryCode, string>>;
  /**
   * Affects prices, payments, or pages where people enter their account, so that a change takes two people.
   */
  readonly isMoney?: true;
  /** Required by law, so that a change takes two people, as for every address and phone number. */
  readonly isLegal?: true;
  /** Never sent to browsers. */
  readonly isPrivate?: true;
}

/**
 * Policy for the review of customers' photos before the payout
 * (docs/product/confirmation.md#identity-review).
 */
export const identityReview = {
  title: 'Revisión de identidad',
  describes: 'De quiénes mira las fotos una persona antes de que salga el dinero.',
  group: 'credit',
  kind: {
    type: 'choice',
    options: {
      never: 'De nadie',
      mismatch: 'Si el código del documento dice otra cosa',
      unmatched: 'Si el código del documento dice otra cosa o no se lee',
      always: 'De todos',
    },
  },
  default: 'mismatch',
  isMoney: true,
  isPrivate: true,
} as const satisfies SettingDefinition;

/** Parses the setting; an unknown value means the default. */
export function policyOf(value: string): IdentityPolicy {
  return IDENTITY_POLICIES.find((each) => each === value) ?? identityReview.default;
}

/** Promise on the confirmation page under each policy (docs/product/confirmation.md). */
export const PROMISES = {
  never: 'on',
  mismatch: 'on',
  unmatched: 'looked-at-if-needed',
  always: 'looked-at',
} as const;
