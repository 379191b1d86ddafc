import { sql } from 'kysely';
import { discardFiles } from './files.ts';
import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

const ofOwnTicket = sql<boolean>`t.ticket_id in (
  select k.id from ticket k where k.customer_id = c.id and not k.is_strangers)`;

/** Erasure deletes author and text of a customer's tickets; the rows stay. */
export const personalData: PersonalData = {
  held: {
    ticket: {
      label: 'Consultas y reclamos',
      // Tickets by strangers about the customer are the strangers' data.
      where: sql<boolean>`${ofCustomer} and not t.is_strangers`,
      heading: 'Consultas y reclamos',
      // Columns for the staff.
      omit: ['assigned_to', 'changed_by', 'last_change'],
    },
    ticket_file: {
      label: 'Archivos de consultas y reclamos',
      where: ofOwnTicket,
      omit: ['staff_id', 'sha256', 'storage_key'],
    },
    // As with a customer's notes, the text is about the person; its author is the lender's.
    ticket_note: {
      label: 'Notas del equipo en tus consultas',
      where: ofOwnTicket,
      omit: ['staff_id'],
      heading: 'Notas del equipo en tus consultas',
    },
    ticket_message: { label: 'Mensajes de consultas y reclamos', where: ofOwnTicket, omit: ['staff_id'] },
  },
  async contact(tx, deps, { customerId }) {
    // Rows being added are committed first, and then found by the statements below.
    await tx.selectFrom('ticket').select('id').where('customer_id', '=', customerId).forUpdate().execute();
    await discardFiles(tx, deps, customerId);
    await tx
      .updateTable('ticket')
      .set({
        name: '',
        email: '',
        document_number: '',
        content: '',
        is_unread: false,
        // A title typed by the person is personal; a request's title is ours.
        subject: sql`case when kind in ('suggestion', 'reclamo') then '' else subject end`,
      })
      .where('customer_id', '=', customerId)
      .execute();
    await tx
      .updateTable('ticket_note')
      .set({ content: '' })
      .where('ticket_id', 'in', (query) =>
        query.selectFrom('ticket').select('id').where('customer_id', '=', customerId),
      )
      .execute();
    // Answers repeat the question.
    await tx
      .updateTable('ticket_message')
      .set({ content: '' })
      .where('ticket_id', 'in', (query) =>
        query.selectFrom('ticket').select('id').where('customer_id', '=', customerId),
      )
      .execute();
  },
};
