import type { CountryCode } from '../../countries/countries.ts';
import { holidayDifference, holidaysOf } from '../../countries/holidays.ts';
import { localDate } from '../../countries/local-time.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Config } from '../platform/config.ts';
import type { Queryable } from '../platform/database.ts';
import { prepared } from '../platform/statements.ts';
import { policyOf, PROMISES } from './identity-setting.ts';
import { arePayoutsWaiting, payoutControl } from './payout-control.ts';
import { SETTINGS, type SettingDefinition, type SettingName } from './setting-definitions.ts';

export function defaultSetting(country: CountryCode, name: SettingName): string {
  const { default: value }: SettingDefinition = SETTINGS[name];
  return typeof value === 'string' ? value : value[country];
}

export function defaultSettings(country: CountryCode): Readonly<Record<SettingName, string>> {
  const names = Object.keys(SETTINGS) as SettingName[];
  const entries = names.map((name) => [name, defaultSetting(country, name)]);
  return Object.fromEntries(entries) as Record<SettingName, string>;
}

const valueOf = prepared((db, country: CountryCode, name: SettingName) =>
  db.selectFrom('setting').select('value').where('country', '=', country).where('name', '=', name),
);

export async function readSetting(db: Queryable, country: CountryCode, name: SettingName): Promise<string> {
  const [row] = await valueOf.run(db, country, name);
  return row?.value ?? defaultSetting(country, name);
}

/** Value to store: null if it equals the built-in one. */
export const keptValue = (country: CountryCode, name: SettingName, value: string | null): string | null =>
  value === defaultSetting(country, name) ? null : value;

/**
 * Writes a country's setting; nothing else does. The built-in value is not stored, so that the setting
 * follows later releases.
 * @returns stored value
 */
export async function storeSetting(
  db: Queryable,
  country: CountryCode,
  name: SettingName,
  wanted: string | null,
): Promise<string | null> {
  const value = keptValue(country, name, wanted);
  if (value === null) {
    await db.deleteFrom('setting').where('country', '=', country).where('name', '=', name).execute();
    return null;
  }
  await db
    .insertInto('setting')
    .values({ country, name, value })
    .onConflict((conflict) => conflict.columns(['country', 'name']).doUpdateSet({ value }))
    .execute();
  return value;
}

/** Current values of several settings of a country, in one query. */
export async function readSettingsOf<Name extends SettingName>(
  db: Queryable,
  country: CountryCode,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const rows = await db
    .selectFrom('setting')
    .select(['name', 'value'])
    .where('country', '=', country)
    .where('name', 'in', names)
    .execute();
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  const entries = names.map((name) => [name, stored.get(name) ?? defaultSetting(country, name)]);
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** Current values of all settings of a country, and the public part of the configuration. */
export async function readSettings(
  { db, config, clock, holidays }: Pick<Dependencies, 'db' | 'config' | 'clock' | 'holidays'>,
  country: CountryCode,
): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('setting')
    .select(['name', 'value'])
    .where('country', '=', country)
    .execute();
  const stored = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  const now = clock.now();
  const isWaiting = arePayoutsWaiting(await payoutControl(db, country), country, now);
  const values = { ...defaultSettings(country), ...stored };
  return {
    ...withoutPrivate(values),
    ...publicConfig(config, country),
    // Business date, so that promotions and arrival dates do not depend on the visitor's device.
    today: localDate(now, country),
    now: now.toISOString(),
    holidays: holidayDifference(holidaysOf(country), holidays.knownAt(country, now), localDate(now, country)),
    // Promises no day while confirmations wait for the lender or for an identity review.
    'pay-outs': isWaiting ? 'waiting' : PROMISES[policyOf(values['identity-review'])],
  };
}

function withoutPrivate(values: Readonly<Record<string, string>>): Record<string, string> {
  const definitions: Readonly<Record<string, SettingDefinition>> = SETTINGS;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !definitions[name]?.isPrivate));
}

/** Configuration for the browser, free of secrets. */
function publicConfig(config: Config, country: CountryCode): Record<string, string> {
  const lender = config.lenders[country];
  const tokenises = !config.SANDBOX && config.PAYWAY_PUBLIC_KEY !== undefined;
  return {
    brand: config.BRAND,
    'lender-name': lender.name,
    'lender-tax-number': lender.taxNumber,
    'lender-address': lender.address,
    'lender-registration': lender.registration,
    'lender-email': lender.email,
    'lender-phone': lender.phone,
    sandbox: config.SANDBOX ? 'on' : 'off',
    'google-client-id': config.GOOGLE_CLIENT_ID ?? '',
    'facebook-app-id': config.FACEBOOK_APP_ID ?? '',
    'chatwoot-base-url': config.CHATWOOT_BASE_URL ?? '',
    'chatwoot-website-token': config.CHATWOOT_WEBSITE_TOKEN ?? '',
    'card-gateway-url': tokenises ? config.PAYWAY_BASE_URL : '',
    'card-gateway-public-key': tokenises ? (config.PAYWAY_PUBLIC_KEY ?? '') : '',
  };
}
