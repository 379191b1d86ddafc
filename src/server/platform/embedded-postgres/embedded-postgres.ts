import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { prepareCluster, type Credentials } from './embedded-postgres-cluster.ts';
import { runningPort, startServer, stopServer, type Cluster } from './embedded-postgres-process.ts';
import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';

/** Below every system's range for outgoing connections, which could otherwise take the port in a restart. */
const PORTS = { from: 20_000, to: 32_000 };
const ATTEMPTS = 50;

/**
 * The port the cluster was last started on; another, remembered from then on, while that one is busy.
 * @throws Error when no free port is found.
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

/** Log of the launcher; the product's logger fits. */
type EmbeddedPostgresLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
};

export type EmbeddedPostgres = {
  /** Address of the database `cuota`, for its owner. Constant for the life of this launcher. */
  url: string;
  /** The same over the server's socket file, which costs both sides less for each statement; else the same as `url`. */
  localUrl: string;
  /** Ends the supervision and shuts the server down, unless another launcher is using it. */
  stop(): Promise<void>;
};

const HOST = '127.0.0.1';
const CONNECT_TIMEOUT_MS = 10_000;
/** Recovery after a crash replays at most `max_wal_size`. */
const RECOVERY_MS = 150_000;
/** Time that sessions of a killed server, or another launcher, may keep a server from starting. */
const CONTENTION_MS = 5_000;
const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 5_000;
/** An open connection and the moment it ends. */
type Session = { client: Client; ended: Promise<void> };

/** Names the session that each launcher keeps open while it uses the server. */
const LAUNCHER = 'cuota launcher';

/**
 * A real PostgreSQL for `dataDir`, created on the first start, listening on loopback only with a random
 * password. The server is not a child of the launcher: when the launcher is killed, the next one finds it
 * running and uses it; when the server is killed, the launcher starts it again on the same port.
 * @throws Error with the reason in a sentence, when the server cannot be started.
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

  /** The open session is the sign of life: it ends in the moment the server does. */
  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      await Promise.race([session.ended, aborted(stopping.signal)]);
      if (stopping.signal.aborted) return;
      log.warn({ port }, 'embedded PostgreSQL is gone, starting it again');
      await revive();
    }
  }

  /**
   * Retries without end, since a full disk may be freed any time; only the delay between attempts is bounded.
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
        log.info({ port }, 'embedded PostgreSQL is back');
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
    // A server that is gone answers nothing.
    const shared = await Promise.race([isShared(session.client), session.ended.then(() => false)]);
    await session.client.end().catch(() => {});
    if (shared || (await runningPort(cluster)) === undefined) return;
    await stopServer(cluster).catch(async (error: unknown) => {
      // Another launcher that stopped in the same moment did it.
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

/** A server that an earlier release started has no socket. */
function withSocket(url: string, { sockets }: Cluster, port: number): string {
  if (sockets === undefined || !existsSync(join(sockets, `.s.PGSQL.${port}`))) return url;
  return `${url}?host=${encodeURIComponent(sockets)}`;
}

/** Attaches to the server that runs on the cluster, else starts it on its usual port or, if busy, another. */
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

/** Time (ms since the first attempt) during which a failure to start or connect may still cure itself. */
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

/** Repeatable: a launcher killed between its steps leaves the rest to the next. */
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

/** Another launcher that started at the same time made it: 42710, 42P04, or 23505 when both were at it. */
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
