import type { DeliveryType } from '../../../countries/country-pack.ts';
import type { Clock } from '../../platform/clock.ts';
import { ConfigError, type Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import { bindRail } from './bind.ts';
import type { PayoutOrders, PayoutRail } from './port.ts';
import { recordedRail } from './recorded.ts';

interface PayoutContext {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly payoutOrders: PayoutOrders;
}

/**
 * The rail of each delivery type. Argentine transfers go through the bank's API where it is configured;
 * cash networks, pickup points and Uruguayan banks have no public API, so their orders go out in batch files
 * (feature `payouts`).
 */
export async function createPayouts({
  config,
  db,
  clock,
  payoutOrders: orders,
}: PayoutContext): Promise<Readonly<Record<DeliveryType, PayoutRail>>> {
  if (config.SANDBOX) {
    const { sandboxRail } = await import('./sandbox.ts');
    return {
      'bank-transfer': sandboxRail(db, 'bank-transfer'),
      'red-pagos': sandboxRail(db, 'red-pagos'),
      pdv: sandboxRail(db, 'pdv'),
    };
  }
  const recorded = (name: DeliveryType, api?: PayoutRail) => recordedRail({ orders, name, api });
  return {
    'bank-transfer': recorded('bank-transfer', bindOf(config, clock)),
    'red-pagos': recorded('red-pagos'),
    pdv: recorded('pdv'),
  };
}

function bindOf(config: Config, clock: Clock): PayoutRail | undefined {
  const { BIND_BASE_URL, BIND_USERNAME, BIND_PASSWORD, BIND_ACCOUNT_ID, BIND_EMAIL, MAIL_FROM } = config;
  if (BIND_BASE_URL === undefined) return undefined;
  if (!BIND_USERNAME || !BIND_PASSWORD || !BIND_ACCOUNT_ID) {
    throw new ConfigError(
      'The settings BIND_USERNAME, BIND_PASSWORD and BIND_ACCOUNT_ID are needed with BIND_BASE_URL.',
    );
  }
  return bindRail({
    baseUrl: BIND_BASE_URL,
    username: BIND_USERNAME,
    password: BIND_PASSWORD,
    accountId: BIND_ACCOUNT_ID,
    email: BIND_EMAIL ?? MAIL_FROM,
    clock,
  });
}
