import { spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The system account PostgreSQL runs as; undefined is the launcher's own. */
export type Account = { uid: number; gid: number } | undefined;

/** Location of a cluster's programs and files, and the account that runs them. */
export type Cluster = {
  /** Folder with `initdb`, `pg_ctl` and `postgres`. */
  bin: string;
  /** PostgreSQL's data directory. */
  directory: string;
  /** Folder of the server's socket; undefined where the system has none or the name is too long for one. */
  sockets: string | undefined;
  /** Output of pg_ctl and of a server that cannot start. */
  startLog: string;
  account: Account;
};

/** Sized for two cores with some gigabytes of memory; everything that guards data stays at its safest. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  synchronous_commit: 'on',
  timezone: 'UTC',
  logging_collector: 'on',
  log_directory: 'log',
  // Seven files, each overwritten a week later: the log never grows without bound.
  log_filename: 'postgres-%a.log',
  log_rotation_age: '1d',
  log_truncate_on_rotation: 'on',
  // Statements, their values and the DETAIL of errors hold personal data, so none of them is written.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const START_TIMEOUT_SECONDS = 120;
const STOP_TIMEOUT_SECONDS = 30;
/** Above every system's highest process id, so never alive. */
const DEAD_PID = 2147483647;

/**
 * Runs one of PostgreSQL's programs to its end as `account`.
 * @throws Error with the program's output, when it fails.
 */
export async function runProgram(program: string, args: string[], account: Account): Promise<void> {
  const child = spawn(program, args, {
    ...account,
    // The launcher's directory may be one the account cannot enter.
    cwd: '/',
    env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  let output = '';
  const keep = (chunk: string): void => {
    output = (output + chunk).slice(-4000);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', (cause) =>
      reject(new Error(`${program} could not be run: ${cause.message}`, { cause })),
    );
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`${program} failed: ${output.trim()}`);
}

/** Starts the server on `port` and waits until it takes connections. It outlives the launcher. */
export async function startServer(cluster: Cluster, port: number): Promise<void> {
  await disownStaleLock(cluster);
  const settings: Record<string, string> = {
    ...SETTINGS,
    port: String(port),
    unix_socket_directories: cluster.sockets ?? '',
  };
  // A container's /dev/shm is often 64 MB, too little for a parallel hash join; System V memory has no such limit.
  if (process.platform === 'linux') settings.dynamic_shared_memory_type = 'sysv';
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${quote(value)}`);
  await rm(cluster.startLog, { force: true });
  await runProgram(
    join(cluster.bin, 'pg_ctl'),
    ['start', '-w', '-s', '-t', String(START_TIMEOUT_SECONDS)].concat(
      ['-D', cluster.directory, '-l', cluster.startLog],
      ['-o', options.join(' ')],
    ),
    cluster.account,
  ).catch(async (error: Error) => {
    const said = await readFile(cluster.startLog, 'utf8').catch(() => '');
    throw new Error(`${error.message}\n${said.slice(-2000)}`.trim(), { cause: error });
  });
  await letProductGoFirst(cluster);
}

/**
 * Puts the server into Linux's batch class: a process of it that is woken does not take the processor from the
 * product's one thread, which has just woken it and has others to serve (docs/decisions/0095-postgres-in-batch.md).
 * It stays in the usual class where the system has no such command or refuses it.
 */
async function letProductGoFirst(cluster: Cluster): Promise<void> {
  const lock = await readLock(cluster);
  if (process.platform !== 'linux' || !lock) return;
  await runProgram('chrt', ['--batch', '--pid', '0', String(lock.pid)], cluster.account).catch(
    () => undefined,
  );
}

/** Ends every session and shuts down with a checkpoint ("fast"); returns when the server is gone. */
export async function stopServer(cluster: Cluster): Promise<void> {
  await runProgram(
    join(cluster.bin, 'pg_ctl'),
    ['stop', '-w', '-s', '-m', 'fast', '-t', String(STOP_TIMEOUT_SECONDS), '-D', cluster.directory],
    cluster.account,
  );
}

/** The port of the server that runs on the cluster, or undefined when none does. */
export async function runningPort(cluster: Cluster): Promise<number | undefined> {
  const lock = await readLock(cluster);
  if (!lock || !(await isPostgres(lock.pid, cluster))) return undefined;
  return lock.port;
}

/**
 * After a crash the lock file stays behind, and in a restarted container its process id often belongs to
 * another program of the same account, so PostgreSQL refuses to start. Only the id is replaced: the file's
 * other lines let PostgreSQL see sessions of the dead server that still hold its memory.
 */
async function disownStaleLock(cluster: Cluster): Promise<void> {
  const lock = await readLock(cluster);
  if (!lock || !isAlive(lock.pid) || (await isPostgres(lock.pid, cluster))) return;
  await writeFile(lockFile(cluster), lock.text.replace(/^\d+/, String(DEAD_PID)));
}

async function isPostgres(pid: number, cluster: Cluster): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  // A process that hides its command line might be the server: leave the judgement to PostgreSQL.
  if (commandLine === undefined) return isAlive(pid);
  return commandLine.split('\0').includes(cluster.directory);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function readLock(cluster: Cluster): Promise<{ pid: number; port: number; text: string } | undefined> {
  const text = await readFile(lockFile(cluster), 'utf8').catch(() => undefined);
  // Lines: process id, data directory, start time, port, … (PostgreSQL's pidfile.h).
  const lines = text?.split('\n') ?? [];
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (text === undefined || !(pid > 0) || !(port > 0)) return undefined;
  return { pid, port, text };
}

function lockFile(cluster: Cluster): string {
  return join(cluster.directory, 'postmaster.pid');
}

/** pg_ctl hands its options to a shell. */
function quote(value: string): string {
  return process.platform === 'win32' ? `"${value}"` : `'${value}'`;
}
