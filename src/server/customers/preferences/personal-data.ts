import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

/** Erasure deletes the message preferences, and with them the page that changes them. */
export const personalData: PersonalData = {
  held: {
    contact_preference: { label: 'Preferencias de avisos y débitos', where: ofCustomer, omit: ['hash'] },
  },
  async contact(tx, _deps, { customerId }) {
    await tx.deleteFrom('contact_preference').where('customer_id', '=', customerId).execute();
  },
};
