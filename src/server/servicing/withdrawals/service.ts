import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

export { withdrawalCommands } from './commands.ts';
export { withdrawFor } from './own-request.ts';
export { undoMemberships } from './end-membership.ts';
export { unconfirmedDay } from './remind-unconfirmed.ts';
export { lapseReturns } from './lapse-returns.ts';
export { followWithdrawn } from './return-state.ts';

/** Erasure removes the requester; the request's effects stay. */
export const personalData: PersonalData = {
  held: {
    withdrawal: { label: 'Arrepentimientos', where: ofCustomer, omit: ['link_digest'] },
    membership_end: { label: 'Bajas de la membresía', where: ofCustomer },
  },
  async identity(tx, _deps, { customerId }) {
    await tx
      .updateTable('withdrawal')
      .set({ document_number: '', email: '' })
      .where('customer_id', '=', customerId)
      .execute();
  },
};
