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

/** People who can confirm, and loans that can be paid: more than any run gets through. */
const [applicants, loans] = [20_000, 12_000];

/** Everything that a scenario disturbs and looks at. */
export interface Stage {
  readonly folder: string;
  readonly outside: Outside;
  readonly product: Product;
  /** Undefined where there is no PgBouncer that the product can work with. */
  readonly pooler: Service | undefined;
  readonly cluster: Cluster;
  /** What runs now. */
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

/** The statements of docs/operations.md#two-roles. */
async function makeRoles(cluster: Cluster): Promise<void> {
  await cluster.admin(async (client) => {
    for (const role of [ownerRole, appRole])
      await client.query(`create role ${role} login password '${rolePassword}'`);
    // To which the filling of the benchmarks gives its sequence.
    await client.query('create role cuota');
  });
}

/** A release on a database of its own, with people and loans; what is to be asked of it. */
export async function openProduct(
  { folder, cluster, product }: Pick<Stage, 'folder' | 'cluster' | 'product'>,
  release: Release,
): Promise<Load> {
  const { database } = release;
  await cluster.admin((client) => client.query(`create database ${database} owner ${ownerRole}`));
  console.error('Migrating and starting two APIs and two workers…');
  await product.migrate(release);
  await product.start(release);
  console.error('Making people and loans…');
  const price = await cluster.admin(async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query('set synchronous_commit = off');
    const fill = (sql: string, values?: unknown[]): Promise<pg.QueryResult> => client.query(sql, values);
    await addApplicants({ fill }, applicants);
    // As the bank knows the holder of every account.
    await fill('update bank_account set legal_number = $1', [holder]);
    const [wire, shot] = [new Wire(balancerPort), confirmation(1)];
    bodyOf(await wire.ask(shot), shot);
    wire.close();
    await fillPortfolio({ fill }, 0, loans);
    // Of the benchmarks alone; a migration that comes later may not grant what its role does not own.
    await fill('drop sequence bench_applicant');
    return monthlyPrice({ fill });
  }, database);
  const journal = new Journal(join(folder, `acknowledged-${database}.jsonl`));
  return new Load(journal, balancerPort, price);
}
