import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { deployFile, etcdSettings, forMachine, machineSettings } from '../deploy-files.ts';
import { patroniCommand, patroniEnvironment } from '../needs.ts';
import { bridgeAddress, openMachine, type Machine } from '../system/machine.ts';
import { run, statusOf, until } from '../system/run.ts';
import { Service } from '../system/service.ts';

const names = ['a', 'b', 'c'];
const account = 'postgres';
export const superuserPassword = 'only-for-these-runs';
export const dataFolder = '/var/lib/postgresql/15/cuota';
/** Disk size of each machine. */
const diskSize = '2g';

interface Node {
  readonly machine: Machine;
  readonly etcd: Service;
  readonly patroni: Service;
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
  readonly lag?: number | string;
}

const disk = (folder: string, owner: string, size = diskSize) => [
  '-t',
  'tmpfs',
  '-o',
  `size=${size},uid=${owner},gid=${owner},mode=0755,X-mount.mkdir`,
  'tmpfs',
  folder,
];

/** Creates what the machines and the product share: the archive and the pgBackRest settings. */
export async function openArchive(): Promise<void> {
  for (const folder of ['/var/lib/pgbackrest', '/var/log/pgbackrest'])
    await run(['mount', ...disk(folder, account)]);
  await run(['mount', '--bind', deployFile('pgbackrest/pgbackrest.conf'), '/etc/pgbackrest.conf']);
}

/** Three machines, each with etcd, Patroni and PostgreSQL, configured by the files of deploy/. */
export class Cluster {
  readonly #nodes: readonly Node[];

  private constructor(nodes: readonly Node[]) {
    this.#nodes = nodes;
  }

  static async open(folder: string): Promise<Cluster> {
    const file = join(folder, 'patroni.yaml');
    copyFileSync(deployFile('patroni/patroni.yaml'), file);
    chmodSync(file, 0o644);
    const nodes: Node[] = [];
    for (const [index, name] of names.entries()) {
      const machine = await openMachine(name, index + 1, [
        disk('/var/lib/postgresql', account),
        disk('/run/postgresql', account, '16m'),
        disk('/var/lib/etcd', account, '256m'),
        disk('/tmp/pgbackrest', account, '16m'),
      ]);
      nodes.push(nodeOf(machine, folder, file));
    }
    return new Cluster(nodes);
  }

  get machines(): readonly Machine[] {
    return this.#nodes.map(({ machine }) => machine);
  }

  /** Starts all machines and waits until each has its role. */
  async start(): Promise<void> {
    for (const node of this.#nodes) startNode(node);
    await until('the cluster', () => this.isWhole(), 180_000);
  }

  /** Starts from the data on one machine's disk; the others, empty, join afterwards. */
  async startFrom(machine: Machine): Promise<void> {
    for (const { etcd } of this.#nodes) etcd.start();
    this.#nodeOf(machine).patroni.start();
    await until(
      'the first machine',
      async () => (await this.primary().catch(() => undefined)) === machine,
      120_000,
    );
    for (const node of this.#nodes) if (node.machine !== machine) node.patroni.start();
    await until('the cluster', () => this.isWhole(), 180_000);
  }

  /** Erases every disk. */
  async wipe(): Promise<void> {
    for (const machine of this.machines)
      await run(
        machine.as(account, ['sh', '-c', 'rm -rf /var/lib/postgresql/* /var/lib/etcd/* /run/postgresql/*']),
      );
  }

  /** Kills everything on a machine; its disk stays. */
  lose(lost: Machine): void {
    const node = this.#nodeOf(lost);
    // Stops Patroni without a restart.
    void node.patroni.stop('SIGKILL');
    void node.etcd.stop('SIGKILL');
    lost.kill();
  }

  bringBack(machine: Machine): void {
    startNode(this.#nodeOf(machine));
  }

  /** Kills all machines at once. */
  loseAll(): void {
    for (const machine of this.machines) this.lose(machine);
  }

  /** Machine that reports itself as primary. */
  async primary(): Promise<Machine> {
    for (const machine of this.machines)
      if ((await statusOf(`http://${machine.address}:8008/primary`)) === 200) return machine;
    throw new Error('no machine is the primary');
  }

  /** True with a primary, a synchronous standby and one more, all caught up. */
  async isWhole(): Promise<boolean> {
    for (const { address } of this.machines) {
      const members = await membersFrom(address);
      if (!members || !isWhole(members)) return false;
    }
    return true;
  }

  /** Runs statements as the superuser, on the current primary. */
  async admin<T>(work: (client: pg.Client) => Promise<T>, database = 'postgres'): Promise<T> {
    const client = new pg.Client({
      connectionString: urlOf('postgres', superuserPassword, database),
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  #nodeOf(machine: Machine): Node {
    const node = this.#nodes.find((each) => each.machine === machine);
    if (!node) throw new Error(`no machine ${machine.name}`);
    return node;
  }
}

/** Connection URL through HAProxy. */
export function urlOf(user: string, password: string, database: string, port = 5432): string {
  return `postgres://${user}:${password}@${bridgeAddress}:${port}/${database}`;
}

function nodeOf(machine: Machine, folder: string, file: string): Node {
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/var/lib/postgresql', LANG: 'C.UTF-8' };
  const log = (what: string) => join(folder, `${what}-${machine.name}.log`);
  const passwords = {
    PATRONI_SUPERUSER_PASSWORD: superuserPassword,
    PATRONI_REPLICATION_PASSWORD: superuserPassword,
  };
  return {
    machine,
    etcd: new Service({
      name: 'etcd',
      argv: machine.as(account, ['etcd']),
      env: { ...env, ...forMachine(etcdSettings(), machine) },
      log: log('etcd'),
    }),
    patroni: new Service({
      name: 'patroni',
      argv: machine.as(account, [...patroniCommand, file]),
      env: {
        ...env,
        ...patroniEnvironment(),
        ...forMachine(machineSettings(), machine),
        ...passwords,
      },
      log: log('patroni'),
    }),
  };
}

function startNode({ etcd, patroni }: Node): void {
  etcd.start();
  patroni.start();
}

async function membersFrom(address: string): Promise<readonly Member[] | undefined> {
  try {
    const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) });
    return ((await answer.json()) as { members: readonly Member[] }).members;
  } catch {
    return undefined;
  }
}

/** Exported for its test. */
export function isWhole(members: readonly Member[]): boolean {
  const leader = members.find(({ role }) => role === 'leader');
  const followers = members.filter(({ role }) => role !== 'leader');
  return (
    leader?.state === 'running' &&
    followers.length === names.length - 1 &&
    followers.some(({ role }) => role === 'sync_standby') &&
    followers.every(
      ({ state, timeline, lag }) =>
        /^(?:running|streaming)$/.test(state) && timeline === leader.timeline && Number(lag) < 1_048_576,
    )
  );
}
