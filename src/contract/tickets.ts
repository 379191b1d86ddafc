import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, hash, typed } from './fields.ts';

/** Longest message, in characters. */
export const MESSAGE_LENGTH = 4000;

/** Largest file of a ticket. */
export const TICKET_FILE_BYTES = 5 * 1024 * 1024;
/** So many files each side attaches to a ticket, and a customer in a day. */
export const TICKET_FILES = 10;
export const TICKET_FILES_DAY = 20;
const TICKET_FILE_TYPES = ['image/jpeg', 'application/pdf'] as const;
export type TicketFileType = (typeof TICKET_FILE_TYPES)[number];

const named = z.object({ id: hash });

export const ticketFile = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(TICKET_FILE_TYPES),
  bytes: z.number(),
});

/** A ticket in a list. */
export const ticketInShort = z.object({
  id: z.string(),
  type: z.string(),
  subject: z.string(),
  status: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  /** The customer has not opened the latest reply. Never shown to strangers. */
  unread: z.boolean(),
});

const message = z.object({
  id: z.string(),
  from: z.enum(['you', 'support']),
  text: z.string(),
  at: z.string(),
  /** An attached file with a short-lived address; such a message has no text. Null for words. */
  file: ticketFile.extend({ url: z.string() }).nullable(),
});

const conversation = z.object({
  id: z.string(),
  type: z.string(),
  subject: z.string(),
  status: z.string(),
  created_at: z.string(),
  /** Reason why the ticket takes no further messages; '' if it does. */
  answerable: z.enum(['', 'late', 'merged']),
  /** Ticket it was merged into, or ''. */
  merged_into: z.string(),
  unread: z.boolean(),
  messages: z.array(message),
});

/** The customer's side of a support ticket (docs/product/borrowers-area.md#tickets). */
export const tickets = {
  'GET /api/v3/tickets/{id}': endpoint({
    summary: "A ticket of the customer's, with everything that was said in it",
    access: 'customer',
    params: named,
    response: z.object({ result: conversation }),
    failures: ['not_found'],
  }),
  'POST /api/v3/tickets/{id}/answer': endpoint({
    summary: 'Answer in a ticket; one that was closed not long ago is opened again',
    access: 'customer',
    params: named,
    body: z.strictObject({ content: typed(MESSAGE_LENGTH * 2) }),
    response: z.object({ result: conversation }),
    failures: ['not_found', 'ticket_closed', 'ticket_merged', 'too_many'],
    idempotent: true,
  }),
  'POST /api/v3/tickets/{id}/files': endpoint({
    summary: 'Attach an image or a PDF to a ticket; one that was closed not long ago is opened again',
    access: 'customer',
    params: named,
    upload: { fields: z.strictObject({ name: z.string().max(300) }), maxBytes: TICKET_FILE_BYTES },
    response: z.object({ result: conversation }),
    failures: [
      'not_found',
      'ticket_closed',
      'ticket_merged',
      'ticket_file_type',
      'ticket_files',
      'image_size',
      'too_large',
      'too_many',
      'unavailable',
    ],
    idempotent: true,
  }),
  'GET /api/ticket-files/{id}': endpoint({
    summary: 'A file of a ticket by its short-lived signed address',
    access: 'public',
    params: named,
    query: z.object({ expires: z.string().max(20), signature: z.string().max(100) }),
    response: 'binary',
    media: [...TICKET_FILE_TYPES],
    failures: ['not_found', 'unavailable'],
  }),
  'POST /api/v3/tickets/{id}/read': endpoint({
    summary: 'The customer has seen the answers of a ticket',
    access: 'customer',
    params: named,
    body: z.strictObject({}).optional(),
    response: done,
    failures: ['not_found'],
  }),
};
