import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { TICKET_FILE_BYTES, ticketFile } from '../tickets.ts';
import { beforeRow, country, reasonText, rowId } from './fields.ts';

export const TICKET_VIEWS = ['open', 'mine', 'unassigned', 'closed'] as const;
export const TICKET_KINDS = [
  'reclamo',
  'suggestion',
  'cancelación',
  'withdrawal',
  'membership-end',
  'data-erasure',
  'payment-help',
  'debt-dispute',
] as const;
/** Minimum age filter, in days. */
export const TICKET_AGES = ['1', '3', '7', '30'] as const;
/** Upper bound of counts, beyond which the exact number is of no use. */
export const COUNTED = 100;

const person = z.object({ id: z.string(), name: z.string() });

const ticket = z.object({
  id: z.string(),
  /** Ticket number as shown to the customer. */
  number: z.string(),
  country,
  kind: z.string(),
  subject: z.string(),
  /** First words of the message. */
  words: z.string(),
  status: z.string(),
  /** Customer id; '' for a person without an account. */
  customer: z.string(),
  /** Author's name; '' if it was erased or never given. */
  person: z.string(),
  /** Sent under this person's name by someone who was not logged in; never shown to the person. */
  is_strangers: z.boolean(),
  assigned: z.string(),
  awaits_answer: z.boolean(),
  created_at: z.string(),
  /** Instants of the first answer and of the solution; '' while there is none. */
  answered_at: z.string(),
  solved_at: z.string(),
  updated_at: z.string(),
});

const reference = z.object({ id: z.string(), number: z.string(), subject: z.string(), status: z.string() });
const linked = z.object({ id: z.string(), name: z.string() });

const wholeTicket = ticket.extend({
  version: z.number(),
  /** Masked; the customer's page shows it to authorized staff. */
  document: z.string(),
  email: z.string(),
  assigned_id: z.string(),
  loan: z.string(),
  payment: z.string(),
  merged_into: reference.nullable(),
  merged: z.array(reference),
  /** Linked to an undecided request, so closing the ticket means deciding the request. */
  request_open: z.boolean(),
  messages: z.array(
    z.object({
      id: z.string(),
      /** The customer reads a note in the own-data file only. */
      from: z.enum(['customer', 'staff', 'note']),
      by: z.string(),
      text: z.string(),
      at: z.string(),
      /** Read with the customer's number (`GET …/customers/{id}/ticket-files/{file}`); null for words. */
      file: ticketFile.nullable(),
    }),
  ),
  /** Loans, tickets, staff and saved replies to choose from. */
  choices: z.object({
    loans: z.array(linked),
    payments: z.array(linked.extend({ loan: z.string() })),
    tickets: z.array(reference.extend({ created_at: z.string(), words: z.string() })),
    people: z.array(person),
    templates: z.array(z.object({ title: z.string(), text: z.string() })),
  }),
});

const byId = z.object({ id: rowId });
const changed = z.object({ result: wholeTicket });
const CLOSE_REASONS = ['solved', 'no-answer', 'repeated', 'not-ours'] as const;

const shared = ['not_found', 'changed_meanwhile'] as const;

/** Support tickets (docs/console.md#tickets). */
export const staffTickets = {
  'GET /api/staff/tickets': endpoint({
    summary: 'Tickets by view, kind, country and age: open ones oldest first, closed ones newest first',
    access: 'staff',
    permission: 'tickets.read',
    persons: 'listed',
    query: z.object({
      view: z.enum(TICKET_VIEWS).optional(),
      kind: z.enum(TICKET_KINDS).optional(),
      country: country.optional(),
      age: z.enum(TICKET_AGES).optional(),
      /** Words, the number that the customer reads, or who wrote. */
      text: z.string().max(100).optional(),
      /** The last row of the page before. */
      from: beforeRow,
    }),
    response: z.object({
      /** Business time, from which ages count. */
      at: z.string(),
      result: z.array(ticket),
      next: z.string(),
      /** Counted up to {@link COUNTED}. */
      counts: z.object({ open: z.number(), mine: z.number(), unassigned: z.number(), requests: z.number() }),
    }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/tickets/{id}': endpoint({
    summary: 'A ticket with its conversation and what it is about',
    access: 'staff',
    permission: 'tickets.read',
    persons: 'opened',
    params: byId,
    response: changed,
    failures: ['not_found'],
  }),
  'POST /api/staff/tickets/{id}/reply': endpoint({
    summary: 'Answer: the customer reads it in the account, a stranger by e-mail',
    access: 'staff',
    permission: 'tickets.work',
    persons: 'opened',
    versioned: true,
    params: byId,
    body: z.strictObject({
      text: z
        .string()
        .max(4000)
        .transform((value) => value.trim())
        .refine((value) => value !== ''),
      close: z.boolean(),
    }),
    response: changed,
    failures: [...shared, 'ticket_merged', 'ticket_request', 'ticket_unreachable'],
    idempotent: true,
  }),
  'POST /api/staff/tickets/{id}/notes': endpoint({
    summary: 'Note something in a ticket for the staff alone',
    access: 'staff',
    permission: 'tickets.work',
    persons: 'opened',
    params: byId,
    body: z.strictObject({
      text: z
        .string()
        .max(4000)
        .transform((value) => value.trim())
        .refine((value) => value !== ''),
    }),
    response: changed,
    failures: ['not_found'],
    idempotent: true,
  }),
  'POST /api/staff/tickets/{id}/files': endpoint({
    summary: 'Attach an image or a PDF that the customer reads in the account',
    access: 'staff',
    permission: 'tickets.work',
    persons: 'opened',
    daily: { everybody: 200 },
    params: byId,
    query: z.object({ name: z.string().max(300) }),
    upload: { fields: z.strictObject({}), maxBytes: TICKET_FILE_BYTES },
    response: changed,
    failures: [
      'not_found',
      'ticket_merged',
      'ticket_unreachable',
      'ticket_file_type',
      'ticket_files',
      'image_size',
      'unavailable',
    ],
    idempotent: true,
  }),
  'GET /api/staff/customers/{id}/ticket-files/{file}': endpoint({
    summary: 'A file that was attached to a ticket of a customer; each view is recorded',
    access: 'staff',
    permission: 'tickets.read',
    persons: 'opened',
    params: z.object({ id: rowId, file: z.string().regex(/^[\w-]{1,64}$/) }),
    response: 'binary',
    media: ['image/jpeg', 'application/pdf'],
    failures: ['not_found', 'unavailable'],
  }),
  'POST /api/staff/tickets/{id}/assign': endpoint({
    summary: 'Take a ticket, give it to somebody, or, without a person, leave it to all',
    access: 'staff',
    permission: 'tickets.work',
    persons: 'opened',
    versioned: true,
    params: byId,
    body: z.strictObject({ person: rowId.optional() }),
    response: changed,
    failures: [...shared, 'ticket_person'],
    idempotent: true,
  }),
  'POST /api/staff/tickets/{id}/link': endpoint({
    summary: "Say which of the customer's loans or payments a ticket is about, or that it is about none",
    access: 'staff',
    permission: 'tickets.work',
    persons: 'opened',
    versioned: true,
    params: byId,
    body: z.strictObject({ loan: rowId.optional(), payment: rowId.optional() }),
    response: changed,
    failures: [...shared, 'ticket_link'],
    idempotent: true,
  }),
  'POST /api/staff/tickets/{id}/close': endpoint({
    summary: 'Close a ticket without another answer',
    access: 'staff',
    permission: 'tickets.work',
    persons: 'opened',
    reasons: CLOSE_REASONS,
    versioned: true,
    params: byId,
    body: z.strictObject({ reason_code: z.enum(CLOSE_REASONS), reason: reasonText }),
    response: changed,
    failures: [...shared, 'ticket_request', 'ticket_state'],
    idempotent: true,
  }),
  'POST /api/staff/tickets/{id}/reopen': endpoint({
    summary: 'Open a ticket again; one that was merged stands on its own again',
    access: 'staff',
    permission: 'tickets.work',
    persons: 'opened',
    versioned: true,
    params: byId,
    body: z.strictObject({ reason: reasonText }),
    response: changed,
    failures: [...shared, 'ticket_state'],
    idempotent: true,
  }),
  'POST /api/staff/tickets/{id}/merge': endpoint({
    summary: 'Let a ticket go on in another one of the same person',
    access: 'staff',
    permission: 'tickets.work',
    persons: 'opened',
    versioned: true,
    params: byId,
    body: z.strictObject({ into: rowId, reason: reasonText }),
    response: changed,
    failures: [...shared, 'ticket_merge', 'ticket_request'],
    idempotent: true,
  }),
};
