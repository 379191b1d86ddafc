import type { TestProject } from 'vitest/node';
import { startProduct } from './product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of each worker's product, by the worker's number. */
    ports: number[];
  }
}

/** A product for each worker: what one test file sets (how money is paid out) disturbs no other file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workers = Array.from({ length: project.vitest.config.maxWorkers }, () => startProduct());
  const products = await Promise.all(workers);
  project.provide(
    'ports',
    products.map(({ port }) => port),
  );
  return async () => {
    await Promise.all(products.map((product) => product.stop()));
  };
}
