import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { hash, money, rowId, signature, text } from './fields.ts';

/** Amounts of a plan, by component; interest, charges and default interest include their tax. */
export const changeParts = z.object({
  principal: money,
  interest: money,
  charges: money,
  default_interest: money,
  total: money,
});

/** Row of a plan on offer or of an agreement. */
export const plannedRow = z.object({
  number: z.number(),
  /** DD-MM-YYYY, both. */
  due_date: z.string(),
  payable_until: z.string(),
  principal: money,
  /** New interest and charges, with their tax. */
  interest: money,
  charges: money,
  /** Interest, charges and default interest of before, with their tax; free of interest. */
  carried: money,
  amount: money,
});

/** Figures of an agreement that can be accepted today (docs/product/loan-changes.md#plan-on-offer). */
export const planFigures = z.object({
  /** Owed today, and let off. */
  owed: changeParts,
  waived: changeParts,
  /** Rate of new interest: fraction a year. */
  rate: z.number(),
  rows: z.array(plannedRow),
  /** Sum of the rows. */
  total: money,
  /** Cost compared with paying all of it today: `total` plus `waived`, less `owed`. */
  cost: money,
  /** Names these figures: they are accepted as shown, or not at all. */
  digest: z.string(),
});

/** Action of a loan, as its borrower reads it. */
const change = z.object({
  id: z.string(),
  kind: z.enum(['pause', 'waive', 'settlement-offer', 'agreement', 'due-day-change', 'accelerate', 'sued']),
  /** DD-MM-YYYY */
  on: z.string(),
  /** Spanish phrase. */
  text: z.string(),
  /** Address of its paper; '' if it has none yet. */
  pdf_url: z.string(),
});

/** Settlement offer in force. */
const settlementOffer = z.object({
  id: z.string(),
  amount: money,
  /** Still to pay, by payments that name the offer. */
  remaining: money,
  /** Last day, DD-MM-YYYY. */
  until: z.string(),
  /** Cost of closing the loan today without the offer, beyond `remaining`. */
  saved: money,
});

/** Change that a code accepts. `day`: a day of the month, 1 to 28. */
const accepted = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('plan'), offer: rowId, digest: hash }),
  z.strictObject({ kind: z.literal('due-day'), day: z.int().min(1).max(28), digest: hash }),
]);

const byLoan = z.object({ id: hash });
const refusals = [
  'not_found',
  'change_not_in_force',
  'change_not_delivered',
  'change_withdrawn',
  'change_nothing_owed',
] as const;
const dueDayRefusals = ['due_day_overdue', 'due_day_recent', 'due_day_same'] as const;

/** Changes of a loan that its borrower sees and accepts (docs/product/loan-changes.md). */
export const loanChanges = {
  'GET /api/v3/loan/{id}/changes': endpoint({
    summary: 'What was changed about the own loan, and what is on offer today',
    access: 'customer',
    params: byLoan,
    response: z.object({
      result: z.object({
        /** Oldest first; undone ones are left out. */
        changes: z.array(change),
        settlement_offers: z.array(settlementOffer),
        /** Pause of default interest in force or to come; DD-MM-YYYY, both days included. Null without one. */
        pause: z.object({ from: z.string(), to: z.string(), is_in_force: z.boolean() }).nullable(),
        /** Plan on offer with today's figures; null without one. */
        plan: z.object({ id: z.string(), until: z.string(), figures: planFigures }).nullable(),
        /** `reason` says in Spanish why the due day cannot be changed, and is '' otherwise. */
        due_day: z.object({ day: z.number(), is_available: z.boolean(), reason: z.string() }),
      }),
    }),
    failures: ['not_found'],
  }),
  'GET /api/v3/loan/{id}/due-day': endpoint({
    summary: 'The figures of moving all due dates to another day of the month',
    access: 'customer',
    params: byLoan,
    query: z.object({ day: z.coerce.number<string>().int().min(1).max(28) }),
    response: z.object({
      result: planFigures.extend({
        /** Interest of the days between the old and the new dates, with its tax; part of `total`. */
        added: money,
      }),
    }),
    failures: [...refusals, ...dueDayRefusals],
  }),
  'POST /api/v3/loan/{id}/changes/code': endpoint({
    summary: 'Send a code that accepts exactly these figures',
    access: 'customer',
    params: byLoan,
    body: z.strictObject({ channel: z.enum(['sms', 'email']), change: accepted }),
    response: z.object({ result: z.object({ state: z.string() }), messages: z.array(z.string()) }),
    failures: [...refusals, ...dueDayRefusals, 'plan_over', 'change_other', 'too_many'],
    idempotent: true,
  }),
  'POST /api/v3/loan/{id}/changes/accept': endpoint({
    summary: 'Accept the figures with the code; done once, whoever asks again',
    access: 'customer',
    params: byLoan,
    body: z.strictObject({ state: text(4_000), code: z.string().regex(/^\d{6}$/), change: accepted }),
    response: z.object({ result: z.object({ id: z.string() }), messages: z.array(z.string()) }),
    failures: [...refusals, ...dueDayRefusals, 'plan_over', 'change_other', 'too_many', 'proof_code'],
    idempotent: true,
  }),
  'GET /api/v3/loan/{id}/changes/{action}/pdf': endpoint({
    summary: 'The paper of an accepted change (PDF): to the owner, or by the short-lived signed address',
    access: 'optional',
    params: z.object({ id: hash, action: rowId }),
    query: signature,
    response: 'binary',
    media: 'application/pdf',
    failures: ['not_found', 'unavailable'],
  }),
};
