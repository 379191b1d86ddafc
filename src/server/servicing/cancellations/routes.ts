import { CANCELLATION_REASONS } from '../../../countries/law/cancellation-reasons.ts';
import { parseDocument } from '../../../countries/identifiers/document.ts';
import type { Dependencies } from '../../dependencies.ts';
import { guardDocument } from '../../loans/service.ts';
import { failFields, ok } from '../../platform/http/result.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { askToCancel, checkReason } from './service.ts';

export function cancellationRequestRoutes(deps: Dependencies): Route[] {
  return [
    route('GET /api/v3/cancellation/reason', async () =>
      ok({ result: CANCELLATION_REASONS.map((reason) => ({ ...reason, description: reason.content })) }),
    ),
    route('POST /api/v3/cancellation', async (call) => {
      const { body, country, identity, origin, commit } = call;
      const reason = checkReason(body);
      if (!reason.ok) return reason;
      const document = parseDocument(country, body.documentNumber);
      if (!document.ok) return failFields({ documentNumber: document.message });
      const documentNumber = document.value;
      const stopped = await guardDocument(deps, call, documentNumber);
      if (stopped) return stopped;
      const asked = {
        country,
        documentNumber,
        ...reason.value,
        askedBy: identity?.customerId,
        origin,
      };
      return commit((tx) => askToCancel(tx, deps, asked));
    }),
  ];
}
