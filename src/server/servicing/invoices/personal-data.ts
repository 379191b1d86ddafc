import { sql } from 'kysely';
import { ofCustomer, ofLoan, type PersonalData } from '../../platform/personal-data.ts';

/** The law keeps fiscal documents, so an erasure leaves them (docs/product/invoices.md#the-borrowers-invoice). */
export const personalData: PersonalData = {
  held: {
    invoice: {
      label: 'Facturas y notas de crédito',
      where: ofCustomer,
      heading: 'Facturas',
      omit: ['series_id', 'file_id', 'asked_by', 'approved_by', 'version'],
    },
    invoice_correction: {
      label: 'Facturas que corrige cada nota de crédito',
      where: sql<boolean>`t.note_id in (select i.id from invoice i where i.customer_id = c.id)`,
    },
    invoice_point: { label: 'Hechos de cada factura', where: ofLoan },
  },
};
