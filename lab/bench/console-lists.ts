import { contract } from '../../src/contract/contract.ts';
import { base } from './portfolio.ts';

/** A list page: its address, and the number of rows expected, so that an empty answer does not pass as fast. */
export interface ListAsked {
  readonly what: string;
  readonly path: string;
  /** Minimum number of rows; a page is fifty. */
  readonly rows: number;
}

/** Calls that return one record, or a list as short as the team: not measured as lists. */
const notLists: readonly string[] = [
  'GET /api/staff/customers/{id}/images/{image}',
  'GET /api/staff/customers/{id}/links/{link}',
  'GET /api/staff/customers/{id}/loans/{loan}/agreement',
  'GET /api/staff/files/{id}',
  'GET /api/staff/me',
  'GET /api/staff/passkeys',
  'GET /api/staff/passkeys/challenge',
  'GET /api/staff/people/{id}/sessions',
  'GET /api/staff/price-drafts/{id}',
  'GET /api/staff/price-drafts/{id}/samples',
  'GET /api/staff/price-lists/{id}',
  'GET /api/staff/sign-in',
  'GET /api/staff/step-up',
  'GET /api/staff/views',
];
/** Measured by console.ts, with a different customer each time. */
const ofCustomers: readonly string[] = [
  'GET /api/staff/customers/{id}/collection',
  'GET /api/staff/customers/{id}',
  'GET /api/staff/customers/{id}/timeline',
];

const full = 50;
const dayMs = 86_400_000;

/** Portfolio size, and the current time. */
interface Filled {
  readonly many: number;
  readonly half: number;
  readonly now: Date;
}

const ago = ({ now }: Filled, days: number) => now.getTime() - days * dayMs;
const micros = (filled: Filled, days: number) => String(ago(filled, days) * 1000);
const iso = (filled: Filled, days: number) => new Date(ago(filled, days)).toISOString();
const date = (filled: Filled, days: number) => iso(filled, days).slice(0, 10);

/** Pages of a list. `''` is the first page; a number is the expected rows if the page is not full. */
const of = (
  name: string,
  path: string,
  pages: Readonly<Record<string, readonly [query: string, rows?: number]>>,
): ListAsked[] =>
  Object.entries(pages).map(([page, [query, rows = full]]) => ({
    what: `${name}: ${page}`,
    path: `/api/staff/${path}${query === '' ? '' : `?${query}`}`,
    rows,
  }));

/** Lists of customer requests and staff work. */
const workLists = (filled: Filled): ListAsked[] => [
  ...of('Tickets', 'tickets', {
    'first page': [''],
    'deep page': [`from=${base + filled.half}`],
    mine: ['view=mine', 0],
    unassigned: ['view=unassigned'],
    closed: ['view=closed'],
    'closed, deep': [`view=closed&from=${base + filled.half}`],
    'by kind and age': ['kind=reclamo&age=30'],
    'a country without rows': ['country=UY', 0],
  }),
  ...of(
    'Ticket',
    `tickets/${base + 200_000 * Math.floor(filled.many / 1_000_000)}`,
    filled.many < 1_000_000 ? {} : { one: ['', 0] },
  ),
  ...of('Cobranzas', 'collections', {
    'first page': ['country=AR', 0],
    'over 90 days': ['country=AR&bucket=91', 0],
    'broken promises': ['country=AR&view=broken', 0],
    waiting: ['country=AR&view=waiting', 0],
  }),
  ...of('Cobranzas', 'collections/figures', { figures: ['country=AR', 0] }),
  ...of('Requests', 'requests', {
    'first page': [''],
    'deep page': [`from=${iso(filled, 365)}~erasure~1`],
    decided: ['state=decided'],
    'decided, deep': [`state=decided&from=${iso(filled, 365)}~erasure~1`],
    'by kind': ['state=decided&kind=withdrawal'],
    'a country without rows': ['state=decided&country=UY', 0],
  }),
  ...of('Approvals', 'approvals', {
    'first page': [''],
    'deep page': [`before=${Math.floor(Math.min(filled.many, 50_000) / 2)}`],
    pending: ['state=pending'],
    rejected: ['state=rejected', 0],
  }),
  ...of('Audit', 'audit', {
    'first page': [''],
    'deep page': [`before=${filled.half}`],
    'by person': [`person=${base + 7}`],
    'by person, deep': [`person=${base + 7}&before=${filled.half}`],
    'by customer': [`customer=${base + filled.half}`, 1],
    'by action': ['action=POST%20%2Fapi%2Fstaff%2Fsearch'],
    'by days': [`from=${date(filled, 400)}&to=${date(filled, 398)}`],
    'by person and days': [`person=${base + 7}&from=${date(filled, 400)}&to=${date(filled, 390)}`],
    'by an unused action': ['action=nothing', 0],
    'a country without rows': ['country=UY', 0],
  }),
];

/** Lists of incoming money and refunds. */
const moneyLists = (filled: Filled): ListAsked[] => [
  ...of('Unmatched money', 'money/unmatched', {
    'first page': [''],
    'deep page': [`from=${base + filled.half}`],
    'by network': ['source=bank-transfer', 1],
    'by age': ['age=30'],
    'by amount': [`amount=${3_000_007 / 100}`, 0],
    'a country without rows': ['country=UY', 0],
  }),
  ...of('Unmatched money', `money/unmatched/${base + 7}`, {
    'one, with suggestions': ['', 0],
  }),
  ...of('Money', 'money/totals', { totals: ['', 1] }),
  ...of('Payments', 'money/payments', {
    'first page': [''],
    'deep page': [`before=${base + filled.half}`],
    'by reference': [`reference=bench-${filled.half + 1}`, 1],
    'a country without rows': ['country=UY', 0],
  }),
  ...of('Credits', 'money/credits', {
    'first page': [''],
    'deep page': [`before=${base + filled.half}`],
    'a country without rows': ['country=UY', 0],
  }),
  ...of('Refunds', 'money/refunds', {
    'first page': [''],
    'deep page': [`before=${base + filled.half}`],
    failed: ['state=failed'],
    unknown: ['state=unknown', 1],
    planned: ['state=planned', 0],
    'a country without rows': ['country=UY', 0],
  }),
  ...of('Settlement files', 'money/files', {
    'first page': [''],
    'deep page': [`before=${base + 365}`],
    'a country without rows': ['country=UY', 0],
  }),
  ...of('Settlement file', `money/files/${base + 365}`, {
    'first page': [''],
    'deep page': ['from=100', 0],
    'to review': ['which=review', 0],
  }),
  ...of('Loan to be paid', `money/loans/${base + filled.half}`, { one: ['', 0] }),
];

/** Lists of payouts, and the photos reviewed before them. */
const payoutLists = (filled: Filled): ListAsked[] => [
  ...of('Payouts', 'pay-outs', {
    open: [''],
    'open, deep': [`from=${micros(filled, 365)}~${base + filled.half}`],
    planned: ['view=planned'],
    held: ['view=held'],
    sent: ['view=sent'],
    unknown: ['view=unknown'],
    failed: ['view=failed'],
    'failed, deep': [`view=failed&from=${micros(filled, 365)}~${base + filled.half}`],
    done: ['view=done'],
    'done, deep': [`view=done&from=${micros(filled, 365)}~${base + filled.half}`],
    'in contradiction': ['view=contradicted', 0],
    'by age': ['age=7'],
    'a country without rows': ['view=done&country=UY', 0],
  }),
  ...of('Payout', `pay-outs/${base + filled.half}`, { one: ['', 0] }),
  ...of('Identity', 'identity', {
    waiting: [''],
    'waiting, deep': [`from=${ago(filled, 365)}-1`],
    asked: ['view=asked'],
    decided: ['view=decided'],
    'decided, deep': [`view=decided&from=0-${Math.floor(Math.min(filled.many, 100_000) / 2)}`],
    'a country without rows': ['view=decided&country=UY', 0],
  }),
  ...of('Identity', 'identity/1000', { one: ['', 0] }),
  ...of('Holds', 'holds', {
    'first page': [''],
    'deep page': [`from=${micros(filled, 365)}~1`],
    'by reason': ['reason=fraud'],
    ended: ['view=ended'],
    'a country without rows': ['country=UY', 0],
  }),
  ...of("A customer's holds", `customers/${base + filled.half}/holds`, { all: ['', 0] }),
];

/** Lists of configuration and operation. */
const otherLists = (filled: Filled): ListAsked[] => [
  ...of('Settings', 'settings', { all: ['country=AR', 1] }),
  ...of('History of a setting', 'settings/AR/chat-autostart/changes', {
    'first page': ['', 20],
    'deep page': ['before=2500', 20],
  }),
  ...of('Prices', 'price-lists', { all: ['', 1] }),
  ...of('Dated values', 'dated-values', { all: ['', 1] }),
  ...of('Values of a kind', 'dated-values/UY/unit', {
    'first page': [''],
    'deep page': [`from=${date(filled, 365)}~1`],
  }),
  ...of('Holidays', 'holidays', { 'a year': ['', 1] }),
  ...of('Changes of holidays', 'holidays/UY/changes', { 'first page': ['', 0] }),
  ...of('Operation', 'operation', { overview: ['', 0] }),
  ...of('Failed work', 'operation/failed', {
    'first page': [''],
    'deep page': [`from=${ago(filled, 3)}~send-link~0`],
    'by kind': ['queue=send-message'],
  }),
  ...of('Days', 'operation/days', { 'first page': [''], 'deep page': [`before=${date(filled, 365)}`] }),
  ...of('Differences', 'operation/differences', {
    open: [''],
    closed: ['state=closed'],
    'closed, deep': ['state=closed&from=5000'],
    'a country without rows': ['state=closed&country=UY', 0],
  }),
  ...of('Figures', 'figures', {
    'a month': ['country=AR', 0],
    'ninety days': ['country=AR&days=90', 0],
    "months' ends": ['', 0],
  }).map((asked) =>
    asked.what.endsWith("months' ends") ? { ...asked, path: '/api/staff/figures/months?country=AR' } : asked,
  ),
  ...of('Rows behind a figure', 'figures/rows', {
    'money in': [`country=AR&day=${date(filled, 30)}`],
    payouts: [`country=AR&source=pay-out&day=${date(filled, 30)}`],
    decisions: [`country=AR&source=decision&day=${date(filled, 30)}`],
    accounts: [`country=AR&source=application&part=account&day=${date(filled, 30)}`],
    'loans by days late': [`country=AR&source=portfolio&day=${date(filled, 1)}&part=31`],
    'loans of a class': [`country=AR&source=class&day=${date(filled, 1)}&part=2`],
    'loans, deep': [`country=AR&source=portfolio&day=${date(filled, 1)}&from=90~${base + filled.half}`],
  }),
  ...of('Team', 'people', { all: ['', 1] }),
  ...of('Recent customers', 'recent-customers', { all: ['', 0] }),
];

/** Pages of every console list: the first page, one far into the list, and filtered ones. */
export function listsOf(many: number, now: Date): ListAsked[] {
  const filled = { many, half: Math.floor(many / 2), now };
  return [workLists, moneyLists, payoutLists, otherLists].flatMap((lists) => lists(filled));
}

/** @throws Error if the contract has a staff list that is not measured */
export function assertEveryList(lists: readonly ListAsked[]): void {
  const paths = new Set(lists.map(({ path }) => path.split('?')[0] ?? ''));
  const known = new Set([...notLists, ...ofCustomers]);
  const missed = Object.keys(contract)
    .filter((key) => key.startsWith('GET /api/staff/') && !known.has(key))
    .filter((key) => {
      const pattern = new RegExp(`^${key.slice('GET '.length).replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return ![...paths].some((path) => pattern.test(path));
    });
  if (missed.length > 0) throw new Error(`not measured: ${missed.join(', ')}`);
}
