import { ConfigError, type Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import { paywayPayments } from './payway.ts';
import type { CardPayments } from './port.ts';

const refused = () => Promise.reject(new Error('no card gateway is configured'));

export async function createCardPayments({
  config,
  db,
}: {
  readonly config: Config;
  readonly db: Database;
}): Promise<CardPayments> {
  if (config.SANDBOX) return (await import('./sandbox.ts')).sandboxCardPayments(db);
  const { PAYWAY_BASE_URL: baseUrl, PAYWAY_PUBLIC_KEY: publicKey, PAYWAY_PRIVATE_KEY: privateKey } = config;
  if (privateKey === undefined)
    return { name: 'none', charge: refused, query: refused, storedCard: refused, giveBack: refused };
  if (publicKey === undefined)
    throw new ConfigError('The setting PAYWAY_PUBLIC_KEY is needed with PAYWAY_PRIVATE_KEY.');
  return paywayPayments({ baseUrl, publicKey, privateKey });
}
