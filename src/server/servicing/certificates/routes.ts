import { parseDocument } from '../../../countries/identifiers/document.ts';
import type { Dependencies } from '../../dependencies.ts';
import { guardDocument, maskName } from '../../loans/service.ts';
import { fileAnswer } from '../../platform/http/file-answer.ts';
import { fail, failFields, ok } from '../../platform/http/result.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { squareCodeOf } from '../../papers/service.ts';
import { checkAddress, paperOf } from './paper.ts';
import { certificateBy } from './queries.ts';
import { issueCertificate } from './issue.ts';

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
      const row = await certificateBy(deps.db, country, 'hash', params.hash);
      if (!row) return fail('not_found');
      const { hash, full_name, document_number, legal_number, created_at, revoked_at } = row;
      return ok({
        result: {
          hash,
          full_name,
          document_number,
          legal_number,
          created_at: created_at.toISOString(),
          valid: revoked_at === null,
          issuer: deps.config.BRAND,
          check_url: checkAddress(deps, row),
        },
      });
    }),
    ...paperRoutes(deps),
    route('GET /api/v3/debtfree-check/{hash}', async ({ params, country }) => {
      const row = await certificateBy(deps.db, country, 'check_code', params.hash);
      if (!row) return fail('not_found');
      return ok({
        result: {
          full_name: row.full_name
            .split(' ')
            .map((name) => maskName(name))
            .join(' '),
          document_number: `****${row.document_number.slice(-3)}`,
          created_at: row.created_at.toISOString(),
          valid: row.revoked_at === null,
          issuer: deps.config.BRAND,
          sha256: row.sha256?.toString('hex') ?? '',
        },
      });
    }),
  ];
}

function paperRoutes(deps: Dependencies): Route[] {
  return [
    route('GET /api/v3/debtfree/{hash}/pdf', async ({ params, country }) => {
      const row = await certificateBy(deps.db, country, 'hash', params.hash);
      if (!row) return fail('not_found');
      const paper = await paperOf(deps, row);
      if (!paper) return fail('unavailable');
      const { bytes: body, digest } = paper;
      const name = `libre-deuda-${row.check_code.slice(0, 8)}.pdf`;
      return ok(fileAnswer({ type: 'application/pdf', body, name, digest }));
    }),
    route('GET /api/v3/debtfree/{hash}/qr', async ({ params, country }) => {
      const row = await certificateBy(deps.db, country, 'hash', params.hash);
      if (!row) return fail('not_found');
      return ok({ type: 'image/svg+xml', body: squareCodeOf(checkAddress(deps, row)).svg });
    }),
  ];
}
