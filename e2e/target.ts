import { inject } from 'vitest';

let given: number | undefined;

/** Outside a test run: the port of the product that is looked at. */
export function lookAt(port: number): void {
  given = port;
}

/** Port of the running product; in a test run each worker has its own. */
export function productPort(): number {
  if (given !== undefined) return given;
  const worker = Number(process.env.VITEST_POOL_ID);
  const port = inject('ports')[worker - 1];
  if (port === undefined) throw new Error(`worker ${worker} has no product`);
  return port;
}
