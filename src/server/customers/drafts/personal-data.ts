import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

/** Erasure deletes all unsent input. */
export const personalData: PersonalData = {
  held: {
    application_draft: { label: 'Solicitudes sin terminar', where: ofCustomer, omit: ['body'] },
  },
  async contact(tx, _deps, { customerId }) {
    await tx.deleteFrom('application_draft').where('customer_id', '=', customerId).execute();
  },
};
