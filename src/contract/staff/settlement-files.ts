import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { beforeRow, country, currency, name, previewable, rowId } from './fields.ts';

/** Filter of a file's lines; `all` is the default. */
const FILE_LINES = ['all', 'review'] as const;

/** 2 MiB, ten times a day's file of the largest network. */
const maxBytes = 2 * 1024 * 1024;

const line = z.object({
  line: z.number(),
  /** `unread`: a field could not be parsed, so nothing is booked. */
  kind: z.enum(['payment', 'reversal', 'unread']),
  report_id: z.string(),
  reference: z.string(),
  /** Currency units; null if the field could not be parsed. */
  amount: z.number().nullable(),
  /** '' if the field could not be parsed. */
  paid_on: z.string(),
  outcome: z.string(),
  reason: z.string(),
  /** Value that could not be parsed. */
  said: z.string(),
  /** Number of the loan it pays or reverses from; '' for none. */
  loan: z.string(),
});

/** Detected text encoding of a file. */
const encoding = z.enum(['utf-8', 'windows-1252']);

const counts = z.array(z.object({ outcome: z.string(), count: z.number(), amount: z.number() }));

const file = z.object({
  id: z.string(),
  network: z.string(),
  country,
  currency,
  name: z.string(),
  settled_on: z.string(),
  lines: z.number(),
  /** Number of lines already booked. */
  done: z.number(),
  amount: z.number(),
  imported_at: z.string(),
  /** '' for a file received by the network's channel or a command. */
  uploaded_by: z.string(),
  approved_by: z.string(),
  counts,
});

/** A file that waits for a second person. */
const waitingFile = z.object({
  /** Number of the request. */
  id: z.string(),
  network: z.string(),
  country,
  currency,
  name: z.string(),
  amount: z.number().nullable(),
  asked_by: z.string(),
  asked_at: z.string(),
});

const upload = {
  access: 'staff',
  permission: 'money.work',
  stepUp: true,
  query: z.object({ network: z.string().max(40), name }),
  upload: { fields: z.strictObject({}), maxBytes },
} as const;

const preview = z.object({
  country,
  currency,
  settled_on: z.string(),
  lines: z.number(),
  amount: z.number(),
  encoding,
  /** Digest of the bytes; identifies the preview, which may still be running. */
  digest: z.string(),
  /** Id of an earlier file with the same bytes, or ''. */
  known: z.string(),
  counts,
  /** Lines that a person has to check, at most 500; `counts` covers all. */
  rejects: z.array(line),
  /** Number of lines previewed so far. */
  tried: z.number(),
});

/** Settlement files of the networks (docs/console.md#rendiciones). */
export const staffSettlementFiles = {
  'POST /api/staff/money/files/preview': endpoint({
    ...upload,
    summary: 'What a settlement file would do, line by line; nothing is booked',
    daily: { everybody: 200 },
    response: z.object({ result: preview }),
    failures: ['not_found', 'country_forbidden', 'settlement_file'],
  }),
  'POST /api/staff/money/files': endpoint({
    ...upload,
    summary:
      'Book a settlement file once a second person approves its lines; one that is booked whole books nothing and needs nobody',
    approval: 'money.approve',
    approvalFromLimit: true,
    daily: { everybody: 100 },
    response: z.object({
      ...previewable,
      /** Absent until the second person approves. */
      result: z.object({ id: z.string(), known: z.boolean() }).optional(),
    }),
    failures: ['not_found', 'country_forbidden', 'settlement_file'],
    idempotent: true,
  }),
  'GET /api/staff/money/files': endpoint({
    summary:
      'The settlement files that were booked, newest first; on the first page, those that wait for a second person; and the networks that send some',
    access: 'staff',
    permission: 'money.read',
    query: z.object({ country: country.optional(), before: beforeRow }),
    response: z.object({
      result: z.array(file),
      waiting: z.array(waitingFile),
      networks: z.array(z.object({ name: z.string(), country })),
      next: z.string(),
    }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/money/files/tried/{digest}': endpoint({
    summary:
      'What a long settlement file would do, as far as its lines were tried after the answer to its upload',
    access: 'staff',
    permission: 'money.work',
    params: z.object({ digest: z.string().regex(/^[\da-f]{64}$/) }),
    response: z.object({ result: preview }),
    failures: ['not_found'],
  }),
  'GET /api/staff/money/files/asked/{id}': endpoint({
    summary:
      'What the lines of a settlement file would do that waits for a second person, by the number of the request',
    access: 'staff',
    permission: 'money.read',
    params: z.object({ id: rowId }),
    query: z.object({
      which: z.enum([...FILE_LINES, 'reversals']).optional(),
      /** Cursor: last line of the previous page. */
      from: beforeRow,
    }),
    response: z.object({
      result: z.array(line),
      counts,
      /** Number of lines in the file, and of lines previewed so far. */
      lines: z.number(),
      tried: z.number(),
      currency,
      next: z.string(),
    }),
    failures: ['not_found'],
  }),
  'GET /api/staff/money/files/{id}': endpoint({
    summary:
      'The lines of a settlement file, in its order: all of them, or those that a person has to look at',
    access: 'staff',
    permission: 'money.read',
    params: z.object({ id: rowId }),
    query: z.object({
      which: z.enum(FILE_LINES).optional(),
      /** Cursor: last line of the previous page. */
      from: beforeRow,
    }),
    response: z.object({ result: z.array(line), next: z.string() }),
    failures: ['not_found'],
  }),
};
