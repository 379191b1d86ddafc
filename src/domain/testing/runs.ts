/**
 * Number of random cases per money property in the suite. For a longer search raise it to 10,000 and run one file: `npx
 * vitest run --project unit src/domain/standing/oracle.properties.test.ts`.
 */
export const RUNS = 250;

/** Cases of the oracle's own properties, which are slow and only indirectly test the engine. */
export const ORACLE_RUNS = RUNS / 5;

/** Cases of lives with actions. For a longer search raise it to 50,000. */
export const CHANGED_RUNS = RUNS;
