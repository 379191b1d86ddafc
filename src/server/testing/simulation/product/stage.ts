import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { COUNTRIES } from '../../../../countries/countries.ts';
import type { CalendarDate } from '../../../../domain/calendar-date.ts';
import { createApi } from '../../../api.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { PROGRAM_HOLIDAYS } from '../../../content/service.ts';
import { followers } from '../../../followers.ts';
import { createPorts } from '../../../integrations/create-ports.ts';
import { payoutOrders } from '../../../loans/payout-files/service.ts';
import { createReadiness } from '../../../operations/readiness.ts';
import { parseConfig } from '../../../platform/config.ts';
import { openDatabase } from '../../../platform/database.ts';
import type { JobSender } from '../../../platform/work/jobs.ts';
import { createLogger } from '../../../platform/logger.ts';
import { migrate } from '../../../platform/schema/migrate.ts';
import { systemRandom, vaultOf } from '../../../platform/secrets.ts';
import { setPayoutMode } from '../../../integrations/payouts/sandbox.ts';
import { seed } from '../../../run.ts';

/** A product without workers: the simulation runs their jobs. */
export interface Product {
  readonly deps: Dependencies;
  readonly app: FastifyInstance;
  /** Sets the business clock to noon of a day in both countries. */
  setDay(day: CalendarDate): void;
  close(): Promise<void>;
}

/** Runs products for the simulation, each on its own database. */
export interface Stage {
  open(day: CalendarDate): Promise<Product>;
  close(): Promise<void>;
}

/** Days late after which a loan can be written off; few, so that some are. */
export const WRITE_OFF_DAYS = 20;

const settings = {
  WRITE_OFF_DAYS: String(WRITE_OFF_DAYS),
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  DEMO_CUSTOMERS: 'off',
  DATABASE_POOL: '16',
  LOAD_MAX_WAIT_MS: '600000',
  LIMIT_LINKS_PERSON: '1000000',
  LIMIT_LINKS_ADDRESS: '1000000',
  LIMIT_CHALLENGE_COUNTRY: '1000000',
  LIMIT_STRANGERS_PAYMENTS_DOCUMENT: '1000000',
  LIMIT_STRANGERS_PAYMENTS_ADDRESS: '1000000',
};

/** No jobs are sent: the simulation runs them. */
const noJobs: JobSender = {
  send: async () => undefined,
  sendMany: async () => undefined,
  wake: () => undefined,
};

/**
 * @param serverUrl of a PostgreSQL server that allows creating databases
 * @param migrated migrated database to copy from; by default one is migrated
 */
export async function openStage(serverUrl: string, migrated?: string): Promise<Stage> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  const dataDir = await mkdtemp(join(tmpdir(), 'cuota-simulation-'));
  const config = parseConfig({ ...settings, DATA_DIR: dataDir });
  const urlOf = (name: string) => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const create = async (template?: string) => {
    const name = `cuota_simulation_${randomUUID().replaceAll('-', '')}`;
    // Databases are copied one at a time, including those of concurrent tests.
    await admin.query('select pg_advisory_lock(7261)');
    try {
      await admin.query(
        `create database "${name}"${template === undefined ? '' : ` template "${template}"`}`,
      );
    } finally {
      await admin.query('select pg_advisory_unlock(7261)');
    }
    return name;
  };
  // Not with force: only a superuser may end an autovacuum; without force, it is asked to stop.
  const drop = (name: string) => admin.query(`drop database "${name}"`);
  const pattern = await create(migrated);
  if (migrated === undefined) await migrate(urlOf(pattern));
  const sown = await openProduct(config, urlOf(pattern), '2026-01-01' as CalendarDate);
  await seed(sown.deps);
  await setPayoutMode(sown.deps.db, 'manual');
  await addStaff(sown.deps);
  await sown.close();
  return {
    async open(day) {
      const name = await create(pattern);
      const product = await openProduct(config, urlOf(name), day);
      return {
        ...product,
        async close() {
          await product.close();
          await drop(name);
        },
      };
    },
    async close() {
      await drop(pattern);
      await admin.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Two people who decide, and evidence for it in each country. */
async function addStaff({ db, clock }: Dependencies): Promise<void> {
  const at = clock.now();
  await sql`
    with people as (
      insert into staff_member (email, name, roles, countries, state, subject, created_at, changed_at)
      select name || '@example.com', name, '{}', ${[...COUNTRIES]}::text[], 'active', name, ${at}, ${at}
      from unnest('{simulation-1,simulation-2}'::text[]) as name
      returning id, name)
    insert into staff_file (country, staff_id, name, type, bytes, sha256, storage_key, created_at)
    select country, id, '', 'application/pdf', 0, '', 'simulation-' || country, ${at}
    from people, unnest(${[...COUNTRIES]}::text[]) as country where name = 'simulation-1'`.execute(db);
}

async function openProduct(
  config: ReturnType<typeof parseConfig>,
  url: string,
  day: CalendarDate,
): Promise<Product> {
  const log = createLogger('silent');
  const database = openDatabase(url, config.DATABASE_POOL, 60);
  const { db } = database;
  let now = noonOf(day);
  const clock = { now: () => new Date(now) };
  const vault = vaultOf(config.APP_SECRET);
  const ports = await createPorts({ config, db, clock, vault, payoutOrders: payoutOrders(db) });
  const deps: Dependencies = {
    config,
    db,
    clock,
    random: systemRandom,
    vault,
    log,
    jobs: noJobs,
    ports,
    holidays: PROGRAM_HOLIDAYS,
    followers,
  };
  const readiness = createReadiness(db, log);
  const watched = { readiness, metrics: undefined, tracer: undefined, certificate: undefined };
  const app = await createApi(deps, { borrowers: undefined, console: undefined }, watched);
  await app.ready();
  return {
    deps,
    app,
    setDay(next) {
      now = noonOf(next);
    },
    async close() {
      await app.close();
      ports.email.close();
      await database.close();
    },
  };
}

/** Noon in both countries, which share the date then. */
function noonOf(day: CalendarDate): number {
  return Date.parse(`${day}T15:00:00Z`);
}
