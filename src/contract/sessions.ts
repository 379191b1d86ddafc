import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { attribution, digits, done, flag, hash, optionalText, typed } from './fields.ts';

/**
 * A new session. Some calls of existing clients read it as `result.token`, others as top-level `token`
 * (docs/product/signup-and-login.md#ways-in), so every answer carries both. `expired` is the instant at
 * which the token ends.
 */
export const session = z.object({
  result: z.object({ token: z.string(), expired: z.string() }),
  token: z.string(),
  expired: z.string(),
});

const email = z
  .string()
  .min(1)
  .max(200)
  .transform((value) => value.trim());
/** Path of this site; the server refuses anything else (docs/product/signup-and-login.md#redirects). */
const redirectTo = optionalText(500);

const socialLogin = endpoint({
  summary: 'Log in, or register from the offer, with a token of the identity provider',
  access: 'public',
  body: z.strictObject({
    token: z.string().min(1).max(8192),
    /** Browser's nonce for this attempt; Google includes its SHA-256 in the ID token. */
    nonce: optionalText(200),
    hash: optionalText(200),
    option: optionalText(200),
    /** Acceptance of the terms and the privacy policy, required if the call creates an account. */
    terms: flag.optional(),
    ...attribution,
  }),
  response: session,
  failures: [
    'social_commercial_offer',
    'account_create_exception',
    'social_token',
    'social_unproved',
    'account_held',
    'user_exists',
    'too_many',
  ],
  idempotent: true,
});

/** Login, links, social login, recovery (docs/product/signup-and-login.md). */
export const sessions = {
  'POST /api/v3/authenticate-new': endpoint({
    summary: 'Log in with e-mail and password',
    access: 'public',
    body: z.strictObject({ email, password: z.string().min(1).max(128) }),
    response: session,
    failures: ['credentials', 'account_held', 'too_many'],
  }),
  'POST /api/auth/sendpin': endpoint({
    summary: 'Send a login link by SMS; answers the same for known and unknown phones',
    access: 'public',
    // A missing number counts as empty, so that it gets the error text of the field's own rule.
    body: z.strictObject({ cellphone: digits.default(''), cellphone_prefix: digits.optional(), redirectTo }),
    response: done,
    failures: ['too_many'],
    idempotent: true,
  }),
  'POST /api/auth/magic-link': endpoint({
    summary: 'Send a login link by e-mail; answers the same for known and unknown addresses',
    access: 'public',
    body: z.strictObject({ email, redirectTo }),
    response: done,
    failures: ['too_many'],
    idempotent: true,
  }),
  'POST /api/auth/token': endpoint({
    summary: 'Exchange the code of an SMS link for a session',
    access: 'public',
    body: z.strictObject({ code: hash }),
    response: session,
    failures: ['link_invalid', 'account_held', 'too_many'],
    idempotent: true,
  }),
  'POST /api/auth/autologin': endpoint({
    summary: 'Exchange the hash of a login link for a session',
    access: 'public',
    body: z.strictObject({ hash }),
    response: session,
    failures: ['link_invalid', 'account_held', 'too_many'],
    idempotent: true,
  }),
  'POST /api/auth/magicLink': endpoint({
    summary: 'Exchange the code of a magic link for a session and the screen it leads to',
    access: 'public',
    body: z.strictObject({ code: hash }),
    response: session.extend({
      result: session.shape.result.extend({ target: z.string() }),
      target: z.string(),
    }),
    failures: ['link_invalid', 'account_held', 'too_many'],
    idempotent: true,
  }),
  'POST /api/auth/logout': endpoint({
    summary: 'Revoke the session',
    access: 'customer',
    body: z.strictObject({}).optional(),
    response: done,
    failures: [],
  }),
  'POST /api/social/google': socialLogin,
  'POST /api/social/facebook': socialLogin,
  'GET /api/recovery': endpoint({
    summary: 'Send a password-recovery link by e-mail; answers the same for known and unknown addresses',
    access: 'public',
    query: z.object({ email: typed(300).default('') }),
    response: done,
    failures: ['too_many'],
    idempotent: true,
  }),
  'POST /api/recovery': endpoint({
    summary: 'Set a new password with the token of a recovery link',
    access: 'public',
    body: z.strictObject({
      token: hash,
      email,
      password: z.string().max(128),
      password_confirmation: z.string().max(128),
    }),
    response: done,
    failures: [
      'link_invalid',
      'account_held',
      'password_weak',
      'password_breached',
      'password_mismatch',
      'too_many',
    ],
    idempotent: true,
  }),
  'GET /api/v3/sessions': endpoint({
    summary: 'Where the customer is logged in, the last used first',
    access: 'customer',
    response: z.object({
      result: z.array(
        z.object({
          id: z.string(),
          /** Browser and system, as 'Chrome en Android'; empty if unknown. */
          device: z.string(),
          created_at: z.string(),
          last_used_at: z.string(),
          /** True for the session of this request. */
          current: z.boolean(),
        }),
      ),
    }),
    failures: [],
  }),
  'POST /api/v3/sessions/end': endpoint({
    summary: 'End one of the customer’s other sessions, or all of them with an empty id',
    access: 'customer',
    body: z.strictObject({ id: optionalText(40) }),
    response: done,
    failures: ['not_found', 'fresh_login_required'],
    idempotent: true,
  }),
};
