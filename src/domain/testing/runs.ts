/**
 * How many random cases a property of the money tries in the suite. For a long look raise it to 10,000 and run one
 * file: `npx vitest run --project unit src/domain/standing/oracle.properties.test.ts`.
 */
export const RUNS = 250;

/** Cases for the oracle's own properties, which are slow and hold the engine only through its comparison with it. */
export const ORACLE_RUNS = RUNS / 5;
