import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done } from '../fields.ts';
import { me, role } from './fields.ts';

/** Signing in to the console and out of it (docs/console.md#ingresar). */
export const staffSessions = {
  'GET /api/staff/sign-in': endpoint({
    summary: 'The ways into the console that this installation has',
    access: 'console',
    response: z.object({
      /** Roles that the sandbox signs in with one click; empty in production. */
      roles: z.array(role),
      /** Name of the identity provider; empty without one. */
      provider: z.string(),
    }),
    failures: [],
  }),
  'POST /api/staff/sign-in/sandbox': endpoint({
    summary: 'Sign in as the sandbox person of a role',
    access: 'console',
    body: z.strictObject({ as_role: role }),
    response: z.object({ result: me }),
    failures: ['not_found', 'staff_unknown'],
  }),
  'POST /api/staff/sign-in/provider': endpoint({
    summary: 'Begin signing in with the identity provider; state comes back with the code',
    access: 'console',
    body: z.strictObject({}).optional(),
    response: z.object({ url: z.string(), state: z.string() }),
    failures: ['not_found', 'unavailable', 'too_many'],
  }),
  'POST /api/staff/sign-in/provider/finish': endpoint({
    summary: 'Exchange the code of the identity provider for a session',
    access: 'console',
    body: z.strictObject({ code: z.string().min(1).max(2000), state: z.string().min(1).max(200) }),
    response: z.object({ result: me }),
    failures: ['not_found', 'staff_sign_in', 'staff_unknown', 'unavailable'],
  }),
  'GET /api/staff/me': endpoint({
    summary: 'Who is signed in, and what that person may do',
    access: 'staff',
    permission: 'any',
    isBeforePasskeys: true,
    response: z.object({ result: me }),
    failures: [],
  }),
  'POST /api/staff/sign-out': endpoint({
    summary: 'End the session',
    access: 'staff',
    permission: 'any',
    isBeforePasskeys: true,
    body: z.strictObject({}).optional(),
    response: done,
    failures: [],
  }),
};
