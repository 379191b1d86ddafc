import { sql } from 'kysely';
import type { CountryCode } from '../../countries/countries.ts';
import type { Queryable, Tx } from '../platform/database.ts';
import { changeKindOf, definitionOf, SETTINGS, type SettingName } from './setting-definitions.ts';
import { wrongValue } from './setting-kinds.ts';
import { defaultSettings, storeSetting, readSettingsOf } from './settings.ts';
import type { Config } from '../platform/config.ts';
import { publicUrlOf } from '../platform/public-url.ts';

type LinkSettings = Parameters<typeof publicUrlOf>[0] & Pick<Config, 'LINK_HOSTS'>;

/** WhatsApp hosts; a phone number is turned into a link to one. */
const whatsapp = ['wa.me', 'api.whatsapp.com'];

/** Hosts that borrowers may be sent to: our own, those of built-in addresses, and the operator's list. */
function linkHosts(config: LinkSettings, country: CountryCode): ReadonlySet<string> {
  const addresses = [publicUrlOf(config, country), ...Object.values(defaultSettings(country))];
  return new Set([...whatsapp, ...config.LINK_HOSTS, ...addresses.flatMap((each) => hostOf(each) ?? [])]);
}

/** @returns undefined unless the address is a complete http(s) URL */
function hostOf(address: string): string | undefined {
  return /^https?:/.test(address) && URL.canParse(address) ? new URL(address).host : undefined;
}

/** Error text for an address that borrowers must not be sent to; undefined if it is allowed. */
function wrongHost(config: LinkSettings, country: CountryCode, value: string): string | undefined {
  const host = hostOf(value);
  if (host === undefined || linkHosts(config, country).has(host)) return undefined;
  return `No mandamos a nadie a ${host}: no está en la lista de sitios. Quien opera la instalación lo agrega en LINK_HOSTS.`;
}

interface SettingChange {
  readonly country: CountryCode;
  readonly name: SettingName;
  /** Null for the built-in value. */
  readonly value: string | null;
}

/** Locks a setting against other changes. @returns stored value (null for the built-in one) and version */
export async function lockSetting(tx: Tx, country: CountryCode, name: SettingName) {
  await tx
    .insertInto('setting_version')
    .values({ country, name, version: 0 })
    .onConflict((conflict) => conflict.columns(['country', 'name']).doNothing())
    .execute();
  const { version } = await tx
    .selectFrom('setting_version')
    .select('version')
    .where('country', '=', country)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const row = await tx
    .selectFrom('setting')
    .select('value')
    .where('country', '=', country)
    .where('name', '=', name)
    .executeTakeFirst();
  return { version, value: row?.value ?? null };
}

/** Reason to refuse a change of a setting; undefined if it is allowed. */
export async function refuseSetting(
  tx: Tx,
  change: SettingChange,
  config: LinkSettings,
): Promise<string | undefined> {
  const { country, name } = change;
  const value = change.value ?? defaultSettings(country)[name];
  const { kind } = definitionOf(name);
  const isAddress = kind.type === 'contact' || kind.type === 'address';
  const wrong =
    wrongValue(kind, value, country) ?? (isAddress ? wrongHost(config, country, value) : undefined);
  if (wrong !== undefined || (name !== 'referral-from' && name !== 'referral-to')) return wrong;
  const days = { ...(await readSettingsOf(tx, country, ['referral-from', 'referral-to'])), [name]: value };
  const [from, to] = [days['referral-from'], days['referral-to']];
  return from !== '' && to !== '' && to < from
    ? 'El último día del programa quedaría antes del primero.'
    : undefined;
}

/** Stores a setting locked by {@link lockSetting}; a value equal to the built-in one is not stored. */
export async function setSetting(
  tx: Tx,
  { country, name, value }: SettingChange,
  before: string | null,
  why: { readonly staffId: number; readonly by: string; readonly at: Date } & {
    readonly reasonCode: string;
    readonly reason: string;
  },
): Promise<void> {
  const after = await storeSetting(tx, country, name, value);
  // A trigger has incremented the version.
  const { version } = await tx
    .selectFrom('setting_version')
    .select('version')
    .where('country', '=', country)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('setting_change')
    .values({
      country,
      name,
      version,
      before,
      after,
      staff_id: why.staffId,
      changed_by: why.by,
      reason_code: why.reasonCode,
      reason: why.reason,
      created_at: why.at,
    })
    .execute();
}

export async function settingsShown(db: Queryable, countries: readonly CountryCode[]) {
  const { rows } = await sql<{
    country: CountryCode;
    name: string;
    value: string | null;
    version: number;
    changed_version: number | null;
    changed_by: string | null;
    created_at: Date | null;
    reason: string | null;
    waits: string | null;
    asked_for: string | null;
  }>`
    select v.country, v.name, s.value, v.version::int as version,
      c.version::int as changed_version, c.changed_by, c.created_at, c.reason, p.waits, p.asked_for
    from unnest(${countries}::text[]) as country
    cross join unnest(${Object.keys(SETTINGS)}::text[]) as setting_name
    cross join lateral (
      select country, setting_name as name, coalesce((select version from setting_version x
        where x.country = country.country and x.name = setting_name), 0) as version
    ) as v
    left join setting s on s.country = v.country and s.name = v.name
    left join lateral (
      select * from setting_change h where h.country = v.country and h.name = v.name order by h.version desc limit 1
    ) as c on true
    left join lateral (
      select m.name as waits, a.after ->> 'value' as asked_for
      from staff_approval a join staff_member m on m.id = a.requested_by
      where a.state = 'pending' and a.subject = 'setting:' || v.country || '/' || v.name order by a.id limit 1
    ) as p on true
  `.execute(db);
  const found = new Map(rows.map((row) => [`${row.country}/${row.name}`, row]));
  return countries.flatMap((country) => {
    const defaults = defaultSettings(country);
    return (Object.keys(SETTINGS) as SettingName[]).map((name) => {
      const row = found.get(`${country}/${name}`);
      const { title, describes, group, kind } = definitionOf(name);
      const value = row?.value ?? defaults[name];
      return {
        country,
        name,
        title,
        describes,
        group,
        ...kindShown(kind),
        default: defaults[name],
        value,
        follows: (row?.value ?? null) === null,
        wrong: wrongValue(kind, value, country) ?? '',
        money: changeKindOf(name) === 'money',
        guarded: changeKindOf(name) === 'guarded',
        version: row?.version ?? 0,
        changed_by: row?.changed_by ?? '',
        changed_at: row?.created_at?.toISOString() ?? '',
        reason: row?.reason ?? '',
        elsewhere: (row?.version ?? 0) > 0 && row?.version !== row?.changed_version,
        waits: row?.waits ?? '',
        asked_for: row?.asked_for ?? '',
      };
    });
  });
}

function kindShown(kind: ReturnType<typeof definitionOf>['kind']) {
  return {
    type: kind.type,
    options:
      kind.type === 'choice' ? Object.entries(kind.options).map(([value, name]) => ({ value, name })) : [],
    placeholders: kind.type === 'text' ? [...kind.placeholders] : [],
    least: kind.type === 'number' || kind.type === 'money' ? kind.least : null,
    most: 'most' in kind ? kind.most : null,
  };
}

const pageSize = 20;

export async function settingChanges(
  db: Queryable,
  country: CountryCode,
  name: SettingName,
  before: number | undefined,
) {
  const rows = await db
    .selectFrom('setting_change')
    .selectAll()
    .where('country', '=', country)
    .where('name', '=', name)
    .$if(before !== undefined, (query) => query.where('version', '<', before ?? 0))
    .orderBy('version', 'desc')
    .limit(pageSize + 1)
    .execute();
  const result = rows.slice(0, pageSize).map((row) => ({
    version: row.version,
    before: row.before,
    after: row.after,
    by: row.changed_by,
    at: row.created_at.toISOString(),
    reason_code: row.reason_code,
    reason: row.reason,
  }));
  return { result, next: rows.length > pageSize ? String(result.at(-1)?.version ?? '') : '' };
}
