import { parseDocument } from '../../../countries/identifiers/document.ts';
import { parseEmail } from '../../../countries/identifiers/email.ts';
import { withdrawalReceived } from '../../../countries/messages/withdrawal-messages.ts';
import { localDate } from '../../../countries/local-time.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import type { Dependencies } from '../../dependencies.ts';
import { failFields, failTooMany, ok } from '../../platform/http/result.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { overRequestLimit } from './limits.ts';
import { requestQueue, type RequestJob } from './request-job.ts';

export const codePrefix = { loan: 'ARR', membership: 'BAJA' } as const;
export const codeDigits = 10;

/**
 * Public withdrawal buttons (docs/product/rights.md#withdrawal): no login, no reason, an immediate tracking
 * code. The worker looks up the customer, so that everyone gets the same answer in the same time.
 */
export function requestRoute(deps: Dependencies): Route {
  const { clock, random, jobs } = deps;
  return route('POST /api/v3/withdrawal', async ({ body, country, origin, commit }) => {
    const document = parseDocument(country, body.document_number);
    const email = parseEmail(body.email_address);
    if (!document.ok || !email.ok) {
      return failFields({
        ...(document.ok ? {} : { document_number: document.message }),
        ...(email.ok ? {} : { email_address: email.message }),
      });
    }
    const wait = await overRequestLimit(deps, country, document.value, origin.address);
    if (wait !== undefined) return failTooMany(wait);
    const code = `${codePrefix[body.kind]}-${random.digits(codeDigits)}`;
    return commit(async (tx) => {
      const { id } = await tx
        .insertInto('withdrawal')
        .values({
          code,
          country,
          kind: body.kind,
          document_number: document.value,
          email: email.value,
          asked_loan: body.loan_id,
          reason: body.reason,
          requested_at: clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { baseUrl, requestId, address } = origin;
      const job: RequestJob = { withdrawalId: id, baseUrl, requestId, address };
      await jobs.send(tx, requestQueue, job);
      return ok({
        model: { code },
        messages: [withdrawalReceived(code, formatDate(localDate(clock.now(), country)))],
      });
    });
  });
}
