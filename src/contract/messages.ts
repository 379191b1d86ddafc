import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, text } from './fields.ts';

/** Webhooks of message providers (docs/product/providers.md#sms, #whatsapp). */
export const messageCalls = {
  'POST /api/v3/messages/sms/status': endpoint({
    summary: "The SMS provider's signed word of what became of a message; a form",
    access: 'public',
    query: z.object({ message: text(20) }),
    // The signature covers every member, including ones added later, so the schema must not add defaults.
    body: z.looseObject({}),
    takesForm: true,
    response: done,
    failures: ['signature', 'unsupported_media'],
  }),
  'GET /api/v3/messages/whatsapp/webhook': endpoint({
    summary: 'WhatsApp asks once whether it may send its notifications here',
    access: 'public',
    query: z.object({
      'hub.mode': z.literal('subscribe'),
      'hub.verify_token': text(200),
      'hub.challenge': z.string().regex(/^\w{1,100}$/),
    }),
    response: 'binary',
    media: 'text/plain',
    failures: ['signature'],
  }),
  'POST /api/v3/messages/whatsapp/webhook': endpoint({
    summary:
      "WhatsApp's signed word of what became of messages, many at a time; its other notifications change nothing",
    access: 'public',
    // The signature covers the raw bytes, so the handler receives the text unparsed.
    body: z.looseObject({}),
    maxBodyBytes: 3 * 1024 * 1024,
    response: done,
    failures: ['signature'],
  }),
};
