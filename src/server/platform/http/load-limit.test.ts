import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { photo, photoForm } from '../../testing/photos.ts';
import { newCustomer } from '../../testing/new-customer.ts';
import { transaction } from '../database.ts';
import { startProduct, type TestAnswer, type TestProduct } from '../../testing/product.ts';
import { silentProxy, type SilentProxy } from '../../testing/silent-proxy.ts';
import { waitingForLocks } from '../../testing/waiting-for-locks.ts';

let product: TestProduct;
let busy: TestProduct;
let slow: TestProduct;
let proxy: SilentProxy;
beforeAll(async () => {
  product = await startProduct();
  proxy = await silentProxy(Number(new URL(product.databaseUrl).port));
  busy = await startProduct({ beside: product, settings: { LOAD_MAX_WAIT_MS: '50', DATABASE_POOL: '2' } });
  slow = await startProduct({ beside: product, databasePort: proxy.port });
});
afterAll(async () => {
  proxy.setDelay(0);
  await slow.close();
  await busy.close();
  await proxy.close();
  await product.close();
});

function expectPassing(answers: readonly TestAnswer[]): void {
  for (const { status, body, headers } of answers) {
    expect([status, body.code]).toEqual([503, 'unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
}

const settings = 'GET /api/v3/enviroments';

describe('a process whose connections are all taken', () => {
  test('refuses new calls at once, answers who asks for its health, and is itself again afterwards', async () => {
    const holding = Array.from({ length: 3 }, () => sql`select pg_sleep(1.5)`.execute(busy.deps.db));
    await pause(200);
    const began = performance.now();
    // As many as there are connections are let in: they do not wait for one another.
    const first = [busy.call(settings), busy.call(settings)];
    const answers = await Promise.all(Array.from({ length: 20 }, () => busy.call(settings)));
    expect(performance.now() - began).toBeLessThan(1_000);
    expectPassing(answers);
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await busy.call('GET /healthz')).status).toBe(200);
    expect((await busy.call('GET /readyz')).status).toBe(200);
    await Promise.all(holding);
    expect((await busy.call(settings)).status).toBe(200);
  });
});

describe('a database in trouble is told as such', () => {
  test('half a second for each round trip', async () => {
    proxy.setDelay(250);
    const answers = await Promise.all(Array.from({ length: 40 }, () => slow.call(settings)));
    proxy.setDelay(0);
    expectPassing(answers.filter(({ status }) => status !== 200));
  });

  test('stopped', async () => {
    proxy.setSilent(true);
    proxy.cut();
    const answer = slow.call(settings);
    await pause(50);
    proxy.cut();
    proxy.setSilent(false);
    expectPassing([await answer].filter(({ status }) => status !== 200));
    await expect.poll(async () => (await slow.call(settings)).status, { timeout: 10_000 }).toBe(200);
  });

  test.each([
    'disk_full',
    'out_of_memory',
    'too_many_connections',
    'admin_shutdown',
    'read_only_sql_transaction',
  ])('that says %s', async (condition) => {
    const { db } = product.deps;
    await sql`create or replace function refuse_ticket() returns trigger language plpgsql as ${sql.lit(
      `begin raise exception 'no' using errcode = '${condition}'; end`,
    )}`.execute(db);
    await sql`create or replace trigger refuse_ticket before insert on ticket
        for each row execute function refuse_ticket()`.execute(db);
    const body = {
      name: 'Ana',
      email_address: 'ana@example.com',
      document_number: '30111228',
      subject: 'Una idea',
      content: 'Más cuotas',
    };
    const answer = await product.call('POST /api/v3/suggest', { body });
    await sql`drop trigger refuse_ticket on ticket`.execute(db);
    expectPassing([answer]);
  });
});

test('a disk without room for photos is told as trouble, and the photo can be sent again', async () => {
  const { token } = await newCustomer(product);
  const { images } = product.deps.ports;
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  Object.assign(product.deps.ports, { images: { ...images, put: () => Promise.reject(full) } });
  const send = async () =>
    product.call('POST /api/v3/upload_avatar', {
      token,
      headers: { 'idempotency-key': 'one-photo' },
      form: photoForm(await photo()),
    });
  try {
    expectPassing([await send()]);
  } finally {
    Object.assign(product.deps.ports, { images });
  }
  expect((await send()).status).toBe(200);
});

describe('a process with one place for calls and one for photos', () => {
  let few: TestProduct;
  beforeAll(async () => {
    few = await startProduct({
      beside: product,
      settings: { ROLE: 'api', LOAD_MAX_CALLS: '1', LOAD_MAX_UPLOADS: '1' },
    });
  });
  afterAll(() => few.close());

  test('keeps the place of a call whose caller has gone until its work is done', async () => {
    const body = JSON.stringify({
      name: 'Ana',
      email_address: 'ana@example.com',
      document_number: '30111228',
      subject: 'Una idea',
      content: 'Más cuotas',
    });
    await transaction(product.deps.db, async (tx) => {
      await sql`lock table ticket in exclusive mode`.execute(tx);
      const gone = new AbortController();
      const asked = fetch(`http://127.0.0.1:${few.port}/api/v3/suggest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: gone.signal,
      });
      await expect.poll(() => waitingForLocks(tx), { timeout: 20_000 }).toBeGreaterThan(0);
      gone.abort();
      await expect(asked).rejects.toThrow('aborted');
      await pause(200);
      expectPassing([await few.call(settings)]);
    });
    await expect.poll(async () => (await few.call(settings)).status).toBe(200);
  });

  test('refuses a second photo while one is under way, and no other call', async () => {
    const { token } = await newCustomer(product);
    const { images } = few.deps.ports;
    let begun = false;
    let finish = () => {};
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const put: typeof images.put = async (...given) => {
      begun = true;
      await finished;
      return images.put(...given);
    };
    Object.assign(few.deps.ports, { images: { ...images, put } });
    const send = async () =>
      few.call('POST /api/v3/upload_avatar', { token, form: photoForm(await photo()) });
    const first = send();
    await expect.poll(() => begun).toBe(true);
    expectPassing([await send()]);
    expect((await few.call(settings)).status).toBe(200);
    finish();
    expect((await first).status).toBe(200);
    expect((await send()).status).toBe(200);
  });
});
