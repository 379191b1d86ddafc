import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done } from '../fields.ts';
import { answered, challenge } from '../access/passkeys.ts';
import { approvable, me, name, reasonText, rowId } from './fields.ts';

const token = z.string().regex(/^[\w-]{16,100}$/);

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});

/** Passkeys for sign-in and step-up (docs/console.md#llaves-de-acceso). */
export const staffPasskeys = {
  'POST /api/staff/sign-in/passkey': endpoint({
    summary: 'Begin signing in with a passkey',
    access: 'console',
    body: z.strictObject({}).optional(),
    response: z.object({ result: challenge }),
    failures: [],
  }),
  'POST /api/staff/sign-in/passkey/finish': endpoint({
    summary: 'Exchange the answer of a passkey for a session',
    access: 'console',
    body: z.strictObject(answered),
    response: z.object({ result: me }),
    failures: ['passkey_refused', 'staff_unknown'],
  }),
  'POST /api/staff/enrolment': endpoint({
    summary: 'Begin adding a passkey by the link that the person was sent',
    access: 'console',
    body: z.strictObject({ token }),
    response: z.object({ result: challenge.extend({ name: z.string() }) }),
    failures: ['enrolment_link'],
  }),
  'POST /api/staff/enrolment/finish': endpoint({
    summary: 'Add a passkey by the link, which is used up, and sign in with it',
    access: 'console',
    body: z.strictObject({ token, name, ...answered }),
    /** Null for a person without a role yet: the passkey is stored and works once a role is assigned. */
    response: z.object({ result: me.nullable() }),
    failures: ['enrolment_link', 'passkey_refused', 'staff_unknown'],
  }),
  'GET /api/staff/passkeys': endpoint({
    summary: 'One’s own passkeys',
    access: 'staff',
    permission: 'any',
    isBeforePasskeys: true,
    response: z.object({ result: z.array(passkey), least: z.number() }),
    failures: [],
  }),
  'GET /api/staff/passkeys/challenge': endpoint({
    summary: 'Begin adding a passkey of one’s own',
    access: 'staff',
    permission: 'any',
    isBeforePasskeys: true,
    response: z.object({ result: challenge }),
    failures: [],
  }),
  'POST /api/staff/passkeys': endpoint({
    summary: 'Add a passkey of one’s own; the person is told by e-mail',
    access: 'staff',
    permission: 'any',
    isBeforePasskeys: true,
    body: z.strictObject({ name, ...answered }),
    response: z.object({ result: z.array(passkey) }),
    failures: ['passkey_refused', 'step_up'],
    idempotent: true,
  }),
  'POST /api/staff/passkeys/{id}/remove': endpoint({
    summary: 'Remove a passkey of one’s own; the last that are needed stay',
    access: 'staff',
    permission: 'any',
    stepUp: true,
    params: z.object({ id: rowId }),
    body: z.strictObject({}).optional(),
    response: z.object({ result: z.array(passkey) }),
    failures: ['not_found', 'passkeys_least'],
    idempotent: true,
  }),
  'GET /api/staff/step-up': endpoint({
    summary: 'Begin showing that it is still oneself; no options when the person has no passkey',
    access: 'staff',
    permission: 'any',
    isBeforePasskeys: true,
    response: z.object({ result: challenge.nullable(), sandbox: z.boolean() }),
    failures: [],
  }),
  'POST /api/staff/step-up': endpoint({
    summary: 'Show by a passkey that it is still oneself; holds for five minutes',
    access: 'staff',
    permission: 'any',
    isBeforePasskeys: true,
    body: z.strictObject(answered),
    response: done,
    failures: ['passkey_refused'],
  }),
  'POST /api/staff/step-up/sandbox': endpoint({
    summary: 'The same by one click',
    access: 'staff',
    permission: 'any',
    isBeforePasskeys: true,
    body: z.strictObject({}).optional(),
    response: done,
    failures: ['not_found'],
  }),
  'POST /api/staff/people/{id}/enrolment': endpoint({
    summary: 'Send a person a link to add a passkey, once a second person approves',
    access: 'staff',
    permission: 'team.manage',
    approval: 'team.approve',
    stepUp: true,
    versioned: true,
    params: z.object({ id: rowId }),
    body: z.strictObject({ reason: reasonText }),
    response: z.object({ ...approvable }),
    failures: ['not_found', 'own_account', 'changed_meanwhile', 'country_forbidden'],
    idempotent: true,
  }),
};
