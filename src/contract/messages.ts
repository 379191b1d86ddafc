import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, text } from './fields.ts';

/** Notifications from message providers (docs/product/providers.md#sms, #whatsapp). */
export const messageCalls = {
  'POST /api/v3/messages/sms/status': endpoint({
    summary: "The SMS provider's signed word of what became of a message; a form",
    access: 'public',
    query: z.object({ message: text(20) }),
    // Providers add members and sign all of them: a default of ours would not be signed.
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
    // Signed byte for byte: its text comes to the call as it was sent.
    body: z.looseObject({}),
    maxBodyBytes: 3 * 1024 * 1024,
    response: done,
    failures: ['signature'],
  }),
};
