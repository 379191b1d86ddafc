import { sql } from 'kysely';
import { ofCustomer, ofLoan, type PersonalData } from '../platform/personal-data.ts';

/** Erasure removes recipients and accounts of a customer's loans, and the text of their acceptances. */
export const personalData: PersonalData = {
  held: {
    loan: { label: 'Préstamos', where: ofCustomer, heading: 'Préstamos' },
    instalment: { label: 'Cuotas', where: ofLoan },
    basic_plan: { label: 'Planes sin membresía', where: ofLoan },
    basic_plan_row: { label: 'Cuotas de planes sin membresía', where: ofLoan },
    plan_change: { label: 'Cambios al plan sin membresía', where: ofLoan },
    acceptance: { label: 'Aceptaciones', where: ofLoan },
    payout: {
      label: 'Entregas de dinero',
      where: ofLoan,
      omit: ['hold_reason', 'changed_by'],
    },
    payout_answer: { label: 'Respuestas sobre la entrega de dinero', where: ofLoan },
  },
  async identity(tx, _deps, { customerId }) {
    await sql`update acceptance set documents = acceptance_unnamed(documents), address = '', device = ''
      where loan_id in (select id from loan where customer_id = ${customerId})`.execute(tx);
    await tx
      .updateTable('payout')
      .set({ holder: '', legal_number: '', destination: '' })
      .where('loan_id', 'in', (eb) =>
        eb.selectFrom('loan').select('id').where('customer_id', '=', customerId),
      )
      .execute();
  },
};
