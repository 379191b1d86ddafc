import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What becomes of the customer's data when they ask for their erasure. */
const erasure = z.object({
  /** none: nothing was asked for. waiting: a loan or a debt stands against it. */
  state: z.enum(['none', 'waiting', 'done']),
  /** Whether asking now erases now. */
  possible: z.boolean(),
  /** Why it has to wait; '' when it does not. */
  reason: z.enum(['', 'loan', 'debt', 'credit', 'held']),
  /** Until when the law demands to keep the papers of loans, DD-MM-YYYY; '' where nothing has to be kept. */
  keep_until: z.string(),
  requested_at: z.string(),
});

/** The customer's own data: what is held, all of it as a file, and its erasure (Ley 25.326, Ley 18.331). */
export const ownData = {
  'GET /api/v3/own-data': endpoint({
    summary: 'What is held about the customer, in short',
    access: 'customer',
    response: z.object({
      result: z.object({
        /** By kind, how many entries are held. */
        held: z.array(z.object({ kind: z.string(), label: z.string(), count: z.number() })),
        erasure,
      }),
    }),
    failures: [],
  }),
  'GET /api/v3/own-data/file': endpoint({
    summary: 'Everything held about the customer as one JSON file; asks for a recent login',
    access: 'customer',
    response: z.object({
      result: z.object({
        generado: z.string(),
        nota: z.string(),
        datos: z.record(z.string(), z.array(z.unknown())),
      }),
    }),
    failures: ['fresh_login_required', 'too_many'],
  }),
  'POST /api/v3/own-data/erasure': endpoint({
    summary: 'Ask for the erasure of the own data; asks for a recent login',
    access: 'customer',
    body: z.strictObject({}),
    response: z.object({ result: erasure }),
    failures: ['fresh_login_required'],
    idempotent: true,
  }),
};
