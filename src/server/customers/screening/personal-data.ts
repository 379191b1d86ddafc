import type { PersonalData } from '../../platform/personal-data.ts';

/** Matches stay secret (docs/product/screening.md#secrecy), so that no table is part of the person's own data. */
export const personalData: PersonalData = {
  held: {},
  async contact(tx, _deps, { customerId }) {
    await tx.deleteFrom('screened_customer').where('customer_id', '=', customerId).execute();
  },
};
