import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import { paywayPayments } from './payway.ts';
import type { CardPayments } from './port.ts';
import { sandboxCardPayments } from './sandbox.ts';

const refused = () => Promise.reject(new Error('no card gateway is configured'));

export function createCardPayments({
  config,
  db,
}: {
  readonly config: Config;
  readonly db: Database;
}): CardPayments {
  if (config.SANDBOX) return sandboxCardPayments(db);
  if (config.PAYWAY_PRIVATE_KEY !== undefined) {
    return paywayPayments({ baseUrl: config.PAYWAY_BASE_URL, privateKey: config.PAYWAY_PRIVATE_KEY });
  }
  return { name: 'none', charge: refused, query: refused };
}
