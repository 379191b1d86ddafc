import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { attribution, digits, hash } from './fields.ts';

/**
 * Issuing, reading and checking debt-free certificates
 * (docs/product/borrowers-area.md#debt-free-certificate).
 */
export const certificates = {
  'POST /api/v3/debtfree': endpoint({
    summary: 'A certificate that nothing is owed; it names the person only when they are logged in',
    access: 'optional',
    body: z.strictObject({
      document_type: z.union([z.literal(1), z.literal('1')]).optional(),
      document_number: digits,
      ...attribution,
    }),
    response: z.object({ result: z.object({ hash: z.string() }) }),
    failures: ['debtfree_unavailable', 'too_many', 'challenge_required'],
    idempotent: true,
  }),
  'GET /api/v3/debtfree/{hash}': endpoint({
    summary: 'A certificate; anybody with its code may check it here',
    access: 'public',
    params: z.object({ hash }),
    response: z.object({
      result: z.object({
        hash: z.string(),
        /** '' on a certificate requested without logging in; the same holds for `legal_number`. */
        full_name: z.string(),
        document_number: z.string(),
        legal_number: z.string(),
        created_at: z.string(),
        /** False if a debt has reopened because its payment was reversed. */
        valid: z.boolean(),
        issuer: z.string(),
        check_url: z.string(),
      }),
    }),
    failures: ['not_found'],
  }),
  'GET /api/v3/debtfree/{hash}/pdf': endpoint({
    summary: 'A certificate as a PDF, the same bytes for ever',
    access: 'public',
    params: z.object({ hash }),
    response: 'binary',
    media: 'application/pdf',
    failures: ['not_found', 'unavailable'],
  }),
  'GET /api/v3/debtfree/{hash}/qr': endpoint({
    summary: 'The address by which a certificate is checked, as a QR code (SVG)',
    access: 'public',
    params: z.object({ hash }),
    response: 'binary',
    media: 'image/svg+xml',
    failures: ['not_found'],
  }),
  'GET /api/v3/debtfree-check/{hash}': endpoint({
    summary: 'Whether a certificate is genuine, by the code that is printed on it; masked',
    access: 'public',
    params: z.object({ hash }),
    response: z.object({
      result: z.object({
        /** Masked, as `A*** P***`; '' on a certificate without a name. */
        full_name: z.string(),
        /** Last three digits, as `****123`. */
        document_number: z.string(),
        created_at: z.string(),
        /** False if a debt has reopened. */
        valid: z.boolean(),
        issuer: z.string(),
        /** SHA-256 of the PDF, hexadecimal; '' until the PDF has been written. */
        sha256: z.string(),
      }),
    }),
    failures: ['not_found'],
  }),
};
