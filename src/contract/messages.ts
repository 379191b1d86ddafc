import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, text } from './fields.ts';

/** What providers of messages tell (docs/product/providers.md#sms). */
export const messageCalls = {
  'POST /api/v3/messages/sms/status': endpoint({
    summary: "The SMS provider's signed word of what became of a message; a form",
    access: 'public',
    query: z.object({ message: text(20) }),
    // The provider adds what it likes, and signs all of it: a default of ours would not be signed.
    body: z.looseObject({}),
    response: done,
    failures: ['signature', 'unsupported_media'],
  }),
};
