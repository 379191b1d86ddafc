import type { ErasedPerson } from '../customers/service.ts';
import type { Tx } from '../platform/database.ts';

/** Removes to whom and where the money of a customer's loans was sent. */
export const eraseDisbursements = {
  async identity(tx: Tx, _deps: unknown, { customerId }: Pick<ErasedPerson, 'customerId'>): Promise<void> {
    await tx
      .updateTable('disbursement')
      .set({ holder: '', legal_number: '', destination: '' })
      .where('loan_id', 'in', (eb) =>
        eb.selectFrom('loan').select('id').where('customer_id', '=', customerId),
      )
      .execute();
  },
};
