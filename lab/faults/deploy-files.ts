import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What deploy/ has for a cluster, as it is; only what a file says to change is changed. */
export const deployFile = (path: string) => join(import.meta.dirname, '..', '..', 'deploy', path);

const textOf = (path: string) => readFileSync(deployFile(path), 'utf8');

/** The settings of an environment file. */
export function settingsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/** The first machine's name and address, which the files have, become those of another. */
export function forMachine(
  settings: Readonly<Record<string, string>>,
  { name, address }: { readonly name: string; readonly address: string },
): Record<string, string> {
  const own = Object.entries(settings).map(([key, value]) => {
    if (key.endsWith('_NAME')) return [key, name];
    return /_INITIAL_CLUSTER$|_HOSTS$/.test(key)
      ? [key, value]
      : [key, value.replaceAll('10.77.0.11', address)];
  });
  return Object.fromEntries(own) as Record<string, string>;
}

export const etcdSettings = () => settingsOf(textOf('etcd/etcd.env'));
export const machineSettings = () => settingsOf(textOf('patroni/machine.env'));

/** Lines of the pooler's file that name what differs, each with what takes its place. */
export function poolerFile(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`deploy/pgbouncer/pgbouncer.ini has no ${from}`);
    return changed.replace(from, to);
  }, text);
}

export const poolerText = () => textOf('pgbouncer/pgbouncer.ini');
