import { sql } from 'kysely';
import { ofLoan, type PersonalData } from '../../platform/personal-data.ts';

export const personalData: PersonalData = {
  held: {
    ledger_transaction: { label: 'Asientos', where: ofLoan },
    ledger_entry: {
      label: 'Líneas de asientos',
      where: sql<boolean>`t.transaction_id in (
        select x.id from ledger_transaction x join loan l on l.id = x.loan_id where l.customer_id = c.id)`,
    },
    credit_balance: { label: 'Saldos a favor', where: ofLoan },
  },
};
