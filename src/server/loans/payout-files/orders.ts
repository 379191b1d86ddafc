import type { PayoutChannel, PayoutOrder, PayoutOrders } from '../../integrations/payouts/port.ts';
import type { Database, Queryable } from '../../platform/database.ts';

export function payoutOrders(db: Database): PayoutOrders {
  return {
    give: (rail, order, channel) => giveOrder(db, rail, order, channel),
    async orderOf(reference) {
      const order = await orderOf(db, reference);
      return order && { channel: order.channel as PayoutChannel, currency: order.currency };
    },
    async resultOf(rail, reference) {
      const row = await db
        .selectFrom('payout_result')
        .select(['state', 'provider_id', 'receipt_code', 'reason', 'paid_on'])
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
          ...(row.paid_on === null ? {} : { deliveredOn: row.paid_on }),
        }
      );
    },
  };
}

async function giveOrder(
  db: Database,
  rail: string,
  order: PayoutOrder,
  channel: 'file' | 'bind',
): Promise<PayoutChannel> {
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
  return first.channel as PayoutChannel;
}

/** True for a submitted order that is in no file yet: it may still be sent. */
export async function isWaitingForFile(db: Queryable, reference: string): Promise<boolean> {
  const row = await db
    .selectFrom('payout_order')
    .select('reference')
    .where('reference', '=', reference)
    .where('channel', '=', 'file')
    .where('batch_id', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

function orderOf(db: Database, reference: string) {
  return db
    .selectFrom('payout_order')
    .select(['rail', 'channel', 'amount', 'currency', 'destination'])
    .where('reference', '=', reference)
    .executeTakeFirst();
}
