import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { hash, money, signature } from './fields.ts';

/** Transfer receipt. `delivery_date` DD-MM-YYYY. */
const receipt = z.object({
  code: z.string(),
  amount: money,
  delivery_date: z.string(),
  name: z.string(),
  /** Account the money went to; '' for a payout in cash. */
  cbu: z.string(),
  /** Pickup place of a payout in cash; '' for a transfer. */
  place: z.string(),
  cuit: z.string(),
  /** Short-lived address of the receipt as a PDF. */
  pdf_url: z.string(),
});

/**
 * Documents of a loan: contract and promissory note in one file (BCRA Com. A 7199: downloadable,
 * unalterable), and the receipt.
 */
export const contracts = {
  'GET /api/v3/loan-docket/{id}': endpoint({
    summary: 'Contract and promissory note (PDF): to the owner, or by the short-lived signed address',
    access: 'optional',
    params: z.object({ id: hash }),
    query: signature,
    response: 'binary',
    media: 'application/pdf',
    failures: ['not_found', 'unavailable'],
  }),
  'GET /api/v3/transference-receipt/{id}': endpoint({
    summary: 'Receipt of the payout, once confirmed',
    access: 'customer',
    params: z.object({ id: hash }),
    response: z.object({ result: receipt }),
    failures: ['not_found'],
  }),
  'GET /api/v3/transference-receipt/{id}/pdf': endpoint({
    summary: 'The same as a PDF: to the owner, or by the short-lived signed address',
    access: 'optional',
    params: z.object({ id: hash }),
    query: signature,
    response: 'binary',
    media: 'application/pdf',
    failures: ['not_found'],
  }),
};
