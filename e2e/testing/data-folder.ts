import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { newClusterFolder } from '../../src/server/testing/left-clusters.ts';
import { databaseFolder } from '../../src/server/testing/memory-folder.ts';

/** A data folder of its own; what is left of a run that was killed goes with the next. */
export async function newDataDir(): Promise<string> {
  return newClusterFolder(await databaseFolder());
}

/** A data folder of its own with a migrated and seeded database; outside a test run it is empty. */
export async function preparedDataDir(): Promise<string> {
  const isTestRun = process.env.VITEST_POOL_ID !== undefined;
  return isTestRun ? copyOf(inject('prepared')) : newDataDir();
}

/** A data folder with what stands in another one, whose product has stopped. */
export async function copyOf(prepared: string): Promise<string> {
  const dataDir = await newDataDir();
  // Where PostgreSQL cannot enter the folder, its files stand elsewhere, and a copy would share them.
  if (existsSync(join(prepared, 'postgres', 'location'))) return dataDir;
  if (process.platform === 'win32') await cp(prepared, dataDir, { recursive: true });
  // The database's files belong to the account that runs it. The dot copies the contents; `join` would remove it.
  else await promisify(execFile)('cp', ['-a', `${prepared}/.`, dataDir]);
  // Without it each product would create and migrate a database of its own, and nobody would notice but the clock.
  if (!existsSync(join(dataDir, 'postgres', 'cluster'))) throw new Error(`${prepared} was not copied`);
  return dataDir;
}
