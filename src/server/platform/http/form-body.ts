import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Addresses that a provider posts a form to; everywhere else a form is no body. */
const takesForms: ReadonlySet<string> = new Set(['/api/v3/messages/sms/status']);

/** Addresses with notifications signed byte for byte: the call gets `raw`, the text as sent. */
const signedWhole: ReadonlySet<string> = new Set(['/api/v3/messages/whatsapp/webhook']);

export function isSignedWhole(request: FastifyRequest): boolean {
  return signedWhole.has(request.routeOptions.url ?? '');
}

/** Reads bodies of the type that HTML forms have, for the few calls that a provider makes with them. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, parseForm);
}

function parseForm(
  request: FastifyRequest,
  text: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  if (!takesForms.has(request.routeOptions.url ?? ''))
    return done(Object.assign(new Error('no form is taken here'), { statusCode: 415 }));
  done(null, Object.fromEntries(new URLSearchParams(text.toString())));
}
