import { createRequire } from 'node:module';
import { randomBytes } from 'node:crypto';
import { access, chmod, constants, cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

import { runProgram, type Account } from './embedded-postgres-process.ts';

const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
};

type Link = { source: string; target: string };

/**
 * Folder with `initdb`, `pg_ctl` and `postgres`, executable by `account`. The installed package is used in
 * place if that account can read it and its library links exist or can be created; otherwise it is copied
 * once to `copies`.
 * @throws Error with instructions if no package exists for this system
 */
export async function prepareBinaries(copies: string, account: Account): Promise<string> {
  const { directory, version } = await installedPackage();
  const links = await readLinks(directory);
  const bin = join(directory, 'native', 'bin');
  if ((await makeLinks(directory, links)) && (await canRun(bin, account))) return bin;

  const copy = join(copies, `binaries-${version}-${process.platform}-${process.arch}`);
  if (!(await exists(copy))) await copyPackage(directory, copy, links);
  return join(copy, 'native', 'bin');
}

async function installedPackage(): Promise<{ directory: string; version: string }> {
  const name = `@embedded-postgres/${SYSTEMS[process.platform] ?? process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new Error(
      `There is no ${name}: install it with npm ci, or set DATABASE_URL to a PostgreSQL of your own`,
      { cause },
    );
  }
  const directory = join(dirname(entry), '..');
  const manifest = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as { version: string };
  return { directory, version: manifest.version };
}

/**
 * Links of the package, which npm cannot pack and therefore lists in a file; the package's own install script
 * may not have run.
 */
async function readLinks(directory: string): Promise<Link[]> {
  const text = await readFile(join(directory, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  return JSON.parse(text) as Link[];
}

/** Returns false if the links are missing and this process may not write there. */
async function makeLinks(directory: string, links: Link[]): Promise<boolean> {
  try {
    for (const { source, target } of links) await makeLink(directory, source, target);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
    throw error;
  }
}

async function makeLink(directory: string, source: string, target: string): Promise<void> {
  const path = join(directory, target);
  if (await exists(path)) return;
  try {
    await symlink(relative(dirname(target), source), path);
  } catch (error) {
    // Another launcher created it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function canRun(bin: string, account: Account): Promise<boolean> {
  if (!account) {
    return access(join(bin, 'postgres'), constants.X_OK).then(
      () => true,
      () => process.platform === 'win32',
    );
  }
  return runProgram(join(bin, 'postgres'), ['--version'], account).then(
    () => true,
    () => false,
  );
}

/** Copies to a temporary name and renames, so that a launcher killed midway leaves no partial copy. */
async function copyPackage(directory: string, copy: string, links: Link[]): Promise<void> {
  const unfinished = `${copy}.${randomBytes(4).toString('hex')}`;
  await mkdir(dirname(copy), { recursive: true, mode: 0o755 });
  await cp(join(directory, 'native'), join(unfinished, 'native'), {
    recursive: true,
    filter: async (source) => !(await lstat(source)).isSymbolicLink(),
  });
  // Set explicitly because of the umask: the other account has to read it.
  await chmod(unfinished, 0o755);
  await makeLinks(unfinished, links);
  try {
    await rename(unfinished, copy);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!(await exists(copy))) throw error;
  }
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
