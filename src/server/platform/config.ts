import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { z } from 'zod';
import { COUNTRIES, type CountryCode } from '../../countries/countries.ts';
import type { CollectionAccount, Lender } from '../../countries/lender.ts';
import { lenderSettingNames, lendersOf, type LenderSetting } from './lender-settings.ts';
import { whatsappMessages, type WhatsAppMessages } from './whatsapp-settings.ts';
import { arcaHosts, paywayHosts } from './provider-settings.ts';
import { refusePlainConnections } from './tls/plain-connections.ts';
import { sitesOf } from './sites/sites.ts';
import { ConfigError, environment, settingNames } from './settings.ts';
import { isIP } from 'node:net';
import { STAFF_ROLES, type StaffRole } from '../../contract/staff/permissions.ts';

/** Role or country for each group of the identity provider. */
type StaffGroups = ReadonlyMap<string, StaffRole | CountryCode>;

interface ConsoleValues {
  readonly CONSOLE_URL?: string | undefined;
  readonly CONSOLE_OIDC_ISSUER?: string | undefined;
  readonly CONSOLE_OIDC_CLIENT_ID?: string | undefined;
  readonly CONSOLE_OIDC_CLIENT_SECRET?: string | undefined;
  readonly CONSOLE_OIDC_GROUPS?: string | undefined;
  readonly SANDBOX: boolean;
}

const oidcNames = ['CONSOLE_OIDC_ISSUER', 'CONSOLE_OIDC_CLIENT_ID', 'CONSOLE_OIDC_CLIENT_SECRET'] as const;

/**
 * Checks that the console can be signed in to and does not share a host with borrowers.
 * @throws ConfigError
 */
function checkConsole(values: ConsoleValues): StaffGroups | undefined {
  const given = oidcNames.filter((name) => values[name] !== undefined);
  if (given.length > 0 && given.length < oidcNames.length)
    throw new ConfigError(`The settings ${oidcNames.join(', ')} belong together: give all or none.`);
  const { CONSOLE_URL: consoleUrl } = values;
  if (consoleUrl === undefined) return undefined;
  const { host, hostname, pathname, search } = new URL(consoleUrl);
  if (pathname !== '/' || search !== '')
    throw new ConfigError('The setting CONSOLE_URL is wrong: it is a host without a path.');
  const borrowers = Object.entries(values).filter(([name]) => name.startsWith('PUBLIC_URL_'));
  if (borrowers.some(([, url]) => typeof url === 'string' && new URL(url).host === host))
    throw new ConfigError('The setting CONSOLE_URL is wrong: the console has a host of its own.');
  if (!values.SANDBOX && given.length === 0 && isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    throw new ConfigError(
      'The setting CONSOLE_URL is wrong: passkeys, the only way in without an identity provider, belong to a name and not to an address.',
    );
  return groupsOf(values.CONSOLE_OIDC_GROUPS);
}

function groupsOf(pairs: string | undefined): StaffGroups | undefined {
  if (pairs === undefined) return undefined;
  const gifts: readonly (StaffRole | CountryCode)[] = [...STAFF_ROLES, ...COUNTRIES];
  return new Map(
    pairs.split(',').map((pair) => {
      const [group = '', given] = pair.split('=').map((part) => part.trim());
      const gift = gifts.find((each) => each === given);
      if (group === '' || gift === undefined)
        throw new ConfigError(
          `The setting CONSOLE_OIDC_GROUPS is wrong: ${pair.trim()} is not group=role or group=country.`,
        );
      return [group, gift];
    }),
  );
}

export { ConfigError } from './settings.ts';

export interface Config extends Omit<
  z.output<typeof environment>,
  | 'SANDBOX'
  | 'APP_SECRET'
  | 'APP_SECRETS_ACCEPTED'
  | 'CHANNEL_TOKENS'
  | 'TRUST_PROXY'
  | 'PAYOUT_DIR'
  | 'PAYWAY_BASE_URL'
  | 'ARCA_WSAA_URL'
  | 'ARCA_WSFE_URL'
  | 'CONSOLE_OIDC_GROUPS'
  | 'WHATSAPP_MESSAGES'
  | LenderSetting
> {
  readonly SANDBOX: boolean;
  readonly APP_SECRET: string;
  /** Previous or upcoming secrets; their signatures and ciphertexts are also accepted. */
  readonly acceptedSecrets: readonly string[];
  readonly PAYOUT_DIR: string;
  readonly PAYWAY_BASE_URL: string;
  readonly ARCA_WSAA_URL: string;
  readonly ARCA_WSFE_URL: string;
  /** Application token → channel name. */
  readonly channels: ReadonlyMap<string, string>;
  readonly trustProxy: false | string[];
  /** Roles and countries by the identity provider's groups; undefined if the console assigns them. */
  readonly staffGroups: StaffGroups | undefined;
  /** SMS messages that are tried by WhatsApp first. */
  readonly whatsapp: WhatsAppMessages;
  readonly lenders: Readonly<Record<CountryCode, Lender>>;
  /** Bank account of each country that receives payments by transfer. */
  readonly collectionAccounts: Readonly<Record<CountryCode, CollectionAccount>>;
}

export const CHANNEL_NAMES: readonly string[] = ['web', 'rappi', 'victor-hogar', 'plataforma-10'];

/** Parses the settings. @throws ConfigError if one is invalid or a required one is missing */
export function parseConfig(source: Readonly<Record<string, string | undefined>>): Config {
  const given = withFiles(
    Object.fromEntries(
      Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
    ),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) throw new ConfigError(wrongOnes(parsed.error.issues));
  const values = parsed.data;
  requireTogether([...requirements, () => sitesOf(values)], values);
  const isProduction = values.NODE_ENV === 'production';
  const SANDBOX = values.SANDBOX ?? true;
  const staffGroups = checkConsole({ ...values, SANDBOX });
  const arca = arcaHosts[isProduction ? 'production' : 'test'];
  const dataDir = resolve(values.DATA_DIR);
  requireFolder(dataDir);
  const {
    APP_SECRET,
    APP_SECRETS_ACCEPTED,
    CHANNEL_TOKENS,
    TRUST_PROXY,
    CONSOLE_OIDC_GROUPS: _groups,
    WHATSAPP_MESSAGES,
    ...rest
  } = values;
  return {
    ...rest,
    SANDBOX,
    staffGroups,
    whatsapp: whatsappMessages(WHATSAPP_MESSAGES, { ...values, SANDBOX }),
    ...lendersOf(values),
    DATA_DIR: dataDir,
    PAYWAY_BASE_URL: values.PAYWAY_BASE_URL ?? paywayHosts[isProduction ? 'production' : 'test'],
    ARCA_WSAA_URL: values.ARCA_WSAA_URL ?? arca.wsaa,
    ARCA_WSFE_URL: values.ARCA_WSFE_URL ?? arca.wsfe,
    PAYOUT_DIR: resolve(values.PAYOUT_DIR ?? join(dataDir, 'payouts')),
    APP_SECRET: APP_SECRET ?? keptSecret(dataDir),
    acceptedSecrets: APP_SECRETS_ACCEPTED?.split(',').map((each) => each.trim()) ?? [],
    channels: parseChannels(CHANNEL_TOKENS, SANDBOX),
    trustProxy: TRUST_PROXY === 'off' ? false : TRUST_PROXY.split(',').map((entry) => entry.trim()),
  };
}

type Values = z.output<typeof environment>;

/** Formats one sentence per invalid setting. */
function wrongOnes(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]) {
  const byName = new Map(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
  return Array.from(byName, ([name, message]) => `The setting ${name} is wrong: ${message}.`)
    .toReversed()
    .join('\n');
}

/** Rules across settings; each throws its own ConfigError. */
const requirements: readonly ((values: Values) => void)[] = [
  ({ NODE_ENV, SANDBOX }) => {
    if (NODE_ENV === 'production' && SANDBOX === undefined)
      throw new ConfigError(
        'The setting SANDBOX must be given in production: off, or on to run the stand-ins knowingly.',
      );
  },
  ({ NODE_ENV, APP_SECRET }) => {
    if (NODE_ENV === 'production' && APP_SECRET === undefined)
      throw new ConfigError(
        'The setting APP_SECRET is missing: production needs at least 32 characters of it.',
      );
  },
  (values) => {
    if (values.NODE_ENV === 'production' && values.SANDBOX !== true) requireParties(values);
  },
  (values) => {
    if (values.NODE_ENV === 'production') refusePlainConnections(values);
  },
  ({ DATABASE_POOLER, DATABASE_DIRECT_URL }) => {
    if (DATABASE_POOLER !== 'off' && DATABASE_DIRECT_URL === undefined)
      throw new ConfigError(
        'The setting DATABASE_POOLER needs DATABASE_DIRECT_URL: notifications and long work go past it.',
      );
  },
  ({ NODE_ENV, SANDBOX, WEBHOOKS_TO_LOOPBACK }) => {
    if (WEBHOOKS_TO_LOOPBACK && (NODE_ENV === 'production' || SANDBOX === false))
      throw new ConfigError(
        'The setting WEBHOOKS_TO_LOOPBACK is wrong: webhooks may reach this machine in the sandbox only, never in production.',
      );
  },
  (values) => requireBoth(values, 'TLS_CERTIFICATE_PATH', 'TLS_KEY_PATH'),
  (values) => requireBoth(values, 'ARCA_CERTIFICATE', 'ARCA_KEY'),
  (values) => requireBoth(values, 'ARCA_CERTIFICATE', 'ARCA_POINT_OF_SALE'),
  requireArcaKey,
  (values) => requireBoth(values, 'CFE_URL', 'CFE_TOKEN'),
  (values) => requireBoth(values, 'CHATWOOT_BASE_URL', 'CHATWOOT_WEBSITE_TOKEN'),
  requireStore,
];

function requireBoth(values: Values, one: keyof Values, other: keyof Values): void {
  if ((values[one] === undefined) !== (values[other] === undefined))
    throw new ConfigError(`The settings ${one} and ${other} belong together: give both or neither.`);
}

/** Checks the pair at the start: ARCA refuses every login of a wrong one, and invoices wait unnoticed for an hour. */
function requireArcaKey({ ARCA_CERTIFICATE: certificate, ARCA_KEY: key }: Values): void {
  if (certificate === undefined || key === undefined) return;
  try {
    const own = createPrivateKey(key);
    // The signature of a login is made with RSA.
    if (own.asymmetricKeyType === 'rsa' && new X509Certificate(certificate).checkPrivateKey(own)) return;
  } catch {
    // Unreadable: the sentence below says so, without any of it.
  }
  throw new ConfigError(
    'The settings ARCA_CERTIFICATE and ARCA_KEY are wrong: they must be a certificate and its own RSA key, both in PEM, the key without a password.',
  );
}

/**
 * Checks every rule before failing, so that an operator can fix all errors at once.
 * @throws ConfigError with a line for each violated rule
 */
function requireTogether(all: readonly ((values: Values) => void)[], values: Values): void {
  const said = all.flatMap((require) => {
    try {
      require(values);
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return [error.message];
      throw error;
    }
  });
  if (said.length > 0) throw new ConfigError(said.join('\n'));
}

/**
 * Checks the ports of a serving process. Migrations and commands read the same settings but listen on no
 * port.
 * @throws ConfigError
 */
export function requirePorts({
  METRICS,
  OPERATIONS_PORT,
}: Pick<Config, 'METRICS' | 'OPERATIONS_PORT'>): void {
  if (METRICS && OPERATIONS_PORT === undefined)
    throw new ConfigError('The setting METRICS needs OPERATIONS_PORT: the figures are served there.');
}

/**
 * Reads settings given as `NAME_FILE` from that file: secrets are mounted as files so that no process list
 * shows them.
 */
function withFiles(given: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const read = settingNames.flatMap((name): [string, string][] => {
    const path = given[`${name}_FILE`];
    if (path === undefined) return [];
    if (given[name] !== undefined)
      throw new ConfigError(`The settings ${name} and ${name}_FILE are both given: give one.`);
    try {
      return [[name, readFileSync(path, 'utf8').trim()]];
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      throw new ConfigError(`The setting ${name}_FILE is wrong: ${path} cannot be read (${code}).`);
    }
  });
  return { ...given, ...Object.fromEntries(read.filter(([, value]) => value !== '')) };
}

/** Reads the process environment. No other code does. */
export function configFromEnvironment(): Config {
  const config = parseConfig(process.env);
  if (config.SANDBOX && !existsSync(standIns))
    throw new ConfigError(
      'The setting SANDBOX is wrong: this image is for production, without stand-ins and demo customers; build its target demo for them.',
    );
  return config;
}

/** Sandbox providers, absent from the production image (docs/operations.md#containers). */
const standIns = join(import.meta.dirname, '..', 'sandbox');

/**
 * Settings required in production: links need an address that a forged Host header cannot change, and
 * documents name the lending company.
 */
const neededInProduction = [
  ...lenderSettingNames,
  ...COUNTRIES.map((code) => `PUBLIC_URL_${code}` as const),
  'SMTP_URL',
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_FROM',
] as const;

function requireParties(values: Values): void {
  throwMissing(neededInProduction, values, 'production without the sandbox needs it');
}

function throwMissing(names: readonly (keyof Values)[], values: Values, why: string): void {
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length > 0)
    throw new ConfigError(missing.map((name) => `The setting ${name} is missing: ${why}.`).join('\n'));
}

const storeNames = ['S3_BUCKET', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/**
 * Requires an object store's settings to be complete: with only some of them, photos would silently stay on
 * the machine's own disk.
 */
function requireStore(values: Values): void {
  if (values.SETTLEMENT_STORE === 'directory')
    throwMissing(['SETTLEMENT_DIR'], values, 'SETTLEMENT_STORE=directory needs it');
  const isByStore = values.PAYOUT_STORE === 's3' || values.SETTLEMENT_STORE === 's3';
  const isNeeded = isByStore || storeNames.some((name) => values[name] !== undefined);
  if (isNeeded) throwMissing(storeNames, values, 'the object store needs it');
}

/**
 * Checks at the start that the folder of photos, the secret and the database is writable, rather than failing
 * at the first photo.
 */
function requireFolder(dataDir: string): void {
  try {
    makeFolder(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ConfigError(`The setting DATA_DIR is wrong: ${dataDir} is not a folder to write to (${code}).`);
  }
}

/**
 * Creates one level at a time, because Node's `recursive` never returns on systems that refuse a dangling
 * last segment.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process of the same start may have created it in the meantime.
    if (!existsSync(path)) throw error;
  }
}

function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'app-secret');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const secret = randomBytes(32).toString('base64url');
  writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  return secret;
}

function parseChannels(pairs: string | undefined, isSandbox: boolean): ReadonlyMap<string, string> {
  const channels = new Map<string, string>();
  if (isSandbox) for (const name of CHANNEL_NAMES) channels.set(name, name);
  for (const pair of pairs?.split(',') ?? []) {
    const [token, channel] = pair.split('=').map((part) => part.trim());
    if (!token || !channel)
      throw new ConfigError('The setting CHANNEL_TOKENS must be token=channel pairs, comma-separated.');
    if (!CHANNEL_NAMES.includes(channel))
      throw new ConfigError(
        `The setting CHANNEL_TOKENS is wrong: ${channel} is none of the channels ${CHANNEL_NAMES.join(', ')}.`,
      );
    channels.set(token, channel);
  }
  return channels;
}
