import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, keyValueList, optionalText } from './fields.ts';

const page = z.object({
  model: z.object({ data: z.object({ title: z.string(), content: z.string(), version: z.string() }) }),
});

/** Place where a payout in cash is picked up. */
const pickupPoint = z.object({ id: z.string(), name: z.string(), address: z.string(), city: z.string() });

/** Lists and legal texts change only with a release, so five minutes of caching are safe. */
const LIST_MAX_AGE_S = 300;

/** Key-value lists, settings, legal texts, suggestions (docs/product/calls.md#lists-and-texts). */
export const lists = {
  'GET /api/v3/province/{country_id}': endpoint({
    summary: 'Provinces or departments of the host country',
    access: 'public',
    maxAgeSeconds: LIST_MAX_AGE_S,
    params: z.object({ country_id: z.string().max(10) }),
    response: keyValueList,
    failures: ['not_found'],
  }),
  'GET /api/v3/locality/{id}': endpoint({
    summary: 'Localities of a province',
    access: 'public',
    maxAgeSeconds: LIST_MAX_AGE_S,
    params: z.object({ id: z.string().max(10) }),
    response: keyValueList,
    failures: ['not_found'],
  }),
  'GET /api/v3/banks': endpoint({
    summary: 'Banks, with their everyday names by id',
    access: 'public',
    maxAgeSeconds: LIST_MAX_AGE_S,
    response: keyValueList.extend({ aliases: z.record(z.string(), z.array(z.string())) }),
    failures: [],
  }),
  'GET /api/v3/point-of-delivery': endpoint({
    summary: 'Pickup points',
    access: 'public',
    maxAgeSeconds: LIST_MAX_AGE_S,
    response: keyValueList.extend({ points: z.array(pickupPoint) }),
    failures: [],
  }),
  'GET /api/v3/marketing': endpoint({
    summary: 'How people heard of us',
    access: 'public',
    maxAgeSeconds: LIST_MAX_AGE_S,
    response: keyValueList,
    failures: [],
  }),
  'GET /api/v3/enviroments': endpoint({
    summary: 'Environment settings, effective at run time',
    access: 'public',
    response: keyValueList,
    failures: [],
  }),
  'GET /api/v3/terms': endpoint({
    summary: 'Terms and conditions',
    access: 'public',
    maxAgeSeconds: LIST_MAX_AGE_S,
    response: page,
    failures: [],
  }),
  'GET /api/v3/policy': endpoint({
    summary: 'Privacy policy',
    access: 'public',
    maxAgeSeconds: LIST_MAX_AGE_S,
    response: page,
    failures: [],
  }),
  'GET /api/v3/terms/{slug}': endpoint({
    summary: 'A legal text by name',
    access: 'public',
    maxAgeSeconds: LIST_MAX_AGE_S,
    params: z.object({ slug: z.string().max(60) }),
    response: page,
    failures: ['not_found'],
  }),
  'POST /api/v3/suggest': endpoint({
    summary: 'Send a suggestion',
    access: 'optional',
    body: z.strictObject({
      name: optionalText(120),
      email_address: optionalText(300),
      document_number: optionalText(40),
      subject: optionalText(200),
      content: optionalText(4000),
    }),
    response: done,
    failures: ['too_many'],
    idempotent: true,
  }),
};
