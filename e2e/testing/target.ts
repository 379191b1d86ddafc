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
  if (given !== undefined) return given;
  const worker = Number(process.env.VITEST_POOL_ID);
  const port = inject('ports')[worker - 1];
  if (port === undefined) throw new Error(`worker ${worker} has no product`);
  return port;
}

/** Address of the staff's console of the running product. */
export const consoleUrl = (port: number = productPort()): string => `http://consola.localhost:${port}`;
