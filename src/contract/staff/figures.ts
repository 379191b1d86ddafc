import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { country, currency, day } from './fields.ts';

/** Events counted in a day's figures. */
const FIGURES = ['application', 'decision', 'pay-out', 'money-in'] as const;
/** Sources of a figure: a day's events, or loans by days late or by class at a day's close. */
export const FIGURE_SOURCES = [...FIGURES, 'portfolio', 'class'] as const;
const FIGURE_TABLES = ['days', 'portfolio', 'classes', 'vintages', 'rolls', 'write_offs', 'rows'] as const;

/** Identifier of a part: a method, a rail or a code of ours. */
const part = z.string().regex(/^[a-z0-9-]{1,40}$/);

/** Query for the rows behind a figure; defaults to money received today. */
const behind = {
  country,
  source: z.enum(FIGURE_SOURCES).optional(),
  day: day.optional(),
  part: part.optional(),
};

const ticketTimes = z.object({
  count: z.number(),
  /** Half of them took no longer, and nine of ten; 0 where there is none. */
  median_minutes: z.number(),
  slow_minutes: z.number(),
});

const row = z.object({
  id: z.string(),
  at: z.string(),
  /** Display name, free of personal data. */
  name: z.string(),
  part: z.string(),
  amount: z.number().nullable(),
  /** Days late and overdue amount of a loan, in currency units. */
  days_late: z.number().nullable(),
  overdue: z.number().nullable(),
  /** Class of a loan, 1 to 5. */
  class: z.number().nullable(),
  customer: z.string(),
});

/** Figures reviewed each morning (docs/console.md). Amounts are in currency units. */
export const staffFigures = {
  'GET /api/staff/figures': endpoint({
    summary:
      'A country’s days: applications, decisions, payouts, money in, the portfolio by days late and by class; tickets by age',
    access: 'staff',
    permission: 'figures.read',
    query: z.object({ country, days: z.enum(['7', '30', '90']).optional() }),
    response: z.object({
      currency,
      /** Current day in the country; its figures are incomplete. */
      today: z.string(),
      days: z.array(
        z.object({
          day: z.string(),
          figure: z.enum(FIGURES),
          part: z.string(),
          count: z.number(),
          amount: z.number(),
        }),
      ),
      /**
       * Loans at a day's close, grouped by days late; each group is named by the first day of its range. Loans
       * written off are in none of them, but in the group -1.
       */
      portfolio: z.array(
        z.object({
          day: z.string(),
          late_from: z.number(),
          loans: z.number(),
          principal: z.number(),
          overdue: z.number(),
        }),
      ),
      /** Loans at a day's close by class, 1 to 5, without those written off. */
      classes: z.array(
        z.object({
          day: z.string(),
          class: z.number(),
          loans: z.number(),
          principal: z.number(),
          overdue: z.number(),
        }),
      ),
      /** Open tickets grouped by age; each group is named by the lower end of its range. */
      tickets: z.array(z.object({ days_from: z.number(), count: z.number() })),
      /** Minutes from a person's ticket to its first answer and to its solution, of the last 30 days. */
      ticket_times: z.object({ answered: ticketTimes, solved: ticketTimes }),
      /** Approvals by day, and how the applicants of 7 days differ from those of the 28 before. */
      decisions: z.object({
        rates: z.array(
          z.object({
            day: z.string(),
            decisions: z.number(),
            accepted: z.number(),
            /** Share of approvals in the 28 days before, a fraction; null without decisions. */
            mean: z.number().nullable(),
          }),
        ),
        drift: z.array(
          z.object({
            fact: z.string(),
            /** Population stability index. */
            index: z.number(),
            decisions: z.number(),
            is_alarming: z.boolean(),
          }),
        ),
      }),
    }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/figures/months': endpoint({
    summary:
      'Vintages and roll rates of a country, from how its loans stood at each month’s end; capital written off and recovered by month',
    access: 'staff',
    permission: 'figures.read',
    query: z.object({ country }),
    response: z.object({
      vintages: z.array(
        z.object({
          day: z.string(),
          origin: z.string(),
          loans: z.number(),
          granted: z.number(),
          principal: z.number(),
          late_30: z.number(),
          late_90: z.number(),
        }),
      ),
      rolls: z.array(
        z.object({
          day: z.string(),
          /** First day late of the range; null for a loan that did not exist then. */
          late_from: z.number().nullable(),
          late_to: z.number().nullable(),
          loans: z.number(),
          principal: z.number(),
        }),
      ),
      /** Sums by month of booking, newest first. */
      write_offs: z.array(
        z.object({
          /** First day of the month. */
          month: z.string(),
          loans: z.number(),
          written_off: z.number(),
          undone: z.number(),
          recovered: z.number(),
        }),
      ),
    }),
    failures: ['country_forbidden'],
  }),
  'GET /api/staff/figures/rows': endpoint({
    summary: 'The rows behind a figure, in the order in which they came; loans by days late or of a class',
    access: 'staff',
    permission: 'figures.read',
    persons: 'listed',
    query: z.object({
      ...behind,
      /** Cursor: end of the previous page. */
      from: z
        .string()
        .regex(/^\d{1,15}(?:~\d{1,15})?$/)
        .optional(),
    }),
    response: z.object({ currency, result: z.array(row), next: z.string() }),
    failures: ['country_forbidden'],
  }),
  'POST /api/staff/figures/export': endpoint({
    summary: 'One of these tables as a CSV file of at most 50,000 rows; the export is itself recorded',
    access: 'staff',
    permission: 'figures.export',
    persons: 'listed',
    stepUp: true,
    daily: { everybody: 20, head: 50 },
    query: z.object({
      ...behind,
      /** Defaults to the table of days. */
      table: z.enum(FIGURE_TABLES).optional(),
      days: z.enum(['7', '30', '90']).optional(),
    }),
    body: z.strictObject({}).optional(),
    response: 'binary',
    media: 'text/csv',
    failures: ['country_forbidden'],
  }),
};
