import { chmod, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts';
import { createLogger } from '../platform/logger.ts';
import { DATABASE_FOLDERS } from './memory-folder.ts';

const PREFIX = 'cuota-test-postgres-';
/** The process of the run that made the folder. */
const OWNER = 'owner.pid';

/** A folder for the PostgreSQL of this run: two runs at once must not meet. */
export async function newClusterFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, PREFIX));
  // As root the server runs as another account, which must be able to enter.
  await chmod(folder, 0o755);
  await writeFile(join(folder, OWNER), String(process.pid));
  return folder;
}

/** Stops and removes what runs left that were killed: their PostgreSQL is not their child and goes on. */
export async function sweepLeftClusters(parents = DATABASE_FOLDERS): Promise<void> {
  for (const parent of parents)
    // Not every system has each of them.
    for (const name of await readdir(parent).catch(() => []))
      if (name.startsWith(PREFIX)) await sweep(join(parent, name));
}

async function sweep(folder: string): Promise<void> {
  if (!(await isLeft(folder)) || !(await claim(folder))) return;
  const server = join(folder, 'postgres', 'cluster', 'postmaster.pid');
  const isRunning = await stat(server).then(
    () => true,
    () => false,
  );
  if (isRunning) {
    const left = await startEmbeddedPostgres({ dataDir: folder, log: createLogger('silent') });
    await left.stop();
  }
  await rm(folder, { recursive: true, force: true });
}

/** Of several runs that begin at once one sweeps. */
async function claim(folder: string): Promise<boolean> {
  const owner = join(folder, OWNER);
  try {
    await rename(owner, `${owner}.${process.pid}`);
  } catch {
    return false;
  }
  await writeFile(owner, String(process.pid));
  return true;
}

/** Without an owner it is being made in this moment, or somebody else's. */
async function isLeft(folder: string): Promise<boolean> {
  const owner = Number(await readFile(join(folder, OWNER), 'utf8').catch(() => ''));
  if (!(owner > 0)) return false;
  try {
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
