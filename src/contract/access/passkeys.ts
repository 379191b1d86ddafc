import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { rowId } from '../fields.ts';
import { session } from '../sessions.ts';

/** WebAuthn request for the browser's authenticator (JSON), and the state to send back with its response. */
export const challenge = z.object({ options: z.string(), state: z.string() });
/** The authenticator's WebAuthn response (JSON) to a {@link challenge}. */
export const answered = { state: z.string().min(1).max(2000), credential: z.string().min(2).max(20_000) };

/** A customer's passkey. `device` is the browser and system that added it; '' if unknown. */
const passkey = z.object({
  id: z.string(),
  device: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});
const changed = z.object({ result: z.array(passkey), messages: z.array(z.string()) });

/** Passkeys for customer login, which are optional (docs/product/signup-and-login.md#passkeys). */
export const passkeys = {
  'POST /api/auth/passkey': endpoint({
    summary: 'Begin logging in with a passkey',
    access: 'public',
    body: z.strictObject({}).optional(),
    response: z.object({ result: challenge }),
    failures: [],
  }),
  'POST /api/auth/passkey/finish': endpoint({
    summary: 'Exchange the answer of a passkey for a session',
    access: 'public',
    body: z.strictObject(answered),
    response: session,
    failures: ['passkey_refused', 'account_held', 'too_many'],
    idempotent: true,
  }),
  'GET /api/v3/passkeys': endpoint({
    summary: 'The customer’s passkeys',
    access: 'customer',
    response: z.object({ result: z.array(passkey) }),
    failures: [],
  }),
  'POST /api/v3/passkeys/challenge': endpoint({
    summary: 'Begin adding a passkey',
    access: 'customer',
    provedEmail: true,
    body: z.strictObject({}).optional(),
    response: z.object({ result: challenge }),
    failures: ['fresh_login_required', 'not_found'],
  }),
  'POST /api/v3/passkeys': endpoint({
    summary: 'Add a passkey; the customer is told by e-mail',
    access: 'customer',
    provedEmail: true,
    body: z.strictObject(answered),
    response: changed,
    failures: ['passkey_refused', 'fresh_login_required'],
    idempotent: true,
  }),
  'POST /api/v3/passkeys/{id}/remove': endpoint({
    summary: 'Remove a passkey; the customer is told by e-mail',
    access: 'customer',
    provedEmail: true,
    params: z.object({ id: rowId }),
    body: z.strictObject({}).optional(),
    response: changed,
    failures: ['not_found', 'fresh_login_required'],
    idempotent: true,
  }),
};
