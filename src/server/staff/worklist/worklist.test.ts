import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '../../../contract/contract.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { mayMake, permissionsOf, STAFF_ROLES } from '../../../contract/staff/permissions.ts';
import { WORK_LINES, type WorkLine } from '../../../contract/staff/worklist.ts';
import { moneyTools } from '../../servicing/payments/testing/money-tools.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { consoleUrl, signInAs, type StaffMember } from '../testing/console.ts';

/** The worklist by role (docs/console.md#inicio). */

let product: TestProduct;
let tools: Awaited<ReturnType<typeof moneyTools>>;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  tools = await moneyTools(product);
});
afterAll(() => product.close());

interface Shown {
  readonly line: WorkLine;
  readonly country: string | null;
  readonly count: number;
  readonly amount: number | null;
  readonly more: boolean;
}
const linesOf = async (by: StaffMember): Promise<Shown[]> =>
  (await by.call('GET /api/staff/worklist')).body.result;
const lineOf = async (by: StaffMember, line: WorkLine, country: string | null = null) =>
  (await linesOf(by)).find((each) => each.line === line && each.country === country);

test('each line is shown only to roles that may make its call', async () => {
  await tools.waitingMoney('UY', 40);
  for (const role of STAFF_ROLES) {
    const permissions = permissionsOf([role]);
    const lines = await linesOf(await signInAs(product, role));
    const foreign = lines.filter(({ line }) => {
      const definition: Endpoint = contract[WORK_LINES[line].call];
      return !mayMake(definition, permissions);
    });
    expect(foreign).toEqual([]);
  }
});

test('unidentified money is listed for roles that match it, and after a week as late for roles that read it', async () => {
  const before = (await lineOf(tools.treasury, 'unmatched', 'UY')) ?? { count: 0, amount: 0 };
  await tools.waitingMoney('UY', 40);
  expect(await lineOf(tools.treasury, 'unmatched', 'UY')).toMatchObject({
    count: before.count + 1,
    amount: (before.amount ?? 0) + 40,
    more: false,
  });
  const auditor = await signInAs(product, 'auditor');
  expect(await lineOf(auditor, 'unmatched', 'UY')).toBeUndefined();
  expect(await lineOf(auditor, 'unmatched-old', 'UY')).toBeUndefined();
  await product.deps.db
    .updateTable('payment_report')
    .set({ reported_at: new Date(product.deps.clock.now().getTime() - 8 * 86_400_000) })
    .where('country', '=', 'UY')
    .execute();
  expect(await lineOf(auditor, 'unmatched-old', 'UY')).toMatchObject({ count: before.count + 1 });
});

test('a request is listed for its approvers, never for its requester, who is shown closed ones', async () => {
  const { treasury, head } = tools;
  const country = 'AR';
  const version = async () =>
    (await treasury.call('GET /api/staff/pay-outs', { query: { country } })).body.controls[0].version;
  await treasury.call('POST /api/staff/pay-outs/controls/{country}/cap', {
    params: { country },
    version: await version(),
    body: { daily_cap: 900_000, reason_code: 'funds', reason: 'Fondos' },
  });
  expect(await lineOf(treasury, 'approvals')).toBeUndefined();
  expect(await lineOf(treasury, 'own-requests')).toMatchObject({ count: 1 });
  expect(await lineOf(head, 'approvals')).toMatchObject({ count: 1 });
  expect(await lineOf(head, 'payouts-stopped', country)).toBeUndefined();
  await head.call('POST /api/staff/pay-outs/controls/{country}/stop', {
    params: { country },
    version: await version(),
    body: { reason_code: 'provider', reason: 'No contesta' },
  });
  expect(await lineOf(head, 'payouts-stopped', country)).toMatchObject({ count: 1 });
  const { result } = (await head.call('GET /api/staff/approvals', { query: { state: 'pending' } })).body;
  const { id } = result.find((row: { subject: string }) => row.subject === `pay-outs:${country}`);
  await head.call('POST /api/staff/approvals/{id}/approve', { params: { id } });
  expect(await lineOf(head, 'approvals')).toBeUndefined();
  expect(await lineOf(treasury, 'own-closed')).toMatchObject({ count: 1 });
});
