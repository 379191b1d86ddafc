import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

/** A note's text is about the person; its author is the lender's. */
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
