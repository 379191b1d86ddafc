import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { placeCluster } from '../../platform/embedded-postgres/embedded-postgres-cluster.ts';
import { copyCluster } from '../../platform/embedded-postgres/embedded-postgres-copy.ts';
import { ConfigError, configFromEnvironment, type Config } from '../../platform/config.ts';

/** Expected failure, printed without a stack: the message is all the operator needs. */
class BackupError extends Error {}

interface Manifest {
  readonly madeAt: string;
  /** SHA-256 of each file, by path. */
  readonly files: Readonly<Record<string, string>>;
}

const manifestName = 'backup.json';

/**
 * Backs up the data folder of a one-machine install while its database is running: first the database, then
 * photos, documents, payout files and the secret, so that no row lacks its file. @returns number of files and
 * bytes
 */
export async function backUp(dataDir: string, target: string, now: Date) {
  if (existsSync(target)) throw new BackupError(`${target} exists already: choose a new folder.`);
  if (!relative(dataDir, target).startsWith('..'))
    throw new BackupError(`${target} is inside the folder to back up.`);
  const unfinished = `${target}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(join(unfinished, 'postgres'), { recursive: true, mode: 0o700 });
  await chmod(unfinished, 0o700);
  try {
    await copyCluster(dataDir, join(unfinished, 'postgres'));
    for (const name of await readdir(dataDir))
      if (name !== 'postgres') await cp(join(dataDir, name), join(unfinished, name), { recursive: true });
    const files = await digestsOf(unfinished);
    const manifest: Manifest = { madeAt: now.toISOString(), files };
    await writeFile(join(unfinished, manifestName), JSON.stringify(manifest), { mode: 0o600, flush: true });
    await rename(unfinished, target);
    return { files: Object.keys(files).length };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Restores a backup into a data folder that has no database yet. Compares every file with the manifest first.
 * @returns the time of the backup
 */
export async function restore(source: string, dataDir: string): Promise<string> {
  const manifest = await readManifest(source);
  const found = await digestsOf(source);
  const wrong = Object.keys({ ...manifest.files, ...found }).find(
    (name) => manifest.files[name] !== found[name],
  );
  if (wrong !== undefined)
    throw new BackupError(
      `${source} does not match its manifest: ${wrong} is missing, unexpected or changed.`,
    );
  // Any first start creates the secret, including this command's own.
  const inTheWay = existsSync(dataDir)
    ? (await readdir(dataDir)).filter((name) => name !== 'app-secret')
    : [];
  if (inTheWay.length > 0)
    throw new BackupError(
      `${dataDir} is in use (${inTheWay[0]}): stop the product and move the folder away, or set DATA_DIR.`,
    );
  await mkdir(dataDir, { recursive: true });
  for (const name of await readdir(source))
    if (name !== 'postgres' && name !== manifestName)
      await cp(join(source, name), join(dataDir, name), { recursive: true, force: true });
  await placeCluster(dataDir, join(source, 'postgres'));
  return manifest.madeAt;
}

async function readManifest(source: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(join(source, manifestName), 'utf8')) as Manifest;
  } catch (error) {
    throw new BackupError(`${source} is not a backup: its ${manifestName} cannot be read.`, { cause: error });
  }
}

async function digestsOf(folder: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const name of (await readdir(folder, { recursive: true })).toSorted()) {
    const path = join(folder, name);
    if (name === manifestName || !(await stat(path)).isFile()) continue;
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    digests[name.split(sep).join('/')] = hash.digest('hex');
  }
  return digests;
}

/** Default target: a timestamped folder in `backups`, next to the data folder. */
export function usualTarget(dataDir: string, now: Date): string {
  const instant = now.toISOString().slice(0, 19).replaceAll(':', '-');
  return resolve(dirname(dataDir), 'backups', instant);
}

/**
 * Settings of an install with the embedded database. @throws ConfigError if the database is external and so
 * has its own backups
 */
export function oneMachineConfig(): Config {
  const config = configFromEnvironment();
  if (config.DATABASE_URL !== undefined)
    throw new ConfigError(
      'The setting DATABASE_URL names a database of your own: back it up with its own tools (docs/operations.md#backups).',
    );
  return config;
}
