import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Staff reads of personal data (docs/console.md#llaves-de-acceso). */
export const staffDataViews = {
  'GET /api/staff/data-views': endpoint({
    summary: 'How many customers each member of the staff saw yesterday and today, and what was refused',
    access: 'staff',
    permission: 'audit.read',
    response: z.object({
      result: z.array(
        z.object({
          /** YYYY-MM-DD, UTC. */
          day: z.string(),
          person_id: z.string(),
          person: z.string(),
          opened: z.number(),
          /** Number of customers shown in lists and files. */
          listed: z.number(),
          /** Number of reads refused by the budget. */
          refused: z.number(),
        }),
      ),
      budget: z.object({ opened: z.number(), listed: z.number() }),
    }),
    failures: [],
  }),
};
