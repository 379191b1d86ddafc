import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

const MINUTE_MS = 60_000;
/**
 * Node loads the tests and the product itself, as the product runs: through Vite each worker would ask for hundreds
 * of files and compile them anew, where Node has them compiled already.
 */
const nativeImports = { viteModuleRunner: false, nodeLoader: false };
const webTests = ['src/{web,console}/**/*.test.{ts,tsx}'];
/** These put others in the place of modules or globals, which would last in a shared process. */
const webAlone = globSync(webTests, { cwd: import.meta.dirname }).filter((file) =>
  /\bvi\.(?:mock|doMock|stub|resetModules)|\bglobalThis\b/.test(
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  ),
);
/** These change what the product is made of when it is loaded. */
const serverAlone = ['src/server/invented-journey.test.ts'];
const server = {
  globalSetup: ['src/server/testing/global-setup.ts'],
  testTimeout: 3 * MINUTE_MS,
  hookTimeout: MINUTE_MS,
  // Some of these wait for a database that is silent or a process that ends: two would leave a core idle meanwhile.
  maxWorkers: 3,
  experimental: nativeImports,
  // These measure and race real processes: a machine that stalls for a moment gets a second look, a fault fails again.
  retry: 1,
};

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    coverage: {
      provider: 'v8',
      include: ['src/domain/**/*.ts', 'src/countries/**/*.ts'],
      exclude: ['**/*.test.ts', '**/testing/**'],
      reporter: [['text', { skipFull: true }], 'json-summary'],
      reportsDirectory: 'coverage',
      // A branch of the money or of a rule that no test takes is a rule nobody checked.
      thresholds: {
        'src/domain/**': { branches: 100 },
        'src/countries/**': { branches: 100 },
      },
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/{domain,countries,contract,words}/**/*.test.ts', 'lab/**/*.test.ts'],
          // A thousand random loans take a second; on a machine with other work they take ten.
          testTimeout: MINUTE_MS,
          // They change nothing that lasts: a process for each file would cost as much as the tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-web',
          include: webTests,
          exclude: [...configDefaults.exclude, ...webAlone],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'unit-web-alone', include: webAlone } },
      {
        extends: true,
        test: {
          ...server,
          name: 'server',
          include: ['src/server/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...serverAlone],
          // The product is loaded once for each worker instead of for each file: it keeps nothing between two of itself.
          isolate: false,
        },
      },
      // `npm test -- server` runs both, on one PostgreSQL.
      { extends: true, test: { ...server, name: 'server-alone', include: serverAlone } },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/testing/global-setup.ts'],
          testTimeout: 3 * MINUTE_MS,
          hookTimeout: 3 * MINUTE_MS,
          experimental: nativeImports,
          // The browser is started once for each worker, and its contexts go from test to test emptied (e2e/testing/browser.ts).
          isolate: false,
          // A browser, a product and a database share two cores: a stall gets another look, a fault fails each time.
          retry: 2,
          // A second is too short for two browsers and two products on two cores.
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
});
