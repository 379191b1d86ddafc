import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

export const personalData: PersonalData = {
  held: {
    document_claim: { label: 'Pedido de su documento', where: ofCustomer, omit: ['digest'] },
  },
  async contact(tx, _deps, { customerId, leadId }) {
    await tx
      .updateTable('document_claim')
      .set({ email: '' })
      .where((eb) => eb.or([eb('customer_id', '=', customerId), eb('lead_id', '=', leadId)]))
      .execute();
  },
  async identity(tx, _deps, { customerId }) {
    await tx
      .updateTable('document_claim')
      .set({ document_number: '' })
      .where('customer_id', '=', customerId)
      .execute();
  },
};
