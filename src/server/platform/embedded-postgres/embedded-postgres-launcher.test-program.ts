import { startEmbeddedPostgres } from './embedded-postgres.ts';

// Run by embedded-postgres.test.ts, to be killed.
const silent = (): void => {};
const { url } = await startEmbeddedPostgres({
  dataDir: process.argv[2] ?? '',
  log: { info: silent, warn: silent },
});
process.stdout.write(`${url}\n`);
