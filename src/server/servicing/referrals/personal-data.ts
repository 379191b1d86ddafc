import { sql } from 'kysely';
import { ofCustomer, type PersonalData } from '../../platform/personal-data.ts';

const rewards = sql`select w.id from referral_reward w where w.customer_id = c.id`;

export const personalData: PersonalData = {
  held: {
    referral: {
      label: 'Referidos',
      where: sql<boolean>`t.referrer_id = c.id or t.referee_id = c.id`,
      // The other customer's identity and the shared marks are also the other customer's personal data.
      omit: ['referrer_id', 'referee_id', 'loan_id', 'refusal'],
    },
    referral_reward: { label: 'Premios por referidos', where: ofCustomer },
    referral_discount: {
      label: 'Descuentos por referidos',
      where: sql<boolean>`t.reward_id in (${rewards})`,
    },
  },
};
