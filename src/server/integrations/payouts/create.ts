import { join } from 'node:path';
import type { DeliveryType } from '../../../countries/country-pack.ts';
import type { Clock } from '../../platform/clock.ts';
import { ConfigError, type Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import { batchRail } from './batch.ts';
import { bindRail } from './bind.ts';
import type { PayoutRail } from './port.ts';
import { sandboxRail } from './sandbox.ts';

interface PayoutContext {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * The rail of each delivery type. Argentine transfers go through the bank's API where it is configured;
 * cash networks, pickup points and Uruguayan banks have no public API, so their orders go out as files.
 */
export function createPayouts({
  config,
  db,
  clock,
}: PayoutContext): Readonly<Record<DeliveryType, PayoutRail>> {
  if (config.SANDBOX) {
    return {
      'bank-transfer': sandboxRail(db, 'bank-transfer'),
      'red-pagos': sandboxRail(db, 'red-pagos'),
      pdv: sandboxRail(db, 'pdv'),
    };
  }
  const batch = (name: string) => batchRail(join(config.DATA_DIR, 'payouts', name), name);
  const transfer = batch('bank-transfer');
  return {
    'bank-transfer': bindOf(config, clock, transfer),
    'red-pagos': batch('red-pagos'),
    pdv: batch('pdv'),
  };
}

function bindOf(config: Config, clock: Clock, other: PayoutRail): PayoutRail {
  const { BIND_BASE_URL, BIND_USERNAME, BIND_PASSWORD, BIND_ACCOUNT_ID } = config;
  if (BIND_BASE_URL === undefined) return other;
  if (!BIND_USERNAME || !BIND_PASSWORD || !BIND_ACCOUNT_ID) {
    throw new ConfigError(
      'The settings BIND_USERNAME, BIND_PASSWORD and BIND_ACCOUNT_ID are needed with BIND_BASE_URL.',
    );
  }
  const bind = bindRail({
    baseUrl: BIND_BASE_URL,
    username: BIND_USERNAME,
    password: BIND_PASSWORD,
    accountId: BIND_ACCOUNT_ID,
    clock,
  });
  return byCurrency(bind, other);
}

/** The bank's API pays pesos argentinos only; the files take everything else. */
function byCurrency(bind: PayoutRail, other: PayoutRail): PayoutRail {
  return {
    name: 'bank-transfer',
    submit: (order) => (order.currency === 'ARS' ? bind : other).submit(order),
    async query(reference) {
      const answer = await other.query(reference);
      return answer.state === 'not-found' ? bind.query(reference) : answer;
    },
  };
}
