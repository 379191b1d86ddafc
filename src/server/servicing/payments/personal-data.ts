import { sql } from 'kysely';
import { ofLoan, type PersonalData } from '../../platform/personal-data.ts';

const payments = sql`select p.id from payment p join loan l on l.id = p.loan_id where l.customer_id = c.id`;
const requests = sql`select r.id from payment_request r join loan l on l.id = r.loan_id where l.customer_id = c.id`;

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
    },
  },
};
