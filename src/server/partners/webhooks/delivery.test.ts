import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { transaction } from '../../platform/database.ts';
import { borrower } from '../../servicing/payments/testing/borrower.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { addPartner } from '../testing/partner-tools.ts';
import { publishEvents, RETRY_SECONDS, webhookRows } from './jobs.ts';

const run = promisify(execFile);

/** docs/product/integrations.md#webhooks, from the event to a receiver on this machine. */

interface Got {
  readonly id: string;
  readonly body: string;
  readonly headers: Record<string, string>;
}

/** A partner's receiver with an answer that a test changes. */
class Receiver {
  readonly got: Got[] = [];
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => {
    response.writeHead(204).end();
  };
  readonly #server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      this.got.push({ id: headers['webhook-id'] ?? '', body, headers });
      this.answer(request, response);
    });
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/avisos`;
  }

  close() {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

let product: TestProduct;
let administrator: StaffMember;
const receivers: Receiver[] = [];
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, WEBHOOKS_TO_LOOPBACK: 'on' } });
  administrator = await signInAs(product, 'administrator');
});
beforeEach(async () => {
  await administrator.call('POST /api/staff/step-up/sandbox', { body: {} });
});
afterAll(async () => {
  await product.close();
  for (const receiver of receivers) receiver.close();
});

interface Hook {
  readonly id: number;
  readonly partner: string;
  readonly secret: string;
  readonly receiver: Receiver;
}

async function newHook(): Promise<Hook> {
  const receiver = new Receiver();
  receivers.push(receiver);
  const url = await receiver.listen();
  const partner = await addPartner(product, administrator);
  const answer = await administrator.call('POST /api/staff/integrations/partners/{id}/webhooks', {
    params: { id: partner },
    body: { url, types: ['lead.changed'] },
  });
  expect(answer.status).toBe(200);
  const { id } = await product.deps.db
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('url', '=', url)
    .executeTakeFirstOrThrow();
  return { id, partner, secret: answer.body.secret, receiver };
}

let count = 0;
/** Stores an event of the partner, as a transaction of the product does. @returns its public id */
async function addEvent({ partner }: Hook): Promise<string> {
  count += 1;
  const { rows } = await sql<{ public_id: string }>`
    insert into partner_event (country, type, object_id, version, partner_id, at)
    values ('AR', 'lead.changed', ${`lead-${count}`}, 1, ${Number(partner)}, now()) returning public_id`.execute(
    product.deps.db,
  );
  return rows[0]?.public_id ?? '';
}

const rowOf = async ({ id }: Hook) =>
  product.deps.db.selectFrom('webhook_endpoint').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const deliveriesOf = async ({ id }: Hook) =>
  (
    await administrator.call('GET /api/staff/integrations/webhooks/{id}/deliveries', {
      params: { id: String(id) },
    })
  ).body.result;
/** Makes everything of an endpoint due now, as if the time had passed. */
const makeDue = ({ id }: Hook) =>
  transaction(product.deps.db, async (tx) => {
    await sql`update webhook_delivery set due_at = now() where endpoint_id = ${id} and due_at is not null`.execute(
      tx,
    );
    await sql`update webhook_endpoint set due_at = now() where id = ${id}`.execute(tx);
    product.deps.jobs.wake(tx, webhookRows.name);
  });
const until = (check: () => Promise<boolean> | boolean) =>
  vi.waitUntil(check, { timeout: 20_000, interval: 50 });

test('what happens to a partner’s lead arrives, thin and signed, under one id', async () => {
  const hook = await newHook();
  const one = await borrower(product, 'AR', 3);
  const { db } = product.deps;
  const { customer_id: customerId } = await db
    .selectFrom('loan')
    .select('customer_id')
    .where('public_id', '=', one.publicId)
    .executeTakeFirstOrThrow();
  await sql`
    insert into partner_lead (public_id, country, partner_id, lead_id, created_at)
    select 'mi-lead', 'AR', ${Number(hook.partner)}, lead_id, now() from customer where id = ${customerId}`.execute(
    db,
  );
  await one.payOff();
  await until(() => hook.receiver.got.length === 1);
  const [got] = hook.receiver.got;
  const payload = new Webhook(hook.secret).verify(got!.body, got!.headers);
  expect(payload).toEqual({ type: 'lead.changed', id: 'mi-lead', version: 1, timestamp: expect.any(String) });
  expect(got!.id).toMatch(/^evt_[0-9a-f]{32}$/);
  await until(async () => (await deliveriesOf(hook))[0]?.state === 'delivered');
  expect((await deliveriesOf(hook))[0]).toMatchObject({
    event: got!.id,
    attempts: [{ status: 204, failure: '' }],
  });
});

test('ten attempts spread over 75 hours, then given up; a replay brings the same id', async () => {
  expect(RETRY_SECONDS.reduce((sum, each) => sum + each, 0) / 3_600).toBeCloseTo(75.6, 1);
  const hook = await newHook();
  hook.receiver.answer = (_request, response) => response.writeHead(500).end();
  const event = await addEvent(hook);
  const waits: number[] = [];
  for (let time = 1; time <= 10; time += 1) {
    await until(async () => (await deliveriesOf(hook))[0]?.attempts.length === time);
    const [{ next_at: next }] = await deliveriesOf(hook);
    if (next === '') break;
    waits.push((Date.parse(next) - Date.now()) / 1_000);
    await until(async () => (await rowOf(hook)).due_at !== null);
    await makeDue(hook);
  }
  expect(waits).toHaveLength(RETRY_SECONDS.length);
  // Jitter takes off up to a tenth; 3 s allow for the test's own time.
  const isWithin = (wait: number, index: number) =>
    wait <= (RETRY_SECONDS[index] ?? 0) && wait > (RETRY_SECONDS[index] ?? 0) * 0.9 - 3;
  expect(waits.filter((wait, index) => !isWithin(wait, index))).toEqual([]);
  await until(async () => (await deliveriesOf(hook))[0]?.state === 'given-up');
  hook.receiver.answer = (_request, response) => response.writeHead(200).end();
  const [{ id }] = await deliveriesOf(hook);
  const replay = () =>
    administrator.call('POST /api/staff/integrations/deliveries/{id}/replay', { params: { id } });
  expect((await replay()).status).toBe(200);
  await until(async () => (await deliveriesOf(hook))[0]?.state === 'delivered');
  expect(new Set(hook.receiver.got.map((got) => got.id))).toEqual(new Set([event]));
  expect(hook.receiver.got).toHaveLength(11);
  expect((await rowOf(hook)).failing_since).toBeNull();
}, 60_000);

test('500 for three days switches it off, and the home page says so; a person switches it on again', async () => {
  const hook = await newHook();
  hook.receiver.answer = (_request, response) => response.writeHead(500).end();
  const event = await addEvent(hook);
  await until(async () => (await rowOf(hook)).failing_since !== null);
  await sql`update webhook_endpoint set failing_since = now() - interval '3 days' where id = ${hook.id}`.execute(
    product.deps.db,
  );
  await until(async () => (await rowOf(hook)).due_at !== null);
  await makeDue(hook);
  await until(async () => !(await rowOf(hook)).is_on);
  expect(await rowOf(hook)).toMatchObject({ off_because: 'failing', off_at: expect.any(Date) });
  const { result } = (await administrator.call('GET /api/staff/worklist')).body;
  expect(result).toContainEqual(expect.objectContaining({ line: 'webhooks-off', country: 'AR' }));
  const missed = await addEvent(hook);
  await publishEvents(product.deps.db);
  hook.receiver.answer = (_request, response) => response.writeHead(200).end();
  const { url, version } = await rowOf(hook);
  const on = await administrator.call('POST /api/staff/integrations/webhooks/{id}', {
    params: { id: String(hook.id) },
    version,
    body: { url, types: ['lead.changed'], is_on: true },
  });
  expect(on.status).toBe(200);
  await makeDue(hook);
  await until(async () => (await deliveriesOf(hook))[0]?.state === 'delivered');
  // Events from the time it was off are in the feed only; they are not sent later.
  const ids = hook.receiver.got.map((got) => got.id);
  expect(ids).toContain(event);
  expect(ids).not.toContain(missed);
}, 60_000);

test('410 switches it off at once, a redirect only fails', async () => {
  const hook = await newHook();
  let visits = 0;
  const other = new Receiver();
  receivers.push(other);
  const target = await other.listen();
  other.answer = (_request, response) => {
    visits += 1;
    response.end();
  };
  hook.receiver.answer = (_request, response) => response.writeHead(302, { location: target }).end();
  await addEvent(hook);
  await until(async () => (await deliveriesOf(hook))[0]?.attempts.length === 1);
  expect((await deliveriesOf(hook))[0].attempts).toMatchObject([{ status: 302, failure: 'redirect' }]);
  expect(visits).toBe(0);
  expect((await rowOf(hook)).is_on).toBe(true);
  hook.receiver.answer = (_request, response) => response.writeHead(410).end();
  await until(async () => (await rowOf(hook)).due_at !== null);
  await makeDue(hook);
  await until(async () => !(await rowOf(hook)).is_on);
  expect((await rowOf(hook)).off_because).toBe('gone');
});

test('one that moved to a private address after it was entered is not reached', async () => {
  const hook = await newHook();
  await sql`update webhook_endpoint set url = 'https://10.0.0.1/avisos' where id = ${hook.id}`.execute(
    product.deps.db,
  );
  await addEvent(hook);
  await until(async () => (await deliveriesOf(hook))[0]?.attempts.length === 1);
  expect((await deliveriesOf(hook))[0].attempts).toMatchObject([{ status: null, failure: 'address' }]);
});

test('a rotation signs with both secrets', async () => {
  const hook = await newHook();
  const { version } = await rowOf(hook);
  const rotate = (seen: number) =>
    administrator.call('POST /api/staff/integrations/webhooks/{id}/rotate', {
      params: { id: String(hook.id) },
      version: seen,
    });
  const answer = await rotate(version);
  expect(answer.status).toBe(200);
  expect((await rotate(version)).body.code).toBe('changed_meanwhile');
  await addEvent(hook);
  await until(() => hook.receiver.got.length === 1);
  const [got] = hook.receiver.got;
  for (const secret of [hook.secret, answer.body.secret])
    expect(new Webhook(secret).verify(got!.body, got!.headers)).toBeTruthy();
  const dump = JSON.stringify(await rowOf(hook));
  expect(dump).not.toContain(hook.secret.slice(6));
  await sql`update webhook_endpoint set earlier_until = now() where id = ${hook.id}`.execute(product.deps.db);
  await addEvent(hook);
  await until(() => hook.receiver.got.length === 2);
  const [, last] = hook.receiver.got;
  expect(() => new Webhook(hook.secret).verify(last!.body, last!.headers)).toThrow('No matching signature');
});

test('endpoints that hang do not delay another', async () => {
  const hanging: Hook[] = [];
  for (let n = 0; n < 3; n += 1) {
    const hook = await newHook();
    hook.receiver.answer = () => undefined;
    hanging.push(hook);
    for (let each = 0; each < 20; each += 1) await addEvent(hook);
  }
  const healthy = await newHook();
  await until(() => hanging.every(({ receiver }) => receiver.got.length > 0));
  const began = performance.now();
  await addEvent(healthy);
  await until(() => healthy.receiver.got.length === 1);
  expect(performance.now() - began).toBeLessThan(5_000);
  for (const { receiver } of hanging) receiver.close();
});

describe('between commit and send', () => {
  const worker = async (hook: Hook, dieAt: number) => {
    const { databaseUrl, deps } = product;
    const order = JSON.stringify({ databaseUrl, secret: deps.config.APP_SECRET, endpoint: hook.id, dieAt });
    const program = join(import.meta.dirname, 'killed.test-program.ts');
    return run(process.execPath, [program, order]).then(
      ({ stdout }) => stdout,
      (error: Error & { signal: string | null }) => {
        if (error.signal !== 'SIGKILL') throw error;
        return error.signal;
      },
    );
  };

  test('a worker killed before any of its statements loses nothing and repeats only ids; a rollback sends nothing', async () => {
    // Runs no worker, so that only the killed program sends.
    const alone = await startProduct({
      settings: { CONSOLE_URL: consoleUrl, WEBHOOKS_TO_LOOPBACK: 'on', ROLE: 'api' },
    });
    const [before, admin] = [product, administrator];
    try {
      product = alone;
      administrator = await signInAs(alone, 'administrator');
      const hook = await newHook();
      const { db } = alone.deps;
      const undone = db.transaction().execute(async (tx) => {
        await sql`insert into partner_event (country, type, object_id, version, partner_id, at)
          values ('AR', 'lead.changed', 'undone', 1, ${Number(hook.partner)}, now())`.execute(tx);
        throw new Error('rolled back');
      });
      await expect(undone).rejects.toThrow('rolled back');
      const events = [];
      for (let each = 0; each < 12; each += 1) events.push(await addEvent(hook));
      const ends = [];
      for (let dieAt = 1; ends.at(-1) !== 'done'; dieAt += 2) {
        await makeDue(hook);
        ends.push(await worker(hook, dieAt));
      }
      expect(ends.filter((end) => end === 'SIGKILL').length).toBeGreaterThan(4);
      const got = hook.receiver.got.map(({ id }) => id);
      expect(new Set(got)).toEqual(new Set(events));
      const times = [...Map.groupBy(got, (id) => id).values()].map((each) => each.length);
      expect(Math.max(...times)).toBeGreaterThan(1);
      const { rows } = await sql<{ open: number }>`
        select count(*)::int as open from webhook_delivery where due_at is not null or delivered_at is null`.execute(
        db,
      );
      expect(rows[0]?.open).toBe(0);
      expect(hook.receiver.got.some(({ body }) => body.includes('undone'))).toBe(false);
    } finally {
      [product, administrator] = [before, admin];
      await alone.close();
    }
  });
});

describe('what a webhook may be', () => {
  test.each([
    ['http://hooks.example.com/', ['lead.changed'], 'webhook_url'],
    ['https://10.0.0.1/', ['lead.changed'], 'webhook_url'],
    ['https://hooks.example.com/', ['payment.received'], 'webhook_types'],
  ])('%s with %j is %s', async (url, types, code) => {
    const strict = await startStrict();
    const answer = await strict.administrator.call('POST /api/staff/integrations/partners/{id}/webhooks', {
      params: { id: strict.partner },
      body: { url, types },
    });
    expect(answer.body.code).toBe(code);
  });

  let started: Promise<{ product: TestProduct; administrator: StaffMember; partner: string }> | undefined;
  /** A product as in production: without loopback. */
  function startStrict() {
    started ??= (async () => {
      const strict = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
      const admin = await signInAs(strict, 'administrator');
      return { product: strict, administrator: admin, partner: await addPartner(strict, admin) };
    })();
    return started;
  }
  afterAll(async () => (await started)?.product.close());
});
