import type { Dependencies } from '../../dependencies.ts';
import { readWhole } from '../../integrations/images/port.ts';
import { recordEvent } from '../../platform/events.ts';
import { fileAnswer } from '../../platform/http/file-answer.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { isDocketAddress } from './service.ts';
import { docketByPublicId } from './queries.ts';

export function contractRoutes(deps: Dependencies): Route[] {
  return [
    route('GET /api/v3/loan-docket/{id}', async ({ params, query, country, identity, origin }) => {
      const docket = await docketByPublicId(deps.db, country, params.id);
      const mayRead =
        docket && (isDocketAddress(deps, params.id, query) || docket.customer_id === identity?.customerId);
      if (!mayRead) return fail('not_found');
      const { loan_id: loanId, storage_key: storageKey, sha256 } = docket;
      const body = await readWhole(deps, { storageKey, sha256 }, { loanId });
      if (!body) return fail('unavailable');
      await recordEvent(deps.db, {
        at: deps.clock.now(),
        country,
        kind: 'loan-docket-read',
        customerId: docket.customer_id,
        loanId,
        requestId: origin.requestId,
        address: origin.address,
      });
      const name = `contrato-${params.id.slice(0, 8)}.pdf`;
      const digest = sha256.toString('hex');
      return ok(fileAnswer({ type: 'application/pdf', body, name, isInline: true, digest }));
    }),
  ];
}
