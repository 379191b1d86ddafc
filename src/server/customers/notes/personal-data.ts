import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

/** Who wrote a note is of the lender; what it says is about the person. */
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
