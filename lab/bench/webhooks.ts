// Measures webhook deliveries a second of one worker process: node lab/bench/webhooks.ts. Receivers answer after
// BENCH_ANSWER_MS (200); one of the endpoints hangs.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { sealSecret } from '../../src/server/partners/webhooks/secrets.ts';
import { parseConfig } from '../../src/server/platform/config.ts';
import { openDatabase } from '../../src/server/platform/database.ts';
import { vaultOf } from '../../src/server/platform/secrets.ts';
import { run } from '../../src/server/run.ts';
import { createLogger } from '../../src/server/platform/logger.ts';
import { percentile } from './load.ts';
import { startDatabase } from './postgres.ts';
import { productSettings } from './processes.ts';

const endpoints = Number(process.env['BENCH_ENDPOINTS'] ?? 16);
const events = Number(process.env['BENCH_EVENTS'] ?? 500);
const answerMs = Number(process.env['BENCH_ANSWER_MS'] ?? 200);

/** @param wait undefined for a receiver that never answers */
async function receiver(wait: number | undefined): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    request.resume();
    if (wait !== undefined) setTimeout(() => response.writeHead(204).end(), wait);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const database = await startDatabase();
const settings = {
  ...productSettings(database.url, database.dataDir),
  NODE_ENV: 'test',
  SANDBOX: 'on',
  DEMO_CUSTOMERS: 'off',
  WEBHOOKS_TO_LOOPBACK: 'on',
  LOG_LEVEL: 'silent',
  PORT: '0',
};
const config = parseConfig(settings);
const prepared = await run(
  parseConfig({ ...settings, ROLE: 'api' }),
  database.url,
  createLogger('silent'),
  '/nowhere',
);
await prepared.stop();
const opened = openDatabase(database.url, 2);
const { db } = opened;
const vault = vaultOf(config.APP_SECRET);
const secret = sealSecret(vault, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
const receivers = await Promise.all(
  Array.from({ length: endpoints + 1 }, (_none, n) => receiver(n === endpoints ? undefined : answerMs)),
);
await sql`
  insert into staff_member (name, email, roles, countries, state, created_at, changed_at, changed_by)
  values ('Bench', 'bench@example.com', '{}', '{AR}', 'invited', now(), now(), 'bench')`.execute(db);
for (const [n, { url }] of receivers.entries())
  await sql`
    with staff as (select id from staff_member limit 1),
    added as (
      insert into partner (country, code, name, kind, created_by, created_at)
      select 'AR', ${`bench-${n}`}, 'Bench', 'partner', id, now() from staff returning id, created_by)
    insert into webhook_endpoint (country, partner_id, url, types, secret, created_by, created_at)
    select 'AR', id, ${url}, '{lead.changed}', ${secret}, created_by, now() from added`.execute(db);
await sql`
  insert into partner_event (country, type, object_id, version, partner_id, at)
  select 'AR', 'lead.changed', 'bench', n, p.id, now()
  from generate_series(1, ${events}::int) n cross join partner p`.execute(db);

const worker = await run(
  parseConfig({ ...settings, ROLE: 'worker' }),
  database.url,
  createLogger('silent'),
  '/nowhere',
);
const began = performance.now();
const cpu = process.cpuUsage();
const delivered = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_delivery where delivered_at is not null`.execute(db);
  return rows[0]?.count ?? 0;
};
while ((await delivered()) < endpoints * events) await pause(100);
const seconds = (performance.now() - began) / 1_000;
const { user, system } = process.cpuUsage(cpu);
const { rows: fresh } = await sql<{ ms: number }>`
  select extract(epoch from delivered_at - created_at)::float8 * 1000 as ms from webhook_delivery
  where delivered_at is not null order by 1`.execute(db);
console.log(`${endpoints} endpoints that answer in ${answerMs} ms, one that hangs, ${events} events each`);
console.log(`${Math.round((endpoints * events) / seconds)} deliveries a second in ${seconds.toFixed(1)} s`);
console.log(
  `${((user + system) / 1_000 / (endpoints * events)).toFixed(2)} ms of processor each, receivers included; oldest waited ${Math.round(
    percentile(
      fresh.map(({ ms }) => ms),
      0.99,
    ) ?? 0,
  )} ms`,
);
await worker.stop();
await opened.close();
for (const { server } of receivers) {
  server.closeAllConnections();
  server.close();
}
await database.stop();
