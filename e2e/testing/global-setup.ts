import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/server/platform/embedded-postgres/embedded-postgres.ts';
import { createLogger } from '../../src/server/platform/logger.ts';
import { freePort } from '../../src/server/testing/free-port.ts';
import { sweepLeftClusters } from '../../src/server/testing/left-clusters.ts';
import { turnOffFsync } from '../../src/server/testing/postgres-without-fsync.ts';
import { copyOf, newDataDir } from './data-folder.ts';
import { foundSecrets } from './found-secrets.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { consoleUrl } from './target.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of each worker's product, by the worker's number. */
    ports: number[];
    /** Data folder of each worker's product. */
    folders: string[];
    /** A data folder that a product has migrated and seeded, to be copied. */
    prepared: string;
    /** File of the secrets that tests were given. */
    secrets: string;
  }
}

/**
 * A product for each worker: what one test file sets (how money is paid out) disturbs no other file. At the end what the
 * products have written down is searched for the secrets of the run.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweepLeftClusters();
  const folder = await mkdtemp(join(tmpdir(), 'cuota-secrets-'));
  const secrets = join(folder, 'secrets');
  await writeFile(secrets, '');
  project.provide('secrets', secrets);
  const prepared = await prepare();
  project.provide('prepared', prepared);
  const workers = Array.from({ length: project.vitest.config.maxWorkers }, () => startOn(prepared));
  const products = await Promise.all(workers);
  project.provide(
    'ports',
    products.map(({ port }) => port),
  );
  project.provide(
    'folders',
    products.map(({ dataDir }) => dataDir),
  );
  return async () => {
    try {
      const noted = new Set((await readFile(secrets, 'utf8')).split('\n').filter(Boolean));
      const found = await Promise.all(products.map((product) => foundSecrets(product, product.log, noted)));
      const kept = found.flat();
      if (kept.length > 0) throw new Error(`secrets were written down:\n${kept.slice(0, 20).join('\n')}`);
    } finally {
      await Promise.all(products.map((product) => product.stop()));
      const folders = [folder, prepared, ...products.map(({ dataDir }) => dataDir)];
      await Promise.all(folders.map((each) => rm(each, { recursive: true, force: true })));
    }
  };
}

/** A start on an empty folder: what every other product of the run would do again. */
async function prepare(): Promise<string> {
  const dataDir = await newDataDir();
  const product = await startProduct({ DATA_DIR: dataDir, DEMO_CUSTOMERS: 'off' });
  const database = await startEmbeddedPostgres({ dataDir, log: createLogger('silent') });
  await turnOffFsync(dataDir, database.url);
  // The product goes on using it.
  await database.stop();
  await product.stop();
  // Copies that start together would all want the same port.
  await rm(join(dataDir, 'postgres', 'cluster', 'cuota-port'), { force: true });
  return dataDir;
}

async function startOn(prepared: string): Promise<RunningProduct & { readonly log: readonly string[] }> {
  const port = await freePort();
  const product = await startProduct({
    DATA_DIR: await copyOf(prepared),
    PORT: String(port),
    CONSOLE_URL: consoleUrl(port),
    // The partners of tests are on this machine.
    WEBHOOKS_TO_LOOPBACK: 'on',
  });
  const log: string[] = [];
  product.onLine((line) => log.push(line));
  return { ...product, log };
}
