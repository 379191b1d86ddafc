import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract, type CallKey } from '../../contract/contract.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ROLE_PERMISSIONS, STAFF_ROLES, type StaffRole } from '../../contract/staff/permissions.ts';
import { holdTools } from '../operations/holds/testing/holds.ts';
import { borrower } from '../servicing/payments/testing/borrower.ts';
import { consoleUrl, signInAs, type StaffMember } from '../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** A report to an authority is hidden from staff who could tip the person off, and every read is logged. */

let product: TestProduct;
let customer: string;
let ticket: string;
const secret = 'ROS presentado a la UIF';
const people = new Map<StaffRole, StaffMember>();

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  const one = await borrower(product);
  const tools = await holdTools(product);
  customer = await tools.idOf(one);
  for (const role of STAFF_ROLES) people.set(role, await signInAs(product, role));
  const compliance = people.get('compliance')!;
  const placed = await tools.place(compliance, customer, 'compliance', { reason: secret });
  expect(placed.status).toBe(200);
  await product.call('POST /api/v3/cancellation', {
    body: { cancellationReasonId: 1, cancellationReasonSlug: 'regret', documentNumber: one.documentNumber },
  });
  const row = await product.deps.db
    .selectFrom('ticket')
    .select('id')
    .where('customer_id', '=', Number(customer))
    .executeTakeFirstOrThrow();
  ticket = String(row.id);
}, 120_000);
afterAll(() => product.close());

/** Every staff call that reads. */
const READS = (Object.entries(contract) as [CallKey, Endpoint][])
  .filter(([key, { access }]) => access === 'staff' && key.startsWith('GET '))
  .map(([key]) => key);

const paramsOf = (key: CallKey): Record<string, string> =>
  key.includes('/tickets/') ? { id: ticket } : { id: customer, loan: '1', image: '1', link: '1' };

function mayRead(role: StaffRole, key: CallKey): boolean {
  const { permission } = contract[key] as Endpoint;
  return permission === undefined || permission === 'any' || ROLE_PERMISSIONS[role].includes(permission);
}

test.each(STAFF_ROLES)('%s reads of the hold what the role may, by whatever call', async (role) => {
  const staff = people.get(role)!;
  const may = ROLE_PERMISSIONS[role].includes('holds.compliance');
  const found: string[] = [];
  const read: string[] = [];
  for (const key of READS) {
    const { status, body } = await staff.call(key, { params: paramsOf(key) });
    if (!mayRead(role, key) && status !== 403) read.push(key);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    if (text.includes(secret)) found.push(key);
  }
  expect(read).toEqual([]);
  expect(found.includes('GET /api/staff/customers/{id}/timeline')).toBe(may);
  expect(found.length > 0).toBe(may);
});

test.each(STAFF_ROLES)('%s reads in the timeline what the source of each line takes', async (role) => {
  if (!ROLE_PERMISSIONS[role].includes('customers.read')) return;
  const staff = people.get(role)!;
  const params = { id: customer };
  const { result } = (await staff.call('GET /api/staff/customers/{id}/timeline', { params })).body;
  const items: { source: string; name: string; text: string; reason_code: string }[] = result;
  const sources = new Set(items.map(({ source }) => source));
  expect(sources.has('ticket')).toBe(ROLE_PERMISSIONS[role].includes('tickets.read'));
  const waits = items.filter(({ name }) => name === 'waits-for-compliance');
  expect(waits).toHaveLength(ROLE_PERMISSIONS[role].includes('holds.compliance') ? 0 : 1);
  for (const each of waits) expect(each).toMatchObject({ text: '', reason_code: '', by: '', detail: '{}' });
  const { result: holds } = (
    await people.get('compliance')!.call('GET /api/staff/customers/{id}/holds', { params })
  ).body;
  expect(holds).toMatchObject([{ reason: 'compliance', note: secret }]);
});

test("a customer's timeline and ticket leave a row of the audit for each look", async () => {
  const agent = people.get('agent')!;
  const seen = (action: string) =>
    product.deps.db
      .selectFrom('staff_audit')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('action', '=', action)
      .where('customer_id', '=', Number(customer))
      .executeTakeFirstOrThrow();
  for (const [key, id] of [
    ['GET /api/staff/customers/{id}/timeline', customer],
    ['GET /api/staff/tickets/{id}', ticket],
  ] as const) {
    const before = (await seen(key)).count;
    expect((await agent.call(key, { params: { id } })).status).toBe(200);
    expect((await seen(key)).count).toBe(before + 1);
  }
});
