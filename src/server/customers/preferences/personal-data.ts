import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

/** Erasing removes how the customer wants to be written to, and with it the page that changes it. */
export const personalData: PersonalData = {
  held: {
    contact_preference: { label: 'Preferencias de avisos y débitos', where: ofCustomer, omit: ['hash'] },
  },
  async contact(tx, _deps, { customerId }) {
    await tx.deleteFrom('contact_preference').where('customer_id', '=', customerId).execute();
  },
};
