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

/** Checks whether an entry is an address, a network in CIDR notation, or a named network. */
function isNetwork(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (longest === -1) return namedNetworks.has(entry);
  return more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest));
}

/** Base of links in messages. Must end after the host, because paths are appended to it. */
const siteUrl = url
  .refine((text) => {
    if (!URL.canParse(text)) return true;
    const { pathname, search, hash } = new URL(text);
    return pathname === '/' && search === '' && hash === '';
  }, 'it must be the address of a site, without a path: https://www.example.com')
  .transform((text) => new URL(text).origin);

const publicUrls = Object.fromEntries(
  COUNTRIES.map((code) => [`PUBLIC_URL_${code}`, siteUrl.optional()]),
) as Record<`PUBLIC_URL_${CountryCode}`, z.ZodOptional<typeof siteUrl>>;

/** A setting is missing or wrong; the message names it. */
export class ConfigError extends Error {}

/**
 * Every setting of the process. An invalid one prevents the start with a sentence that names it. Settings
 * that can change at run time are in the table `setting` (feature `content`).
 */
const settings = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: port.default(3000),
  /** Address to listen on; `::` includes IPv4. */
  HOST: z.string().refine(isHost, 'it must be an IP address or a host name').default('::'),
  /**
   * PEM files of the certificate with its chain and of its key. With both, all ports of the process use
   * HTTPS.
   */
  TLS_CERTIFICATE_PATH: z.string().optional(),
  TLS_KEY_PATH: z.string().optional(),
  /** Idle timeout of a connection, seconds; has to exceed that of the proxy in front. */
  KEEP_ALIVE_SECONDS: count.min(1).max(3_600).default(75),
  DATABASE_URL: postgresUrl.optional(),
  /** Kind of server at DATABASE_URL: PostgreSQL, or a pooler in transaction mode. */
  DATABASE_POOLER: z.enum(['off', 'transaction']).default('off'),
  /** Direct address of the database behind a pooler, for notifications; defaults to DATABASE_URL. */
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  /** Replica for reports and sums; defaults to DATABASE_DIRECT_URL. */
  DATABASE_REPORTS_URL: postgresUrl.optional(),
  /** Address for migrations, as the owner of the tables; defaults to DATABASE_DIRECT_URL. */
  DATABASE_OWNER_URL: postgresUrl.optional(),
  /** Migrates before serving; turn off if `npm run migrate` does it. */
  MIGRATE_ON_START: onOff.default(true),
  /** Longest wait of a migration for a lock before it lets others pass and retries, seconds. */
  MIGRATE_LOCK_SECONDS: count.min(1).max(60).default(5),
  /** Statement timeout of migrations, seconds. */
  MIGRATE_STATEMENT_SECONDS: count.min(1).max(86_400).default(3_600),
  /** Wait for an unreachable database at start, seconds. */
  DATABASE_WAIT_SECONDS: count.max(3_600).default(60),
  DATABASE_POOL: count.min(2).max(64).default(16),
  /** Statement timeout, seconds. A connection that has not responded a second later is closed. */
  DATABASE_STATEMENT_SECONDS: count.min(1).max(3_600).default(5),
  /** Concurrent calls; further ones are answered 503 at once. */
  LOAD_MAX_CALLS: count.min(1).default(200),
  LOAD_MAX_UPLOADS: count.min(1).default(20),
  /**
   * New calls are answered 503 at once while any call has waited longer for the database or the event loop.
   */
  LOAD_MAX_WAIT_MS: count.min(1).default(200),
  /** Port for operators: liveness, readiness and metrics; none if absent. */
  OPERATIONS_PORT: port.optional(),
  OPERATIONS_HOST: z.string().refine(isHost, 'it must be an IP address or a host name').default('127.0.0.1'),
  METRICS: onOff.default(false),
  /** Seconds during which a stopping process reports that it is not ready while it still serves. */
  DRAIN_SECONDS: count.max(300).default(0),
  DATA_DIR: z.string().default('./data'),
  ...publicUrls,
  /** Address of the staff console, on its own host; without it the console is not served. */
  CONSOLE_URL: url.optional(),
  /**
   * Additional hosts that the console's settings may link to. Our own hosts and those in the code are always
   * allowed.
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
  /** Expiry of an approval request, days. */
  APPROVAL_DAYS: count.min(1).max(90).default(7),
  /** Customers that an employee may open per day (UTC), by any call. */
  PERSONAL_DATA_DAY: count.min(1).max(100_000).default(500),
  /** Customers that lists and files may show to an employee per day (UTC). */
  PERSONAL_DATA_LISTED_DAY: count.min(1).max(1_000_000).default(5000),
  /** Days that new loans and accounts wait after the staff corrected a contact. */
  CONTACT_CHANGE_DAYS: count.min(1).max(60).default(3),
  /** Defaults to `on`; production has to enable it explicitly. */
  SANDBOX: onOff.optional(),
  /** Creates the sandbox's demo customers at start (docs/demo.md). */
  DEMO_CUSTOMERS: onOff.default(true),
  BRAND: z.string().min(1).max(40).default('Wayni'),
  ...lenderSettings,
  /** Proxies trusted for the forwarded host and address: `off`, or comma-separated addresses. */
  TRUST_PROXY: z
    .string()
    .refine(isProxyList, 'it must be off, or IP addresses and networks, comma-separated')
    .default('off'),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  /** Names of settings with addresses that production may reach without TLS, comma-separated. */
  PLAIN_CONNECTIONS: z.string().optional(),
  /** Key for encryption and signatures; stored in DATA_DIR if absent. */
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
  /** Interval at which a worker looks for daily work (debits, reminders), seconds; 0 disables it. */
  DAILY_EVERY_SECONDS: count.default(2),
  /** Days that the daily checks take to read all old seals and books once. */
  CHECK_TURN_DAYS: count.min(1).default(30),
  /** Lets webhooks use http and loopback addresses, for the sandbox; production refuses it. */
  WEBHOOKS_TO_LOOPBACK: onOff.default(false),
  /** Webhook endpoints served at once by a worker, and as many again that are failing. */
  WEBHOOK_CONCURRENCY: count.min(1).max(200).default(16),
  /** Days late that a loan must exceed to be written off. */
  WRITE_OFF_DAYS: count.min(1).default(180),
  /** Folder of payout order and result files; defaults to `payouts` in DATA_DIR. */
  PAYOUT_DIR: z.string().optional(),
  /** Store of those files: the folder, or the object store. */
  PAYOUT_STORE: z.enum(['directory', 's3']).default('directory'),
  /** Store where networks deliver settlement files; `off` if people upload them. */
  SETTLEMENT_STORE: z.enum(['off', 'directory', 's3']).default('off'),
  SETTLEMENT_DIR: z.string().optional(),
  /**
   * S3-compatible server for images, documents and, by PAYOUT_STORE, payout files. Without a bucket, DATA_DIR
   * is used.
   */
  S3_ENDPOINT: url.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'it must be the name of a bucket')
    .optional(),
  S3_PREFIX: z
    .string()
    .regex(/^([\w.-]+\/)*$/, 'it must end with a slash')
    .default(''),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /**
   * Encrypts files before storing them. Keep off while processes of an older release run, which cannot read
   * them.
   */
  ENCRYPT_FILES: onOff.default(true),
  /** Lets this worker write order batches and read results. */
  PAYOUT_FILES: onOff.default(true),
  /** Seconds that the first order of a batch waits for others. */
  PAYOUT_BATCH_SECONDS: count.default(10),
  /** Sentry DSN for error reports; none are sent if absent. */
  SENTRY_DSN: z.string().refine(isDsn, 'it must be a DSN: https://key@host/project').optional(),
  /** Public Sentry DSN for errors of the borrowers' pages; none are sent if absent. */
  SENTRY_DSN_WEB: z.string().refine(isDsn, 'it must be a DSN: https://key@host/project').optional(),
  /** OTLP collector for traces, over HTTP; no traces if absent. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  /** Sampled share of traces that start here, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Application token of each channel, as `token=channel` pairs. */
  CHANNEL_TOKENS: z.string().optional(),
  SESSION_IDLE_HOURS: count.min(1).default(24),
  SESSION_MAX_DAYS: count.min(1).default(30),
  /** Oldest login that suffices to confirm a loan, hours. */
  FRESH_LOGIN_HOURS: count.min(1).default(12),
  /** Oldest re-authentication that suffices to change login methods and bank accounts, minutes. */
  PROOF_MINUTES: count.min(1).default(15),
  LIMIT_PASSWORD_ACCOUNT: count.default(10),
  LIMIT_PASSWORD_ADDRESS: count.default(30),
  LIMIT_LINKS_PERSON: count.default(5),
  LIMIT_LINKS_ADDRESS: count.default(60),
  LIMIT_BALANCE_DOCUMENTS: count.default(20),
  /** Addresses that may query one document per hour. */
  LIMIT_BALANCE_ADDRESSES: count.default(100),
  /** Queries per hour beyond which each one needs proof of work: documents per address, … */
  LIMIT_CHALLENGE_DOCUMENTS: count.default(5),
  /** … documents per network (/24, or /48 of IPv6), … */
  LIMIT_CHALLENGE_NETWORK: count.default(60),
  /** … addresses per document, … */
  LIMIT_CHALLENGE_ADDRESSES: count.default(5),
  /** … and documents in the whole country. */
  LIMIT_CHALLENGE_COUNTRY: count.default(5_000),
  /** Largest number of key derivations for a proof of work. */
  CHALLENGE_WORK: count.min(2).max(100_000).default(4_000),
  /** Payment requests by non-owners per day: per document, … */
  LIMIT_STRANGERS_PAYMENTS_DOCUMENT: count.default(10),
  /** … and per address; four times as many per neighbourhood. */
  LIMIT_STRANGERS_PAYMENTS_ADDRESS: count.default(30),
  LIMIT_SIGNUP_ADDRESS: count.default(30),
  /** Suggestions, and opinions on an offer, per address and hour. */
  LIMIT_OPINIONS_ADDRESS: count.default(30),
  /** Downloads of a customer's own data per day. */
  LIMIT_OWN_DATA_DAY: count.default(10),
  LIMIT_SMS_COUNTRY_DAY: count.default(20_000),
  /** Share of the country's daily SMS, in percent, for codes to unverified numbers. */
  LIMIT_SMS_UNPROVED_PERCENT: count.max(100).default(50),
  /** Photos a customer may upload per day. */
  LIMIT_IMAGES_DAY: count.default(30),
  /** Retention of a replaced photo, days. */
  IMAGE_REPLACED_DAYS: count.min(1).default(90),
  /** Retention of sent message records, months; the database refuses less than two years. */
  MESSAGE_MONTHS: count.min(24).default(60),
  /** Concurrent messages per provider, and concurrent payouts over all rails, per worker process. */
  SMS_CONCURRENCY: count.min(2).max(500).default(40),
  EMAIL_CONCURRENCY: count.min(2).max(500).default(40),
  /** Concurrent instalment debits at the card gateway, in the process that runs the daily job. */
  CARD_CONCURRENCY: count.min(1).max(1_000).default(300),
  PAYOUT_CONCURRENCY: count.min(1).max(500).default(24),
  ...providerSettings,
  /** The lender's four-digit number in each network's collection contract. */
  PAGO_FACIL_COMPANY: z
    .string()
    .regex(/^\d{4}$/)
    .default('9999'),
  RAPIPAGO_COMPANY: z
    .string()
    .regex(/^\d{4}$/)
    .default('9999'),
  /**
   * Chatwoot installation for the support chat; set both or neither. Without it the built-in panel takes
   * messages.
   */
  CHATWOOT_BASE_URL: url.optional(),
  CHATWOOT_WEBSITE_TOKEN: z.string().optional(),
} as const;

export const environment = z.object(settings);

/** Names of the environment variables, all explained on the operations page. */
export const settingNames = Object.keys(settings);
