import type { ErasedPerson } from '../customers/service.ts';
import type { Tx } from '../platform/database.ts';

/** Ends every way into the account. */
export const eraseSessions = {
  async contact(tx: Tx, _deps: unknown, { customerId }: ErasedPerson): Promise<void> {
    await tx.deleteFrom('social_identity').where('customer_id', '=', customerId).execute();
    await tx.deleteFrom('session').where('customer_id', '=', customerId).execute();
    await tx.deleteFrom('one_time_link').where('customer_id', '=', customerId).execute();
  },
};
