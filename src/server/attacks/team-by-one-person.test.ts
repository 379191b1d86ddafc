import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INCOMPATIBLE_ROLES, STAFF_ROLES, type StaffRole } from '../../contract/staff/permissions.ts';
import { borrower, type Borrower } from '../servicing/payments/testing/borrower.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { transaction } from '../platform/database.ts';
import { refuseOwnRecord } from '../staff/actions/command.ts';
import { expireApprovals } from '../staff/actions/service.ts';
import { consoleUrl, signInAs, type StaffMember } from '../staff/testing/console.ts';
import { actorOf } from '../staff/team/service.ts';

/** Access changes that need two people, and the staff's own customer records. */

let product: TestProduct;
let administrator: StaffMember;
let head: StaffMember;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  await signInAll();
});
afterAll(() => product.close());

async function signInAll() {
  [administrator, head] = [await signInAs(product, 'administrator'), await signInAs(product, 'head')];
  for (const each of [administrator, head]) await each.call('POST /api/staff/step-up/sandbox', { body: {} });
}
const why = { reason_code: 'joined', reason: 'Lo pidió la dirección' };
const personOf = async (id: string) =>
  (await administrator.call('GET /api/staff/people')).body.result.find(
    (each: { id: string }) => each.id === id,
  );
const approve = (by: StaffMember, id: string) =>
  by.call('POST /api/staff/approvals/{id}/approve', { params: { id } });
const access = (id: string, version: number, roles: readonly StaffRole[]) =>
  administrator.call('POST /api/staff/people/{id}/access', {
    params: { id },
    version,
    body: { roles, countries: ['AR', 'UY'], ...why },
  });
/** Refusal of a command on a borrower's record. */
async function refusalOf(asks: StaffMember, approves: StaffMember | undefined, one: Borrower) {
  const { db } = product.deps;
  const by = await actorOf(db, Number(asks.id));
  const approver = approves && (await actorOf(db, Number(approves.id)));
  const { id: customerId } = await db
    .selectFrom('customer')
    .select('id')
    .where('document_number', '=', one.documentNumber)
    .executeTakeFirstOrThrow();
  return (await transaction(db, (tx) => refuseOwnRecord(tx, { by: by!, approver }, { customerId })))?.code;
}
async function invited(roles: readonly StaffRole[]) {
  const { result } = (
    await administrator.call('POST /api/staff/people', {
      body: { name: 'Ana Ruiz', email: `${randomUUID()}@prestamista.example`, countries: ['AR', 'UY'] },
    })
  ).body;
  const asked = await access(result.id, 1, roles);
  expect((await approve(head, asked.body.approval)).status).toBe(200);
  return personOf(result.id);
}
async function disable(id: string) {
  const { version } = await personOf(id);
  const body = { reason_code: 'left', reason: 'Dejó la empresa' };
  return administrator.call('POST /api/staff/people/{id}/disable', { params: { id }, version, body });
}

test('roles that would ask and approve are refused together, whichever pair', async () => {
  const person = await invited(['collector']);
  for (const pair of INCOMPATIBLE_ROLES) {
    const answer = await access(person.id, person.version, [...pair, 'collector']);
    expect([pair, answer.body.code]).toEqual([pair, 'roles_incompatible']);
  }
  const all = await access(person.id, person.version, STAFF_ROLES);
  expect(all.body.code).toBe('roles_incompatible');
  expect((await access(person.id, person.version, ['agent', 'collector'])).body.outcome).toBe(
    'pending_approval',
  );
});

test('one administrator shuts out one person a day alone, and never leaves fewer than two who approve', async () => {
  const people = [];
  for (let time = 0; time < 4; time += 1) people.push(await invited(['agent']));
  const outcomes = [];
  for (const { id } of people) outcomes.push((await disable(id)).body.outcome);
  expect(outcomes).toEqual(['done', ...Array.from({ length: 3 }, () => 'pending_approval')]);

  const second = await invited(['head']);
  const asked = await disable(second.id);
  expect(asked.body.outcome).toBe('pending_approval');
  expect((await approve(head, asked.body.approval)).status).toBe(200);
  // Disabling the head would leave the administrator as the only approver.
  expect((await disable(head.id)).body.code).toBe('last_approvers');
  const self = await personOf(head.id);
  expect((await access(head.id, self.version, ['collector'])).body.code).toBe('last_approvers');
  expect((await personOf(head.id)).state).toBe('active');
});

describe('their own customer record', () => {
  const reads = async (by: StaffMember, one: Borrower) => {
    const customer = await product.deps.db
      .selectFrom('customer')
      .select('id')
      .where('document_number', '=', one.documentNumber)
      .executeTakeFirstOrThrow();
    const id = String(customer.id);
    return [
      await by.call('GET /api/staff/customers/{id}', { params: { id } }),
      await by.call('GET /api/staff/customers/{id}/timeline', { params: { id } }),
      await by.call('POST /api/staff/customers/{id}/notes', {
        params: { id },
        body: { text: 'Buen pagador' },
      }),
      await by.call('GET /api/staff/pay-outs/{id}', { params: { id: String(one.loanId) } }),
    ];
  };

  test.each(['document', 'mail', 'phone'] as const)('is closed to an employee by %s', async (kind) => {
    const one = await borrower(product, 'AR', 3);
    const agent = await signInAs(product, 'agent');
    for (const answer of await reads(agent, one)) expect(answer.status).toBe(200);
    const { cellphone, email } = await product.deps.db
      .selectFrom('customer')
      .select(['cellphone', 'email'])
      .where('document_number', '=', one.documentNumber)
      .executeTakeFirstOrThrow();
    const body = {
      document_number: kind === 'document' ? one.documentNumber : '',
      cellphone: kind === 'phone' ? `549${cellphone}` : '',
      email: kind === 'mail' ? email : '',
      reason: 'Es cliente nuestro',
    };
    const { version } = await personOf(agent.id);
    const params = { id: agent.id };
    const asked = await administrator.call('POST /api/staff/people/{id}/own-record', {
      params,
      version,
      body,
    });
    expect(asked.body.outcome).toBe('pending_approval');
    expect((await approve(head, asked.body.approval)).status).toBe(200);
    for (const answer of await reads(agent, one)) expect(answer.body.code).toBe('own_record');
    for (const answer of await reads(head, one)) expect(answer.status).toBe(200);
    expect(await refusalOf(head, agent, one)).toBe('own_record');
    expect(await refusalOf(agent, head, one)).toBe('own_record');
    expect(await refusalOf(head, undefined, one)).toBeUndefined();
    // Others' records stay open.
    for (const answer of await reads(agent, await borrower(product, 'AR', 3)))
      expect(answer.status).toBe(200);
  });
});

test('what waits expires, and whoever signs is checked again', async () => {
  const { result } = (
    await administrator.call('POST /api/staff/people', {
      body: { name: 'Eva Sosa', email: `${randomUUID()}@prestamista.example`, countries: ['AR'] },
    })
  ).body;
  const asked = await access(result.id, 1, ['agent']);
  await product.call('POST /sandbox/clock', { body: { advance: 'P7D' } });
  await signInAll();
  expect((await approve(head, asked.body.approval)).body.code).toBe('approval_expired');
  const listed = async () =>
    (await head.call('GET /api/staff/approvals')).body.result.find(
      ({ id }: { id: string }) => id === asked.body.approval,
    );
  expect(await listed()).toMatchObject({ state: 'pending', decidable: false });
  expect(await expireApprovals(product.deps)).toBeGreaterThan(0);
  expect(await listed()).toMatchObject({ state: 'expired' });
  expect((await approve(head, asked.body.approval)).body.code).toBe('approval_state');
  expect((await personOf(result.id)).roles).toEqual([]);
});
