import type { PersonalData } from '../../platform/personal-data.ts';

/** Staff requests about a person: erasure deletes their text and withdraws pending ones. */
export const personalData: PersonalData = {
  held: {},
  async contact(tx, { clock }, { customerId }) {
    await tx
      .updateTable('staff_approval')
      .set({ request: '{}' })
      .where('customer_id', '=', customerId)
      .execute();
    await tx
      .updateTable('staff_approval')
      .set({ state: 'withdrawn', decided_at: clock.now() })
      .where('customer_id', '=', customerId)
      .where('state', '=', 'pending')
      .execute();
  },
};
