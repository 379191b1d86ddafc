import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { signUpBody } from './leads.ts';
import { PARTNER_EVENTS, PARTNER_SCOPES } from '../domain/outside-systems.ts';

export const LEAD_STATES = ['no-offer', 'offer', 'account', 'confirmed', 'delivered', 'ended'] as const;

const lead = z.object({
  id: z.string().describe('Id of the lead; opens nothing without your key'),
  state: z.enum(LEAD_STATES).describe('Where the person is'),
});

/** Events per page of the feed. */
export const FEED_PAGE = 100;

/** Calls of outside systems, with an API key (docs/product/integrations.md#api-keys). */
export const partnerCalls = {
  'GET /desarrolladores': endpoint({
    summary: 'Reference of these calls, as a page',
    access: 'public',
    response: 'html',
    failures: [],
  }),
  'GET /desarrolladores/estilo.css': endpoint({
    summary: 'Style of the reference',
    access: 'public',
    response: 'binary',
    media: 'text/css; charset=utf-8',
    failures: [],
  }),
  'GET /partners-api/v1/key': endpoint({
    summary: 'Your key: scopes, limit and end',
    access: 'partner',
    scope: 'any',
    response: z.object({
      partner: z.string(),
      country: z.string(),
      scopes: z.array(z.enum(PARTNER_SCOPES)),
      hourly_limit: z.number().describe('Calls an hour'),
      expires_at: z.string().describe('ISO 8601'),
    }),
    failures: ['api_key', 'too_many'],
  }),
  'POST /partners-api/v1/leads': endpoint({
    summary: 'Send a person: creates a lead of your channel and decides on an offer',
    access: 'partner',
    scope: 'leads.create',
    body: signUpBody,
    response: lead.extend({ url: z.string().describe('Address where the person goes on') }),
    failures: ['api_key', 'too_many'],
    idempotent: true,
    needsKey: true,
  }),
  'GET /partners-api/v1/leads/{id}': endpoint({
    summary: 'State of a lead that you sent',
    access: 'partner',
    scope: 'leads.read',
    params: z.object({ id: z.string().max(60) }),
    response: lead,
    failures: ['api_key', 'too_many'],
  }),
  'GET /partners-api/v1/events': endpoint({
    summary: 'Events in order, oldest first',
    access: 'partner',
    scope: 'events.read',
    query: z.object({
      after: z
        .string()
        .regex(/^evt_[0-9a-f]{32}$/)
        .optional()
        .describe('`next` of the page before; from the oldest event kept without it'),
    }),
    response: z.object({
      events: z.array(
        z.object({
          type: z.enum(PARTNER_EVENTS),
          id: z.string().describe('Id of the lead or loan'),
          version: z.number().describe('Grows by one with each event of this id'),
          timestamp: z.string().describe('ISO 8601'),
          event: z.string().describe('Same id as `webhook-id`'),
        }),
      ),
      next: z.string().describe('Send it as `after` in the next call; empty while there is no event at all'),
      more: z.boolean().describe('True if there is another page now'),
    }),
    failures: ['api_key', 'too_many', 'feed_after'],
  }),
};
