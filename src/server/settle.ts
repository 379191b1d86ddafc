import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { createPorts } from './integrations/create-ports.ts';
import { importCollection, type Imported } from './payments/service.ts';
import { ConfigError, configFromEnvironment, type Config } from './platform/config.ts';
import { openDatabase } from './platform/database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { openJobs } from './platform/jobs.ts';
import { createLogger } from './platform/logger.ts';
import { migrate } from './platform/migrate.ts';
import { systemChance, vaultOf } from './platform/secrets.ts';
import { openClock } from './sandbox/clock.ts';

/**
 * Books a network's settlement file: `npm run settle -- <network> <file>`. Ends with 0 when every line is booked,
 * 2 when some wait for a person, 1 when the file was refused.
 */
const log = createLogger('error');
const [network, path] = process.argv.slice(2);
if (network === undefined || path === undefined) end('Usage: npm run settle -- <network> <file>', 1);
const config = readConfig();
const embedded =
  config.DATABASE_URL === undefined
    ? await startEmbeddedPostgres({ dataDir: config.DATA_DIR, log })
    : undefined;
try {
  const bytes = await readFile(path);
  const imported = await settle(config.DATABASE_URL ?? embedded?.url ?? '', bytes);
  process.stdout.write(textOf(imported));
  process.exitCode = imported.ok ? (imported.rejects.length > 0 ? 2 : 0) : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await embedded?.stop();
}

async function settle(databaseUrl: string, bytes: Buffer): Promise<Imported> {
  const database = openDatabase(databaseUrl, 2);
  await migrate(database.db);
  const handle = await openClock(config, database.db, databaseUrl);
  const { clock } = handle;
  const jobs = await openJobs(databaseUrl, log);
  const vault = vaultOf(config.APP_SECRET);
  const ports = createPorts({ config, db: database.db, clock, vault });
  const deps = { config, db: database.db, clock, chance: systemChance, vault, log, jobs, ports };
  try {
    return await importCollection(deps, { network: network ?? '', name: basename(path ?? ''), bytes });
  } finally {
    await jobs.stop();
    await handle.close();
    await database.close();
  }
}

function textOf(imported: Imported): string {
  if (!imported.ok) return `Refused, nothing was booked: ${imported.reason}.\n`;
  const { lines, booked, amount, outcomes, rejects } = imported;
  const counts = [...outcomes].map(([outcome, count]) => `${outcome} ${count}`).join(', ');
  const head = `${lines} lines, ${amount} in all; booked now: ${booked}. ${counts}\n`;
  const listed = rejects.map(
    ({ line, outcome, reason, reportId, amount: each }) =>
      `line ${line}: ${outcome}, ${reportId}, ${each}: ${reason}\n`,
  );
  return head + listed.join('');
}

function readConfig(): Config {
  try {
    return configFromEnvironment();
  } catch (error) {
    if (error instanceof ConfigError) end(error.message, 1);
    throw error;
  }
}

function end(message: string, code: number): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}
