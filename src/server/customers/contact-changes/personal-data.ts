import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

export const personalData: PersonalData = {
  held: { contact_change: { label: 'Cambios de contacto', where: ofCustomer, omit: ['former', 'digest'] } },
  async contact(tx, _deps, { customerId }) {
    await tx
      .updateTable('contact_change')
      .set({ former: null })
      .where('customer_id', '=', customerId)
      .execute();
  },
};
