import { sql } from 'kysely';
import type { PersonalData } from '../platform/personal-data.ts';

export {
  askForCharge,
  dropCharge,
  reserveCharges,
  sendCharge,
  sendCharges,
  settleCharges,
} from './charge.ts';
export type { Charge, ChargePurpose, ChargePurposes } from './purposes.ts';
export { chargeUnderWay, endAnswering, isBeingAnswered } from './queries.ts';

export const personalData: PersonalData = {
  held: {
    card_charge: {
      label: 'Cobros con tarjeta',
      where: sql<boolean>`
        t.request_id in (
          select r.id from payment_request r join loan l on l.id = r.loan_id where l.customer_id = c.id)
        or t.debit_id in (select d.id from instalment_debit d where d.customer_id = c.id)
        or t.membership_id in (select m.loan_id from membership m where m.customer_id = c.id)
        or t.registration_id in (select g.id from card_registration g where g.customer_id = c.id)`,
      omit: ['submission'],
    },
  },
};
