import { sql } from 'kysely';
import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

/** Erasure empties the words of the staff; contacts, promises and days without contact go with the loans. */
export const personalData: PersonalData = {
  held: {
    contact: { label: 'Contactos por una deuda', where: ofCustomer, omit: ['staff_id'] },
    contact_result: {
      label: 'Resultados de los contactos',
      where: sql<boolean>`t.contact_id in (select k.id from contact k where k.customer_id = c.id)`,
      omit: ['note', 'staff_id'],
    },
    promise: { label: 'Promesas de pago', where: ofCustomer, omit: ['staff_id', 'extended_by'] },
    hardship: { label: 'Días sin contacto', where: ofCustomer, omit: ['staff_id'] },
    collection_case: {
      label: 'Seguimiento de una deuda',
      where: ofCustomer,
      omit: ['assigned_to', 'reserved_by', 'reserved_until'],
    },
  },
  async contact(tx, _deps, { customerId }) {
    await sql`
      update contact_result set note = '' where note <> '' and contact_id in (
        select id from contact where customer_id = ${customerId})`.execute(tx);
    await tx.deleteFrom('collection_case').where('customer_id', '=', customerId).execute();
  },
};
