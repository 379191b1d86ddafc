import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { CallKey } from '../../contract/contract.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import { parseConfig } from '../platform/config.ts';
import { createLogger, type Logger } from '../platform/logger.ts';
import { run, type Running } from '../run.ts';
import { sendRequest, type TestAnswer } from './send-request.ts';
import { seededName, templateName } from './template.ts';

export type { TestAnswer } from './send-request.ts';

export interface CallOptions {
  readonly country?: CountryCode;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly form?: FormData;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The product, running for one test file on a database of its own. */
export interface TestProduct extends Running {
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** Calls through HTTP with the host of the country (default Argentina). */
  call(key: CallKey, options?: CallOptions): Promise<TestAnswer>;
  /** A raw request for malformed input. */
  raw(path: string, init?: RequestInit & { country?: CountryCode }): Promise<TestAnswer>;
  /** Moves the business clock, milliseconds. */
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Hosts that stand for the countries; all resolve to this machine by Host header. */
const hostOf = (country: CountryCode) => `${country.toLowerCase()}.localhost`;

export interface ProductOptions {
  readonly settings?: Readonly<Record<string, string>>;
  readonly log?: Logger;
  /** Folder of a built web; none is served where nothing is said. */
  readonly webRoot?: string;
  /** Share another product's database and data folder: a second process of the same deployment. */
  readonly beside?: TestProduct;
  /** Reach the database of `beside` through this port: a proxy that a test controls. */
  readonly databasePort?: number;
  /** Reach the database of `beside` as this role. */
  readonly role?: { readonly username: string; readonly password: string };
}

/** Settings of every test's product. */
const settings = {
  NODE_ENV: 'test',
  PORT: '0',
  HOST: '127.0.0.1',
  DATABASE_POOL: '6',
  // The template is migrated; applying migrations has tests of its own.
  MIGRATE_ON_START: 'off',
  LOG_LEVEL: 'silent',
  // Tests ask for much at once on machines with other work; refusing it has tests of its own.
  LOAD_MAX_WAIT_MS: '60000',
  LOAD_MAX_CALLS: '2000',
  // A test sees only who it made; the demo customers have tests of their own.
  DEMO_CUSTOMERS: 'off',
  // Nor mail that its clock happened to cause; the work of a day has tests of its own.
  DAILY_EVERY_SECONDS: '0',
  // Many tests pay without a login from one address; these limits have tests of their own.
  LIMIT_STRANGERS_PAYMENTS_DOCUMENT: '100000',
  LIMIT_STRANGERS_PAYMENTS_ADDRESS: '100000',
};

export async function startProduct(options: ProductOptions = {}): Promise<TestProduct> {
  const ownUrl = options.beside?.databaseUrl ?? (await copyTemplate());
  const way =
    options.databasePort === undefined ? {} : { hostname: '127.0.0.1', port: String(options.databasePort) };
  const databaseUrl = Object.assign(new URL(ownUrl), way, options.role).href;
  const dataDir = options.beside?.dataDir ?? (await mkdtemp(join(tmpdir(), 'cuota-test-')));
  const config = parseConfig({ ...settings, DATA_DIR: dataDir, ...options.settings });
  const running = await run(
    config,
    databaseUrl,
    options.log ?? createLogger('silent'),
    options.webRoot ?? '/nowhere',
  );
  const send = (path: string, init: RequestInit & { country?: CountryCode }) =>
    request(running.port, path, init);
  return {
    ...running,
    databaseUrl,
    dataDir,
    raw: (path, init = {}) => send(path, init),
    async call(key, call = {}) {
      const [method, pattern] = key.split(' ') as [string, string];
      const path = pattern.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
        encodeURIComponent(call.params?.[name] ?? ''),
      );
      const query = call.query ? `?${new URLSearchParams(call.query).toString()}` : '';
      return send(path + query, {
        method,
        ...(call.country ? { country: call.country } : {}),
        headers: {
          ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(call.token === undefined ? {} : { authorization: `Bearer ${call.token}` }),
          ...call.headers,
        },
        ...(call.form
          ? { body: call.form }
          : call.body === undefined
            ? {}
            : { body: JSON.stringify(call.body) }),
      });
    },
    async advance(ms) {
      const { moveClock } = await import('../sandbox/clock.ts');
      const offset = running.deps.clock.now().getTime() - Date.now();
      await moveClock(running.deps.db, offset + ms);
    },
    async close() {
      await running.stop();
      if (!options.beside) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Requests with the Host header of the country. */
async function request(
  port: number,
  path: string,
  { country = 'AR', ...init }: RequestInit & { country?: CountryCode },
): Promise<TestAnswer> {
  const outgoing = new Request(
    `http://127.0.0.1:${port}/`,
    init.body ? { method: 'POST', ...init } : { headers: init.headers ?? {} },
  );
  const bytes = init.body ? Buffer.from(await outgoing.arrayBuffer()) : undefined;
  const headers = Object.fromEntries(outgoing.headers);
  return sendRequest(
    {
      port,
      path,
      method: init.method ?? 'GET',
      headers: { ...headers, host: `${hostOf(country)}:${port}` },
    },
    bytes,
  );
}

/** @returns address of a new database as a product finds it after its first start */
export async function copyTemplate(): Promise<string> {
  const url = inject('databaseUrl');
  const name = `cuota_test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  // One copy at a time: PostgreSQL refuses to copy a database that another copy is reading.
  await admin.query('select pg_advisory_lock(7261)');
  await seedOnce(admin);
  await admin.query(`create database "${name}" template "${seededName}"`);
  await admin.end();
  return addressOf(name);
}

const addressOf = (name: string) =>
  Object.assign(new URL(inject('databaseUrl')), { pathname: `/${name}` }).href;

/** Seeds a copy of the template by starting a product on it: once a run, for all products after it. */
async function seedOnce(admin: pg.Client): Promise<void> {
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [seededName]);
  if (rowCount !== 0) return;
  const unfinished = `${seededName}_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database "${unfinished}" template "${templateName}"`);
  const dataDir = await mkdtemp(join(tmpdir(), 'cuota-test-'));
  const config = parseConfig({ ...settings, DATA_DIR: dataDir, ROLE: 'api' });
  const product = await run(config, addressOf(unfinished), createLogger('silent'), '/nowhere');
  // A product refuses a database of another secret; each has its own.
  await product.deps.db.deleteFrom('secret_in_use').execute();
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
  await admin.query(`alter database "${unfinished}" rename to "${seededName}"`);
}
