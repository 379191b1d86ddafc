import fc from 'fast-check';

/** How many times as many orders are tried: `ORDERS=20 npm test -- server two-loans` looks that much longer. */
const depth = Number(process.env['ORDERS'] ?? 1);

/**
 * For tests of random orders of events: what fails in one order is a fault, and another look with other numbers would
 * hide it.
 */
export const randomOrders = { retry: 0, timeout: depth * 5 * 60_000 } as const;

/**
 * Tries `runs` orders, all of them.
 * @throws of the first order that fails: its seed and path play it again, with what failed in it
 */
export async function expectOrders<Order extends [unknown, ...unknown[]]>(
  property: fc.IAsyncProperty<Order>,
  { runs, examples = [] }: { readonly runs: number; readonly examples?: Order[] },
): Promise<void> {
  await fc.assert(property, {
    examples,
    numRuns: depth * runs,
    endOnFailure: true,
    includeErrorInReport: true,
  });
}
