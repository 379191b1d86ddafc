import { sql } from 'kysely';
import type { PersonalData } from '../../platform/personal-data.ts';

const ofPayout = sql<boolean>`t.reference in (
  select d.reference from payout d join loan l on l.id = d.loan_id where l.customer_id = c.id
  union all select f.reference from credit_refund f where f.customer_id = c.id)`;

/** Erasure removes the recipients and accounts of orders; ordered and paid amounts stay. */
export const personalData: PersonalData = {
  held: {
    payout_order: { label: 'Órdenes de entrega', where: ofPayout },
    payout_result: { label: 'Resultados de órdenes de entrega', where: ofPayout },
  },
  async identity(tx, _deps, { customerId }) {
    await tx
      .updateTable('payout_order')
      .set({ holder: '', legal_number: '', destination: '' })
      .where('reference', 'in', (eb) =>
        eb
          .selectFrom('payout')
          .innerJoin('loan', 'loan.id', 'payout.loan_id')
          .select('payout.reference')
          .where('loan.customer_id', '=', customerId)
          .unionAll(eb.selectFrom('credit_refund').select('reference').where('customer_id', '=', customerId)),
      )
      .execute();
  },
};
