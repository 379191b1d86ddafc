import { isIP } from 'node:net';
import { z } from 'zod';
import { COUNTRIES, type CountryCode } from '../../countries/countries.ts';
import { lenderSettings } from './lender-settings.ts';
import { providerSettings, url } from './provider-settings.ts';

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
const port = z.coerce.number().int().min(0).max(65535);
const count = z.coerce.number().int().min(0);

function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);
}

const postgresUrl = z
  .string()
  .refine(isPostgresUrl, 'it must be a connection string: postgres://user:password@host:5432/database');

function isDsn(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\/\w+@[^/]+\/(.+\/)?\d+$/.test(text);
}

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

/** Base of the links in messages: anything after the host would end up in the middle of them. */
const siteUrl = url
  .refine((text) => {
    if (!URL.canParse(text)) return true;
    const { pathname, search, hash } = new URL(text);
    return pathname === '/' && search === '' && hash === '';
  }, 'it must be the address of a site, without a path: https://www.example.com')
  .transform((text) => new URL(text).origin);

/** The address of each country's site. */
const publicUrls = Object.fromEntries(
  COUNTRIES.map((code) => [`PUBLIC_URL_${code}`, siteUrl.optional()]),
) as Record<`PUBLIC_URL_${CountryCode}`, z.ZodOptional<typeof siteUrl>>;

/** A setting is missing or wrong; the message names it. */
export class ConfigError extends Error {}

/**
 * Every setting of the process, in one place. A wrong one stops the start with a sentence that names
 * it. Settings that change while the product runs are in the table `setting` (feature `content`).
 */
const settings = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: port.default(3000),
  /** Address to listen on; `::` takes IPv4 too. */
  HOST: z.string().refine(isHost, 'it must be an IP address or a host name').default('::'),
  /** Files of a certificate with its chain and of its key, PEM: with both the process speaks HTTPS on all its ports. */
  TLS_CERTIFICATE_PATH: z.string().optional(),
  TLS_KEY_PATH: z.string().optional(),
  /** Idle time of a connection, seconds: longer than the proxy in front keeps it. */
  KEEP_ALIVE_SECONDS: count.min(1).max(3_600).default(75),
  DATABASE_URL: postgresUrl.optional(),
  /** Server at DATABASE_URL: PostgreSQL, or a pooler that lends a connection for one transaction. */
  DATABASE_POOLER: z.enum(['off', 'transaction']).default('off'),
  /** Past a pooler to the database itself, for notifications; DATABASE_URL when absent. */
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  /** Address of a replica, for reports and sums; DATABASE_DIRECT_URL when absent. */
  DATABASE_REPORTS_URL: postgresUrl.optional(),
  /** As the owner of the tables, for migrations; DATABASE_DIRECT_URL when absent. */
  DATABASE_OWNER_URL: postgresUrl.optional(),
  /** Migrates before serving; off where `npm run migrate` does it. */
  MIGRATE_ON_START: onOff.default(true),
  /** Wait of a migration for a lock before it lets others pass and tries again, seconds. */
  MIGRATE_LOCK_SECONDS: count.min(1).max(60).default(5),
  /** The longest statement of a migration. */
  MIGRATE_STATEMENT_SECONDS: count.min(1).max(86_400).default(3_600),
  /** Wait of a start or command for an unreachable database, seconds. */
  DATABASE_WAIT_SECONDS: count.max(3_600).default(60),
  DATABASE_POOL: count.min(2).max(64).default(16),
  /** The longest statement; a second later a connection without an answer is given up. */
  DATABASE_STATEMENT_SECONDS: count.min(1).max(3_600).default(5),
  /** Calls under way at most; more are answered 503 at once. */
  LOAD_MAX_CALLS: count.min(1).default(200),
  LOAD_MAX_UPLOADS: count.min(1).default(20),
  /** New calls are answered 503 at once while one has waited longer for the database or the event loop. */
  LOAD_MAX_WAIT_MS: count.min(1).default(200),
  /** Port for who runs the product: whether the process lives, is ready, and its figures; none when absent. */
  OPERATIONS_PORT: port.optional(),
  OPERATIONS_HOST: z.string().refine(isHost, 'it must be an IP address or a host name').default('127.0.0.1'),
  /** Serves the metrics. */
  METRICS: onOff.default(false),
  /** Seconds during which a stopping process reports that it is not ready while it still serves. */
  DRAIN_SECONDS: count.max(300).default(0),
  DATA_DIR: z.string().default('./data'),
  ...publicUrls,
  /** The staff's console, on a host of its own; without it nothing of it is served. */
  CONSOLE_URL: url.optional(),
  /**
   * Extra hosts that the console's settings may link to; our own and those in the code are always allowed.
   */
  LINK_HOSTS: z
    .string()
    .default('')
    .transform((list) => list.split(',').map((each) => each.trim().toLowerCase()))
    .transform((hosts) => hosts.filter((each) => each !== ''))
    .refine(
      (hosts) => hosts.every((each) => /^[a-z\d.-]+(?::\d+)?$/.test(each)),
      'it must be host names, comma-separated',
    ),
  /** Time before an approval request expires, days. */
  APPROVAL_DAYS: count.min(1).max(90).default(7),
  /** Daily limit (UTC) of customers opened by an employee, by any call. */
  PERSONAL_DATA_DAY: count.min(1).max(100_000).default(500),
  /** Daily limit (UTC) of customers shown to an employee by lists and files. */
  PERSONAL_DATA_LISTED_DAY: count.min(1).max(1_000_000).default(5000),
  /** Wait for new loans and accounts after the staff corrected a contact, days. */
  CONTACT_CHANGE_DAYS: count.min(1).max(60).default(3),
  /** `on` by default; in production it must be asked for. */
  SANDBOX: onOff.optional(),
  /** Creates the sandbox's demo customers at start (docs/demo.md). */
  DEMO_CUSTOMERS: onOff.default(true),
  BRAND: z.string().min(1).max(40).default('Wayni'),
  ...lenderSettings,
  /** Trusted proxies for the forwarded host and address: `off`, or a comma-separated list of addresses. */
  TRUST_PROXY: z
    .string()
    .refine(isProxyList, 'it must be off, or IP addresses and networks, comma-separated')
    .default('off'),
  /** Processes to run here. */
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  /** Settings with an address that production may reach without TLS, comma-separated names. */
  PLAIN_CONNECTIONS: z.string().optional(),
  /** Key of encryption and signatures; kept in DATA_DIR when absent. */
  APP_SECRET: z
    .string()
    .min(32)
    .refine(
      (secret) => !secret.includes(',') && secret === secret.trim(),
      'it must have no comma, and no space at its ends: APP_SECRETS_ACCEPTED could not name it',
    )
    .optional(),
  /** Other accepted secrets during a rotation, comma-separated. */
  APP_SECRETS_ACCEPTED: z
    .string()
    .refine(
      (list) => list.split(',').every((each) => each.trim().length >= 32),
      'each must have 32 characters',
    )
    .optional(),
  /** Interval at which a worker looks for daily work (debits, reminders), seconds; 0 for never. */
  DAILY_EVERY_SECONDS: count.default(2),
  /** In how many days the daily checks have read all old seals and books once. */
  CHECK_TURN_DAYS: count.min(1).default(30),
  /** Folder of payout orders and results by file; `payouts` in DATA_DIR when absent. */
  PAYOUT_DIR: z.string().optional(),
  /** Store of these instead: a folder, or the object store. */
  PAYOUT_STORE: z.enum(['directory', 's3']).default('directory'),
  /** Store that the networks write settlement files to; off: people upload them. */
  SETTLEMENT_STORE: z.enum(['off', 'directory', 's3']).default('off'),
  SETTLEMENT_DIR: z.string().optional(),
  /** A server that speaks S3, for images, papers and (by PAYOUT_STORE) payouts; DATA_DIR where there is no bucket. */
  S3_ENDPOINT: url.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'it must be the name of a bucket')
    .optional(),
  /** Prefix of every key. */
  S3_PREFIX: z
    .string()
    .regex(/^([\w.-]+\/)*$/, 'it must end with a slash')
    .default(''),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /**
   * Encrypts files before they are stored; off while processes of an older release, which cannot read them,
   * run.
   */
  ENCRYPT_FILES: onOff.default(true),
  /** This worker writes batches of orders and reads results there. */
  PAYOUT_FILES: onOff.default(true),
  /** Seconds during which the first order of a batch waits for others. */
  PAYOUT_BATCH_SECONDS: count.default(10),
  /** DSN for error reports, as Sentry gives it; no reports when absent. */
  SENTRY_DSN: z.string().refine(isDsn, 'it must be a DSN: https://key@host/project').optional(),
  /** DSN for errors of the borrowers' pages; no reports when absent. It is public. */
  SENTRY_DSN_WEB: z.string().refine(isDsn, 'it must be a DSN: https://key@host/project').optional(),
  /** OTLP collector for traces, over HTTP; no traces when absent. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  /** Sampled share of traces that begin here, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Application token of each channel, `token=channel` pairs. */
  CHANNEL_TOKENS: z.string().optional(),
  SESSION_IDLE_HOURS: count.min(1).default(24),
  SESSION_MAX_DAYS: count.min(1).default(30),
  /** Age of a login that suffices for confirming a loan, hours. */
  FRESH_LOGIN_HOURS: count.min(1).default(12),
  /** Age of a re-authentication that suffices for changing login methods and bank accounts, minutes. */
  PROOF_MINUTES: count.min(1).default(15),
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
  /** Payments that non-owners may open in a day: for a document, … */
  LIMIT_STRANGERS_PAYMENTS_DOCUMENT: count.default(10),
  /** … and from an address; four times as many from its neighbourhood. */
  LIMIT_STRANGERS_PAYMENTS_ADDRESS: count.default(30),
  LIMIT_SIGNUP_ADDRESS: count.default(30),
  /** Suggestions, and opinions on an offer, per address and hour. */
  LIMIT_OPINIONS_ADDRESS: count.default(30),
  /** Downloads of everything held about a customer, in a day. */
  LIMIT_OWN_DATA_DAY: count.default(10),
  LIMIT_SMS_COUNTRY_DAY: count.default(20_000),
  /** Share of them, in percent, for codes to unproved numbers. */
  LIMIT_SMS_UNPROVED_PERCENT: count.max(100).default(50),
  /** Photos a customer may upload in a day. */
  LIMIT_IMAGES_DAY: count.default(30),
  /** Retention of a photo after a newer one replaced it, days. */
  IMAGE_REPLACED_DAYS: count.min(1).default(90),
  /** Retention of records of sent messages, months; the database refuses less than two years. */
  MESSAGE_MONTHS: count.min(24).default(60),
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

export const environment = z.object(settings);

/** Names of the environment variables; the operations page explains all of them. */
export const settingNames = Object.keys(settings);
