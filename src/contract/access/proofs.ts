import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { digits, done } from '../fields.ts';
import { answered, challenge } from './passkeys.ts';
import { session } from '../sessions.ts';

/** Methods of re-authentication that the logged-in customer can use. */
const ways = z.object({
  password: z.boolean(),
  passkey: z.boolean(),
  /** Last four digits of the phone number that would receive a code; '' if none would. */
  sms: z.string(),
  /** Masked e-mail address that would receive a code. */
  email: z.string(),
});

const password = z.string().max(128);

/**
 * Re-authentication, required after `fresh_login_required` (docs/product/signup-and-login.md#new-proof). Each
 * call answers a new session, as a login does.
 */
export const proofs = {
  'GET /api/v3/proof': endpoint({
    summary: 'How the customer can prove again who they are',
    access: 'customer',
    response: z.object({ result: ways }),
    failures: ['not_found'],
  }),
  'POST /api/v3/proof/password': endpoint({
    summary: 'Prove it with the password',
    access: 'customer',
    body: z.strictObject({ password: z.string().min(1).max(128) }),
    response: session,
    failures: ['password_wrong', 'account_held', 'not_found', 'too_many'],
  }),
  'POST /api/v3/proof/passkey': endpoint({
    summary: 'Begin proving it with a passkey of the customer',
    access: 'customer',
    body: z.strictObject({}).optional(),
    response: z.object({ result: challenge }),
    failures: [],
  }),
  'POST /api/v3/proof/passkey/finish': endpoint({
    summary: 'Prove it with the answer of the passkey',
    access: 'customer',
    body: z.strictObject(answered),
    response: session,
    failures: ['passkey_refused', 'account_held', 'too_many'],
    idempotent: true,
  }),
  'POST /api/v3/proof/code': endpoint({
    summary: 'Send a code of 6 digits to the customer’s phone or e-mail',
    access: 'customer',
    body: z.strictObject({ channel: z.enum(['sms', 'email']) }),
    response: done.extend({ result: z.object({ state: z.string() }) }),
    failures: ['not_found', 'too_many'],
    idempotent: true,
  }),
  'POST /api/v3/proof/code/check': endpoint({
    summary: 'Prove it with that code',
    access: 'customer',
    body: z.strictObject({ state: z.string().min(1).max(2000), code: digits.default('') }),
    response: session,
    failures: ['proof_code', 'account_held', 'too_many'],
    idempotent: true,
  }),
  'POST /api/v3/password': endpoint({
    summary: 'Change the password with the present one, or set the first one after a new proof',
    access: 'customer',
    provedEmail: true,
    body: z.strictObject({
      current_password: password.default(''),
      password,
      password_confirmation: password,
    }),
    response: done,
    failures: [
      'password_wrong',
      'password_weak',
      'password_breached',
      'password_mismatch',
      'fresh_login_required',
      'not_found',
      'too_many',
    ],
    idempotent: true,
  }),
};
