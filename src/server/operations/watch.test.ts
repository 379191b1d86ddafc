import { createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borrower } from '../servicing/payments/testing/borrower.ts';
import { confirmationOf, signUpAndVerify } from '../testing/journey.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

const figures = { OPERATIONS_PORT: '0', METRICS: 'on' };

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: figures });
});
afterAll(() => product.close());

async function ask(of: TestProduct, path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`http://127.0.0.1:${of.operationsPort}${path}`);
  return { status: response.status, text: await response.text() };
}

/** Reads figures in a worker that has just started and so has cached none. */
async function afresh<T>(read: (worker: TestProduct) => Promise<T>): Promise<T> {
  const worker = await startProduct({ beside: product, settings: { ...figures, ROLE: 'worker' } });
  try {
    return await read(worker);
  } finally {
    await worker.close();
  }
}

/** Value of a metric with these labels, in any order. */
async function figure(of: TestProduct, name: string, labels: Readonly<Record<string, string>> = {}) {
  const { text } = await ask(of, '/metrics');
  const wanted = Object.entries(labels).map(([key, value]) => `${key}="${value}"`);
  const line = text
    .split('\n')
    .find(
      (each) =>
        (each.startsWith(`${name}{`) || each.startsWith(`${name} `)) &&
        wanted.every((label) => each.includes(label)),
    );
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

describe('the figures', () => {
  test('count requests by route and status, never by address', async () => {
    await product.call('GET /api/v3/enviroments');
    await product.raw('/api/v3/balance/12345678');
    const name = 'cuota_http_request_seconds_count';
    expect(await figure(product, name, { route: '/api/v3/enviroments', status: '200' })).toBe(1);
    expect((await ask(product, '/metrics')).text).not.toContain('12345678');
  });

  test('cover payouts, jobs, unmatched money, credits, the ledger, the pool and the event loop', async () => {
    await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
    const person = await signUpAndVerify(product);
    await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
    const payouts = product.deps.db.selectFrom('payout').select('state');
    await expect.poll(() => payouts.execute(), { timeout: 20_000 }).toEqual([{ state: 'planned' }]);
    await afresh(async (worker) => {
      expect(await figure(worker, 'cuota_pay_outs', { country: 'AR', state: 'planned' })).toBe(1);
      expect(await figure(worker, 'cuota_pay_outs_oldest_seconds', { state: 'planned' })).toBeGreaterThan(0);
    });
    expect(await figure(product, 'cuota_jobs', { queue: 'send-message', state: 'failed' })).toBe(0);
    expect(await figure(product, 'cuota_unmatched', { kind: 'payment' })).toBe(0);
    expect(await figure(product, 'cuota_unmatched', { kind: 'difference' })).toBe(0);
    expect(await figure(product, 'cuota_credits_late')).toBe(0);
    expect(await figure(product, 'cuota_alarms', { kind: 'webhook-forged' })).toBe(0);
    expect(await figure(product, 'cuota_database_connections', { state: 'most' })).toBe(6);
    expect(await figure(product, 'cuota_database_wait_seconds')).toBe(0);
    const asked = { provider: 'bureau', call: 'report', outcome: 'answered' };
    expect(await figure(product, 'cuota_provider_seconds_count', asked)).toBeGreaterThan(0);
    expect(await figure(product, 'cuota_bureau_requests', { state: 'most' })).toBe(100);
    expect(await figure(product, 'nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);
  });

  test('show that jobs and alarms wait', async () => {
    const { db } = product.deps;
    await sql`insert into event (country, kind, at) values ('AR', 'credit-shortfall', now())`.execute(db);
    await sql`insert into jobs.job (name, data, state, start_after, completed_on, retry_limit, expire_seconds, keep_until)
      select name, '{}', 'failed', now(), now() - interval '1 minute', 0, 60, now() + interval '1 day'
      from jobs.queue where name = 'wallet-notification'`.execute(db);
    const failed = { queue: 'wallet-notification', state: 'failed' };
    await afresh(async (worker) => {
      expect(await figure(worker, 'cuota_alarms', { kind: 'credit-shortfall' })).toBe(1);
      expect(await figure(worker, 'cuota_jobs', failed)).toBe(1);
      expect(await figure(worker, 'cuota_jobs_oldest_seconds', failed)).toBeGreaterThan(50);
    });
  });

  test('count the age of a message from its creation while its tries fail', async () => {
    const { db } = product.deps;
    await sql`insert into message (country, channel, recipient, body, created_at, due_at, tries)
      values ('AR', 'email', 'x@example.com', '\\x00', now() - interval '9 minutes', now() + interval '8 minutes', 7)`.execute(
      db,
    );
    const due = { queue: 'send-message', state: 'due' };
    const age = await afresh((worker) => figure(worker, 'cuota_jobs_oldest_seconds', due));
    expect(age).toBeGreaterThan(500);
    await sql`delete from message where recipient = 'x@example.com'`.execute(db);
  });

  test('show failed daily runs and findings of checks', async () => {
    const { db } = product.deps;
    await sql`insert into daily_run (job, country, day, failure, finished_at, did) values
        ('reminders', 'UY', current_date + 30, 'Error: away', null, '{}'),
        ('ledger-check', 'UY', current_date + 29, '', now(), '{"transactions": 5, "unbalanced": 2}'),
        ('ledger-check', 'UY', current_date + 28, '', now(), '{"transactions": 5, "unbalanced": 0}')`.execute(
      db,
    );
    const failed = { work: 'reminders', country: 'UY' };
    const check = { check: 'ledger-check', country: 'UY' };
    await afresh(async (worker) => {
      expect(await figure(worker, 'cuota_days_failed', failed)).toBe(1);
      expect(await figure(worker, 'cuota_checks_wrong', check)).toBe(2);
      await sql`update daily_run set finished_at = now(), failure = '', did = '{}' where day > current_date + 20`.execute(
        db,
      );
      const next = { timeout: 10_000, interval: 250 };
      await expect.poll(() => figure(worker, 'cuota_days_failed', failed), next).toBe(0);
      await expect.poll(() => figure(worker, 'cuota_checks_wrong', check), next).toBe(0);
    });
  });

  test('count the findings of the audit of loans', async () => {
    const { db } = product.deps;
    const { loanId } = await borrower(product, 'UY');
    await sql`insert into loan_contradiction (country, loan_id, kind, subject, expected, found, day, found_at, seen_at)
      values ('UY', ${loanId}, 'ledger', 'interest-income', 5, 4, current_date, now(), now())`.execute(db);
    const open = { country: 'UY', kind: 'ledger' };
    expect(await afresh((worker) => figure(worker, 'cuota_loan_contradictions', open))).toBe(1);
  });

  test('show webhooks that were switched off, and the age of a public list', async () => {
    const { db, clock } = product.deps;
    const at = new Date(clock.now().getTime() - 3 * 86_400_000);
    await sql`with s as (insert into staff_member (email, name, roles, countries, state, created_at, changed_at)
        values ('off@example.com', 'Off', '{}', '{AR}', 'active', now(), now()) returning id),
      p as (insert into partner (country, code, name, kind, created_by, created_at)
        select 'AR', 'off', 'Off', 'own', id, now() from s returning id, created_by)
      insert into webhook_endpoint (country, partner_id, url, types, secret, created_by, created_at, is_on, off_because, off_at)
      select 'AR', id, 'https://example.com/', '{}', '', created_by, now(), false, 'gone', now() from p`.execute(
      db,
    );
    await sql`insert into watch_list_version (country, digest, entries, added, changed, removed, loaded_at, checked_at)
      values ('AR', ${'0'.repeat(64)}, 1, 1, 0, 0, ${at}, ${at})`.execute(db);
    await afresh(async (worker) => {
      expect(await figure(worker, 'cuota_webhooks_off', { country: 'AR', reason: 'gone' })).toBe(1);
      const age = await figure(worker, 'cuota_watch_list_age_seconds', { country: 'AR' });
      expect(age).toBeGreaterThan(2 * 86_400);
    });
  });

  test('add up the books', async () => {
    const { db } = product.deps;
    await sql`with t as (insert into ledger_transaction (country, currency, kind, at, value_date)
        values ('AR', 'ARS', 'payment', now(), current_date) returning id)
      insert into ledger_entry (transaction_id, line, account, amount)
        select id, 1, 'bank', 12345 from t union all select id, 2, 'customer-credit', -12345 from t`.execute(
      db,
    );
    await afresh(async (worker) => {
      const credit = () =>
        figure(worker, 'cuota_ledger_balance', { country: 'AR', account: 'customer-credit' });
      await expect.poll(credit, { timeout: 10_000 }).toBe(-123.45);
      expect(await figure(worker, 'cuota_ledger_unbalanced', { country: 'AR', currency: 'ARS' })).toBe(0);
    });
  });

  test('that cannot be read are left out, and the others are there', async () => {
    const { db } = product.deps;
    await sql`alter table payment_report rename to payment_report_away`.execute(db);
    await afresh(async (worker) => {
      const failures = () => figure(worker, 'cuota_metrics_failed_total', { name: 'cuota_unmatched' });
      await expect.poll(failures, { timeout: 10_000 }).toBeGreaterThan(0);
      expect(await figure(worker, 'cuota_database_wait_seconds')).toBe(0);
    });
    await sql`alter table payment_report_away rename to payment_report`.execute(db);
  });

  test('of an API are those of its process', async () => {
    const api = await startProduct({ beside: product, settings: { ...figures, ROLE: 'api' } });
    const { text } = await ask(api, '/metrics');
    expect(text).toContain('cuota_database_connections');
    expect(text).not.toMatch(/cuota_(jobs|pay_outs|ledger)/);
    await api.close();
  });
});

describe('a process', () => {
  test('has neither the port nor metrics unless configured', async () => {
    const plain = await startProduct({ beside: product });
    expect(plain.operationsPort).toBeUndefined();
    expect((await plain.raw('/metrics')).status).not.toBe(200);
    await plain.close();
    const healthOnly = await startProduct({
      beside: product,
      settings: { OPERATIONS_PORT: '0', ROLE: 'worker' },
    });
    expect(await ask(healthOnly, '/healthz')).toEqual({ status: 200, text: 'ok\n' });
    expect((await ask(healthOnly, '/readyz')).status).toBe(200);
    expect((await ask(healthOnly, '/metrics')).status).toBe(404);
    await healthOnly.close();
  });

  test('that is stopping is not ready while it still serves', async () => {
    const settings = { ...figures, ROLE: 'api', DRAIN_SECONDS: '2' };
    const stopping = await startProduct({ beside: product, settings });
    expect((await stopping.call('GET /readyz')).status).toBe(200);
    const stopped = stopping.close();
    expect((await stopping.call('GET /readyz')).status).toBe(503);
    expect((await ask(stopping, '/readyz')).status).toBe(503);
    expect((await ask(stopping, '/healthz')).status).toBe(200);
    expect((await stopping.call('GET /api/v3/enviroments')).status).toBe(200);
    await stopped;
    await expect(stopping.call('GET /readyz')).rejects.toThrow('ECONNREFUSED');
  });

  test('with a taken port names the setting in its error', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const OPERATIONS_PORT = String((taken.address() as AddressInfo).port);
    await expect(
      startProduct({ beside: product, settings: { OPERATIONS_PORT, ROLE: 'worker' } }),
    ).rejects.toThrow(/OPERATIONS_PORT.*EADDRINUSE/);
    taken.close();
  });
});
