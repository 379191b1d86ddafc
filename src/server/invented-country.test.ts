import { spawn, type ChildProcess } from 'node:child_process';
import { get } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INVENTED, INVENTED_CURRENCY } from '../countries/testing/invented.ts';
import { bareEnvironment } from './testing/bare-environment.ts';
import { startProduct, type TestProduct } from './testing/product.ts';

let product: TestProduct;
let child: ChildProcess;
let port: number;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
  child = spawn(
    process.execPath,
    [
      '--import',
      join(import.meta.dirname, '..', 'countries', 'testing', 'add-invented.ts'),
      join(import.meta.dirname, 'start.ts'),
    ],
    {
      env: {
        ...bareEnvironment,
        ROLE: 'api',
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_DIR: product.dataDir,
        DATABASE_URL: product.databaseUrl,
        LOG_LEVEL: 'info',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  port = await readyPort(child);
});
afterAll(async () => {
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await ended;
  await product.close();
});

function readyPort(started: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = '';
    started.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const ready = /"port":(\d+),"addresses"/.exec(said);
      if (ready) resolve(Number(ready[1]));
    });
    started.once('close', () => reject(new Error(`it ended before it was ready: ${said}`)));
  });
}

function ask(path: string): Promise<{ readonly status: number | undefined; readonly text: string }> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { host: `xx.localhost:${port}` } }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    }).on('error', reject);
  });
}

test('a third country is served from its entry alone: settings, banks, demo customers with loans', async () => {
  const settings = await ask('/api/v3/enviroments');
  expect(settings.status).toBe(200);
  expect(settings.text).toContain('abitab');
  expect((await ask('/api/v3/banks')).text).toContain('Fantasía');
  const { db } = product.deps;
  const row = await db
    .selectFrom('country')
    .selectAll()
    .where('code', '=', INVENTED)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ name: 'Fantasía', currency: INVENTED_CURRENCY });
  const loans = await db
    .selectFrom('loan')
    .select(['state', 'currency'])
    .where('country', '=', INVENTED)
    .execute();
  expect(loans.length).toBeGreaterThan(4);
  expect(new Set(loans.map(({ currency }) => currency))).toEqual(new Set([INVENTED_CURRENCY]));
});
