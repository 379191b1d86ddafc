import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { prepareCluster, type Credentials } from './embedded-postgres-cluster.ts';
import { runningPort, startServer, stopServer, type Cluster } from './embedded-postgres-process.ts';
import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';

/**
 * Below every system's range of ephemeral ports; another process could take one of those during a restart.
 */
const PORTS = { from: 20_000, to: 32_000 };
const ATTEMPTS = 50;

/**
 * Port of the last start; if it is busy, another one, which is then stored.
 * @throws Error if no free port is found
 */
async function choosePort(cluster: Cluster): Promise<number> {
  const path = join(cluster.directory, 'cuota-port');
  const usual = Number(await readFile(path, 'utf8').catch(() => '0'));
  if (usual > 0 && (await isFree(usual))) return usual;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (!(await isFree(port))) continue;
    await writeFile(path, String(port));
    return port;
  }
  throw new Error(`PostgreSQL found no free port between ${PORTS.from} and ${PORTS.to}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

type EmbeddedPostgresLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};

export type EmbeddedPostgres = {
  /**
   * Address of the database `cuota` with its owner's credentials. Does not change while the launcher runs.
   */
  url: string;
  /** Address over the server's Unix socket, which is cheaper per statement; `url` on systems without one. */
  localUrl: string;
  /** Stops supervising and shuts the server down, unless another launcher uses it. */
  stop(): Promise<void>;
};

const HOST = '127.0.0.1';
const CONNECT_TIMEOUT_MS = 10_000;
/** Longest crash recovery, which replays at most `max_wal_size`. */
const RECOVERY_MS = 150_000;
/** Longest time that sessions of a killed server, or another launcher, can delay a start. */
const CONTENTION_MS = 5_000;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;
/** Open connection, and a promise of its end. */
type Session = { client: Client; ended: Promise<void> };

/** Application name of the session that each launcher keeps open while it uses the server. */
const LAUNCHER = 'cuota launcher';

/**
 * Starts a real PostgreSQL for `dataDir`, created on the first start, which listens on loopback only, with a
 * random password. The server is not a child process: if the launcher is killed, the next one finds it
 * running and uses it; if the server is killed, the launcher restarts it on the same port.
 * @throws Error with the reason in a sentence if the server cannot be started
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: EmbeddedPostgresLog;
}): Promise<EmbeddedPostgres> {
  const { log } = options;
  const { cluster, credentials } = await prepareCluster(options.dataDir);
  let { session, port } = await open(cluster, credentials);
  await createDatabase(session.client, credentials);
  log.info({ port }, 'embedded PostgreSQL is ready');

  const stopping = new AbortController();
  const supervision = supervise();

  /** Uses the open session to detect the end of the server, since both end at the same moment. */
  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      await Promise.race([session.ended, aborted(stopping.signal)]);
      if (stopping.signal.aborted) return;
      log.warn({ port }, 'embedded PostgreSQL stopped, restarting it');
      await revive();
    }
  }

  /**
   * Retries indefinitely, since a full disk may be freed at any time; only the delay between attempts is
   * bounded.
   */
  async function revive(): Promise<void> {
    for (
      let delay = FIRST_DELAY_MS;
      !stopping.signal.aborted;
      delay = Math.min(delay * 2, LONGEST_DELAY_MS)
    ) {
      try {
        if ((await runningPort(cluster)) === undefined) await startServer(cluster, port);
        session = await connect(credentials, port);
        log.info({ port }, 'embedded PostgreSQL was restarted');
        return;
      } catch (error) {
        log.warn(
          { port, reason: (error as Error).message },
          'embedded PostgreSQL did not start, trying again',
        );
        await pause(delay * (0.5 + Math.random() / 2), undefined, { signal: stopping.signal }).catch(
          () => {},
        );
      }
    }
  }

  async function shutDown(): Promise<void> {
    stopping.abort();
    await supervision;
    // A stopped server does not respond to the query.
    const shared = await Promise.race([isShared(session.client), session.ended.then(() => false)]);
    await session.client.end().catch(() => {});
    if (shared || (await runningPort(cluster)) === undefined) return;
    await stopServer(cluster).catch(async (error: unknown) => {
      // Another launcher that stopped at the same moment may have shut it down.
      if ((await runningPort(cluster)) !== undefined) throw error;
    });
    log.info({ port }, 'embedded PostgreSQL is stopped');
  }

  let stopped: Promise<void> | undefined;
  const url = `postgres://cuota:${credentials.ownerPassword}@${HOST}:${port}/cuota`;
  return {
    url,
    localUrl: withSocket(url, cluster, port),
    stop: () => (stopped ??= shutDown()),
  };
}

/** Adds the socket to an address; a server started by an earlier release has none. */
function withSocket(url: string, { sockets }: Cluster, port: number): string {
  if (sockets === undefined || !existsSync(join(sockets, `.s.PGSQL.${port}`))) return url;
  return `${url}?host=${encodeURIComponent(sockets)}`;
}

/** Attaches to the cluster's running server, or starts it on its usual port or, if busy, another. */
async function open(cluster: Cluster, credentials: Credentials): Promise<{ session: Session; port: number }> {
  const began = performance.now();
  for (;;) {
    try {
      let port = await runningPort(cluster);
      if (port === undefined) {
        port = await choosePort(cluster);
        await startServer(cluster, port);
      }
      return { session: await connect(credentials, port), port };
    } catch (error) {
      if (performance.now() - began > patienceMs(error)) throw error;
      await pause(FIRST_DELAY_MS * (1 + Math.random()));
    }
  }
}

/**
 * Time during which a failure to start or connect may resolve itself, milliseconds since the first attempt.
 */
function patienceMs(error: unknown): number {
  const { code, message } = error as NodeJS.ErrnoException;
  // 57P03: the database system is starting up or shutting down.
  if (code === '57P03') return RECOVERY_MS;
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET') return CONTENTION_MS;
  return /another server might be running|could not start server/.test(message) ? CONTENTION_MS : 0;
}

async function connect(credentials: Credentials, port: number): Promise<Session> {
  const client = new Client({
    host: HOST,
    port,
    user: 'postgres',
    password: credentials.adminPassword,
    database: 'postgres',
    application_name: LAUNCHER,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  const end = new Promise<void>((resolve) => client.once('end', resolve));
  // The end of the session triggers the restart; without a listener the error would end the process.
  client.on('error', () => {});
  await client.connect();
  return { client, ended: end };
}

/** Idempotent, because a launcher killed midway leaves the remaining steps to the next. */
async function createDatabase(client: Client, credentials: Credentials): Promise<void> {
  const role = await client.query(`select 1 from pg_roles where rolname = 'cuota'`);
  if (role.rowCount === 0) {
    await ignoreDuplicate(
      client.query(`create role cuota login createdb password '${credentials.ownerPassword}'`),
    );
  }
  const database = await client.query(`select 1 from pg_database where datname = 'cuota'`);
  if (database.rowCount === 0) await ignoreDuplicate(client.query('create database cuota owner cuota'));
}

/**
 * Ignores errors of objects that another launcher created at the same time: 42710, 42P04, or 23505 for
 * simultaneous attempts.
 */
async function ignoreDuplicate(query: Promise<unknown>): Promise<void> {
  await query.catch((error: { code?: string }) => {
    if (!['42710', '42P04', '23505'].includes(error.code ?? '')) throw error;
  });
}

async function isShared(client: Client): Promise<boolean> {
  const others = await client
    .query('select 1 from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()', [
      LAUNCHER,
    ])
    .catch(() => ({ rowCount: 0 }));
  return (others.rowCount ?? 0) > 0;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
