import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { contract } from '../../contract/contract.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { STAFF_ROWS, type StaffCall } from '../../contract/rows/staff-rows.ts';
import { mayMake, permissionsOf, STAFF_ROLES, type StaffRole } from '../../contract/staff/permissions.ts';
import { screenCountry } from '../operations/screening/days.ts';
import { borrower } from '../servicing/payments/testing/borrower.ts';
import { refundTools } from '../servicing/payments/testing/refund-tools.ts';
import { consoleUrl, signInAs, type StaffMember } from '../staff/testing/console.ts';
import { sendFile } from '../staff/testing/evidence.ts';
import { startProduct, type TestAnswer, type TestProduct } from '../testing/product.ts';
import { idOf } from './testing/lone.ts';

/** Every staff call with a daily limit, by a person who has reached it (docs/access-staff.md). */

const definitionOf = (key: StaffCall): Endpoint => contract[key];
const limited = (Object.keys(STAFF_ROWS) as StaffCall[]).filter((key) => definitionOf(key).daily);

let product: TestProduct;
/** Records of a customer with a loan: some calls look up their subject first. */
let known: Readonly<Partial<Record<StaffCall, Record<string, string>>>>;
const members = new Map<StaffRole, StaffMember>();

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  const one = await borrower(product, 'AR', 3);
  const id = await idOf(product, one.person);
  const docket = () =>
    product.deps.db
      .selectFrom('loan_docket')
      .select('loan_id')
      .where('loan_id', '=', one.loanId)
      .executeTakeFirst();
  await vi.waitUntil(docket, { timeout: 20_000, interval: 100 });
  const now = product.deps.clock.now();
  const { id: review } = await product.deps.db
    .insertInto('identity_review')
    .values({
      country: 'AR',
      customer_id: Number(id),
      loan_id: one.loanId,
      state: 'ended',
      created_at: now,
      queued_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const refunds = refundTools(product, await memberOf('treasury'), await memberOf('head'));
  const { one: creditor, account } = await refunds.withCredit('AR');
  const asked = await refunds.ask(creditor, account, 1);
  expect((await refunds.approve(asked.body.approval)).status).toBe(200);
  known = {
    'GET /api/staff/identity/{id}': { id: String(review) },
    'GET /api/staff/exceptions/{id}': { id: String(await endedException(Number(id))) },
    'GET /api/staff/screening/{id}': { id: String(await endedMatch(Number(id))) },
    'POST /api/staff/pay-outs/{id}/ask': { id: String(one.loanId) },
    'POST /api/staff/money/refunds/{id}/ask': { id: String((await refunds.refundOf(creditor)).id) },
    'GET /api/staff/customers/{id}/loans/{loan}/agreement': { id, loan: String(one.loanId) },
    'POST /api/staff/customers/{id}/unmask': { id },
  };
});
afterAll(() => product.close());

/** A possible match of a customer that is over. */
async function endedMatch(customerId: number): Promise<number> {
  const { db, clock } = product.deps;
  await screenCountry(product.deps, 'AR');
  const entry = await db.selectFrom('watch_list_entry').select('id').executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('screening_match')
    .values({
      country: 'AR',
      customer_id: customerId,
      entry_id: entry.id,
      digest: 'x',
      reasons: ['name'],
      name: 'x',
      state: 'ended',
      found_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An exception of a customer that is over. */
async function endedException(customerId: number): Promise<number> {
  const { db, clock } = product.deps;
  const at = clock.now();
  const { id: decisionId } = await db
    .selectFrom('decision as d')
    .innerJoin('offer as o', 'o.decision_id', 'd.id')
    .select('d.id')
    .where('o.customer_id', '=', customerId)
    .where('d.rules_id', 'is not', null)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('credit_exception')
    .values({
      country: 'AR',
      decision_id: decisionId,
      customer_id: customerId,
      why: 'outage',
      state: 'expired',
      queued_at: at,
      expires_at: at,
      decided_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function memberOf(role: StaffRole): Promise<StaffMember> {
  const member = members.get(role) ?? (await signInAs(product, role));
  members.set(role, member);
  await member.call('POST /api/staff/step-up/sandbox', { body: {} });
  return member;
}

/** The allowed role with the lowest limit. */
function leastOf(key: StaffCall): { role: StaffRole; most: number } {
  const definition = definitionOf(key);
  const { daily = { everybody: 0 } } = definition;
  const allowed = STAFF_ROLES.filter((role) => mayMake(definition, permissionsOf([role])));
  const limits = allowed.map((role) => ({ role, most: daily[role] ?? daily.everybody }));
  return limits.reduce((least, each) => (each.most < least.most ? each : least));
}

const WORDS = [
  'x',
  '999999',
  'Lo pidió',
  'AR',
  '2026-12-01',
  'ana@example.org',
  '1144556677',
  '10:00',
  '2026-11',
];
const CANDIDATES: readonly unknown[] = [...WORDS, 1, 10, true, null, [], {}];

/** Sample value that a field accepts. */
function sampleOf(field: z.ZodType): unknown {
  if (field instanceof z.ZodObject) return sampleOfObject(field);
  if (field instanceof z.ZodDiscriminatedUnion) return sampleOf(field.options[0] as z.ZodType);
  if (field instanceof z.ZodArray) return [sampleOf(field.element as z.ZodType)];
  if (field instanceof z.ZodLiteral) return field.value;
  const choices = field instanceof z.ZodEnum ? field.options : CANDIDATES;
  const found = [undefined, ...choices].find((each) => field.safeParse(each).success);
  if (found === undefined && !field.safeParse(undefined).success)
    throw new Error(`no sample of ${JSON.stringify(z.toJSONSchema(field, { unrepresentable: 'any' }))}`);
  return found;
}

const sampleOfObject = ({ shape }: z.ZodObject): Record<string, unknown> =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, sampleOf(field as z.ZodType)]));

/** Required queries; uploads name their file there. */
const QUERIES: Readonly<Partial<Record<StaffCall, Record<string, string>>>> = {
  'POST /api/staff/closes/{id}/export': { file: 'journal', format: 'csv' },
  'POST /api/staff/figures/export': { country: 'AR' },
  'POST /api/staff/files': { country: 'AR', name: 'comprobante.pdf' },
  'POST /api/staff/tickets/{id}/files': { name: 'recibo.pdf' },
  'POST /api/staff/money/files': { network: 'rapipago', name: 'parte.txt' },
  'POST /api/staff/money/files/preview': { network: 'rapipago', name: 'parte.txt' },
};

function use(member: StaffMember, key: StaffCall): Promise<TestAnswer> {
  const definition = definitionOf(key);
  const query = QUERIES[key];
  if (query && definition.upload)
    return sendFile(product, member, key, {
      bytes: Buffer.from('%PDF-1.7 x'),
      query,
      params: { id: '999999' },
    });
  const params = known[key] ?? (definition.params ? sampleOfObject(definition.params) : {});
  const texts = Object.entries(params).map(([name, value]) => [
    name,
    name === 'country' ? 'AR' : String(value === 'x' ? '999999' : value),
  ]);
  return member.call(key, {
    params: Object.fromEntries(texts),
    ...(query ? { query } : {}),
    ...(definition.versioned ? { version: 1 } : {}),
    ...(definition.body ? { body: sampleOf(definition.body) } : {}),
  });
}

/** Raises the audited uses of today to `times`. */
async function used(key: StaffCall, { id }: StaffMember, times: number): Promise<void> {
  const { db } = product.deps;
  const already = await db
    .selectFrom('staff_audit')
    .select('id')
    .where('staff_id', '=', Number(id))
    .where('action', '=', key)
    .execute();
  const row = {
    at: product.deps.clock.now(),
    staff_id: Number(id),
    action: key,
    subject: 'x',
    subject_name: 'x',
    country: null,
    customer_id: null,
    reason_code: '',
    reason: '',
    request_id: '',
    address: '',
    device: '',
    before: '{}',
    after: '{}',
    approval_id: null,
    requested_by: null,
  };
  for (let left = times - already.length; left > 0; left -= 500) {
    const rows = Array.from({ length: Math.min(left, 500) }, () => row);
    await db.insertInto('staff_audit').values(rows).execute();
  }
}

/** Answers that a call gives before the limit is checked. */
const BEFORE = ['invalid', 'bad_request', 'permission', 'step_up', 'version_missing', 'passkeys_missing'];

describe('beyond its daily limit', () => {
  test.each(limited)('%s refuses', async (key) => {
    const { role, most } = leastOf(key);
    const member = await memberOf(role);
    await used(key, member, most - 1);
    const { body: within } = await use(member, key);
    expect([...BEFORE, 'daily_limit'], JSON.stringify(within)).not.toContain(within.code);
    await used(key, member, most);
    expect(await use(member, key)).toMatchObject({ status: 429, body: { code: 'daily_limit' } });
  });
});

test('a row bounded by the day names a call with a daily limit', () => {
  const daily = (Object.keys(STAFF_ROWS) as StaffCall[]).filter((key) => STAFF_ROWS[key].bound === 'daily');
  expect(daily.filter((key) => !limited.includes(key))).toEqual([]);
  expect(limited.length).toBeGreaterThan(50);
});
