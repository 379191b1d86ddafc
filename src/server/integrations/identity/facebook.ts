import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { IdentityProvider } from './port.ts';

interface FacebookSettings {
  readonly baseUrl: string;
  readonly appId: string;
  readonly appSecret: string;
}

const timeLimitMs = 5_000;
const badRequest = 400;
const unauthorized = 401;

const inspected = z.object({
  data: z.object({
    is_valid: z.boolean(),
    app_id: z.string().optional(),
    user_id: z.string().optional(),
  }),
});
const person = z.object({
  id: z.string().min(1),
  // Absent if the person has no confirmed address or did not share it.
  email: z.string().min(1).optional(),
  first_name: z.string().default(''),
  last_name: z.string().default(''),
});

/**
 * Verifies Facebook access tokens: checks that they were issued for this application, then requests the
 * person's data.
 */
export function facebookIdentity({ baseUrl, appId, appSecret }: FacebookSettings): IdentityProvider {
  return {
    async verify(token) {
      const appToken = `${appId}|${appSecret}`;
      const inspection = await get(baseUrl, '/debug_token', { input_token: token, access_token: appToken });
      const { data } = inspected.catch({ data: { is_valid: false } }).parse(inspection);
      // A token issued to another application would let that application's owner log in here.
      if (!data.is_valid || data.app_id !== appId) return undefined;
      const answer = await get(baseUrl, '/me', {
        fields: 'id,email,first_name,last_name',
        access_token: token,
        appsecret_proof: createHmac('sha256', appSecret).update(token).digest('hex'),
      });
      const found = person.safeParse(answer);
      if (!found.success || !found.data.email || found.data.id !== data.user_id) return undefined;
      const { id, email, first_name: firstName, last_name: lastName } = found.data;
      // Facebook does not run mailboxes.
      return { subject: id, email, isEmailTheirs: false, firstName, lastName };
    },
  };
}

/** @returns the response's JSON; undefined if Facebook refuses the token itself */
async function get(baseUrl: string, path: string, query: Readonly<Record<string, string>>): Promise<unknown> {
  const url = new URL(baseUrl.replace(/\/$/, '') + path);
  url.search = new URLSearchParams(query).toString();
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeLimitMs) });
  if (response.status === badRequest || response.status === unauthorized) return undefined;
  if (!response.ok) throw new Error(`the identity provider answered ${response.status}`);
  return response.json();
}
