import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { productSettings } from '../../bench/processes.ts';
import { urlOf } from '../cluster/cluster.ts';
import { deployFile, poolerFile, poolerText } from '../deploy-files.ts';
import { firstPoolerVersion, poolerVersion, unpackedPooler } from '../needs.ts';
import { asUser, bridgeAddress } from '../system/machine.ts';
import { run, statusOf, until } from '../system/run.ts';
import { Service } from '../system/service.ts';
import type { Outside } from './outside.ts';

export const ownRoot = join(import.meta.dirname, '..', '..', '..');
export const balancerPort = 8080;
const poolerPort = 6432;
export const firstSecret = 'the-secret-that-everything-begins-with';
/** Roles of docs/operations.md#two-roles. */
export const [ownerRole, appRole, rolePassword] = ['cuota_owner', 'cuota_app', 'only-for-these-runs'];

/** Start options of a product process. */
export interface Release {
  /** Folder of its sources. */
  readonly root: string;
  readonly database: string;
  /** True if its statements go through the pooler. */
  readonly isPooled: boolean;
  readonly settings: Readonly<Record<string, string>>;
}

/** Two APIs and two workers behind HAProxy, each restarted when it ends. */
export class Product {
  readonly #folder: string;
  readonly #outside: Outside;
  readonly #slots = new Map<string, Service>();

  constructor(folder: string, outside: Outside) {
    this.#folder = folder;
    this.#outside = outside;
  }

  get names(): readonly string[] {
    return Object.keys(ports);
  }

  service(name: string): Service {
    const service = this.#slots.get(name);
    if (!service) throw new Error(`${name} does not run`);
    return service;
  }

  /** Migrates the schema of a release, by the release's own command. */
  async migrate(release: Release): Promise<void> {
    const env = {
      ...this.#settings('api', 0, { ...release, isPooled: false }),
      DATABASE_OWNER_URL: urlOf(ownerRole, rolePassword, release.database),
    };
    await run([process.execPath, 'src/server/migrate.ts'], { cwd: release.root, env });
  }

  async start(release: Release): Promise<void> {
    await Promise.all(this.names.map((name) => this.replace(name, release)));
    await until(
      'the balancer',
      async () => (await statusOf(`http://127.0.0.1:${balancerPort}/readyz`)) === 200,
    );
  }

  /** Stops a process and starts it from a new release; resolves when it is ready. */
  async replace(name: string, release: Release): Promise<void> {
    await this.#slots.get(name)?.stop();
    const port = ports[name] ?? 0;
    const kind = name.startsWith('api') ? 'api' : 'worker';
    const service = new Service({
      name,
      argv: [process.execPath, 'src/server/start.ts'],
      env: this.#settings(kind, port, release),
      log: join(this.#folder, `${name}.log`),
      cwd: release.root,
    });
    this.#slots.set(name, service);
    service.start();
    await this.isReady(name);
  }

  async isReady(name: string): Promise<void> {
    const port = ports[name] ?? 0;
    await until(name, async () => (await statusOf(`http://127.0.0.1:${port}/readyz`)) === 200, 120_000);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#slots.values()].map((service) => service.stop()));
  }

  #settings(kind: 'api' | 'worker', port: number, release: Release): Record<string, string> {
    const direct = urlOf(appRole, rolePassword, release.database);
    return {
      PATH: process.env['PATH'] ?? '',
      ...productSettings(direct, this.#folder),
      APP_SECRET: firstSecret,
      // The network stays inside this machine.
      PLAIN_CONNECTIONS: 'DATABASE_URL,DATABASE_DIRECT_URL,DATABASE_OWNER_URL',
      ROLE: kind,
      // HAProxy reaches it at the machine's address.
      HOST: '0.0.0.0',
      MIGRATE_ON_START: 'off',
      DEMO_CUSTOMERS: 'off',
      DAILY_EVERY_SECONDS: '0',
      TRUST_PROXY: `127.0.0.1,${bridgeAddress}`,
      DATABASE_POOL: '8',
      DRAIN_SECONDS: kind === 'api' ? '3' : '0',
      ...(kind === 'api' ? { PORT: String(port) } : { OPERATIONS_PORT: String(port) }),
      // Payouts and messages go to other processes; cards, wallet and networks are stand-ins that the load drives.
      ...(kind === 'worker' ? { SANDBOX: 'off', ...this.#outside.settings } : {}),
      ...(release.isPooled
        ? {
            DATABASE_URL: urlOf(appRole, rolePassword, release.database, poolerPort),
            DATABASE_POOLER: 'transaction',
            DATABASE_DIRECT_URL: direct,
          }
        : {}),
      ...release.settings,
    };
  }
}

/** As in deploy/haproxy/haproxy.cfg; for a worker, the operations port. */
const ports: Readonly<Record<string, number>> = {
  'api-1': 3001,
  'api-2': 3002,
  'worker-1': 9201,
  'worker-2': 9202,
};

export function openBalancer(folder: string): Service {
  const service = new Service({
    name: 'haproxy',
    argv: ['haproxy', '-db', '-f', deployFile('haproxy/haproxy.cfg')],
    env: { PATH: process.env['PATH'] ?? '' },
    log: join(folder, 'haproxy.log'),
  });
  service.start();
  return service;
}

/** Command of the newest PgBouncer on this machine that the product supports. */
export async function poolerCommand(): Promise<readonly string[] | undefined> {
  const given = process.env['PGBOUNCER']?.split(' ');
  for (const command of [given, ['pgbouncer'], unpackedPooler()]) {
    const text = command ? await run([...command, '--version']).catch(() => '') : '';
    if ((poolerVersion(text) ?? 0) >= firstPoolerVersion) return command;
  }
  return undefined;
}

/** Starts PgBouncer by its file in deploy/, between the product and HAProxy. */
export async function openPooler(folder: string, command: readonly string[]): Promise<Service> {
  const own = join(folder, 'pgbouncer');
  mkdirSync(own, { mode: 0o755 });
  const users = join(own, 'userlist.txt');
  writeFileSync(users, `"${appRole}" "${rolePassword}"\n`, { mode: 0o644 });
  const changes = {
    'host=db': `host=${bridgeAddress}`,
    '/etc/pgbouncer/userlist.txt': users,
    '[pgbouncer]': '[pgbouncer]\nunix_socket_dir =',
  };
  const file = join(own, 'pgbouncer.ini');
  writeFileSync(file, poolerFile(poolerText(), changes), { mode: 0o644 });
  const service = new Service({
    name: 'pgbouncer',
    argv: asUser('postgres', [...command, file]),
    env: { PATH: process.env['PATH'] ?? '' },
    log: join(folder, 'pgbouncer.log'),
  });
  service.start();
  return service;
}

/** Checks out an earlier commit, with the packages of this one. */
export async function sourcesOf(commit: string, folder: string): Promise<string> {
  const root = join(folder, 'earlier');
  mkdirSync(root);
  const archive = join(folder, 'earlier.tar');
  await run(['git', '-C', ownRoot, 'archive', '--output', archive, commit, 'src', 'package.json']);
  await run(['tar', '-xf', archive, '-C', root]);
  await run(['ln', '-s', join(ownRoot, 'node_modules'), join(root, 'node_modules')]);
  return root;
}
