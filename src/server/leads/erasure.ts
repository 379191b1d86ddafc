import { UNKNOWN_DAY, type ErasedPerson } from '../customers/service.ts';
import type { Tx } from '../platform/database.ts';

/** Removes the person from the sign-up, and what they wrote as an opinion. */
export const eraseLead = {
  async contact(tx: Tx, _deps: unknown, { leadId, noEmail }: ErasedPerson): Promise<void> {
    if (leadId === null) return;
    await tx
      .updateTable('lead')
      .set({
        first_name: '',
        last_name: '',
        email: noEmail,
        phone: '',
        document_number: '',
        birthdate: UNKNOWN_DAY,
        gender: '',
        bank_code: '',
        referrer: '',
        parameter: '',
      })
      .where('id', '=', leadId)
      .execute();
    await tx.updateTable('lead_feedback').set({ comment: '' }).where('lead_id', '=', leadId).execute();
  },
};
