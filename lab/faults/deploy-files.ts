import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files of deploy/ for a cluster, used as they are; only what a file says to change is changed. */
export const deployFile = (path: string) => join(import.meta.dirname, '..', '..', 'deploy', path);

const textOf = (path: string) => readFileSync(deployFile(path), 'utf8');

/** Parses an environment file. */
export function settingsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/** Replaces the first machine's name and address by another's. */
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

/** Replaces named lines of the pooler's file. */
export function poolerFile(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`deploy/pgbouncer/pgbouncer.ini has no ${from}`);
    return changed.replace(from, to);
  }, text);
}

export const poolerText = () => textOf('pgbouncer/pgbouncer.ini');
