import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/server/platform/embedded-postgres/embedded-postgres.ts';
import { createLogger } from '../../src/server/platform/logger.ts';
import { turnOffFsync } from '../../src/server/testing/postgres-without-fsync.ts';
import { type RunningProduct, startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of each worker's product, by the worker's number. */
    ports: number[];
  }
}

/** A product for each worker: what one test file sets (how money is paid out) disturbs no other file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workers = Array.from({ length: project.vitest.config.maxWorkers }, startWithoutFsync);
  const products = await Promise.all(workers);
  project.provide(
    'ports',
    products.map(({ port }) => port),
  );
  return async () => {
    await Promise.all(products.map((product) => product.stop()));
  };
}

async function startWithoutFsync(): Promise<RunningProduct> {
  const product = await startProduct();
  const { dataDir } = product;
  const database = await startEmbeddedPostgres({ dataDir, log: createLogger('silent') });
  await turnOffFsync(dataDir, database.url);
  // The product goes on using it.
  await database.stop();
  return product;
}
