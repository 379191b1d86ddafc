/**
 * How many random cases a property of the money tries in the suite. For a long look raise it to 10,000 and run one
 * file: `npx vitest run --project unit src/domain/standing/oracle.properties.test.ts`.
 */
export const RUNS = 250;
