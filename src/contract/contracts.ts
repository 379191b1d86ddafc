import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { hash, signature } from './fields.ts';

/** Contract and promissory note of a loan as one file (BCRA Com. A 7199: downloadable, unalterable). */
export const contracts = {
  'GET /api/v3/loan-docket/{id}': endpoint({
    summary: 'Contract and promissory note (PDF): to the owner, or by the short-lived signed address',
    access: 'optional',
    params: z.object({ id: hash }),
    query: signature,
    response: 'binary',
    failures: ['not_found', 'unavailable'],
  }),
};
