import { sql } from 'kysely';
import type { PersonalData } from '../../platform/personal-data.ts';

export const personalData: PersonalData = {
  held: {
    decision: {
      label: 'Evaluaciones crediticias',
      where: sql<boolean>`t.customer_id = c.id or t.lead_id = c.lead_id`,
      // The reason is in the outcome; facts that compare with other people are not the person's data.
      omit: ['facts', 'trace', 'rules_id', 'decided_by'],
      heading: 'Evaluaciones crediticias',
    },
    offer: { label: 'Ofertas', where: sql<boolean>`t.customer_id = c.id or t.lead_id = c.lead_id` },
  },
};
