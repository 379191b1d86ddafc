import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done } from '../fields.ts';
import { PARTNER_EVENTS, PARTNER_KINDS, PARTNER_SCOPES } from '../../domain/outside-systems.ts';
import { approvable, beforeRow, country, name, reasonText, rowId } from './fields.ts';

export const KEY_STATES = ['approved', 'live', 'expired', 'revoked'] as const;
export const DELIVERY_STATES = ['open', 'delivered', 'given-up'] as const;

const key = z.object({
  id: z.string(),
  name: z.string(),
  /** Empty until the key is fetched. */
  prefix: z.string(),
  scopes: z.array(z.enum(PARTNER_SCOPES)),
  hourly_limit: z.number(),
  state: z.enum(KEY_STATES),
  expires_at: z.string(),
  last_used_at: z.string(),
  asked_by: z.string(),
  approved_by: z.string(),
  /** The signed-in person asked for it and has not fetched it. */
  is_own: z.boolean(),
});

const webhook = z.object({
  id: z.string(),
  url: z.string(),
  types: z.array(z.enum(PARTNER_EVENTS)),
  is_on: z.boolean(),
  /** gone: it answered 410; failing: for three days; empty: a person switched it off. */
  off_because: z.enum(['', 'gone', 'failing']),
  failing_since: z.string(),
  /** Deliveries that wait, up to 1,000. */
  waiting: z.number(),
  /** End of the former secret; empty without one. */
  earlier_until: z.string(),
  version: z.number(),
});

const partner = z.object({
  id: z.string(),
  country,
  code: z.string(),
  name: z.string(),
  kind: z.enum(PARTNER_KINDS),
  /** Changes with each new or revoked key. */
  version: z.number(),
  keys: z.array(key),
  webhooks: z.array(webhook),
});

const delivery = z.object({
  id: z.string(),
  event: z.string(),
  type: z.enum(PARTNER_EVENTS),
  object: z.string(),
  state: z.enum(DELIVERY_STATES),
  created_at: z.string(),
  next_at: z.string(),
  attempts: z.array(
    z.object({
      at: z.string(),
      status: z.number().nullable(),
      failure: z.string(),
      milliseconds: z.number(),
    }),
  ),
});

const url = z.string().max(500);
const types = z.array(z.enum(PARTNER_EVENTS)).min(1);
const byId = z.object({ id: rowId });

/** Outside systems, their keys and webhooks (docs/console.md#integraciones). */
export const staffIntegrations = {
  'GET /api/staff/integrations': endpoint({
    summary: 'Outside systems of a country with their keys and webhooks',
    access: 'staff',
    permission: 'integrations.read',
    query: z.object({ country: country.optional() }),
    response: z.object({ partners: z.array(partner) }),
    failures: ['country_forbidden'],
  }),
  'POST /api/staff/integrations/partners': endpoint({
    summary: 'Add an outside system, which can do nothing until it has a key or a webhook',
    access: 'staff',
    permission: 'integrations.work',
    body: z.strictObject({
      country,
      code: z.string().regex(/^[a-z][a-z0-9-]{1,38}$/),
      name,
      kind: z.enum(PARTNER_KINDS),
    }),
    response: done,
    failures: ['partner_exists', 'country_forbidden'],
    idempotent: true,
  }),
  'POST /api/staff/integrations/partners/{id}/keys': endpoint({
    summary: 'Ask for an API key, once a second person approves',
    access: 'staff',
    permission: 'integrations.work',
    approval: 'integrations.approve',
    stepUp: true,
    versioned: true,
    params: byId,
    body: z.strictObject({
      name,
      scopes: z.array(z.enum(PARTNER_SCOPES)).min(1),
      hourly_limit: z.number().int().min(1).max(100_000),
      days: z.number().int(),
      reason: reasonText,
    }),
    response: z.object({ ...approvable }),
    failures: ['not_found', 'changed_meanwhile', 'partner_keys', 'partner_key_days', 'partner_key_scopes'],
    idempotent: true,
  }),
  'POST /api/staff/integrations/keys/{id}/issue': endpoint({
    summary: 'Fetch an approved key, which is shown this once',
    access: 'staff',
    permission: 'integrations.work',
    stepUp: true,
    params: byId,
    body: z.strictObject({}).optional(),
    response: z.object({ key: z.string() }),
    failures: ['not_found', 'partner_key_state', 'partner_key_owner'],
    idempotent: true,
  }),
  'POST /api/staff/integrations/keys/{id}/revoke': endpoint({
    summary: 'Revoke a key at once',
    access: 'staff',
    permission: 'integrations.work',
    params: byId,
    body: z.strictObject({ reason: reasonText }),
    response: done,
    failures: ['not_found', 'partner_key_state'],
    idempotent: true,
  }),
  'POST /api/staff/integrations/partners/{id}/webhooks': endpoint({
    summary: 'Add a webhook; its secret is shown this once',
    access: 'staff',
    permission: 'integrations.work',
    stepUp: true,
    params: byId,
    body: z.strictObject({ url, types }),
    response: z.object({ secret: z.string() }),
    failures: ['not_found', 'webhook_url', 'webhook_types', 'partner_webhooks'],
    idempotent: true,
  }),
  'POST /api/staff/integrations/webhooks/{id}': endpoint({
    summary: 'Change the address or types of a webhook, or switch it on or off',
    access: 'staff',
    permission: 'integrations.work',
    stepUp: true,
    versioned: true,
    params: byId,
    body: z.strictObject({ url, types, is_on: z.boolean() }),
    response: done,
    failures: ['not_found', 'changed_meanwhile', 'webhook_url', 'webhook_types'],
    idempotent: true,
  }),
  'POST /api/staff/integrations/webhooks/{id}/rotate': endpoint({
    summary: 'Give a webhook a new secret, shown this once; the former one signs for another day',
    access: 'staff',
    permission: 'integrations.work',
    stepUp: true,
    versioned: true,
    params: byId,
    body: z.strictObject({}).optional(),
    response: z.object({ secret: z.string() }),
    failures: ['not_found', 'changed_meanwhile'],
    idempotent: true,
  }),
  'GET /api/staff/integrations/webhooks/{id}/deliveries': endpoint({
    summary: 'Deliveries of a webhook with each attempt, newest first',
    access: 'staff',
    permission: 'integrations.read',
    params: byId,
    query: z.object({ before: beforeRow }),
    response: z.object({ result: z.array(delivery), next: z.string() }),
    failures: ['not_found'],
  }),
  'POST /api/staff/integrations/deliveries/{id}/replay': endpoint({
    summary: 'Send a delivery again under the same id, with all of its attempts',
    access: 'staff',
    permission: 'integrations.work',
    params: byId,
    body: z.strictObject({}).optional(),
    response: done,
    failures: ['not_found', 'webhook_state'],
    idempotent: true,
  }),
};
