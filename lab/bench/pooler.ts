// Compares statements and transactions on the product's kind of connection, straight to PostgreSQL and through
// PgBouncer in transaction mode (1.21 or newer; its command in PGBOUNCER): node lab/bench/pooler.ts. Every answer is
// checked.
import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { openDatabase, transaction, type Database } from '../../src/server/platform/database.ts';
import { median, percentile } from './load.ts';
import { startDatabase } from './postgres.ts';

const statements = Number(process.env['BENCH_STATEMENTS'] ?? 1_000_000);
const command = process.env['PGBOUNCER'] ?? 'pgbouncer';
const [processes, connections, serverConnections, callers] = [3, 8, 6, 48];
/** Distinct statement texts, more than a small plan cache holds. */
const texts = 300;

interface Pooler {
  readonly url: string;
  stop(): Promise<void>;
}

async function startPooler(databaseUrl: string): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'cuota-pooler-'));
  await chmod(folder, 0o755);
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const listenPort = await freePort();
  const said = `set synchronous_commit = on; set statement_timeout = ''5s''; set idle_in_transaction_session_timeout = ''30s''`;
  const server = `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`;
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
cuota = ${server} connect_query='${said}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_prepared_statements = 200
default_pool_size = ${serverConnections}
max_client_conn = 200
ignore_startup_parameters = extra_float_digits
`,
  );
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const [program = '', ...given] = command.split(' ');
  const child: ChildProcess = spawn(program, [...given, '-q', ...user, join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await pause(1_000);
  if (child.exitCode !== null) throw new Error('PgBouncer did not start; its reason is above.');
  return {
    url: Object.assign(new URL(databaseUrl), {
      hostname: '127.0.0.1',
      port: String(listenPort),
      pathname: '/cuota',
      search: '',
    }).href,
    async stop() {
      child.kill('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const echo = (n: number) =>
  CompiledQuery.raw(`select ${n % texts} as which, $1::bigint as given, $2::text as word`, [n, `w${n}`]);
const add = CompiledQuery.raw('insert into pooled (given) values ($1) returning given', [0]);

const isRight = ({ rows }: { rows: readonly unknown[] }, which: number, given: number) => {
  const [row] = rows as { which: number; given: number; word: string }[];
  return rows.length === 1 && row?.which === which && row.given === given && row.word === `w${given}`;
};

/**
 * Sends one statement that echoes its parameter, or five pipelined in a transaction.
 * @returns number of wrong answers
 */
async function one(db: Database, n: number): Promise<number> {
  if (n % 4 > 0) return isRight(await db.executeQuery(echo(n)), n % texts, n) ? 0 : 1;
  return transaction(db, async (tx) => {
    const asked = [n, n + 1, n + 2].map((each) => tx.executeQuery(echo(each)));
    const inserted = tx.executeQuery<{ given: number }>({ ...add, parameters: [n] });
    const answers = await Promise.all(asked);
    const wrong = answers.filter((answer, at) => !isRight(answer, (n + at) % texts, n + at)).length;
    return wrong + ((await inserted).rows[0]?.given === n ? 0 : 1);
  });
}

const statementsOf = (n: number) => (n % 4 > 0 ? 1 : 6);

async function measure(url: string, isPooled: boolean, most: number): Promise<(string | number)[]> {
  const handles = Array.from({ length: processes }, () => openDatabase(url, connections, 5, isPooled));
  let [next, wrong, failed, done] = [0, 0, 0, 0];
  const times: number[] = [];
  const began = performance.now();
  const caller = async (at: number) => {
    const { db } = handles[at % processes] ?? {};
    if (!db) return;
    while (done < most) {
      const n = (next += 1);
      const sent = performance.now();
      try {
        wrong += await one(db, n);
      } catch (error) {
        failed += 1;
        if (failed < 5) console.error(error);
      }
      if (n % 4 > 0) times.push(performance.now() - sent);
      done += statementsOf(n);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_none, at) => caller(at)));
  const seconds = (performance.now() - began) / 1_000;
  for (const handle of handles) await handle.close();
  times.sort((a, b) => a - b);
  const figures = [median(times), percentile(times, 0.99)].map((ms) => ms.toFixed(1));
  return [isPooled ? 'PgBouncer' : 'direct', done, wrong, failed, Math.round(done / seconds), ...figures];
}

const database = await startDatabase();
const pooler = await startPooler(database.url);
try {
  await database.fill('create table public.pooled (given bigint)');
  await database.fill('grant all on public.pooled to cuota');
  const rows = [
    await measure(database.url, false, statements / 10),
    await measure(pooler.url, true, statements),
  ];
  if (rows.some(([, , wrong, failed]) => wrong !== 0 || failed !== 0)) process.exitCode = 1;
  console.table(
    rows.map(([way, all, wrong, failed, perSecond, p50, p99]) => ({
      way,
      all,
      wrong,
      failed,
      perSecond,
      p50,
      p99,
    })),
  );
} finally {
  await pooler.stop();
  await database.stop();
}
