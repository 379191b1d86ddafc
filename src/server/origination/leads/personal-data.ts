import { sql } from 'kysely';
import { UNKNOWN_DAY, type PersonalData } from '../../platform/personal-data.ts';

/** Erasing removes the person from the sign-up, and what they wrote as an opinion. */
export const personalData: PersonalData = {
  held: {
    lead: { label: 'Registro', where: sql<boolean>`t.id = c.lead_id` },
    lead_feedback: { label: 'Opiniones sobre ofertas', where: sql<boolean>`t.lead_id = c.lead_id` },
  },
  async contact(tx, _deps, { leadId, noEmail }) {
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
