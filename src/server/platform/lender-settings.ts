import { z } from 'zod';
import { byCountry, COUNTRIES, type CountryCode } from '../../countries/countries.ts';
import { parseCbu } from '../../countries/identifiers/cbu.ts';
import type { Parsed } from '../../countries/identifiers/checked.ts';
import type { CollectionAccount, Lender } from '../../countries/lender.ts';
import { SERVER_ENTRIES } from '../../countries/server-entries.ts';

const line = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `it must have at most ${longest} characters`)
    .regex(/^[\p{Script=Latin}\d\p{P}\p{S} ]*$/u, 'it must be one line of Latin letters, digits and marks');

const checked = (parse: (input: string) => Parsed<string>) =>
  line(40).transform((given, context) => {
    const parsed = parse(given);
    if (parsed.ok) return parsed.value;
    context.addIssue({ code: 'custom', message: 'its digits do not check' });
    return z.NEVER;
  });

type Fact =
  | 'NAME'
  | 'TAX_NUMBER'
  | 'ADDRESS'
  | 'REGISTRATION'
  | 'EMAIL'
  | 'PHONE'
  | 'BANK'
  | 'ACCOUNT'
  | 'CBU';
export type LenderSetting = `LENDER_${Fact}_${CountryCode}`;

const checks: Readonly<Record<Fact, (code: CountryCode) => z.ZodType<string>>> = {
  NAME: () => line(120),
  TAX_NUMBER: (code: CountryCode) => checked(SERVER_ENTRIES[code].lender.parseTaxNumber),
  ADDRESS: () => line(200),
  REGISTRATION: () => line(40),
  EMAIL: () => z.email('it must be an e-mail address'),
  PHONE: () => z.string().regex(/^\+?[\d ()-]{6,30}$/, 'it must be a phone number'),
  BANK: () => line(60),
  ACCOUNT: () => line(40),
  CBU: () => checked(parseCbu),
};

const nameOf = (fact: Fact, code: CountryCode): LenderSetting => `LENDER_${fact}_${code}`;

/** Names and checks of every lender fact; countries without CBUs have no setting for one. */
const named = COUNTRIES.flatMap((code) =>
  (Object.keys(checks) as Fact[])
    .filter((fact) => fact !== 'CBU' || SERVER_ENTRIES[code].lender.demonstrationAccount.cbu !== '')
    .map((fact) => ({ name: nameOf(fact, code), check: checks[fact](code) })),
);

/** Settings for the lending company of each country; part of the settings of the process (`config.ts`). */
export const lenderSettings = Object.fromEntries(
  named.map(({ name, check }) => [name, check.optional()] as const),
) as Record<LenderSetting, z.ZodOptional<z.ZodType<string>>>;

export const lenderSettingNames: readonly LenderSetting[] = named.map(({ name }) => name);

interface Lenders {
  readonly lenders: Readonly<Record<CountryCode, Lender>>;
  readonly collectionAccounts: Readonly<Record<CountryCode, CollectionAccount>>;
}

/** Lender of each country. Facts that are not configured are those of the fictitious lender. */
export function lendersOf(values: Readonly<Partial<Record<LenderSetting, string | undefined>>>): Lenders {
  const entries = byCountry((code) => {
    const { demonstration: lender, demonstrationAccount: account } = SERVER_ENTRIES[code].lender;
    const given = (fact: Fact, otherwise: string) => values[nameOf(fact, code)] ?? otherwise;
    return {
      lender: {
        name: given('NAME', lender.name),
        taxNumber: given('TAX_NUMBER', lender.taxNumber),
        address: given('ADDRESS', lender.address),
        registration: given('REGISTRATION', lender.registration),
        email: given('EMAIL', lender.email),
        phone: given('PHONE', lender.phone),
      },
      account: {
        bank: given('BANK', account.bank),
        accountNumber: given('ACCOUNT', account.accountNumber),
        cbu: given('CBU', account.cbu),
      },
    };
  });
  return {
    lenders: byCountry((code) => entries[code].lender),
    collectionAccounts: byCountry((code) => entries[code].account),
  };
}
