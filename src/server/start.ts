import { COUNTRIES, type CountryCode } from '../countries/countries.ts';
import { isToldWhole } from './operator-errors.ts';
import { ConfigError, configFromEnvironment, requirePorts, type Config } from './platform/config.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from './platform/embedded-postgres/embedded-postgres.ts';
import { checkDatabaseUrl } from './platform/database-url.ts';
import type { ErrorReports } from './platform/log/error-reports.ts';
import { surviveClosedTerminal } from './platform/log/standard-output.ts';
import { requireFreeAddress } from './platform/http/listen.ts';
import { createLogger } from './platform/logger.ts';
import { NewerSchemaError } from './platform/schema/migrate.ts';
import { localUrlOf, publicUrlOf } from './platform/public-url.ts';
import { reasonOf } from './platform/trouble.ts';
import { useStrongTls } from './platform/tls/strong-tls.ts';
import type { Running } from './run.ts';
import { packOf } from '../countries/index.ts';

/** Text for a terminal once the product is ready. */
async function welcomeText(
  config: Pick<Config, 'SANDBOX' | 'DEMO_CUSTOMERS' | 'CONSOLE_URL' | `PUBLIC_URL_${CountryCode}`>,
  port: number,
): Promise<string> {
  const sites = COUNTRIES.map((code) => ({
    name: packOf(code).country,
    url: publicUrlOf({ ...config, PORT: port }, code),
  }));
  const lines = ['', 'Cuota is ready', ...sites.map(({ name, url }) => `  ${name.padEnd(10)} ${url}`)];
  if (config.SANDBOX) lines.push(`  Sandbox    ${sites.map(({ url }) => `${url}/sandbox`).join('   ')}`);
  if (config.CONSOLE_URL !== undefined) lines.push(`  Console    ${config.CONSOLE_URL}`);
  if (config.SANDBOX && config.DEMO_CUSTOMERS) lines.push('', ...(await demoTable()));
  return `${lines.join('\n')}\n\n`;
}

async function demoTable(): Promise<string[]> {
  const { demoLogins } = await import('./sandbox/demo/service.ts');
  const logins = demoLogins();
  return [
    `Demo customers, password ${logins[0]?.password} (docs/demo.md):`,
    ...logins.map(
      ({ country, email, documentNumber, kind }) =>
        `  ${country}  ${email.padEnd(28)} ${documentNumber.padEnd(9)} ${kind}`,
    ),
  ];
}

/** Longer than any request or job may take; afterwards the process exits, which loses nothing committed. */
const LONGEST_STOP_MS = 30_000;

surviveClosedTerminal();
useStrongTls();
const config = readConfig();
let embedded: EmbeddedPostgres | undefined;
let running: Running | undefined;
const reports = await errorReports();
const log = createLogger(config.LOG_LEVEL, undefined, reports);
let stopping: Promise<void> | undefined;

const started = start();
// A signal during the start waits for its end, because half a start cannot be undone cleanly. Ctrl-C arrives
// twice, from the terminal and through npm.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => void (stopping ??= stop()));
// The parent process was killed and cannot forward a signal.
process.on('disconnect', () => void (stopping ??= stop()));
await started;

function readConfig(): Config {
  try {
    const settings = configFromEnvironment();
    requirePorts(settings);
    return settings;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Imported only if error reporting is configured. */
async function errorReports(): Promise<ErrorReports | undefined> {
  const { SENTRY_DSN, NODE_ENV, ROLE } = config;
  if (SENTRY_DSN === undefined) return undefined;
  const { openErrorReports } = await import('./platform/log/error-reports.ts');
  return openErrorReports({ dsn: SENTRY_DSN, environment: NODE_ENV, role: ROLE, trace: currentTrace });
}

function currentTrace(): string | undefined {
  return running?.currentTrace();
}

async function start(): Promise<void> {
  try {
    if (config.ROLE !== 'worker') await requireFreeAddress(config);
    await checkAddresses();
    const url = config.DATABASE_URL ?? (await startOwnDatabase());
    // Imported last, because it is most of the program: a wrong setting is reported at once.
    const { run } = await import('./run.ts');
    running = await run(config, url, log);
    const { port } = running;
    log.info({ port, addresses: COUNTRIES.map((code) => localUrlOf(code, port)) }, 'ready');
    if (config.NODE_ENV === 'development') process.stdout.write(await welcomeText(config, port));
  } catch (error) {
    const isTold = isToldWhole(error);
    if (!isTold) log.error({ err: error }, 'could not start');
    process.stderr.write(isTold ? `${error.message}\n` : `Could not start: ${reasonOf(error)}\n`);
    if (error instanceof NewerSchemaError && embedded) process.stderr.write(`${wayOut()}\n`);
    await embedded?.stop();
    await reports?.flush();
    process.exit(1);
  }
}

async function checkAddresses(): Promise<void> {
  for (const name of [
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'DATABASE_OWNER_URL',
    'DATABASE_REPORTS_URL',
  ] as const)
    if (config[name] !== undefined)
      await checkDatabaseUrl(config[name], {
        setting: name,
        waitSeconds: config.DATABASE_WAIT_SECONDS,
        onWait: (why) => log.warn({ setting: name, why }, 'waiting for the database'),
      });
}

/**
 * Advice after switching to an older branch. The whole folder is moved, because it also holds the secret and
 * the photos that belong to the rows.
 */
function wayOut(): string {
  const { DATA_DIR } = config;
  return `To start with an empty one, move its folder away: mv ${DATA_DIR} ${DATA_DIR}-newer. Or keep one for each branch: set DATA_DIR.`;
}

async function startOwnDatabase(): Promise<string> {
  embedded = await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log });
  return embedded.localUrl;
}

/** Stops API and worker, letting current work finish, then the database. */
async function stop(): Promise<void> {
  setTimeout(
    () => {
      log.error({}, 'stopping takes too long, exiting now');
      process.exit(1);
    },
    LONGEST_STOP_MS + config.DRAIN_SECONDS * 1_000,
  ).unref();
  await started;
  try {
    await running?.stop();
    await embedded?.stop();
    log.info({}, 'stopped');
    await reports?.flush();
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, 'did not stop cleanly');
    process.exit(1);
  }
}
