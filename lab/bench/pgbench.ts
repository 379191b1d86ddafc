import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** System-installed pgbench; no npm package provides it. */
function findPgbench(): string | undefined {
  const versions = '/usr/lib/postgresql';
  const folders = [
    ...(process.env['PATH'] ?? '').split(':'),
    ...(existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin')) : []),
  ];
  return folders.map((folder) => join(folder, 'pgbench')).find((file) => existsSync(file));
}

/**
 * Transactions a second of a script; undefined without pgbench.
 * @param mode how statements are sent: `prepared`, or `simple` if the script needs values in its text
 */
export async function pgbench(
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
  script: string,
  {
    clients,
    seconds,
    mode,
  }: { readonly clients: number; readonly seconds: number; readonly mode: 'prepared' | 'simple' },
): Promise<number | undefined> {
  const program = findPgbench();
  if (!program) return undefined;
  const file = join(dataDir, 'pgbench.sql');
  await writeFile(file, script);
  const options = ['-n', '-f', file, '-c', String(clients), '-T', String(seconds), '-M', mode, url];
  const { stdout } = await promisify(execFile)(program, options);
  return Number(/tps = (?<tps>[\d.]+)/.exec(stdout)?.groups?.['tps']);
}
