import { spawn } from 'node:child_process';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lenderSettings } from './testing/lender.ts';
import { bareEnvironment } from './testing/bare-environment.ts';
import { startProduct, type TestProduct } from './testing/product.ts';
import { requireKnownSecret } from './operations/secret-check.ts';
import { ConfigError, parseConfig, requirePorts } from './platform/config.ts';
import { checkDatabaseUrl } from './platform/database-url.ts';
import { ClockError, requireSameClock } from './platform/work/same-clock.ts';
import { migrationFiles } from './platform/schema/migrate.ts';
import { vaultOf } from './platform/secrets.ts';
import { freePort } from './testing/free-port.ts';
import { migrate, NewerSchemaError } from './platform/schema/migrate.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

/** Starts the product as an operator does, with a setting that is wrong. @returns what it says, and its exit code */
function start(settings: Readonly<Record<string, string>>): Promise<{ said: string; code: number | null }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start.ts')], {
    env: {
      ...bareEnvironment,
      PORT: '0',
      DATA_DIR: product.dataDir,
      DEMO_CUSTOMERS: 'off',
      LOG_LEVEL: 'error',
      DATABASE_WAIT_SECONDS: '0',
      DATABASE_URL: product.databaseUrl,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ said, code })));
}

const databaseAt = (change: Partial<URL>) => Object.assign(new URL(product.databaseUrl), change).href;

test.each<[string, () => Record<string, string>, RegExp]>([
  [
    'a server that is not there',
    () => ({ DATABASE_URL: databaseAt({ port: '1' }) }),
    /database of DATABASE_URL is away: .*answers/,
  ],
  ['a wrong password', () => ({ DATABASE_URL: databaseAt({ password: 'guess' }) }), /DATABASE_URL .*user/],
  ['an address of another machine', () => ({ HOST: '192.0.2.1' }), /HOST .*192\.0\.2\.1/],
  ['a proxy by name', () => ({ TRUST_PROXY: 'proxy' }), /TRUST_PROXY/],
  [
    'a certificate that is not there',
    () => ({ TLS_CERTIFICATE_PATH: '/none', TLS_KEY_PATH: '/none' }),
    /TLS_CERTIFICATE_PATH/,
  ],
])('%s stops the start with one sentence that names the setting', async (_what, settings, sentence) => {
  const { said, code } = await start(settings());
  expect(code).toBe(1);
  expect(said).toMatch(sentence);
  expect(said.trim().split('\n')).toHaveLength(1);
  expect(said).not.toContain(new URL(product.databaseUrl).password);
});

/** Checks a sentence that the start shows as it is (isToldWhole). */
function expectSentence(error: unknown, sentence: RegExp): void {
  expect(error).toBeInstanceOf(ConfigError);
  const { message } = error as ConfigError;
  expect(message).toMatch(sentence);
  expect(message.split('\n')).toHaveLength(1);
}

test.each<[string, Record<string, string>, RegExp]>([
  [
    'a plain connection of production',
    { NODE_ENV: 'production', SANDBOX: 'on', APP_SECRET: 's'.repeat(32), SMTP_URL: 'smtp://mail.example' },
    /SMTP_URL .*TLS only/,
  ],
  ['no connection string', { DATABASE_URL: 'cuota' }, /DATABASE_URL/],
  ['a certificate without its key', { TLS_CERTIFICATE_PATH: '/none' }, /TLS_CERTIFICATE_PATH/],
  ['a folder that is a file', { DATA_DIR: '/dev/null/x' }, /DATA_DIR/],
])('%s is refused with one sentence that names the setting', (_what, settings, sentence) => {
  let refusal: unknown;
  try {
    requirePorts(parseConfig({ DATA_DIR: product.dataDir, ...settings }));
  } catch (error) {
    refusal = error;
  }
  expectSentence(refusal, sentence);
});

test('a database that is not there is refused with one sentence that names the setting', async () => {
  const wrong = databaseAt({ pathname: '/none' });
  const refusal: unknown = await checkDatabaseUrl(wrong).catch((error: unknown) => error);
  expectSentence(refusal, /DATABASE_URL .*none/);
});

test('a production without its lender is refused, with every missing fact at once', async () => {
  const { said, code } = await start({ NODE_ENV: 'production', SANDBOX: 'off', APP_SECRET: 's'.repeat(32) });
  expect(code).toBe(1);
  for (const name of Object.keys(lenderSettings)) expect(said).toContain(`The setting ${name} is missing`);
});

test('a port that is taken is told by its setting, before anything else is done', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const PORT = String((server.address() as AddressInfo).port);
  const { said } = await start({ PORT, HOST: '127.0.0.1', DATABASE_URL: databaseAt({ port: '1' }) });
  server.close();
  expect(said).toMatch(/PORT .*another program/);
  expect(said.trim().split('\n')).toHaveLength(1);
});

test('a schema of a later release that breaks with this one is told as such', async () => {
  const { db } = product.deps;
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01')`.execute(db);
  try {
    await expect(migrate(product.databaseUrl)).rejects.toThrow(NewerSchemaError);
    await expect(migrate(product.databaseUrl)).rejects.toThrow(/newer than this program.*9999-later/);
  } finally {
    await sql`delete from kysely_migration where name = '9999-later'`.execute(db);
  }
});

test('a database that is away is waited for', async () => {
  const port = await freePort();
  let waits = 0;
  const checked = checkDatabaseUrl(databaseAt({ port: String(port) }), {
    waitSeconds: 30,
    onWait: () => {
      waits += 1;
      open();
    },
  });
  const { hostname, port: real } = new URL(product.databaseUrl);
  const proxy = createServer((client) => {
    const upstream = connect(Number(real), hostname);
    client.pipe(upstream).pipe(client);
    for (const end of [client, upstream]) end.on('error', () => undefined);
  });
  const open = () => proxy.listen(port, '127.0.0.1');
  await checked;
  expect(waits).toBeGreaterThan(0);
  proxy.close();
});

test('a secret other than that of the rows stops the start', async () => {
  const wrong = { APP_SECRET: 'another-secret-of-thirty-two-characters', ROLE: 'worker' };
  const { said, code } = await start(wrong);
  expect(said).toMatch(/APP_SECRET is wrong: .*APP_SECRETS_ACCEPTED/);
  expect(code).toBe(1);
});

test('a secret that takes the place of an accepted one is noted', async () => {
  const { db } = product.deps;
  const [old, next] = ['o'.repeat(32), 'n'.repeat(32)];
  const { config } = product.deps;
  await requireKnownSecret(db, vaultOf(old, [config.APP_SECRET]), new Date());
  await expect(requireKnownSecret(db, vaultOf(next), new Date())).rejects.toThrow(ConfigError);
  await requireKnownSecret(db, vaultOf(next, [old]), new Date());
  await requireKnownSecret(db, vaultOf(next), new Date());
  await requireKnownSecret(db, vaultOf(config.APP_SECRET, [next]), new Date());
});

test('a clock that is more than a minute off stops the start', async () => {
  const { db } = product.deps;
  const off = (ms: number) => ({ now: () => new Date(Date.now() + ms) });
  await requireSameClock(db, off(40_000));
  await requireSameClock(db, off(-40_000));
  await expect(requireSameClock(db, off(86_400_000))).rejects.toThrow(ClockError);
  await expect(requireSameClock(db, off(-90_000))).rejects.toThrow(/NTP/);
});

test('what is migrated is said before it is', async () => {
  const said: unknown[] = [];
  const files = [{ name: '9999-a', text: 'select 1', isTransactional: true, worksWith: '*' }];
  const { db } = product.deps;
  try {
    await migrate(
      product.databaseUrl,
      undefined,
      [...(await migrationFiles()), ...files],
      (...about) => void said.push(about),
    );
  } finally {
    await sql`delete from kysely_migration where name = '9999-a'`.execute(db);
  }
  expect(said).toEqual([[['9999-a'], false]]);
});
