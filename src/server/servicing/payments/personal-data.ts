import { sql } from 'kysely';
import { ofCustomer, ofLoan, type PersonalData } from '../../platform/personal-data.ts';

const payments = sql`select p.id from payment p join loan l on l.id = p.loan_id where l.customer_id = c.id`;
const requests = sql`select r.id from payment_request r join loan l on l.id = r.loan_id where l.customer_id = c.id`;

const reports = sql`select r.id from payment_report r where r.request_id in (${requests}) or r.payment_id in (${payments})`;

/** Erasing removes to whom and where money in favour was sent. */
export const personalData: PersonalData = {
  held: {
    collection_line: {
      label: 'Líneas de rendiciones de las redes',
      where: sql<boolean>`t.reference in (
        select r.reference from payment_request r join loan l on l.id = r.loan_id where l.customer_id = c.id)`,
    },
    payment_request: { label: 'Pedidos de pago', where: ofLoan },
    payment_request_instalment: { label: 'Cuotas de pedidos de pago', where: ofLoan },
    payment_report: {
      label: 'Avisos de pago',
      where: sql<boolean>`t.request_id in (${requests}) or t.payment_id in (${payments})`,
      omit: ['version', 'handled_by'],
    },
    payment_handling: {
      label: 'Pagos que revisó una persona',
      where: sql<boolean>`t.report_id in (${reports})`,
      omit: ['by_name'],
    },
    staff_file: {
      label: 'Comprobantes que adjuntó el equipo',
      where: sql<boolean>`t.id in (select h.file_id from payment_handling h where h.report_id in (${reports}))`,
      omit: ['staff_id', 'storage_key', 'sha256'],
    },
    credit_refund: {
      label: 'Devoluciones de saldo a favor',
      where: ofCustomer,
      omit: ['requested_by', 'approved_by', 'tries', 'due_at'],
    },
  },
  async identity(tx, _deps, { customerId }) {
    await tx
      .updateTable('credit_refund')
      .set({ holder: '', legal_number: '', destination: '' })
      .where('customer_id', '=', customerId)
      .execute();
  },
};
