import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { hash, money, rowId, signature } from './fields.ts';

const invoice = z.object({
  id: z.string(),
  kind: z.enum(['invoice', 'credit-note']),
  /** Name as printed, such as "Factura B". */
  title: z.string(),
  /** As printed, such as 00001-00000012. */
  number: z.string(),
  /** DD-MM-YYYY, as are the next two. */
  issued_on: z.string(),
  /** Day of the service. */
  tax_date: z.string(),
  /** Base and tax. */
  total: money,
  /** Authorisation of the tax authority, and its last day. */
  code: z.string(),
  code_until: z.string(),
  pdf_url: z.string(),
});

/** Fiscal documents of a loan (docs/product/invoices.md#the-borrowers-invoice). */
export const invoices = {
  'GET /api/v3/loan/{id}/invoices': endpoint({
    summary: 'Invoices and credit notes of the own loan that the tax authority has authorised, newest first',
    access: 'customer',
    params: z.object({ id: hash }),
    response: z.object({ result: z.array(invoice) }),
    failures: ['not_found'],
  }),
  'GET /api/v3/loan/{id}/invoices/{invoice}/pdf': endpoint({
    summary: 'An invoice as a PDF: to the owner, or by the short-lived signed address',
    access: 'optional',
    params: z.object({ id: hash, invoice: rowId }),
    query: signature,
    response: 'binary',
    media: 'application/pdf',
    failures: ['not_found'],
  }),
};
