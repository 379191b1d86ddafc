import { z } from 'zod';
import { CONTACT_CHANNELS, CONTACT_REFUSALS } from '../../domain/contact-gate.ts';
import { endpoint } from '../endpoint.ts';
import { country, currency, day, rowId } from './fields.ts';
import { amount } from './money-fields.ts';

export const COLLECTION_VIEWS = ['queue', 'mine', 'due', 'broken', 'waiting'] as const;
/** Views with a cheap count that calls for work. */
export const COUNTED_VIEWS = ['queue', 'mine', 'due', 'broken'] as const;
/** First days of the ranges of days late of the queue. */
export const COLLECTION_BUCKETS = ['1', '31', '61', '91'] as const;
/** Reasons why a case waits behind the others. */
export const CASE_WAITS = ['next-look', 'promise', 'hardship', 'dispute', 'hold'] as const;
/** Results of a contact, in the order of their keys. */
export const CONTACT_RESULTS = [
  'no-answer',
  'wrong-number',
  'spoke',
  'promise',
  'hardship',
  'dispute',
  'wants-no-calls',
] as const;
export const HARDSHIP_REASONS = ['income', 'expense', 'other'] as const;
/** Upper bound of counts, beyond which the exact number is of no use. */
export const COLLECTIONS_COUNTED = 100;

const PROMISE_STATES = ['open', 'kept', 'broken'] as const;
const note = z
  .string()
  .max(1000)
  .transform((value) => value.trim());
const queued = z.object({
  customer: z.string(),
  country,
  person: z.string(),
  /** Factors of the order, as of now. */
  days_late: z.number(),
  currency,
  overdue: z.number(),
  broken_promises: z.number(),
  /** Product of the factors. */
  priority: z.number(),
  last_contact_at: z.string(),
  last_result: z.enum(CONTACT_RESULTS).or(z.literal('')),
  waits_for: z.enum(CASE_WAITS).or(z.literal('')),
  /** Last day of the wait, YYYY-MM-DD; '' if it has none. */
  waits_until: z.string(),
  assigned: z.string(),
  reserved_by: z.string(),
});

const debt = z.object({
  id: z.string(),
  public_id: z.string(),
  currency,
  days_late: z.number(),
  overdue: z.number(),
  /** Overdue and due today. */
  due: z.number(),
  /** Increase of the amount due until tomorrow. */
  per_day: z.number(),
  /** Amount that ends the loan today. */
  payoff: z.number(),
  /** Due on the chosen day. */
  due_on_day: z.number(),
  overdue_instalments: z.array(z.object({ number: z.number(), payable_until: z.string(), owed: z.number() })),
});

const promise = z.object({
  id: z.string(),
  loan: z.string(),
  amount: z.number(),
  currency,
  made_on: z.string(),
  until: z.string(),
  is_extended: z.boolean(),
  state: z.enum(PROMISE_STATES),
  /** Paid of it so far. */
  paid: z.number(),
  /** Empty for a promise that the person made in their account. */
  by: z.string(),
});

const contact = z.object({
  id: z.string(),
  at: z.string(),
  channel: z.enum(CONTACT_CHANNELS),
  kind: z.string(),
  /** Empty for a message of a job. */
  by: z.string(),
  result: z.enum(CONTACT_RESULTS).or(z.literal('')),
  note: z.string(),
});

const wholeCase = z.object({
  customer: z.string(),
  country,
  person: z.string(),
  /** Masked. */
  phone: z.string(),
  email: z.string(),
  version: z.number(),
  today: z.string(),
  /** Day chosen for `due_on_day`; by default tomorrow. */
  day: z.string(),
  /** Last day that a promise may name. */
  promise_until: z.string(),
  days_late: z.number(),
  overdue: z.number(),
  currency,
  broken_promises: z.number(),
  priority: z.number(),
  loans: z.array(debt),
  /** Decision of the contact gate for each channel, now. */
  gate: z.array(
    z.object({
      channel: z.enum(CONTACT_CHANNELS),
      refused: z.enum(CONTACT_REFUSALS).or(z.literal('')),
      /** Next instant of the channel's hours, if they refuse it; '' otherwise. */
      opens_at: z.string(),
    }),
  ),
  /** Call of this person without a result; '' if there is none. */
  open_contact: z.string(),
  contacts: z.array(contact),
  promises: z.array(promise),
  payments: z.array(
    z.object({
      id: z.string(),
      loan: z.string(),
      value_date: z.string(),
      amount: z.number(),
      currency,
      source: z.string(),
      reversed_on: z.string(),
    }),
  ),
  hardship_until: z.string(),
  assigned: z.string(),
  assigned_to: z.string(),
  next_look: z.string(),
  reserved_by: z.string(),
  /** Reserved by another person. */
  is_taken: z.boolean(),
  reserved_until: z.string(),
  /** Staff who may be assigned. */
  people: z.array(z.object({ id: z.string(), name: z.string() })),
});

export type CollectionCase = z.output<typeof wholeCase>;

const figure = z.object({
  /** Empty for jobs, and for borrowers who promised in their account. */
  person: z.string(),
  /** First day of the range of days late on the day of the contact; null without a contact. */
  late_from: z.number().nullable(),
  currency,
  calls: z.number(),
  mails: z.number(),
  texts: z.number(),
  promises: z.number(),
  /** Sum of the promised amounts. */
  promised: z.number(),
  kept: z.number(),
  broken: z.number(),
  /** Customers with nothing overdue at the last close. */
  cured: z.number(),
  customers: z.number(),
});

/** Reason of the contact gate against a contact, which the audit keeps; '' if it was allowed. */
const refused = z.enum(CONTACT_REFUSALS).or(z.literal(''));
const byId = z.object({ id: rowId });
const write = {
  access: 'staff',
  permission: 'collections.work',
  params: byId,
  idempotent: true,
} as const;
const changed = z.object({ messages: z.array(z.string()) });
const shared = ['not_found', 'customer_closed'] as const;

/** Cobranzas: customers in arrears, contacts and promises (docs/console.md#cobranzas). */
export const staffCollections = {
  'GET /api/staff/collections': endpoint({
    summary:
      'Customers with something overdue in a country, by days late × amount × (1 + broken promises) at the last close',
    access: 'staff',
    permission: 'collections.read',
    persons: 'listed',
    query: z.object({
      view: z.enum(COLLECTION_VIEWS).optional(),
      /** Defaults to the first country of the person: amounts of two currencies do not compare. */
      country: country.optional(),
      bucket: z.enum(COLLECTION_BUCKETS).optional(),
      /** For cases that wait. */
      waits: z.enum(CASE_WAITS).optional(),
      /** For broken promises: only those that ended yesterday. */
      since: z.enum(['yesterday']).optional(),
      /** Cursor: priority and loan of the last row of the previous page. */
      from: z
        .string()
        .regex(/^\d{1,17}~\d{1,15}$/)
        .optional(),
    }),
    response: z.object({
      result: z.array(queued),
      next: z.string(),
      /** Day of the order, YYYY-MM-DD; '' before the first close. */
      closed_on: z.string(),
      /** Counted up to {@link COLLECTIONS_COUNTED}; zero on further pages. */
      counts: z.record(z.enum(COUNTED_VIEWS), z.number()),
    }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/collections/figures': endpoint({
    summary:
      'Contacts, promises and cured customers of the last days that closed, by person and range of days late',
    access: 'staff',
    permission: 'collections.read',
    query: z.object({ country: country.optional(), days: z.enum(['7', '30']).optional() }),
    response: z.object({
      result: z.array(figure),
      /** Last of the days counted, YYYY-MM-DD; '' before the first close, or without contacts and promises. */
      closed_on: z.string(),
      /** Refusals until now, of the contact gate, by reason. */
      refusals: z.array(
        z.object({ reason: z.enum(CONTACT_REFUSALS), by_staff: z.number(), by_jobs: z.number() }),
      ),
    }),
    failures: ['country_forbidden'],
  }),
  'POST /api/staff/collections/next': endpoint({
    summary: 'Reserve the first case that nobody works on, for some minutes; null when none waits',
    access: 'staff',
    permission: 'collections.work',
    persons: 'opened',
    daily: { everybody: 1000 },
    body: z.strictObject({ country: country.optional(), bucket: z.enum(COLLECTION_BUCKETS).optional() }),
    response: z.object({ result: wholeCase.nullable() }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/customers/{id}/collection': endpoint({
    summary:
      'What a customer owes today and on a day, contacts and promises, and whether each channel may be used now; opening it is recorded',
    access: 'staff',
    permission: 'collections.read',
    persons: 'opened',
    params: byId,
    query: z.object({ day: day.optional() }),
    response: z.object({ result: wholeCase }),
    failures: ['not_found'],
  }),
  'POST /api/staff/customers/{id}/collection/release': endpoint({
    ...write,
    summary: 'Leave a case to the others',
    response: changed,
    failures: ['not_found'],
  }),
  'POST /api/staff/customers/{id}/collection/plan': endpoint({
    ...write,
    summary: 'Assign a case, and say from which day it is looked at again',
    versioned: true,
    body: z.strictObject({ assigned_to: rowId.nullable(), next_look: day.nullable() }),
    response: changed,
    failures: [...shared, 'changed_meanwhile', 'collection_person', 'collection_day'],
  }),
  'POST /api/staff/customers/{id}/collection/call': endpoint({
    ...write,
    summary: 'Ask the contact gate for a call, which counts from now on, and read the number to dial',
    persons: 'opened',
    daily: { everybody: 300 },
    response: z.object({ refused, contact: z.string(), phone: z.string() }),
    failures: [...shared, 'collection_taken', 'collection_not_overdue', 'collection_number'],
  }),
  'POST /api/staff/customers/{id}/collection/calls/{contact}/result': endpoint({
    ...write,
    summary: 'Enter the result of a call, with what follows from it',
    params: z.object({ id: rowId, contact: rowId }),
    body: z.strictObject({
      result: z.enum(CONTACT_RESULTS),
      note,
      next_look: day.nullable().optional(),
      promise: z.strictObject({ amount, until: day }).optional(),
      hardship: z.enum(HARDSHIP_REASONS).optional(),
    }),
    response: changed,
    failures: [
      ...shared,
      'contact_result',
      'collection_day',
      'promise_day',
      'promise_amount',
      'promise_open',
      'promise_missing',
    ],
  }),
  'POST /api/staff/customers/{id}/collection/link': endpoint({
    ...write,
    summary: 'Send the link to pay by mail, if the contact gate allows a mail now',
    daily: { everybody: 200 },
    response: changed.extend({ refused }),
    failures: [...shared, 'collection_taken', 'collection_not_overdue', 'nothing_to_pay'],
  }),
  'POST /api/staff/customers/{id}/promises/{promise}/extend': endpoint({
    ...write,
    summary: 'Extend an open promise, once',
    params: z.object({ id: rowId, promise: z.string().max(60) }),
    body: z.strictObject({ until: day }),
    response: changed,
    failures: [...shared, 'promise_extension'],
  }),
};
