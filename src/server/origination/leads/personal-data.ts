import { sql } from 'kysely';
import { UNKNOWN_DAY, type PersonalData } from '../../platform/personal-data.ts';

/** Person's other sign-ups, without data that a stranger entered with the same document. */
const ownSignUp = sql<boolean>`t.id = c.lead_id or (t.country = c.country and t.document_number = c.document_number
  and c.document_number <> '' and lower(t.email) = lower(c.email))`;

/** Erasure removes the person from every sign-up with their document, and their feedback. */
export const personalData: PersonalData = {
  held: {
    lead: { label: 'Registro', where: sql<boolean>`(${ownSignUp})` },
    lead_feedback: { label: 'Opiniones sobre ofertas', where: sql<boolean>`t.lead_id = c.lead_id` },
  },
  async contact(tx, _deps, { customerId, leadId, noEmail }) {
    if (leadId === null) return;
    const leads = await tx
      .selectFrom('lead')
      .innerJoin('lead as own', (join) =>
        join
          .onRef('own.country', '=', 'lead.country')
          .onRef('own.document_number', '=', 'lead.document_number')
          .on('own.id', '=', leadId),
      )
      .select('lead.id')
      // An account with a document of another account erases only its own sign-up.
      .where(
        sql<boolean>`lead.document_number <> '' and exists (
          select from customer c where c.id = ${customerId} and c.document_number = lead.document_number)`,
      )
      .execute();
    const ids = [leadId, ...leads.map(({ id }) => id)];
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
      .where('id', 'in', ids)
      .execute();
    await tx.updateTable('lead_feedback').set({ comment: '' }).where('lead_id', 'in', ids).execute();
  },
};
