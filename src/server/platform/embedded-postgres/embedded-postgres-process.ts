import { spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** System account that PostgreSQL runs as; undefined for the launcher's own. */
export type Account = { uid: number; gid: number } | undefined;

/** Programs and files of a cluster, and the account that runs them. */
export type Cluster = {
  /** Folder with `initdb`, `pg_ctl` and `postgres`. */
  bin: string;
  directory: string;
  /** Folder of the server's socket; undefined if the system has none or the name would be too long. */
  sockets: string | undefined;
  /** Output of pg_ctl, and of a server that fails to start. */
  startLog: string;
  account: Account;
};

/** Sized for two cores and a few gigabytes of memory. Durability settings keep their safest values. */
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
  // Seven files, each overwritten after a week, so that the log does not grow without bound.
  log_filename: 'postgres-%a.log',
  log_rotation_age: '1d',
  log_truncate_on_rotation: 'on',
  // Statements, their values and the DETAIL of errors contain personal data, so they are not logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const START_TIMEOUT_SECONDS = 120;
const STOP_TIMEOUT_SECONDS = 30;
/** Above the highest process id of any system, so no process has it. */
const DEAD_PID = 2147483647;

/**
 * Runs a PostgreSQL program as `account` and waits for it.
 * @throws Error with the program's output if it fails
 */
export async function runProgram(program: string, args: string[], account: Account): Promise<void> {
  const child = spawn(program, args, {
    ...account,
    // The account may not be able to enter the launcher's directory.
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

/** Starts the server on `port` and waits until it accepts connections. The server outlives the launcher. */
export async function startServer(cluster: Cluster, port: number): Promise<void> {
  await disownStaleLock(cluster);
  const settings: Record<string, string> = {
    ...SETTINGS,
    port: String(port),
    unix_socket_directories: cluster.sockets ?? '',
  };
  // A container's /dev/shm is often 64 MB, too small for a parallel hash join; System V memory has no such
  // limit.
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
 * Moves the server to Linux's batch scheduling class, so that a server process that wakes up does not preempt
 * the product's single thread (docs/decisions/0095-postgres-in-batch.md). Ignored if the system has no such
 * command or refuses it.
 */
async function letProductGoFirst(cluster: Cluster): Promise<void> {
  const lock = await readLock(cluster);
  if (process.platform !== 'linux' || !lock) return;
  await runProgram('chrt', ['--batch', '--pid', '0', String(lock.pid)], cluster.account).catch(
    () => undefined,
  );
}

/** Ends all sessions and shuts down with a checkpoint ("fast"); returns once the server has stopped. */
export async function stopServer(cluster: Cluster): Promise<void> {
  await runProgram(
    join(cluster.bin, 'pg_ctl'),
    ['stop', '-w', '-s', '-m', 'fast', '-t', String(STOP_TIMEOUT_SECONDS), '-D', cluster.directory],
    cluster.account,
  );
}

/** Port of the cluster's running server, or undefined. */
export async function runningPort(cluster: Cluster): Promise<number | undefined> {
  const lock = await readLock(cluster);
  if (!lock || !(await isPostgres(lock.pid, cluster))) return undefined;
  return lock.port;
}

/**
 * Replaces the process id in a stale lock file. After a crash the file remains, and in a restarted container
 * its id often belongs to another process of the same account, so PostgreSQL refuses to start. The other
 * lines stay, because they let PostgreSQL detect sessions of the dead server that still hold its memory.
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
  // A process with an unreadable command line may be the server, so PostgreSQL decides.
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

/** Quotes an option, because pg_ctl passes its options to a shell. */
function quote(value: string): string {
  return process.platform === 'win32' ? `"${value}"` : `'${value}'`;
}
