import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration';
import type { Database } from './database.ts';

const folder = join(import.meta.dirname, '..', 'migrations');

/** Numbered SQL files, each run whole. */
const provider: MigrationProvider = {
  async getMigrations() {
    const migrations: Record<string, Migration> = {};
    for (const file of await migrationFiles()) {
      const text = await readFile(join(folder, file), 'utf8');
      migrations[file.replace(/\.sql$/, '')] = {
        up: async (db: Kysely<unknown>) => {
          await sql.raw(text).execute(db);
        },
      };
    }
    return migrations;
  },
};

async function migrationFiles(): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
}

/**
 * Brings the schema up to date; safe to run from several processes at once.
 * @throws when a migration fails, with its name
 */
export async function migrate(db: Database): Promise<string[]> {
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'unknown';
    throw new Error(`The migration ${failed} failed`, { cause: error });
  }
  return results?.map((result) => result.migrationName) ?? [];
}

/** True when every migration of this release has been applied. */
export async function isCurrent(db: Database): Promise<boolean> {
  const applied = await new Migrator({ db, provider }).getMigrations();
  return applied.every((migration) => migration.executedAt !== undefined);
}
