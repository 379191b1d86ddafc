import type { FastifyRequest } from 'fastify';

/** `__Host-` restricts the cookie to TLS and to this host, on all paths. */
export const STAFF_COOKIE = '__Host-cuota-staff';

const kind = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** @param token undefined clears the session */
export function staffCookie(token: string | undefined, maxAgeSeconds: number): string {
  return token === undefined
    ? `${STAFF_COOKIE}=; Max-Age=0; ${kind}`
    : `${STAFF_COOKIE}=${token}; Max-Age=${maxAgeSeconds}; ${kind}`;
}

export function staffTokenOf(request: Pick<FastifyRequest, 'headers'>): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const own = pairs.filter((pair) => pair.startsWith(`${STAFF_COOKIE}=`));
  const token = own[0]?.slice(STAFF_COOKIE.length + 1);
  return own.length === 1 && token && /^[\w-]{1,200}$/.test(token) ? token : undefined;
}
