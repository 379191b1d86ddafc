import { inject } from 'vitest';

let given: number | undefined;

/** Another product than the worker's, or outside a test run: the port of the one that is looked at. */
export function lookAt(port: number): void {
  given = port;
}

/** Ends `lookAt`; done after each test file. */
export function lookAtOwn(): void {
  given = undefined;
}

/** Port of the running product; in a test run each worker has its own. */
export function productPort(): number {
  return given ?? ofWorker(inject('ports'));
}

/** Data folder of the worker's product, for an operator's commands. */
export const workersDataDir = (): string => ofWorker(inject('folders'));

function ofWorker<T>(all: readonly T[]): T {
  const worker = Number(process.env.VITEST_POOL_ID);
  const own = all[worker - 1];
  if (own === undefined) throw new Error(`worker ${worker} has no product`);
  return own;
}

/** Address of the staff's console of the running product. */
export const consoleUrl = (port: number = productPort()): string => `http://consola.localhost:${port}`;
