import type { CallKey } from '../contract.ts';

/** Calls of the console's host. */
export type StaffCall = Extract<CallKey, `${string} /api/staff/${string}`>;

/** Gain or harm of one use, for a dishonest employee. */
export const STAFF_EFFECTS = {
  own: 'Nothing of others: own session, passkeys, views, requests',
  figures: 'Reads counts, settings and prices, no person',
  masked: 'Reads a page of rows about people, masked',
  person: 'Reads one person’s data',
  export: 'Takes rows out as a file, masked',
  queue: 'Moves work in a queue; no money, no person',
  words: 'Writes to a customer, or sends a link to their own contacts',
  keeps: 'Stops something: a payout, a login, a charge',
  identity: 'Confirms or refuses an identity, on which one loan’s payout waits',
  contact: 'Changes how a customer is reached',
  books: 'Books money on a loan or off it',
  out: 'Lets money leave',
  forgives: 'Waives what is owed, or ends a loan',
  settings: 'Changes prices, settings, dates or holidays',
  access: 'Changes who may work in the console',
} as const;
export type StaffEffect = keyof typeof STAFF_EFFECTS;

/** Bound over a hundred uses by one person in a day. */
export const STAFF_BOUNDS = {
  'second-person': 'Nothing until a second person approves each',
  'four-eyes-limit':
    'Less than the country’s limit for one person in all; the rest waits for a second person',
  'first-of-the-day': 'One; further ones of the day wait for a second person',
  'without-customer': 'Only requests that belong to no customer; others wait for a second person',
  daily: 'The daily limit; each is audited',
  recorded: 'A hundred, each with the effect of one; each is audited',
  pages: 'A hundred masked pages; their customers count in the budget of lists',
  budget: 'The person’s daily budget of customers (PERSONAL_DATA_DAY); each is logged',
  nothing: 'Nothing adds up: the same figures, or one’s own things, again',
} as const;
export type StaffBound = keyof typeof STAFF_BOUNDS;

export interface StaffRow {
  readonly effect: StaffEffect;
  readonly bound: StaffBound;
}

const row = (effect: StaffEffect, bound: StaffBound): StaffRow => ({ effect, bound });

const own = row('own', 'nothing');
const figures = row('figures', 'nothing');
const masked = row('masked', 'pages');
const person = row('person', 'budget');
const queued = row('queue', 'recorded');
const queuedByDay = row('queue', 'daily');

/** Effect and bound of each call of the staff (docs/access-staff.md, docs/decisions/0144-a-row-for-every-call.md). */
export const STAFF_ROWS: Readonly<Record<StaffCall, StaffRow>> = {
  'GET /api/staff/sign-in': own,
  'POST /api/staff/sign-in/sandbox': own,
  'POST /api/staff/sign-in/provider': own,
  'POST /api/staff/sign-in/provider/finish': own,
  'GET /api/staff/me': own,
  'POST /api/staff/sign-out': own,
  'POST /api/staff/sign-in/passkey': own,
  'POST /api/staff/sign-in/passkey/finish': own,
  'POST /api/staff/enrolment': own,
  'POST /api/staff/enrolment/finish': own,
  'GET /api/staff/passkeys': own,
  'GET /api/staff/passkeys/challenge': own,
  'POST /api/staff/passkeys': own,
  'POST /api/staff/passkeys/{id}/remove': own,
  'GET /api/staff/step-up': own,
  'POST /api/staff/step-up': own,
  'POST /api/staff/step-up/sandbox': own,
  'GET /api/staff/views': own,
  'POST /api/staff/views': row('own', 'daily'),
  'POST /api/staff/views/{id}/rename': own,
  'POST /api/staff/views/{id}/delete': own,

  'GET /api/staff/data-views': figures,
  'GET /api/staff/people': figures,
  'GET /api/staff/people/{id}/sessions': figures,
  'POST /api/staff/people': row('access', 'recorded'),
  'POST /api/staff/people/{id}/enrolment': row('access', 'second-person'),
  'POST /api/staff/people/{id}/access': row('access', 'second-person'),
  'POST /api/staff/people/{id}/disable': row('access', 'first-of-the-day'),
  'POST /api/staff/people/{id}/enable': row('access', 'second-person'),
  'POST /api/staff/people/{id}/own-record': row('access', 'second-person'),
  'POST /api/staff/people/{id}/end-sessions': row('access', 'recorded'),

  'GET /api/staff/approvals': masked,
  'POST /api/staff/approvals/{id}/approve': own,
  'POST /api/staff/approvals/{id}/show': person,
  'POST /api/staff/approvals/{id}/reject': row('keeps', 'recorded'),
  'POST /api/staff/approvals/{id}/withdraw': own,
  'GET /api/staff/worklist': figures,
  'GET /api/staff/audit': masked,
  'GET /api/staff/audit/since-yesterday': figures,
  'POST /api/staff/audit/export': row('export', 'daily'),

  'GET /api/staff/operation': figures,
  'GET /api/staff/operation/failed': masked,
  'POST /api/staff/operation/failed/{queue}/{id}/retry': queuedByDay,
  'POST /api/staff/operation/failed/{queue}/{id}/drop': queuedByDay,
  'POST /api/staff/operation/failed/{queue}/{id}/drop-money': row('keeps', 'second-person'),
  'GET /api/staff/operation/days': figures,
  'POST /api/staff/operation/days/{job}/run': queuedByDay,
  'GET /api/staff/operation/differences': masked,
  'POST /api/staff/operation/differences/{id}/close': queuedByDay,
  'GET /api/staff/operation/contradictions': masked,
  'POST /api/staff/operation/contradictions/{id}/waive': row('forgives', 'second-person'),
  'GET /api/staff/operation/order-contradictions': masked,
  'POST /api/staff/operation/order-contradictions/{id}/resolve': row('out', 'second-person'),
  'GET /api/staff/figures': figures,
  'GET /api/staff/figures/months': figures,
  'GET /api/staff/figures/rows': masked,
  'POST /api/staff/figures/export': row('export', 'daily'),

  'GET /api/staff/tickets': masked,
  'GET /api/staff/tickets/{id}': person,
  'POST /api/staff/tickets/{id}/reply': row('words', 'recorded'),
  'POST /api/staff/tickets/{id}/assign': queued,
  'POST /api/staff/tickets/{id}/link': queued,
  'POST /api/staff/tickets/{id}/close': queued,
  'POST /api/staff/tickets/{id}/reopen': queued,
  'POST /api/staff/tickets/{id}/merge': queued,
  'GET /api/staff/requests': masked,
  'POST /api/staff/requests/cancellation/{id}/accept': row('forgives', 'second-person'),
  'POST /api/staff/requests/cancellation/{id}/refuse': row('keeps', 'without-customer'),
  'POST /api/staff/requests/withdrawal/{id}/accept': row('forgives', 'second-person'),
  'POST /api/staff/requests/withdrawal/{id}/refuse': row('keeps', 'without-customer'),
  'POST /api/staff/requests/erasure/{id}/accept': row('forgives', 'second-person'),
  'POST /api/staff/requests/erasure/{id}/refuse': row('keeps', 'without-customer'),

  'GET /api/staff/price-lists': figures,
  'GET /api/staff/price-lists/{id}': figures,
  'POST /api/staff/price-lists/{id}/copy': queued,
  'POST /api/staff/price-lists/{id}/end': row('settings', 'second-person'),
  'GET /api/staff/price-drafts/{id}': figures,
  'GET /api/staff/price-drafts/{id}/samples': figures,
  'POST /api/staff/price-drafts/{id}/save': queued,
  'POST /api/staff/price-drafts/{id}/discard': queued,
  'POST /api/staff/price-drafts/{id}/activate': row('settings', 'second-person'),
  'GET /api/staff/settings': figures,
  'GET /api/staff/settings/{country}/{name}/changes': figures,
  'POST /api/staff/settings/{country}/{name}': row('settings', 'daily'),
  'POST /api/staff/money-settings/{country}/{name}': row('settings', 'second-person'),
  'POST /api/staff/guarded-settings/{country}/{name}': row('settings', 'second-person'),
  'GET /api/staff/dated-values': figures,
  'GET /api/staff/dated-values/{country}/{kind}': figures,
  'GET /api/staff/holidays': figures,
  'GET /api/staff/holidays/{country}/changes': figures,
  'POST /api/staff/holidays/{country}': row('settings', 'second-person'),
  'POST /api/staff/dated-values/{country}/{kind}': row('settings', 'second-person'),

  'POST /api/staff/search': person,
  'GET /api/staff/recent-customers': masked,
  'GET /api/staff/customers/{id}': person,
  'GET /api/staff/customers/{id}/timeline': person,
  'POST /api/staff/customers/{id}/unmask': row('person', 'daily'),
  'GET /api/staff/customers/{id}/images/{image}': person,
  'GET /api/staff/customers/{id}/loans/{loan}/agreement': row('person', 'daily'),
  'POST /api/staff/customers/{id}/notes': queued,
  'GET /api/staff/customers/{id}/links/{link}': masked,
  'POST /api/staff/customers/{id}/links/{link}': row('words', 'daily'),
  'POST /api/staff/customers/{id}/sessions/end': row('keeps', 'daily'),
  'POST /api/staff/customers/{id}/document-claim/grant': row('identity', 'four-eyes-limit'),
  'POST /api/staff/customers/{id}/document-claim/refuse': row('keeps', 'daily'),
  'POST /api/staff/customers/{id}/name': row('contact', 'second-person'),
  'POST /api/staff/customers/{id}/email': row('contact', 'second-person'),
  'POST /api/staff/customers/{id}/phone': row('contact', 'second-person'),
  'POST /api/staff/files': queuedByDay,
  'GET /api/staff/files/{id}': row('person', 'recorded'),

  'GET /api/staff/money/totals': figures,
  'GET /api/staff/money/unmatched': masked,
  'GET /api/staff/money/unmatched/{id}': masked,
  'GET /api/staff/money/loans/{id}': person,
  'POST /api/staff/money/unmatched/{id}/match': row('books', 'four-eyes-limit'),
  'POST /api/staff/money/unmatched/{id}/return': row('out', 'second-person'),
  'GET /api/staff/money/payments': masked,
  'POST /api/staff/money/payments': row('books', 'second-person'),
  'POST /api/staff/money/payments/{id}/reverse': row('books', 'second-person'),
  'GET /api/staff/money/credits': masked,
  'POST /api/staff/money/credits/{id}/refund': row('out', 'second-person'),
  'GET /api/staff/money/refunds': masked,
  'POST /api/staff/money/refunds/{id}/ask': queuedByDay,
  'POST /api/staff/money/refunds/{id}/settle': row('out', 'second-person'),
  'GET /api/staff/money/memberships': masked,
  'POST /api/staff/money/memberships/{id}/waive': row('forgives', 'second-person'),
  'POST /api/staff/money/files/preview': row('masked', 'daily'),
  'POST /api/staff/money/files': row('books', 'second-person'),
  'GET /api/staff/money/files': masked,
  'GET /api/staff/money/files/tried/{digest}': masked,
  'GET /api/staff/money/files/asked/{id}': masked,
  'GET /api/staff/money/files/{id}': masked,

  'GET /api/staff/identity': masked,
  'GET /api/staff/identity/{id}': row('person', 'daily'),
  'POST /api/staff/identity/next': row('person', 'daily'),
  'POST /api/staff/identity/{id}/release': queued,
  'POST /api/staff/identity/{id}/approve': row('identity', 'daily'),
  'POST /api/staff/identity/{id}/ask': row('words', 'daily'),
  'POST /api/staff/identity/{id}/reject': row('identity', 'daily'),
  'POST /api/staff/identity/{id}/fraud': row('identity', 'daily'),

  'GET /api/staff/holds': masked,
  'GET /api/staff/customers/{id}/holds': masked,
  'POST /api/staff/customers/{id}/holds': row('keeps', 'daily'),
  'POST /api/staff/holds/{id}/lift': row('keeps', 'second-person'),

  'GET /api/staff/pay-outs': masked,
  'GET /api/staff/pay-outs/{id}': person,
  'POST /api/staff/pay-outs/{id}/hold': row('keeps', 'recorded'),
  'POST /api/staff/pay-outs/{id}/release': row('out', 'four-eyes-limit'),
  'POST /api/staff/pay-outs/{id}/ask': queuedByDay,
  'POST /api/staff/pay-outs/{id}/settle': row('out', 'second-person'),
  'POST /api/staff/pay-outs/{id}/above-cap': row('out', 'second-person'),
  'POST /api/staff/pay-outs/{id}/account': row('words', 'daily'),
  'POST /api/staff/pay-outs/controls/{country}/stop': row('keeps', 'recorded'),
  'POST /api/staff/pay-outs/controls/{country}/resume': row('out', 'second-person'),
  'POST /api/staff/pay-outs/controls/{country}/cap': row('out', 'second-person'),

  'POST /api/staff/lists/{list}/export': row('export', 'daily'),
};
