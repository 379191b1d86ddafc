import { resolve } from 'node:path';

import { configFromEnvironment } from '../../src/server/platform/config.ts';
import { checkDatabaseUrl } from '../../src/server/platform/database-url.ts';
import { startEmbeddedPostgres } from '../../src/server/platform/embedded-postgres/embedded-postgres.ts';
import { ROOT } from '../install.mjs';

export const dataDir = () => resolve(ROOT, process.env.DATA_DIR || 'data');

/**
 * The database that npm start would use: the one of DATABASE_URL, else the embedded one of DATA_DIR, which runs
 * until `stop` unless the product uses it too.
 * @throws Error with a sentence when a setting is wrong or the embedded one cannot be started
 */
export async function openDevDatabase() {
  const { DATABASE_URL: url } = configFromEnvironment();
  if (url) {
    await checkDatabaseUrl(url);
    return { url, isEmbedded: false, stop: async () => {} };
  }
  const log = { info() {}, warn: (_fields, message) => console.warn(message) };
  const embedded = await startEmbeddedPostgres({ dataDir: dataDir(), log });
  return { url: embedded.url, isEmbedded: true, stop: () => embedded.stop() };
}
