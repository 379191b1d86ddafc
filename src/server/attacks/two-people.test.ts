import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../contract/contract.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ROLE_PERMISSIONS, STAFF_ROLES, type StaffRole } from '../../contract/staff/permissions.ts';
import { STAFF_ROWS, type StaffCall, type StaffEffect } from '../../contract/rows/staff-rows.ts';
import { SERVER_ENTRIES } from '../../countries/server-entries.ts';
import { borrower, type Borrower } from '../servicing/payments/testing/borrower.ts';
import { moneyTools, why } from '../servicing/payments/testing/money-tools.ts';
import { refundTools } from '../servicing/payments/testing/refund-tools.ts';
import { consoleUrl, signInAs, type StaffMember } from '../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** Two employees together: what they take is bounded, and Compliance sees it the next morning. */

let product: TestProduct;
let tools: Awaited<ReturnType<typeof moneyTools>>;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  tools = await moneyTools(product);
});
afterAll(() => product.close());

const may = (role: StaffRole, permission: string | undefined) =>
  (ROLE_PERMISSIONS[role] as readonly string[]).includes(permission ?? '');

/** Calls that one role asks for and the other approves. */
function together(one: StaffRole, other: StaffRole, effects: readonly StaffEffect[]): StaffCall[] {
  return (Object.keys(STAFF_ROWS) as StaffCall[]).filter((key) => {
    const { permission, approval }: Endpoint = contract[key];
    const isPairs = [
      [one, other],
      [other, one],
    ].some(([asks, approves]) => may(asks!, permission) && may(approves!, approval));
    return effects.includes(STAFF_ROWS[key].effect) && isPairs;
  });
}

const gains: readonly StaffEffect[] = ['books', 'out', 'forgives', 'contact', 'access', 'settings'];

describe('the least powerful pairs', () => {
  test.each([
    ['treasury', 'agent'],
    ['treasury', 'collector'],
    ['agent', 'collector'],
    ['agent', 'analyst'],
    ['accounting', 'collector'],
    ['accounting', 'agent'],
    ['accounting', 'analyst'],
    ['auditor', 'administrator'],
  ] as const)(
    '%s and %s can sign nothing that moves money, forgives, or changes contacts, access or settings',
    (one, other) => {
      expect(together(one, other, gains)).toEqual([]);
    },
  );

  test('no pair without a head signs a corrected contact and the money of its customer', () => {
    const pairs = STAFF_ROLES.flatMap((one) => STAFF_ROLES.map((other) => [one, other] as const)).filter(
      ([one, other]) => one < other && one !== 'head' && other !== 'head',
    );
    const both = pairs.filter(
      ([one, other]) =>
        together(one, other, ['contact']).length > 0 &&
        together(one, other, ['out', 'books']).some((key) => key.includes('/money/')),
    );
    expect(both).toEqual([]);
  });
});

async function watch(by: StaffMember) {
  const { status, body } = await by.call('GET /api/staff/audit/since-yesterday');
  expect(status).toBe(200);
  return body;
}

async function nextMorning(): Promise<StaffMember> {
  await product.call('POST /sandbox/clock', { body: { advance: 'PT16H' } });
  return signInAs(product, 'compliance');
}

const idOf = async ({ documentNumber }: Borrower) =>
  String(
    (
      await product.deps.db
        .selectFrom('customer')
        .select('id')
        .where('document_number', '=', documentNumber)
        .executeTakeFirstOrThrow()
    ).id,
  );

test('treasury and an agent: matches below the limit and unmasked data stand on the first page of Compliance', async () => {
  const [friend, agent] = [await borrower(product, 'UY', 3), await signInAs(product, 'agent')];
  await agent.call('POST /api/staff/step-up/sandbox', { body: {} });
  const { fourEyesFrom } = SERVER_ENTRIES.UY;
  let alone = 0;
  const waiting: string[] = [];
  for (let time = 0; time < 20; time += 1) {
    const id = await tools.waitingMoney('UY', 700);
    const { version } = await tools.found(id);
    const { books } = await tools.target(friend);
    const { body } = await tools.treasury.call('POST /api/staff/money/unmatched/{id}/match', {
      params: { id },
      version,
      body: { loan: String(friend.loanId), books, ...why },
    });
    if (body.outcome === 'done') alone += 700;
    else waiting.push(body.approval);
  }
  const signed = [];
  for (const id of waiting)
    signed.push((await agent.call('POST /api/staff/approvals/{id}/approve', { params: { id } })).body.code);
  expect(new Set(signed)).toEqual(new Set(['permission']));
  expect(alone).toBeGreaterThan(0);
  expect(alone).toBeLessThan(fourEyesFrom);
  const victims = [await borrower(product, 'UY', 3), await borrower(product, 'UY', 3)];
  for (const victim of victims)
    await agent.call('POST /api/staff/customers/{id}/unmask', {
      params: { id: await idOf(victim) },
      body: { field: 'email', reason_code: 'customer_asks', reason: 'Lo pidió' },
    });
  const { moved, read } = await watch(await nextMorning());
  expect(moved).toContainEqual(
    expect.objectContaining({
      asked_by_id: tools.treasury.id,
      approved_by: '',
      country: 'UY',
      amount: alone,
      loans: 1,
    }),
  );
  expect(read).toContainEqual(
    expect.objectContaining({ person_id: agent.id, customers: victims.length, unmasked: victims.length }),
  );
});

test('a head and accounting: what they signed together stands there with its sum', async () => {
  const { head, accounting } = await signedIn();
  const refunds = refundTools(product, head, accounting);
  const { one, account } = await refunds.withCredit('AR');
  const asked = await refunds.ask(one, account, 700);
  expect(asked.body.outcome).toBe('pending_approval');
  expect((await refunds.approve(asked.body.approval, accounting)).status).toBe(200);
  const compliance = await nextMorning();
  const { moved, approved } = await watch(compliance);
  expect(moved).toContainEqual(
    expect.objectContaining({
      asked_by_id: head.id,
      approved_by: expect.stringContaining('Contaduría'),
      country: 'AR',
      currency: 'ARS',
      amount: 700,
      moves: 1,
    }),
  );
  expect(approved).toContainEqual(
    expect.objectContaining({
      asked_by_id: head.id,
      action: 'POST /api/staff/money/credits/{id}/refund',
      count: 1,
    }),
  );
  // Two days later it is in the audit only.
  await product.call('POST /sandbox/clock', { body: { advance: 'P2D' } });
  expect((await watch(await signInAs(product, 'compliance'))).moved).toEqual([]);
});

test('a country that is not the person’s is left out', async () => {
  const { head } = await signedIn();
  const compliance = await signInAs(product, 'compliance');
  await product.deps.db
    .updateTable('staff_member')
    .set({ countries: ['UY'] })
    .where('id', '=', Number(compliance.id))
    .execute();
  const id = await tools.waitingMoney('AR', 100);
  const one = await borrower(product, 'AR', 3);
  const { books } = await tools.target(one, head);
  const matched = await head.call('POST /api/staff/money/unmatched/{id}/match', {
    params: { id },
    version: 1,
    body: { loan: String(one.loanId), books, ...why },
  });
  expect(matched.body.outcome).toBe('done');
  expect((await watch(compliance)).moved).toEqual([]);
});

/** New sessions: the clock outruns the old ones. */
async function signedIn() {
  tools = {
    ...tools,
    head: await signInAs(product, 'head'),
    accounting: await signInAs(product, 'accounting'),
  };
  for (const each of [tools.head, tools.accounting])
    await each.call('POST /api/staff/step-up/sandbox', { body: {} });
  return tools;
}
