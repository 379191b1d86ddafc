import type { Database } from '../../platform/database.ts';
import type { PayoutAnswer, PayoutOrder, PayoutRail, PayoutState } from './port.ts';

/** How an order is given: in a batch file, or through the bank's API; `earlier` is of a release that kept no rows. */
type Channel = 'file' | 'bind' | 'earlier';

interface RecordedRail {
  readonly db: Database;
  readonly name: string;
  /** The bank's API, where it is configured; it pays pesos argentinos only, files take everything else. */
  readonly api?: PayoutRail | undefined;
}

/**
 * A rail whose orders are rows: an order is given when its row is there, and was not given when it is not,
 * independent of files, disks and settings. Rows for files go out in batches (feature `payouts`); what came
 * back for an order is read before anything else.
 */
export function recordedRail({ db, name, api }: RecordedRail): PayoutRail {
  const throughApi = (): PayoutRail => {
    if (api === undefined)
      throw new Error('the order was given through the bank, which is not configured here');
    return api;
  };
  return {
    name,
    async submit(order) {
      const known = await resultOf(db, name, order.reference);
      if (known) return known;
      const channel = await give(db, name, order, api && order.currency === 'ARS' ? 'bind' : 'file');
      if (channel === 'bind') return throughApi().submit(order);
      return answer(channel === 'file' ? 'in-progress' : 'unknown');
    },
    async query(reference) {
      const known = await resultOf(db, name, reference);
      if (known) return known;
      const order = await orderOf(db, reference);
      if (order === undefined) return answer('not-found');
      if (order.channel === 'file') return answer('in-progress');
      if (order.channel === 'bind') return throughApi().query(reference);
      return askEarlier(api, order.currency, reference);
    },
  };
}

/** It may have gone by file or through the bank; where the bank does not know it, a file may still be on its way. */
async function askEarlier(
  api: PayoutRail | undefined,
  currency: string,
  reference: string,
): Promise<PayoutAnswer> {
  if (api === undefined || currency !== 'ARS') return answer('in-progress');
  const said = await api.query(reference);
  return said.state === 'not-found' ? answer('unknown', 'ordered by an earlier release') : said;
}

/**
 * Writes the order's row; a second one under its reference changes nothing.
 * @returns the channel by which the first one was given
 * @throws when the first one says something else
 */
async function give(
  db: Database,
  rail: string,
  order: PayoutOrder,
  channel: 'file' | 'bind',
): Promise<Channel> {
  const { reference, amount, currency, destination } = order;
  if (!/^[A-Za-z0-9]{1,15}$/.test(reference)) throw new Error('a reference is 1 to 15 letters and digits');
  const written = await db
    .insertInto('payout_order')
    .values({
      reference,
      rail,
      channel,
      amount,
      currency,
      holder: order.holder,
      legal_number: order.legalNumber,
      bank_id: order.bankId,
      destination,
      description: order.description,
    })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('reference')
    .executeTakeFirst();
  if (written) return channel;
  const first = await orderOf(db, reference);
  const isSame =
    first?.rail === rail &&
    first.amount === amount &&
    first.currency === currency &&
    first.destination === destination;
  if (!isSame) throw new Error(`another order was given under the reference ${reference}`);
  return first.channel as Channel;
}

function orderOf(db: Database, reference: string) {
  return db
    .selectFrom('payout_order')
    .select(['rail', 'channel', 'amount', 'currency', 'destination'])
    .where('reference', '=', reference)
    .executeTakeFirst();
}

/** What was imported first for the reference. */
async function resultOf(db: Database, rail: string, reference: string): Promise<PayoutAnswer | undefined> {
  const row = await db
    .selectFrom('payout_result')
    .select(['state', 'provider_id', 'receipt_code', 'reason'])
    .where('rail', '=', rail)
    .where('reference', '=', reference)
    .where('kind', '=', 'result')
    .where('outcome', 'in', ['decided', 'unmatched'])
    .executeTakeFirst();
  return (
    row && {
      state: row.state as 'completed' | 'failed',
      providerId: row.provider_id,
      receiptCode: row.receipt_code,
      reason: row.reason,
    }
  );
}

function answer(state: PayoutState, reason = ''): PayoutAnswer {
  return { state, providerId: '', receiptCode: '', reason };
}
