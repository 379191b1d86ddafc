import { sql, type RawBuilder } from 'kysely';
import { ofCustomer, ofLoan, type PersonalData } from '../../platform/personal-data.ts';

/** Finds reports by their payment request, or by their own name without one; each has an index. */
const reportsOf = (loans: RawBuilder<unknown>) => sql`
  select r.id from payment_report r join payment_request q on q.id = r.request_id where q.loan_id in (${loans})
  union select r.id from payment p join payment_report r
    on r.source = p.source and r.report_id in (p.reference, p.reference || ':reversed')
    where p.loan_id in (${loans})`;

const reports = reportsOf(sql`select l.id from loan l where l.customer_id = c.id`);

const ofRefund = sql<boolean>`t.refund_id in (select r.id from credit_refund r where r.customer_id = c.id)`;

/** Erasure removes the recipients and accounts of credit refunds, and payers' texts. */
export const personalData: PersonalData = {
  held: {
    collection_line: {
      label: 'Líneas de rendiciones de las redes',
      where: sql<boolean>`t.reference in (
        select r.reference from payment_request r join loan l on l.id = r.loan_id where l.customer_id = c.id)`,
    },
    collection_stop: {
      label: 'Líneas de rendiciones que no se registraron',
      where: sql<boolean>`t.reference in (
        select r.reference from payment_request r join loan l on l.id = r.loan_id where l.customer_id = c.id)`,
    },
    payment_request: { label: 'Pedidos de pago', where: ofLoan },
    payment_request_instalment: { label: 'Cuotas de pedidos de pago', where: ofLoan },
    payment_report: {
      label: 'Avisos de pago',
      where: sql<boolean>`t.id in (${reports})`,
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
      omit: ['requested_by', 'approved_by', 'tries', 'due_at', 'version', 'changed_by'],
    },
    credit_refund_answer: { label: 'Respuestas sobre devoluciones', where: ofRefund },
    credit_refund_ruling: {
      label: 'Devoluciones resueltas con comprobante',
      where: ofRefund,
      omit: ['asked_by', 'approved_by', 'file_id'],
    },
  },
  async identity(tx, _deps, { customerId }) {
    await tx
      .updateTable('credit_refund')
      .set({ holder: '', legal_number: '', destination: '' })
      .where('customer_id', '=', customerId)
      .execute();
    // Payers' texts contain names and document numbers.
    const own = reportsOf(sql`select id from loan where customer_id = ${customerId}`);
    await sql`update payment_report set text = '' where text <> '' and id in (${own})`.execute(tx);
  },
};
