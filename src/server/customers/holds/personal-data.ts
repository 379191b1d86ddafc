import { sql } from 'kysely';
import { TOLD_REASONS } from '../../../domain/holds.ts';
import type { PersonalData } from '../../platform/personal-data.ts';

/** Reasons for suspicion are not the person's data, and the employee's identity stays internal. */
export const personalData: PersonalData = {
  held: {
    customer_hold: {
      label: 'Bloqueos',
      where: sql<boolean>`t.customer_id = c.id and t.reason = any(${[...TOLD_REASONS]}::text[])`,
      omit: ['note', 'file_id', 'placed_by', 'lifted_by', 'approved_by', 'lift_reason', 'lift_note'],
    },
  },
  async contact(tx, _deps, { customerId }) {
    await tx
      .updateTable('customer_hold')
      .set({ note: '', lift_note: '' })
      .where('customer_id', '=', customerId)
      .execute();
  },
};
