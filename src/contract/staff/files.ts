import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { country, name, rowId } from './fields.ts';

const maxBytes = 5 * 1024 * 1024;

/** Receipts attached by staff to actions on money (docs/console.md#comprobantes). */
export const staffFiles = {
  'POST /api/staff/files': endpoint({
    summary: 'Attach a receipt (PDF, JPEG or PNG) that a later command names',
    access: 'staff',
    permission: 'files.attach',
    daily: { everybody: 300 },
    query: z.object({ country, name }),
    upload: { fields: z.strictObject({}), maxBytes },
    response: z.object({ result: z.object({ id: z.string(), name: z.string() }) }),
    failures: ['country_forbidden', 'evidence_type'],
    idempotent: true,
  }),
  'GET /api/staff/files/{id}': endpoint({
    summary: 'A receipt that was attached; each view is recorded',
    access: 'staff',
    permission: 'files.read',
    params: z.object({ id: rowId }),
    response: 'binary',
    media: ['application/pdf', 'image/jpeg', 'image/png'],
    failures: ['not_found', 'unavailable'],
  }),
};
