import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareEnvironment } from './testing/bare-environment.ts';
import { newFolder } from './testing/new-folder.ts';
import { startProduct, type TestProduct } from './testing/product.ts';
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
      DATA_DIR: newFolder(),
      DEMO_CUSTOMERS: 'off',
      LOG_LEVEL: 'error',
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
    /DATABASE_URL .*answers/,
  ],
  [
    'a database that is not there',
    () => ({ DATABASE_URL: databaseAt({ pathname: '/none' }) }),
    /DATABASE_URL .*none/,
  ],
  ['a wrong password', () => ({ DATABASE_URL: databaseAt({ password: 'guess' }) }), /DATABASE_URL .*user/],
  ['no connection string', () => ({ DATABASE_URL: 'cuota' }), /DATABASE_URL/],
  ['an address of another machine', () => ({ HOST: '192.0.2.1' }), /HOST .*192\.0\.2\.1/],
  ['a proxy by name', () => ({ TRUST_PROXY: 'proxy' }), /TRUST_PROXY/],
  [
    'a plain connection of production',
    () => ({
      NODE_ENV: 'production',
      SANDBOX: 'on',
      APP_SECRET: 's'.repeat(32),
      SMTP_URL: 'smtp://mail.example',
    }),
    /SMTP_URL .*TLS only/,
  ],
  ['a certificate without its key', () => ({ TLS_CERTIFICATE_PATH: '/none' }), /TLS_CERTIFICATE_PATH/],
  [
    'a certificate that is not there',
    () => ({ TLS_CERTIFICATE_PATH: '/none', TLS_KEY_PATH: '/none' }),
    /TLS_CERTIFICATE_PATH/,
  ],
  ['a folder that is a file', () => ({ DATA_DIR: '/dev/null/x' }), /DATA_DIR/],
])('%s stops the start with one sentence that names the setting', async (_what, settings, sentence) => {
  const { said, code } = await start(settings());
  expect(code).toBe(1);
  expect(said).toMatch(sentence);
  expect(said.trim().split('\n')).toHaveLength(1);
  expect(said).not.toContain(new URL(product.databaseUrl).password);
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
