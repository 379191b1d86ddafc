import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { addApplicants, confirmation } from '../bench/applicants.ts';
import { monthlyPrice } from '../bench/payments.ts';
import { fillPortfolio } from '../bench/portfolio.ts';
import { bodyOf, Wire } from '../bench/wire.ts';
import { own as holder } from '../../src/server/integrations/payouts/testing/fake-bank.ts';
import { Cluster, openArchive } from './cluster/cluster.ts';
import { Journal } from './load/journal.ts';
import { Load } from './load/load.ts';
import { openOutside, type Outside } from './product/outside.ts';
import {
  appRole,
  balancerPort,
  openBalancer,
  openPooler,
  ownerRole,
  ownRoot,
  poolerCommand,
  Product,
  rolePassword,
  type Release,
} from './product/product.ts';
import { openNetwork } from './system/machine.ts';
import { run } from './system/run.ts';
import type { Service } from './system/service.ts';

/** Applicants and payable loans: more than any run uses. */
const [applicants, loans] = [20_000, 12_000];

/** Everything that a scenario disturbs and inspects. */
export interface Stage {
  readonly folder: string;
  readonly outside: Outside;
  readonly product: Product;
  /** Undefined without a PgBouncer that the product supports. */
  readonly pooler: Service | undefined;
  readonly cluster: Cluster;
  /** Release that is running. */
  readonly release: Release;
  readonly load: Load;
}

export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'cuota-faults-'));
  chmodSync(folder, 0o755);
  console.error(`Logs are in ${folder}`);
  await openNetwork();
  await openArchive();
  const outside = await openOutside();
  openBalancer(folder);
  const command = await poolerCommand();
  const pooler = command && (await openPooler(folder, command));
  console.error('Starting three machines with etcd, Patroni and PostgreSQL…');
  const cluster = await Cluster.open(folder);
  await cluster.start();
  await run((await cluster.primary()).as('postgres', ['pgbackrest', '--stanza=cuota', 'stanza-create']));
  const product = new Product(folder, outside);
  const release: Release = {
    root: ownRoot,
    database: 'cuota',
    isPooled: pooler !== undefined,
    settings: {},
  };
  await makeRoles(cluster);
  const load = await openProduct({ folder, cluster, product }, release);
  return { folder, outside, product, pooler, cluster, release, load };
}

/** Runs the statements of docs/operations.md#two-roles. */
async function makeRoles(cluster: Cluster): Promise<void> {
  await cluster.admin(async (client) => {
    for (const role of [ownerRole, appRole])
      await client.query(`create role ${role} login password '${rolePassword}'`);
    // Role to which the benchmarks' fill grants its sequence.
    await client.query('create role cuota');
  });
}

/** Starts a release on its own database with applicants and loans, and returns the load to run. */
export async function openProduct(
  { folder, cluster, product }: Pick<Stage, 'folder' | 'cluster' | 'product'>,
  release: Release,
): Promise<Load> {
  const { database } = release;
  await cluster.admin((client) => client.query(`create database ${database} owner ${ownerRole}`));
  console.error('Migrating and starting two APIs and two workers…');
  await product.migrate(release);
  await product.start(release);
  console.error('Creating customers and loans…');
  const price = await cluster.admin(async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query('set synchronous_commit = off');
    const fill = (sql: string, values?: unknown[]): Promise<pg.QueryResult> => client.query(sql, values);
    await addApplicants({ fill }, applicants);
    // The holder that the bank has for every account.
    await fill('update bank_account set legal_number = $1', [holder]);
    const [wire, shot] = [new Wire(balancerPort), confirmation(1)];
    bodyOf(await wire.ask(shot), shot);
    wire.close();
    await fillPortfolio({ fill }, 0, loans);
    // Used by the benchmarks only; a later migration could not grant on a sequence its role does not own.
    await fill('drop sequence bench_applicant');
    return monthlyPrice({ fill });
  }, database);
  const journal = new Journal(join(folder, `acknowledged-${database}.jsonl`));
  return new Load(journal, balancerPort, price);
}
