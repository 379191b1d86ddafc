import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration';
import pg from 'pg';
import type { Database } from './database.ts';

const folder = join(import.meta.dirname, '..', 'migrations');

/** Numbered SQL files, each run whole. */
const provider: MigrationProvider = {
  async getMigrations() {
    const migrations: Record<string, Migration> = {};
    for (const file of await migrationFiles()) {
      const text = await readFile(join(folder, file), 'utf8');
      migrations[nameOf(file)] = {
        up: async (db: Kysely<unknown>) => {
          await sql.raw(text).execute(db);
        },
      };
    }
    return migrations;
  },
};

const undefinedTable = '42P01';
const nameOf = (file: string) => file.replace(/\.sql$/, '');

async function migrationFiles(): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
}

/** Branches end in any order, so every migration that a database lacks is applied, later ones present or not. */
const migratorOf = (db: Database) => new Migrator({ db, provider, allowUnorderedMigrations: true });

/** The database has migrations of a later release. */
export class NewerSchemaError extends Error {}

/**
 * Brings the schema up to date; safe to run from several processes at once.
 * @throws NewerSchemaError when a later release has been at work; otherwise, when a migration fails, with its name
 */
export async function migrate(db: Database): Promise<string[]> {
  await refuseNewer(db);
  const { error, results } = await migratorOf(db).migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'unknown';
    throw new Error(`The migration ${failed} failed`, { cause: error });
  }
  return results?.map((result) => result.migrationName) ?? [];
}

async function refuseNewer(db: Database): Promise<void> {
  const known = new Set((await migrationFiles()).map(nameOf));
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name desc
  `
    .execute(db)
    // The first start of all has no such table yet.
    .catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === undefinedTable) return { rows: [] };
      throw error;
    });
  const newer = rows.find(({ name }) => !known.has(name));
  if (newer)
    throw new NewerSchemaError(
      `The database is newer than this program: it has the migration ${newer.name}, which this release does not know. Run the release that brought it, or a later one.`,
    );
}

/** True when every migration of this release has been applied. */
export async function isCurrent(db: Database): Promise<boolean> {
  const applied = await migratorOf(db).getMigrations();
  return applied.every((migration) => migration.executedAt !== undefined);
}
