import { randomInt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import type { Cluster } from './embedded-postgres-process.ts';

/** Below every system's range for outgoing connections, which could otherwise take the port in a restart. */
const PORTS = { from: 20_000, to: 32_000 };
const ATTEMPTS = 50;

/**
 * The port the cluster was last started on; another, remembered from then on, while that one is busy.
 * @throws Error when no free port is found.
 */
export async function choosePort(cluster: Cluster): Promise<number> {
  const path = join(cluster.directory, 'cuota-port');
  const usual = Number(await readFile(path, 'utf8').catch(() => '0'));
  if (usual > 0 && (await isFree(usual))) return usual;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (!(await isFree(port))) continue;
    await writeFile(path, String(port));
    return port;
  }
  throw new Error(`PostgreSQL found no free port between ${PORTS.from} and ${PORTS.to}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
