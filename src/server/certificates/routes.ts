import { parseDocument } from '../../countries/identifiers/document.ts';
import type { Dependencies } from '../dependencies.ts';
import { guardDocument } from '../loans/service.ts';
import { fail, failFields, ok } from '../platform/http/result.ts';
import { route, type Route } from '../platform/http/route.ts';
import { issueCertificate } from './service.ts';

export function certificateRoutes(deps: Dependencies): Route[] {
  return [
    route('POST /api/v3/debtfree', async (call) => {
      const { body, country, identity, commit } = call;
      const document = parseDocument(country, body.document_number);
      if (!document.ok) return failFields({ document_number: document.message });
      const documentNumber = document.value;
      const stopped = await guardDocument(deps, call, documentNumber);
      if (stopped) return stopped;
      return commit((tx) =>
        issueCertificate(tx, deps, { country, documentNumber, customerId: identity?.customerId }),
      );
    }),
    route('GET /api/v3/debtfree/{hash}', async ({ params, country }) => {
      const row = await deps.db
        .selectFrom('certificate')
        .selectAll()
        .where('hash', '=', params.hash)
        .where('country', '=', country)
        .executeTakeFirst();
      if (!row) return fail('not_found');
      const { hash, full_name, document_number, legal_number, created_at } = row;
      return ok({
        result: { hash, full_name, document_number, legal_number, created_at: created_at.toISOString() },
      });
    }),
  ];
}
