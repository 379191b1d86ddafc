import { sql } from 'kysely';
import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

/** Erasure removes the person from certificates. */
export const personalData: PersonalData = {
  held: {
    certificate: { label: 'Libres deuda', where: ofCustomer },
    certificate_file: {
      label: 'Archivos de libres deuda',
      where: sql<boolean>`t.certificate_id in (select f.id from certificate f where f.customer_id = c.id)`,
      omit: ['storage_key', 'sha256'],
    },
  },
  async identity(tx, _deps, { customerId }) {
    await tx
      .updateTable('certificate')
      .set({ full_name: '', document_number: '', legal_number: '' })
      .where('customer_id', '=', customerId)
      .execute();
  },
};
