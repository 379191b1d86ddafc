import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

/** The author of a note belongs to the lender; its text is about the person. */
export const personalData: PersonalData = {
  held: {
    customer_note: {
      label: 'Notas de quienes te atendieron',
      where: ofCustomer,
      omit: ['staff_id'],
      heading: 'Notas de quienes te atendieron',
    },
  },
  async contact(tx, _deps, { customerId }) {
    await tx.updateTable('customer_note').set({ text: '' }).where('customer_id', '=', customerId).execute();
  },
};
