import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

/** Erasing removes from a customer's tickets who asked and in which words; that there were some stays. */
export const personalData: PersonalData = {
  held: {
    ticket: { label: 'Consultas y reclamos', where: ofCustomer, heading: 'Consultas y reclamos' },
  },
  async contact(tx, _deps, { customerId }) {
    await tx
      .updateTable('ticket')
      .set({ name: '', email: '', document_number: '', content: '' })
      .where('customer_id', '=', customerId)
      .execute();
  },
};
