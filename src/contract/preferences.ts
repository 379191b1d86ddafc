import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { hash } from './fields.ts';

/**
 * Notification preferences: due-date reminders by e-mail and SMS, calls about a debt, automatic card debit, and
 * WhatsApp instead of SMS, which is absent if the lender sends no WhatsApp messages.
 */
const preferences = z.object({
  reminders: z.boolean(),
  calls: z.boolean(),
  debits: z.boolean(),
  whatsapp: z.boolean().optional(),
});

/** Changing preferences, logged in or by the link in the footer of every reminder. */
export const preferenceCalls = {
  'GET /api/v3/preferences': endpoint({
    summary: 'What the customer has switched on',
    access: 'customer',
    response: z.object({ model: preferences }),
    failures: [],
  }),
  'POST /api/v3/preferences': endpoint({
    summary: 'Switch reminders, calls or debits on or off; what is left out stays as it is',
    access: 'customer',
    body: z.strictObject({
      reminders: z.boolean().optional(),
      calls: z.boolean().optional(),
      debits: z.boolean().optional(),
      whatsapp: z.boolean().optional(),
    }),
    response: z.object({ model: preferences }),
    failures: [],
  }),
  'GET /api/v3/preferences/{hash}': endpoint({
    summary: 'The same by the link of a message, without login; reading it changes nothing',
    access: 'public',
    params: z.object({ hash }),
    response: z.object({ model: preferences }),
    failures: ['not_found'],
  }),
  'POST /api/v3/preferences/{hash}': endpoint({
    summary: 'Switch reminders or calls on or off, or debits off, by the link of a message',
    access: 'public',
    params: z.object({ hash }),
    // Debits can be enabled only by the logged-in customer: doing so is a consent to be charged.
    body: z.strictObject({
      reminders: z.boolean().optional(),
      calls: z.boolean().optional(),
      debits: z.literal(false).optional(),
      whatsapp: z.boolean().optional(),
    }),
    response: z.object({ model: preferences }),
    failures: ['not_found'],
  }),
  'POST /api/v3/contact-change/stop': endpoint({
    summary: 'Undo a correction of the mail or phone by the link that was sent to every channel',
    access: 'public',
    body: z.strictObject({ code: z.string().min(1).max(200) }),
    response: z.object({ messages: z.array(z.string()) }),
    failures: ['link_invalid', 'too_many'],
    idempotent: true,
  }),
};
