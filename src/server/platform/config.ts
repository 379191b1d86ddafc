import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { COUNTRIES, type CountryCode } from '../../countries/countries.ts';
import { paywayHosts, providerSettings } from './provider-settings.ts';

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
const port = z.coerce.number().int().min(0).max(65535);
const count = z.coerce.number().int().min(0);
const url = z.url();

function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);
}

const postgresUrl = z
  .string()
  .refine(isPostgresUrl, 'it must be a connection string: postgres://user:password@host:5432/database');

function isHost(text: string): boolean {
  return isIP(text) !== 0 || (/^[\w.-]+$/.test(text) && URL.canParse(`http://${text}`));
}

const namedNetworks = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isProxyList(text: string): boolean {
  return text === 'off' || text.split(',').every((entry) => isNetwork(entry.trim()));
}

/** An address, a network in CIDR notation, or the name of one. */
function isNetwork(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (longest === -1) return namedNetworks.has(entry);
  return more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest));
}

/** The address of each country's site. */
const publicUrls = Object.fromEntries(
  COUNTRIES.map((code) => [`PUBLIC_URL_${code}`, url.optional()]),
) as Record<`PUBLIC_URL_${CountryCode}`, z.ZodOptional<typeof url>>;

/**
 * Every setting of the process, in one place. A wrong one stops the start with a sentence that names
 * it. Settings that change while the product runs are in the table `setting` (feature `content`).
 */
const settings = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: port.default(3000),
  /** Address to listen on; `::` takes IPv4 too. */
  HOST: z.string().refine(isHost, 'it must be an IP address or a host name').default('::'),
  /** How long a connection may stay without a request: longer than the proxy in front keeps it. */
  KEEP_ALIVE_SECONDS: count.min(1).max(3_600).default(75),
  DATABASE_URL: postgresUrl.optional(),
  /** Past a pooler to the database itself, for notifications; DATABASE_URL when absent. */
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  /** As the owner of the tables, for migrations; DATABASE_DIRECT_URL when absent. */
  DATABASE_OWNER_URL: postgresUrl.optional(),
  /** Whether a process migrates before it serves; off where `npm run migrate` does it. */
  MIGRATE_ON_START: onOff.default(true),
  /** How long a migration waits for a lock before it lets others pass and tries again. */
  MIGRATE_LOCK_SECONDS: count.min(1).max(60).default(5),
  /** The longest statement of a migration. */
  MIGRATE_STATEMENT_SECONDS: count.min(1).max(86_400).default(3_600),
  DATABASE_POOL: count.min(2).max(64).default(8),
  /** The longest statement; a second later a connection without an answer is given up. */
  DATABASE_STATEMENT_SECONDS: count.min(1).max(3_600).default(5),
  /** Calls under way at most; more are answered 503 at once. */
  LOAD_MAX_CALLS: count.min(1).default(200),
  LOAD_MAX_UPLOADS: count.min(1).default(20),
  /** New calls are answered 503 at once while one has waited longer for the database or the event loop. */
  LOAD_MAX_WAIT_MS: count.min(1).default(200),
  DATA_DIR: z.string().default('./data'),
  ...publicUrls,
  /** `on` by default; in production it must be asked for. */
  SANDBOX: onOff.optional(),
  /** Whether the sandbox starts with its demo customers (docs/demo.md). */
  DEMO_CUSTOMERS: onOff.default(true),
  BRAND: z.string().min(1).max(40).default('Wayni'),
  /** Proxies whose forwarded host and address count: `off`, or a comma-separated list of addresses. */
  TRUST_PROXY: z
    .string()
    .refine(isProxyList, 'it must be off, or IP addresses and networks, comma-separated')
    .default('off'),
  /** Which processes this one runs. */
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  /** Key of encryption and signatures; kept in DATA_DIR when absent. */
  APP_SECRET: z.string().min(32).optional(),
  /** How often a worker looks whether the day has work to do (debits, reminders), seconds; 0 for never. */
  DAILY_EVERY_SECONDS: count.default(2),
  /** Folder of payout orders and results by file; `payouts` in DATA_DIR when absent. */
  PAYOUT_DIR: z.string().optional(),
  /** Whether this worker writes batches of orders and reads results there. */
  PAYOUT_FILES: onOff.default(true),
  /** How long the first order of a batch waits for others, seconds. */
  PAYOUT_BATCH_SECONDS: count.default(10),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Application token of each channel, `token=channel` pairs. */
  CHANNEL_TOKENS: z.string().optional(),
  SESSION_IDLE_HOURS: count.min(1).default(24),
  SESSION_MAX_DAYS: count.min(1).default(30),
  /** How long a login counts as fresh for changing where money goes, hours. */
  FRESH_LOGIN_HOURS: count.min(1).default(12),
  LIMIT_PASSWORD_ACCOUNT: count.default(10),
  LIMIT_PASSWORD_ADDRESS: count.default(30),
  LIMIT_LINKS_PERSON: count.default(5),
  LIMIT_LINKS_ADDRESS: count.default(60),
  LIMIT_BALANCE_DOCUMENTS: count.default(20),
  /** Different addresses that may ask for one document in an hour. */
  LIMIT_BALANCE_ADDRESSES: count.default(100),
  /** Questions in an hour beyond which each further one needs proof of work: documents per address, … */
  LIMIT_CHALLENGE_DOCUMENTS: count.default(5),
  /** … documents per network (/24, or /48 of IPv6), … */
  LIMIT_CHALLENGE_NETWORK: count.default(60),
  /** … addresses per document, … */
  LIMIT_CHALLENGE_ADDRESSES: count.default(5),
  /** … and documents in the whole country. */
  LIMIT_CHALLENGE_COUNTRY: count.default(5_000),
  /** Most key derivations that a proof of work takes. */
  CHALLENGE_WORK: count.min(2).max(100_000).default(4_000),
  LIMIT_SIGNUP_ADDRESS: count.default(30),
  /** Suggestions, and opinions on an offer, per address and hour. */
  LIMIT_OPINIONS_ADDRESS: count.default(30),
  /** Downloads of everything held about a customer, in a day. */
  LIMIT_OWN_DATA_DAY: count.default(10),
  LIMIT_SMS_COUNTRY_DAY: count.default(20_000),
  /** Photos a customer may upload in a day. */
  LIMIT_IMAGES_DAY: count.default(30),
  /** How long a photo is kept after a newer one replaced it, days. */
  IMAGE_REPLACED_DAYS: count.min(1).default(90),
  /**
   * Messages under way at a provider at a time, and payouts under way at all rails, for each worker process.
   */
  SMS_CONCURRENCY: count.min(2).max(500).default(40),
  EMAIL_CONCURRENCY: count.min(2).max(500).default(40),
  /** Instalment debits under way at the card gateway at a time, in the process that does the day's. */
  CARD_CONCURRENCY: count.min(1).max(1_000).default(300),
  PAYOUT_CONCURRENCY: count.min(1).max(500).default(24),
  ...providerSettings,
  /** The lender's four-digit number in the collection contract of each network. */
  PAGO_FACIL_COMPANY: z
    .string()
    .regex(/^\d{4}$/)
    .default('9999'),
  RAPIPAGO_COMPANY: z
    .string()
    .regex(/^\d{4}$/)
    .default('9999'),
  /** A Chatwoot that answers the support chat; both or neither. Without it the built-in panel takes messages. */
  CHATWOOT_BASE_URL: url.optional(),
  CHATWOOT_WEBSITE_TOKEN: z.string().optional(),
} as const;

const environment = z.object(settings);

/** Names of the environment variables, all of which the operations page explains. */
export const settingNames = Object.keys(settings);

export interface Config extends Omit<
  z.output<typeof environment>,
  'SANDBOX' | 'APP_SECRET' | 'CHANNEL_TOKENS' | 'TRUST_PROXY' | 'PAYOUT_DIR' | 'PAYWAY_BASE_URL'
> {
  readonly SANDBOX: boolean;
  readonly APP_SECRET: string;
  readonly PAYOUT_DIR: string;
  readonly PAYWAY_BASE_URL: string;
  /** Application token → channel name. */
  readonly channels: ReadonlyMap<string, string>;
  readonly trustProxy: false | string[];
}

/** A setting is missing or wrong; the message names it. */
export class ConfigError extends Error {}

const sandboxChannels = ['web', 'rappi', 'victor-hogar', 'plataforma-10'];

/**
 * Parses the settings.
 * @throws ConfigError when one is wrong or a needed one is missing
 */
export function parseConfig(source: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`The setting ${String(issue?.path[0])} is wrong: ${issue?.message}.`);
  }
  const values = parsed.data;
  const isProduction = values.NODE_ENV === 'production';
  if (isProduction && values.SANDBOX === undefined) {
    throw new ConfigError(
      'The setting SANDBOX must be given in production: off, or on to run the stand-ins knowingly.',
    );
  }
  if (isProduction && values.APP_SECRET === undefined) {
    throw new ConfigError(
      'The setting APP_SECRET is missing: production needs at least 32 characters of it.',
    );
  }
  if (isProduction && values.SANDBOX === false) requireParties(values);
  if ((values.CHATWOOT_BASE_URL === undefined) !== (values.CHATWOOT_WEBSITE_TOKEN === undefined)) {
    throw new ConfigError(
      'The settings CHATWOOT_BASE_URL and CHATWOOT_WEBSITE_TOKEN belong together: give both or neither.',
    );
  }
  const SANDBOX = values.SANDBOX ?? true;
  const dataDir = resolve(values.DATA_DIR);
  requireFolder(dataDir);
  const { APP_SECRET, CHANNEL_TOKENS, TRUST_PROXY, ...rest } = values;
  return {
    ...rest,
    SANDBOX,
    DATA_DIR: dataDir,
    PAYWAY_BASE_URL: values.PAYWAY_BASE_URL ?? paywayHosts[isProduction ? 'production' : 'test'],
    PAYOUT_DIR: resolve(values.PAYOUT_DIR ?? join(dataDir, 'payouts')),
    APP_SECRET: APP_SECRET ?? keptSecret(dataDir),
    channels: parseChannels(CHANNEL_TOKENS, SANDBOX),
    trustProxy: TRUST_PROXY === 'off' ? false : TRUST_PROXY.split(',').map((entry) => entry.trim()),
  };
}

/** Reads the process environment; the only place that does. */
export function configFromEnvironment(): Config {
  return parseConfig(process.env);
}

/** Without the stand-ins these have no default: links need an address that no request's Host can forge. */
const neededInProduction = [
  ...COUNTRIES.map((code) => `PUBLIC_URL_${code}` as const),
  'SMTP_URL',
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_FROM',
] as const;

function requireParties(values: z.output<typeof environment>): void {
  const missing = neededInProduction.find((name) => values[name] === undefined);
  if (missing)
    throw new ConfigError(`The setting ${missing} is missing: production without the sandbox needs it.`);
}

/** Photos, the secret and the database's files need it; better to know at the start than at the first photo. */
function requireFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ConfigError(`The setting DATA_DIR is wrong: ${dataDir} is not a folder to write to (${code}).`);
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
  if (isSandbox) for (const name of sandboxChannels) channels.set(name, name);
  for (const pair of pairs?.split(',') ?? []) {
    const [token, channel] = pair.split('=').map((part) => part.trim());
    if (!token || !channel)
      throw new ConfigError('The setting CHANNEL_TOKENS must be token=channel pairs, comma-separated.');
    channels.set(token, channel);
  }
  return channels;
}
