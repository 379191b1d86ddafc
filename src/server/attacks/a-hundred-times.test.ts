import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '../../contract/contract.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { STAFF_ROWS, type StaffCall, type StaffEffect } from '../../contract/rows/staff-rows.ts';
import { SERVER_ENTRIES } from '../../countries/server-entries.ts';
import { payoutTools } from '../loans/payout-desk/testing/orders.ts';
import { borrower, type Borrower } from '../servicing/payments/testing/borrower.ts';
import { moneyTools, why } from '../servicing/payments/testing/money-tools.ts';
import { refundTools } from '../servicing/payments/testing/refund-tools.ts';
import { consoleUrl, signInAs, type StaffMember } from '../staff/testing/console.ts';
import { unpaidMember } from '../servicing/memberships/testing/unpaid-member.ts';
import { startProduct, type TestAnswer, type TestProduct } from '../testing/product.ts';
import { ALONE_NOTHING } from './testing/attempts.ts';
import { country, hundred, idOf, type Attempt, type Lone } from './testing/lone.ts';

/** One employee alone, a hundred times: the limit in each row holds (docs/access-staff.md). */

const limit = SERVER_ENTRIES[country].fourEyesFrom;

let product: TestProduct;
let unpaid: Borrower;
let tools: Awaited<ReturnType<typeof moneyTools>>;
let orders: ReturnType<typeof payoutTools>;
let refunds: ReturnType<typeof refundTools>;
let agent: StaffMember;
let analyst: StaffMember;
let administrator: StaffMember;

beforeAll(async () => {
  product = await startProduct({
    settings: { CONSOLE_URL: consoleUrl, SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  // Sessions outlive the clock that the test advances.
  unpaid = await unpaidMember(product, country);
  tools = await moneyTools(product);
  orders = payoutTools(product, tools.treasury);
  refunds = refundTools(product, tools.treasury, tools.head);
  [agent, analyst] = [await signInAs(product, 'agent'), await signInAs(product, 'analyst')];
  administrator = await signInAs(product, 'administrator');
});
// A hundred uses may outlast a re-authentication.
beforeEach(async () => {
  for (const each of [agent, analyst, administrator, tools.treasury, tools.head])
    await each.call('POST /api/staff/step-up/sandbox', { body: {} });
});
afterAll(() => product.close());

async function repeat(times: number, make: (time: number) => Promise<TestAnswer>): Promise<TestAnswer[]> {
  const answers = [];
  for (let time = 0; time < times; time += 1) answers.push(await make(time));
  return answers;
}
const outcomeOf = ({ status, body }: TestAnswer): string =>
  body.outcome ?? (status === 200 ? 'done' : body.code);
const countOf = (answers: readonly TestAnswer[], outcome: string): number =>
  answers.filter((answer) => outcomeOf(answer) === outcome).length;

/** Stored money, loans, contacts, settings and access. */
async function stored(): Promise<object> {
  const { db } = product.deps;
  return {
    entries: await db
      .selectFrom('ledger_entry')
      .select(({ fn }) => fn.countAll().as('count'))
      .execute(),
    payouts: await db.selectFrom('payout').select(['reference', 'state']).orderBy('reference').execute(),
    refunds: await db
      .selectFrom('credit_refund')
      .select(['reference', 'amount', 'state'])
      .orderBy('reference')
      .execute(),
    loans: await db.selectFrom('loan').select(['id', 'state']).orderBy('id').execute(),
    contacts: await db
      .selectFrom('customer')
      .select(['id', 'email', 'cellphone', 'last_name'])
      .orderBy('id')
      .execute(),
    settings: await db.selectFrom('setting').selectAll().orderBy('name').execute(),
    people: await db.selectFrom('staff_member').select(['id', 'roles', 'countries']).orderBy('id').execute(),
  };
}

describe('a hundred times', () => {
  test.each(Object.entries(ALONE_NOTHING) as [StaffCall, (lone: Lone) => Promise<Attempt>][])(
    '%s does nothing',
    async (key, prepare) => {
      const attempt = await prepare({
        product,
        tools,
        orders,
        refunds,
        agent,
        analyst,
        administrator,
        unpaid,
      });
      const before = await stored();
      const first = await repeat(2, attempt);
      // Money is requested once; each other request waits separately, up to the daily limit.
      const isOnce = first.map(outcomeOf)[1] === 'already_asked';
      const { daily, approval }: Endpoint = contract[key];
      const most = daily?.everybody ?? hundred;
      // Ten refusals show that the limit holds; further ones would take the same path.
      const times = isOnce ? 10 : Math.min(hundred, most + 10);
      const rest = await repeat(times - 2, (time) => attempt(time + 2));
      const outcomes = [...first, ...rest].map(outcomeOf);
      expect(approval).toBeDefined();
      const asked = isOnce ? 1 : Math.min(hundred, most);
      expect(outcomes).toEqual([
        ...Array.from({ length: asked }, () => 'pending_approval'),
        ...Array.from({ length: times - asked }, () => (isOnce ? 'already_asked' : 'daily_limit')),
      ]);
      expect(await stored()).toEqual(before);
    },
  );

  test('matches of one person stay below the limit', async () => {
    const [one, other] = [await borrower(product, country, 3), await borrower(product, country, 3)];
    const units = limit / 10 - 1;
    const answers = await repeat(hundred, async (time) => {
      const id = await tools.waitingMoney(country, units);
      const target = time % 2 === 0 ? one : other;
      const { version } = await tools.found(id);
      const { books } = await tools.target(target);
      return tools.treasury.call('POST /api/staff/money/unmatched/{id}/match', {
        params: { id },
        version,
        body: { loan: String(target.loanId), books, ...why },
      });
    });
    const alone = countOf(answers, 'done') * units;
    expect(alone).toBeGreaterThan(0);
    expect(alone).toBeLessThan(limit);
    expect(countOf(answers, 'done') + countOf(answers, 'pending_approval')).toBe(hundred);
  });

  test('releases of one person stay below the limit, together with matches', async () => {
    // A different person: the first one has reached the matching limit.
    const { head } = tools;
    const made = await orders.confirmed(country);
    const { amount } = await made.order();
    const answers = await repeat(hundred, async () => {
      const { version, is_on_hold: isOnHold } = await made.order();
      if (isOnHold !== true)
        await head.call('POST /api/staff/pay-outs/{id}/hold', {
          params: { id: made.loanId },
          version,
          body: { reason_code: 'account-doubt', reason: 'Miremos' },
        });
      return head.call('POST /api/staff/pay-outs/{id}/release', {
        params: { id: made.loanId },
        version: (await made.order()).version,
        body: { reason_code: 'checked', reason: 'Está bien' },
      });
    });
    expect(countOf(answers, 'done') * amount).toBeLessThan(limit);
    expect(countOf(answers, 'pending_approval')).toBeGreaterThan(0);
    expect(new Set(answers.map(outcomeOf).filter((outcome) => outcome !== 'already_asked'))).toEqual(
      amount < limit ? new Set(['done', 'pending_approval']) : new Set(['pending_approval']),
    );
  });

  test('masked data are shown up to the daily limit, each a row of the audit', async () => {
    const params = { id: await idOf(product, await borrower(product, country, 3)) };
    const answers = await repeat(hundred + 1, () =>
      agent.call('POST /api/staff/customers/{id}/unmask', {
        params,
        body: { field: 'phone', reason_code: 'customer_asks', reason: 'Lo pidió' },
      }),
    );
    expect(answers.slice(-2).map(outcomeOf)).toEqual(['done', 'daily_limit']);
    expect(await auditOf('POST /api/staff/customers/{id}/unmask', agent)).toBe(hundred);
  });

  test('files of lists are taken up to the daily limit', async () => {
    const answers = await repeat(hundred, () =>
      tools.treasury.call('POST /api/staff/lists/{list}/export', { params: { list: 'envios' } }),
    );
    expect(countOf(answers, 'done')).toBeLessThanOrEqual(40);
  });

  test.each([
    ['GET /api/staff/customers/{id}', {}],
    ['GET /api/staff/customers/{id}/timeline', {}],
    ['POST /api/staff/search', { body: { text: '32000001' } }],
  ] as const)('%s leaves a row of the audit each time', async (key, options) => {
    const params = { id: await idOf(product, await borrower(product, country, 3)) };
    const before = await auditOf(key, agent);
    await repeat(hundred, () => agent.call(key, { params, ...options }));
    expect((await auditOf(key, agent)) - before).toBe(hundred);
  });
});

async function auditOf(action: StaffCall, { id }: StaffMember): Promise<number> {
  const rows = await product.deps.db
    .selectFrom('staff_audit')
    .select('id')
    .where('action', '=', action)
    .where('staff_id', '=', Number(id))
    .execute();
  return rows.length;
}

/** Calls with a second person, tested for repetition elsewhere. */
const ELSEWHERE = new Map<StaffCall, string>([
  ['POST /api/staff/people/{id}/disable', 'attacks/team-by-one-person.test.ts'],
  ['POST /api/staff/people/{id}/enable', 'staff/team/team.test.ts'],
  ['POST /api/staff/operation/failed/{queue}/{id}/drop-money', 'operations/running/failed.test.ts'],
  ['POST /api/staff/price-lists/{id}/end', 'origination/offers/lists/lists.test.ts'],
  ['POST /api/staff/price-drafts/{id}/activate', 'origination/offers/lists/lists.test.ts'],
  ['POST /api/staff/closes/{id}/close', 'operations/closes/closes.test.ts'],
  ['POST /api/staff/confirmed-data/{country}/{name}', 'operations/configuration/confirmed-data.test.ts'],
  ['POST /api/staff/decision-rules/{id}/end', 'operations/decision-rules/rules.test.ts'],
  ['POST /api/staff/decision-drafts/{id}/activate', 'operations/decision-rules/rules.test.ts'],
  ['POST /api/staff/exceptions/{id}/override', 'operations/exceptions/exceptions.test.ts'],
  ['POST /api/staff/screening/{id}/same', 'operations/screening/decisions.test.ts'],
  ['POST /api/staff/dated-values/{country}/{kind}', 'origination/offers/dated/dated.test.ts'],
  ['POST /api/staff/customers/{id}/document-claim/grant', 'attacks/squatted-documents.test.ts'],
]);

test('every call with a second person is tried, those that move money or change a contact a hundred times', async () => {
  const tried = new Set<string>([
    ...Object.keys(ALONE_NOTHING),
    'POST /api/staff/money/unmatched/{id}/match',
    'POST /api/staff/pay-outs/{id}/release',
    // loans/actions/actions.test.ts
    'POST /api/staff/loans/{id}/changes',
  ]);
  const effects: readonly StaffEffect[] = ['books', 'out', 'forgives', 'contact'];
  const rows = Object.keys(STAFF_ROWS) as StaffCall[];
  expect(
    rows.filter((key) => effects.includes(STAFF_ROWS[key].effect)).filter((key) => !tried.has(key)),
  ).toEqual([]);
  const two = rows.filter((key) => (contract[key] as Endpoint).approval !== undefined);
  expect(two.filter((key) => !tried.has(key) && !ELSEWHERE.has(key))).toEqual([]);
  for (const [key, file] of ELSEWHERE) {
    const text = await readFile(join(import.meta.dirname, '..', file), 'utf8');
    expect([file, text.includes(key.split('/').at(-1) ?? '')]).toEqual([file, true]);
  }
});
