/** Least number of random cases per property, of the environment. */
const asked = Number(process.env['PROPERTY_RUNS'] ?? 0);

/**
 * Random cases of a property: `usual`, or more for a longer search, as CONTRIBUTING.md says.
 * @throws if `PROPERTY_RUNS` is not a whole number
 */
export function runs(usual: number): number {
  if (!Number.isInteger(asked) || asked < 0) throw new RangeError('PROPERTY_RUNS is a whole number');
  return Math.max(usual, asked);
}

/** Random cases per money property. */
export const RUNS = runs(250);

/** Cases of the oracle's own properties, which are slow and only indirectly test the engine. */
export const ORACLE_RUNS = runs(50);
