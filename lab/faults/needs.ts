import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deployFile } from './deploy-files.ts';

/** A required program and the Debian package that provides it. */
interface Need {
  readonly program: string;
  readonly package: string;
}

export const NEEDS: readonly Need[] = [
  { program: 'patroni', package: 'patroni' },
  { program: 'etcd', package: 'etcd-server' },
  { program: 'haproxy', package: 'haproxy' },
  { program: 'pgbackrest', package: 'pgbackrest' },
  { program: 'postgres', package: 'postgresql-15' },
  { program: 'ip', package: 'iproute2' },
  { program: 'iptables', package: 'iptables' },
  { program: 'unshare', package: 'util-linux' },
];

export const postgresFolder = '/usr/lib/postgresql/15/bin';

/** Sentence about missing programs; undefined if none are. */
export function missing(needs: readonly Need[], isThere: (program: string) => boolean): string | undefined {
  const packages = needs.filter(({ program }) => !isThere(program)).map((need) => need.package);
  if (packages.length === 0) return undefined;
  const [are, names] = [packages.length === 1 ? 'package is' : 'packages are', packages.join(' ')];
  return `On this machine the Debian ${are} missing: ${names}; install with: apt-get install --no-install-recommends ${names}`;
}

/** True if the program is on the PATH or in PostgreSQL's own folder. */
export function isInstalled(program: string): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/sbin', postgresFolder];
  return folders.some((folder) => existsSync(join(folder, program)));
}

/** Version of a PgBouncer that supports prepared statements; undefined if it does not. */
export function poolerVersion(text: string): number | undefined {
  const found = /PgBouncer (?<major>\d+)\.(?<minor>\d+)/.exec(text)?.groups;
  return found && Number(found['major']) * 1_000 + Number(found['minor']);
}

export const firstPoolerVersion = 1_021;

/** Root of a newer Debian, unpacked on this machine. */
const newerDebian = () => process.env['FAULTS_DEBIAN'] ?? '/opt/trixie';

/** Starts Patroni by the file of deploy/, with Debian's Python; options follow. */
export const patroniCommand = ['/usr/bin/python3', deployFile('patroni/start.py')] as const;

/** Python path to a Patroni of a newer Debian. */
export const patroniEnvironment = () => ({
  PYTHONPATH: join(newerDebian(), 'usr/lib/python3/dist-packages'),
});

/** Objection of deploy/patroni/start.py to this machine's Patroni; undefined if it would start. */
export function patroniObjection(): string | undefined {
  const [python, ...start] = patroniCommand;
  const env = { ...process.env, ...patroniEnvironment() };
  const { status, stderr } = spawnSync(python, [...start, '--version'], { env, encoding: 'utf8' });
  if (status === 0) return undefined;
  return `${stderr.trim()} Unpack the package of a newer Debian at ${newerDebian()}.`;
}

/** PgBouncer of a newer Debian, if unpacked. */
export function unpackedPooler(): readonly string[] | undefined {
  const root = newerDebian();
  const program = join(root, 'usr/sbin/pgbouncer');
  const libraries = join(root, 'usr/lib');
  if (!existsSync(program)) return undefined;
  const folder = readdirSync(libraries).find((name) => name.endsWith('-linux-gnu'));
  const loader = ['ld-linux-x86-64.so.2', 'ld-linux-aarch64.so.1']
    .flatMap((name) => [join(root, 'usr/lib64', name), join(libraries, name)])
    .find((file) => existsSync(file));
  return loader && folder ? [loader, '--library-path', join(libraries, folder), program] : undefined;
}
