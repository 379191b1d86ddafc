import { expect } from 'vitest';
import type { TestProduct } from '../../../testing/product.ts';

/** The product's database, which breaks off before one statement: for the database the same as a killed process. */
function breaking({ deps }: TestProduct, at: number) {
  let statements = 0;
  const db = deps.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      if (statements === at) throw new Error('broken off');
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  return { ...deps, db };
}

/** Does the work broken off before each of its statements in turn, until it ends. @returns how often it broke off */
export async function breakEverywhere(
  product: TestProduct,
  work: (deps: TestProduct['deps']) => Promise<unknown>,
  check: () => Promise<unknown>,
): Promise<number> {
  for (let at = 1; ; at += 1) {
    const isDone = await work(breaking(product, at)).then(
      () => true,
      (error: unknown) => {
        expect(String(error)).toContain('broken off');
        return false;
      },
    );
    await check();
    if (isDone) return at - 1;
  }
}
