import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  cp,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';

import { prepareBinaries } from './embedded-postgres-binaries.ts';
import { runProgram, type Account, type Cluster } from './embedded-postgres-process.ts';

/** Passwords of a cluster, stored in `connection.json`, which only the launcher's account can read. */
export type Credentials = {
  /** Password of `postgres`, used by the launcher only. */
  adminPassword: string;
  /** Password of `cuota`, owner of the product's database. */
  ownerPassword: string;
};

const POSTGRES_MAJOR = '18';
/** Folders used if PostgreSQL's account cannot enter the data directory. Both survive a reboot. */
const SHELTERS = ['/var/lib/cuota', '/var/tmp/cuota'];

/**
 * Finds the cluster that belongs to `dataDir`, or creates it.
 *
 * Its folder is `dataDir/postgres`. PostgreSQL refuses to run as root, so root runs it as the account
 * `postgres` or `nobody`. If that account cannot enter `dataDir` (under /root, for example), the cluster is
 * created under /var/lib/cuota (otherwise /var/tmp/cuota) with a random name stored in
 * `dataDir/postgres/location`: moving the data directory keeps the database, and deleting it starts with an
 * empty one.
 * @throws Error with instructions if the files belong to another account or another major version
 */
export async function prepareCluster(
  dataDir: string,
): Promise<{ cluster: Cluster; credentials: Credentials }> {
  const own = join(dataDir, 'postgres');
  await mkdir(dataDir, { recursive: true });
  await mkdir(own, { recursive: true, mode: 0o711 });
  const home = (await readLocation(own)) ?? (await chooseHome(own));
  const account = await accountFor(home);
  const copies = home === own ? home : join(home, '..');
  const cluster: Cluster = {
    bin: await prepareBinaries(copies, account),
    directory: join(home, 'cluster'),
    sockets: socketsIn(home),
    startLog: join(home, 'start.log'),
    account,
  };
  const credentials = await readCredentials(own);
  await createCluster(cluster, credentials);
  await checkVersion(cluster.directory);
  return { cluster, credentials };
}

/**
 * Moves a copied cluster (`copyCluster`) to this machine's own location.
 * @param copy folder with `cluster` and `connection.json`
 * @throws Error if a cluster already exists, or the copy is of another major version
 */
export async function placeCluster(dataDir: string, copy: string): Promise<void> {
  const own = join(dataDir, 'postgres');
  await mkdir(own, { recursive: true, mode: 0o711 });
  const home = (await readLocation(own)) ?? (await chooseHome(own));
  const directory = join(home, 'cluster');
  if (await exists(directory)) throw new Error(`${directory} already contains a database`);
  const account = await accountFor(home);
  await writeOnce(join(own, 'connection.json'), await readFile(join(copy, 'connection.json'), 'utf8'));
  const unfinished = `${directory}.${randomBytes(4).toString('hex')}`;
  try {
    await cp(join(copy, 'cluster'), unfinished, { recursive: true });
    if (account) await giveTo(unfinished, account);
    await chmod(unfinished, 0o700);
    await checkVersion(unfinished);
    await rename(unfinished, directory);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function giveTo(path: string, { uid, gid }: NonNullable<Account>): Promise<void> {
  await chown(path, uid, gid);
  for (const name of await readdir(path, { recursive: true })) await chown(join(path, name), uid, gid);
}

/** Socket folder; undefined on Windows and if the socket's path would exceed 107 bytes (unix(7)). */
function socketsIn(home: string): string | undefined {
  const longest = Buffer.byteLength(join(home, '.s.PGSQL.65535.lock'));
  return process.platform === 'win32' || longest > 107 ? undefined : home;
}

async function readLocation(own: string): Promise<string | undefined> {
  const text = await readFile(join(own, 'location'), 'utf8').catch(() => '');
  return text.trim() || undefined;
}

async function chooseHome(own: string): Promise<string> {
  const account = await unprivilegedAccount();
  if (!account || (await exists(join(own, 'cluster')))) return own;
  await chown(own, account.uid, account.gid);
  if (await canEnter(own, account)) return own;

  const home = join(await shelter(), randomBytes(8).toString('hex'));
  await mkdir(home, { mode: 0o711 });
  await chown(home, account.uid, account.gid);
  if (!(await canEnter(home, account))) {
    throw new Error(
      `PostgreSQL can use neither ${own} nor ${home}: set DATA_DIR to a folder others may enter`,
    );
  }
  await writeOnce(join(own, 'location'), `${home}\n`);
  const location = (await readLocation(own)) ?? home;
  if (location !== home) await rm(home, { recursive: true });
  return location;
}

async function shelter(): Promise<string> {
  for (const path of SHELTERS) {
    const made = await mkdir(path, { recursive: true }).then(
      () => true,
      () => false,
    );
    // /var/tmp is writable by everyone, so a folder created by another account is not trusted.
    if (!made || (await stat(path)).uid !== 0) continue;
    await chmod(path, 0o755);
    return path;
  }
  throw new Error(
    `PostgreSQL needs one of ${SHELTERS.join(', ')}: set DATA_DIR to a folder others may enter`,
  );
}

/** Account that runs a cluster: the one that owns it, never root. */
async function accountFor(home: string): Promise<Account> {
  const self = process.getuid?.();
  if (self === undefined) return undefined;
  const { uid, gid } = await stat(home);
  if (self === 0) return uid === 0 ? unprivilegedAccount() : { uid, gid };
  if (uid !== self) {
    throw new Error(`${home} belongs to another account (${uid}): run as that account, or set DATA_DIR`);
  }
  return undefined;
}

/** If run as root, an unprivileged account that initdb can look up by name; otherwise undefined. */
async function unprivilegedAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const [, , uid, gid] = lines.find(([account]) => account === name) ?? [];
    // macOS writes the id as -2, which the kernel treats as unsigned.
    if (uid && gid) return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
  }
  throw new Error('PostgreSQL does not run as root: add an account named postgres, or set DATABASE_URL');
}

function canEnter(path: string, account: Account): Promise<boolean> {
  return runProgram('/bin/sh', ['-c', '[ -x "$1" ] && [ -w "$1" ]', 'sh', path], account).then(
    () => true,
    () => false,
  );
}

/**
 * Reads the credentials, or writes them first. Two launchers may start at once; both then read those of the
 * first.
 */
async function readCredentials(own: string): Promise<Credentials> {
  const path = join(own, 'connection.json');
  if (!(await exists(path))) {
    const fresh: Credentials = {
      adminPassword: randomBytes(24).toString('hex'),
      ownerPassword: randomBytes(24).toString('hex'),
    };
    await writeOnce(path, JSON.stringify(fresh));
  }
  return JSON.parse(await readFile(path, 'utf8')) as Credentials;
}

/** Writes a file readable by this account only, in one step, unless it already exists. */
async function writeOnce(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(unfinished, text, { mode: 0o600, flush: true });
  await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(unfinished);
}

/**
 * Initialises under a temporary name and renames, so that a launcher killed midway leaves no partial cluster.
 */
async function createCluster(cluster: Cluster, credentials: Credentials): Promise<void> {
  if (await exists(join(cluster.directory, 'PG_VERSION'))) return;
  const unfinished = `${cluster.directory}.${randomBytes(4).toString('hex')}`;
  const passwordFile = `${unfinished}.password`;
  try {
    await writeFile(passwordFile, credentials.adminPassword, { mode: 0o600 });
    if (cluster.account) await chown(passwordFile, cluster.account.uid, cluster.account.gid);
    await runProgram(
      join(cluster.bin, 'initdb'),
      ['-D', unfinished, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`].concat([
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ]),
      cluster.account,
    );
    await chmod(unfinished, 0o700);
    await rename(unfinished, cluster.directory).catch(async (error: unknown) => {
      if (!(await exists(join(cluster.directory, 'PG_VERSION')))) throw error;
    });
  } finally {
    await rm(passwordFile, { force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function checkVersion(directory: string): Promise<void> {
  const version = (await readFile(join(directory, 'PG_VERSION'), 'utf8')).trim();
  if (version === POSTGRES_MAJOR) return;
  throw new Error(
    `${directory} was written by PostgreSQL ${version}, this is ${POSTGRES_MAJOR}: ` +
      'dump it with the older release and load it into the newer',
  );
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
