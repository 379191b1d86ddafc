import { inject } from 'vitest';

let given: number | undefined;

/** Outside a test run: the port of the product that is looked at. */
export function lookAt(port: number): void {
  given = port;
}

/** Port of the running product. */
export function productPort(): number {
  return given ?? inject('port');
}
