import type { DeliveryType } from '../../../countries/country-pack.ts';
import type { Clock } from '../../platform/clock.ts';
import { ConfigError, type Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import { bindRail } from './bind.ts';
import type { PayoutOrders, PayoutRail, PayoutAnswer, RailState } from './port.ts';

interface RecordedRail {
  readonly orders: PayoutOrders;
  readonly name: string;
  /** Bank's API, if configured. It pays Argentine pesos only; all other orders go by file. */
  readonly api?: PayoutRail | undefined;
}

/**
 * Rail that stores orders as rows: an order was given exactly if its row exists, regardless of files, disks
 * and settings. Rows for files are sent in batches (feature `payouts`); an imported response takes
 * precedence.
 */
export function recordedRail({ orders, name, api }: RecordedRail): PayoutRail {
  const throughApi = (): PayoutRail => {
    if (api === undefined)
      throw new Error('the order was given through the bank, which is not configured here');
    return api;
  };
  return {
    name,
    ...(api?.listing ? { listing: api.listing } : {}),
    async submit(order) {
      const known = await orders.resultOf(name, order.reference);
      if (known) return known;
      const channel = await orders.give(name, order, api && order.currency === 'ARS' ? 'bind' : 'file');
      if (channel === 'bind') return throughApi().submit(order);
      return answer(channel === 'file' ? 'in-progress' : 'unknown');
    },
    async query(reference) {
      const known = await orders.resultOf(name, reference);
      if (known) return known;
      const order = await orders.orderOf(reference);
      if (order === undefined) return answer('not-found');
      if (order.channel === 'file') return answer('in-progress');
      if (order.channel === 'bind') return throughApi().query(reference);
      return askEarlier(api, order.currency, reference);
    },
  };
}

/**
 * Queries an order of an earlier release, which may have gone by file or through the bank. If the bank does
 * not know it, a file may still be in transit.
 */
async function askEarlier(
  api: PayoutRail | undefined,
  currency: string,
  reference: string,
): Promise<PayoutAnswer> {
  if (api === undefined || currency !== 'ARS') return answer('in-progress');
  const said = await api.query(reference);
  return said.state === 'not-found' ? answer('unknown', 'ordered by an earlier release') : said;
}

function answer(state: RailState, reason = ''): PayoutAnswer {
  return { state, providerId: '', receiptCode: '', reason };
}

interface PayoutContext {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly payoutOrders: PayoutOrders;
}

/**
 * Rail of each delivery type. Argentine transfers go through the bank's API if it is configured. Cash
 * networks, pickup points and Uruguayan banks have no public API, so their orders are sent in batch files
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
