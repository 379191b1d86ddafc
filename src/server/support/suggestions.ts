import type { ParsedOf } from '../../contract/contract.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import { REQUIRED } from '../../countries/identifiers/checked.ts';
import { localDate } from '../../countries/local-time.ts';
import { validateFields } from '../../countries/fields/validation.ts';
import type { Dependencies } from '../dependencies.ts';
import { failFields, failTooMany, ok } from '../platform/http/result.ts';
import { route, type Route } from '../platform/http/route.ts';
import { addressLimits } from '../platform/limits/address-limits.ts';
import { overAny } from '../platform/limits/limits.ts';
import { openTicket } from './tickets/service.ts';

type Suggestion = ParsedOf<'POST /api/v3/suggest', 'body'>;

const hourSeconds = 3600;

/**
 * 'Sugerencias y mejoras': opens a ticket, for the customer if one is logged in
 * (docs/product/borrowers-area.md#suggestions).
 */
export function suggestionRoute(deps: Dependencies): Route {
  const { db, clock, config } = deps;
  return route('POST /api/v3/suggest', async ({ body, country, identity, origin, commit }) => {
    const wrong = wrongFields(body, country, clock.now());
    if (Object.keys(wrong).length > 0) return failFields(wrong);
    const limits = addressLimits('suggestion', origin.address, {
      max: config.LIMIT_OPINIONS_ADDRESS,
      windowSeconds: hourSeconds,
    });
    const wait = await overAny(db, limits, clock.now());
    if (wait !== undefined) return failTooMany(wait);
    return commit(async (tx) => {
      await openTicket(tx, deps, {
        country,
        customerId: identity?.customerId ?? null,
        kind: 'suggestion',
        subject: body.subject,
        content: body.content,
        name: body.name,
        email: body.email_address,
        documentNumber: body.document_number,
      });
      return ok({ messages: ['Recibimos tu sugerencia. ¡Gracias por ayudarnos a mejorar!'] });
    });
  });
}

function wrongFields(body: Suggestion, country: CountryCode, now: Date): Record<string, string> {
  const { email, suggestion_document, ...rest } = validateFields(
    {
      email: body.email_address,
      suggestion_document: body.document_number,
      subject: body.subject,
      content: body.content,
    },
    { country, today: localDate(now, country) },
  );
  return {
    ...(body.name === '' ? { name: REQUIRED } : {}),
    ...(email === undefined ? {} : { email_address: email }),
    ...(suggestion_document === undefined ? {} : { document_number: suggestion_document }),
    ...rest,
  };
}
