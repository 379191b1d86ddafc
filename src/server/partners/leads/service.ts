import { sql } from 'kysely';
import type { PersonalData } from '../../platform/personal-data.ts';

/** The sign-up itself is held by the leads; this row only says which partner sent it. */
export const personalData: PersonalData = {
  held: {
    partner_lead: {
      label: 'Registro que mandó un socio',
      where: sql<boolean>`t.lead_id = c.lead_id`,
      omit: ['public_id'],
    },
  },
};
