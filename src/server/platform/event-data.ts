import { sql } from 'kysely';
import type { PersonalData } from './personal-data.ts';

/** Kinds that reveal a link between two customers, and so concern the other customer's data too. */
const OF_OTHERS = ['referral-refused'];

/** Audit events about a person, recorded by every feature. */
export const personalData: PersonalData = {
  held: {
    event: {
      label: 'Registro de actividad',
      where: sql<boolean>`t.customer_id = c.id and t.kind <> all(${OF_OTHERS}::text[])`,
      heading: 'Registro de actividad y seguridad',
    },
  },
};
