import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done } from '../fields.ts';
import { approvable, beforeRow, country, email, name, reasonText, role, rowId } from './fields.ts';

export const MEMBER_STATES = ['invited', 'active', 'disabled'] as const;

const member = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(role),
  countries: z.array(country),
  state: z.enum(MEMBER_STATES),
  /** The roles come from the identity provider's groups and can be changed only there. */
  from_provider: z.boolean(),
  version: z.number(),
  sessions: z.number(),
  last_seen: z.string().nullable(),
});

const memberSession = z.object({
  id: z.string(),
  method: z.string(),
  address: z.string(),
  device: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
});

const byId = z.object({ id: rowId });
const accessReasons = ['joined', 'moved', 'left', 'error', 'risk'] as const;
const why = { reason_code: z.enum(accessReasons), reason: reasonText };

/** Staff of the console (docs/console.md#equipo). */
export const staffTeam = {
  'GET /api/staff/people': endpoint({
    summary: 'The people of the console, newest first',
    access: 'staff',
    permission: 'team.read',
    query: z.object({ before: beforeRow }),
    response: z.object({ result: z.array(member), next: z.string() }),
    failures: [],
  }),
  'POST /api/staff/people': endpoint({
    summary: 'Invite a person, who has no role until one is approved',
    access: 'staff',
    permission: 'team.manage',
    body: z.strictObject({ name, email, countries: z.array(country).min(1) }),
    response: z.object({ result: member }),
    failures: ['staff_exists', 'country_forbidden'],
    idempotent: true,
  }),
  'POST /api/staff/people/{id}/access': endpoint({
    summary: 'Set the roles and countries of a person, once a second person approves',
    access: 'staff',
    permission: 'team.manage',
    reasons: accessReasons,
    approval: 'team.approve',
    stepUp: true,
    versioned: true,
    params: byId,
    body: z.strictObject({ roles: z.array(role), countries: z.array(country).min(1), ...why }),
    response: z.object({ ...approvable }),
    failures: [
      'not_found',
      'own_account',
      'changed_meanwhile',
      'country_forbidden',
      'roles_elsewhere',
      'roles_incompatible',
      'last_approvers',
    ],
    idempotent: true,
  }),
  'POST /api/staff/people/{id}/disable': endpoint({
    summary:
      'Shut a person out at once and end their sessions; the second one in a day once a second person approves',
    access: 'staff',
    whileWaiting: true,
    permission: 'team.manage',
    reasons: accessReasons,
    approval: 'team.approve',
    approvalFromLimit: true,
    stepUp: true,
    versioned: true,
    params: byId,
    body: z.strictObject(why),
    response: z.object({ ...approvable }),
    failures: ['not_found', 'own_account', 'changed_meanwhile', 'country_forbidden', 'last_approvers'],
    idempotent: true,
  }),
  'POST /api/staff/people/{id}/enable': endpoint({
    summary: 'Let a person in again, once a second person approves',
    access: 'staff',
    permission: 'team.manage',
    reasons: accessReasons,
    approval: 'team.approve',
    stepUp: true,
    versioned: true,
    params: byId,
    body: z.strictObject(why),
    response: z.object({ ...approvable }),
    failures: ['not_found', 'own_account', 'changed_meanwhile', 'country_forbidden'],
    idempotent: true,
  }),
  'POST /api/staff/people/{id}/own-record': endpoint({
    summary:
      'Note by what a person is known as a customer, so that they never work on their own record; once a second person approves',
    access: 'staff',
    permission: 'team.manage',
    approval: 'team.approve',
    stepUp: true,
    versioned: true,
    personal: true,
    params: byId,
    /** '' for an identifier that is unknown. */
    body: z.strictObject({
      document_number: z.string().regex(/^\d{0,11}$/),
      /** Digits only, including the country code. */
      cellphone: z.string().regex(/^\d{0,15}$/),
      email: z.union([z.literal(''), email]),
      reason: reasonText,
    }),
    response: z.object({ ...approvable }),
    failures: ['not_found', 'own_account', 'changed_meanwhile', 'country_forbidden'],
    idempotent: true,
  }),
  'GET /api/staff/people/{id}/sessions': endpoint({
    summary: 'The sessions of a person that have not ended',
    access: 'staff',
    permission: 'team.read',
    params: byId,
    response: z.object({ result: z.array(memberSession) }),
    failures: ['not_found'],
  }),
  'POST /api/staff/people/{id}/end-sessions': endpoint({
    summary: 'End every session of a person',
    access: 'staff',
    permission: 'team.manage',
    params: byId,
    body: z.strictObject({ reason: reasonText }),
    response: done,
    failures: ['not_found', 'country_forbidden'],
    idempotent: true,
  }),
};
