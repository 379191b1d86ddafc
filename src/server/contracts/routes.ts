import { createHash } from 'node:crypto';
import type { Dependencies } from '../dependencies.ts';
import { recordEvent } from '../platform/events.ts';
import { fail, ok } from '../platform/http/result.ts';
import { route, type Route } from '../platform/http/route.ts';
import { sameBytes } from '../platform/secrets.ts';
import { isDocketAddress } from './addresses.ts';
import { docketByPublicId } from './queries.ts';

export function contractRoutes(deps: Dependencies): Route[] {
  return [
    route('GET /api/v3/loan-docket/{id}', async ({ params, query, country, identity, origin }) => {
      const docket = await docketByPublicId(deps.db, country, params.id);
      const mayRead =
        docket && (isDocketAddress(deps, params.id, query) || docket.customer_id === identity?.customerId);
      if (!mayRead) return fail('not_found');
      const bytes = await deps.ports.images.get(docket.storage_key);
      // A file that is gone or is not what was accepted is never shown in its place.
      if (!bytes || !sameBytes(createHash('sha256').update(bytes).digest(), docket.sha256)) {
        deps.log.error({ loanId: docket.loan_id }, 'the papers of a loan are gone or altered');
        return fail('unavailable');
      }
      await recordEvent(deps.db, {
        at: deps.clock.now(),
        country,
        kind: 'loan-docket-read',
        customerId: docket.customer_id,
        loanId: docket.loan_id,
        requestId: origin.requestId,
        address: origin.address,
      });
      const digest = docket.sha256.toString('hex');
      return ok({ type: 'application/pdf', body: bytes, headers: headersOf(params.id, digest) });
    }),
  ];
}

function headersOf(publicId: string, digest: string): Record<string, string> {
  return {
    'Content-Disposition': `inline; filename="contrato-${publicId.slice(0, 8)}.pdf"`,
    // No sandbox: browsers refuse to open their own viewer in one.
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'X-Document-SHA256': digest,
  };
}
