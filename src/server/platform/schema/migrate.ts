import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../database.ts';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', '..', 'migrations');

/** Numbered SQL file and the declarations in its first lines. */
interface MigrationFile {
  readonly name: string;
  readonly text: string;
  /**
   * Programs that do not have this migration but still work after it: `*` for all, or the name of the
   * migration they need at least. Undefined if the file does not declare it, which means none.
   */
  readonly worksWith: string | undefined;
  /** False if its statements run one by one, outside a transaction; each must then be repeatable. */
  readonly isTransactional: boolean;
}

/** Every migration of this release, in order. */
export async function migrationFiles(): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (file) => migrationOf(file.slice(0, -4), await readFile(join(folder, file), 'utf8'))),
  );
}

let known: Promise<ReadonlySet<string>> | undefined;

function knownMigrations(): Promise<ReadonlySet<string>> {
  known ??= migrationFiles().then((files) => new Set(files.map(({ name }) => name)));
  return known;
}

/** @throws if a declaration at the top of the file is unknown */
export function migrationOf(name: string, text: string): MigrationFile {
  let worksWith: string | undefined;
  let isTransactional = true;
  for (const [, key, value = ''] of text.matchAll(/^-- (release|transaction): *(.*)$/gm)) {
    const [, earlier] = /^contract after (\d{4}-[a-z0-9-]+)$/.exec(value) ?? [];
    if (key === 'release' && (value === 'expand' || earlier)) worksWith = earlier ?? '*';
    else if (key === 'transaction' && value === 'none') isTransactional = false;
    else throw new Error(`The migration ${name} says "${key}: ${value}", which is not known.`);
  }
  return { name, text, worksWith, isTransactional };
}

/** Statements of a file that runs outside a transaction; each ends with a semicolon at the end of a line. */
export function statementsOf({ name, text }: Pick<MigrationFile, 'name' | 'text'>): string[] {
  if (text.includes('$$')) throw new Error(`The migration ${name} has a function: it needs a transaction.`);
  return text
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** The database has migrations of a later release with which this one does not work. */
export class NewerSchemaError extends Error {}

/** The database lacks migrations that this process may not apply. */
export class OlderSchemaError extends Error {}

/** Limits on how long a migration blocks others and how long it runs. */
interface MigrationLimits {
  /**
   * Longest wait for a lock, during which later transactions wait too; then it lets them pass and retries.
   */
  readonly lockSeconds: number;
  readonly statementSeconds: number;
}

const usualLimits: MigrationLimits = { lockSeconds: 5, statementSeconds: 3_600 };
/** Attempts to get a lock. One that is never free has to be resolved by a person. */
const lockTries = 30;
const connectMs = 10_000;
const turnMs = 3_600_000;

/** Called before migrations are applied; `isFirst` for an empty database. */
type OnMissing = (names: readonly string[], isFirst: boolean) => void;

interface Applied {
  readonly name: string;
  readonly works_with: string | null;
}

const lockNotAvailable = '55P03';

/**
 * Updates the schema; safe to run from several processes at once. Branches are merged in any order, so every
 * migration that the database lacks is applied, even if later ones are present; each in its own transaction.
 * @param url address of the database itself, not of a pooler, with the owner of the tables
 * @param files defaults to those of this release
 * @returns names of the applied migrations
 * @throws NewerSchemaError if a later release has migrated and this one does not work with it; otherwise an
 * Error that names the failed migration
 */
export async function migrate(
  url: string,
  limits: MigrationLimits = usualLimits,
  files?: readonly MigrationFile[],
  onMissing?: OnMissing,
): Promise<string[]> {
  return migrateBy(url, limits, files ?? (await migrationFiles()), onMissing);
}

async function migrateBy(
  url: string,
  limits: MigrationLimits,
  files: readonly MigrationFile[],
  onMissing?: OnMissing,
): Promise<string[]> {
  const client = await connect(url, limits);
  try {
    if (missingOf(files, await appliedOn(client)).length === 0) return [];
    await waitForTurn(client);
    await openBook(client);
    const missing = missingOf(files, await appliedOn(client));
    if (missing.length > 0)
      onMissing?.(
        missing.map(({ name }) => name),
        missing.length === files.length,
      );
    for (const file of missing) await apply(client, file, limits);
    return missing.map(({ name }) => name);
  } finally {
    // Closing the session releases the lock.
    await client.end();
  }
}

async function connect(url: string, { statementSeconds }: MigrationLimits): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: (statementSeconds + 1) * 1_000,
    keepAlive: true,
    application_name: 'cuota-migrate',
  });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(
    `select set_config('statement_timeout', $1, false), set_config('synchronous_commit', 'on', false)`,
    [String(statementSeconds * 1_000)],
  );
  return client;
}

/** @throws NewerSchemaError */
function missingOf(files: readonly MigrationFile[], applied: readonly Applied[]): MigrationFile[] {
  refuseNewer(applied, new Set(files.map(({ name }) => name)));
  const done = new Set(applied.map(({ name }) => name));
  return files.filter(({ name }) => !done.has(name));
}

function refuseNewer(applied: readonly Applied[], names: ReadonlySet<string>): void {
  const newer = applied.find(
    ({ name, works_with }) =>
      !names.has(name) && works_with !== '*' && !(works_with !== null && names.has(works_with)),
  );
  if (newer)
    throw new NewerSchemaError(
      `The database is newer than this program: it has the migration ${newer.name}, which this release does not know. Run the release that brought it, or a later one.`,
    );
}

const undefinedTable = '42P01';
const none = (error: unknown): { rows: Applied[] } => {
  // The table does not exist before the first start.
  if (error instanceof pg.DatabaseError && error.code === undefinedTable) return { rows: [] };
  throw error;
};

/** Rows of earlier releases have no `works_with`. */
async function appliedOn(client: pg.Client): Promise<readonly Applied[]> {
  const asked = client.query<Applied>(
    `select name, to_jsonb(m) ->> 'works_with' as works_with from kysely_migration m order by name desc`,
  );
  return (await asked.catch(none)).rows;
}

async function appliedIn(db: Database): Promise<readonly Applied[]> {
  const asked = sql<Applied>`
    select name, to_jsonb(m) ->> 'works_with' as works_with from kysely_migration m order by name desc
  `.execute(db);
  return (await asked.catch(none)).rows;
}

/** Lock id shared with earlier releases. */
const turnLock = '3853314791062309107';

/**
 * Waits until no other process migrates. Polls, because a statement that waits in the database would block a
 * concurrent index build.
 */
async function waitForTurn(client: pg.Client): Promise<void> {
  const ends = performance.now() + turnMs;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      turnLock,
    ]);
    if (rows[0]?.taken) return;
    if (performance.now() > ends) throw new Error('Another process has been migrating for an hour.');
    await pause(200);
  }
}

/** Bookkeeping tables, which earlier releases read as well. */
const bookText = `
  create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
  create table if not exists kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
  insert into kysely_migration_lock (id) values ('migration_lock') on conflict do nothing;
  alter table kysely_migration add column if not exists works_with varchar(255);
`;

async function openBook(client: pg.Client): Promise<void> {
  await client.query(bookText);
}

async function apply(client: pg.Client, file: MigrationFile, limits: MigrationLimits): Promise<void> {
  try {
    if (file.isTransactional) await applyWhole(client, file, limits);
    else await applyStatements(client, file);
  } catch (error) {
    throw new Error(`The migration ${file.name} failed`, { cause: error });
  }
}

async function applyWhole(
  client: pg.Client,
  file: MigrationFile,
  { lockSeconds }: MigrationLimits,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query('begin');
      await client.query(`select set_config('lock_timeout', $1, true)`, [String(lockSeconds * 1_000)]);
      await client.query(file.text);
      await writeDown(client, file);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      const isHeldUp = error instanceof pg.DatabaseError && error.code === lockNotAvailable;
      if (!isHeldUp || attempt >= lockTries) throw error;
      await pause(1_000 * (0.5 + Math.random()));
    }
  }
}

/** Invalid index left by an interrupted concurrent build, which blocks only its own retry. */
const brokenIndexQuery = `
  select format('drop index concurrently %s', i.indexrelid::regclass) as statement
  from pg_index i where not i.indisvalid and i.indexrelid = to_regclass($1)`;
const builtIndex = /^create (?:unique )?index concurrently (?:if not exists )?(\w+) /i;

async function applyStatements(client: pg.Client, file: MigrationFile): Promise<void> {
  for (const statement of statementsOf(file)) {
    const index = builtIndex.exec(statement)?.[1];
    if (index !== undefined) {
      const { rows } = await client.query<{ statement: string }>(brokenIndexQuery, [index]);
      for (const drop of rows) await client.query(drop.statement);
    }
    await client.query(statement);
  }
  await writeDown(client, file);
}

async function writeDown(client: pg.Client, { name, worksWith }: MigrationFile): Promise<void> {
  await client.query('insert into kysely_migration (name, timestamp, works_with) values ($1, $2, $3)', [
    name,
    new Date().toISOString(),
    worksWith ?? null,
  ]);
}

/** Checks whether every migration of this release has been applied. */
export async function isCurrent(db: Database): Promise<boolean> {
  const done = new Set((await appliedIn(db)).map(({ name }) => name));
  return Array.from(await knownMigrations()).every((name) => done.has(name));
}

/**
 * Check for a process that may not migrate.
 * @throws OlderSchemaError if a migration of this release is missing
 * @throws NewerSchemaError if a later release has migrated and this one does not work with it
 */
export async function requireCurrent(db: Database): Promise<void> {
  const [lacking] = missingOf(await migrationFiles(), await appliedIn(db));
  if (lacking)
    throw new OlderSchemaError(
      `The database lacks the migration ${lacking.name}, and MIGRATE_ON_START is off: run npm run migrate first.`,
    );
}
