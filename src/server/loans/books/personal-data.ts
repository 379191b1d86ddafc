import { sql } from 'kysely';
import { ofLoan, type PersonalData } from '../../platform/personal-data.ts';

const payments = sql`select p.id from payment p join loan l on l.id = p.loan_id where l.customer_id = c.id`;

export const personalData: PersonalData = {
  held: {
    payment: { label: 'Pagos', where: ofLoan, heading: 'Pagos' },
    payment_allocation: {
      label: 'Imputaciones de pagos',
      where: sql<boolean>`t.payment_id in (${payments})`,
    },
    payment_reversal: { label: 'Pagos revertidos', where: sql<boolean>`t.payment_id in (${payments})` },
    loan_waiver: { label: 'Deuda condonada', where: ofLoan },
    schedule_version: { label: 'Planes de cuotas nuevos', where: ofLoan },
    schedule_version_row: { label: 'Cuotas de planes nuevos', where: ofLoan },
  },
};
