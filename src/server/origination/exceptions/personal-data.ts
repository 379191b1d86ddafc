import { sql } from 'kysely';
import type { PersonalData } from '../../platform/personal-data.ts';

/** The person who decides and their reason are not the applicant's data. */
export const personalData: PersonalData = {
  held: {
    credit_exception: {
      label: 'Solicitudes que miró una persona',
      where: sql<boolean>`t.customer_id = c.id or t.lead_id = c.lead_id`,
      omit: [
        'decided_by',
        'reason_code',
        'claimed_by',
        'claimed_until',
        'changed_by',
        'last_change',
        'version',
      ],
    },
  },
};
