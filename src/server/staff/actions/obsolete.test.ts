import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listMessages } from '../../messages/service.ts';
import { todayOf } from '../../servicing/debits/testing/debtor.ts';
import { borrower } from '../../servicing/payments/testing/borrower.ts';
import { cash } from '../../servicing/payments/testing/credit-tools.ts';
import { moneyTools, why } from '../../servicing/payments/testing/money-tools.ts';
import { staffCommands } from '../../staff-routes.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { contract, type CallKey } from '../../../contract/contract.ts';
import { transaction } from '../../platform/database.ts';
import { ok } from '../../platform/http/result.ts';
import { addPerson } from '../../testing/people.ts';
import { consoleUrl, signInAs, type StaffMember } from '../testing/console.ts';
import { isLarge } from './approval-rows.ts';
import { refuseWaiting } from './command.ts';
import { closeObsolete, commandsByKey } from './obsolete.ts';

/** Requests whose basis changes, and duplicate requests (docs/console.md#cuatro-ojos). */

let product: TestProduct;
let tools: Awaited<ReturnType<typeof moneyTools>>;
let treasury: StaffMember;
let head: StaffMember;
let accounting: StaffMember;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  tools = await moneyTools(product);
  ({ treasury, head, accounting } = tools);
});
afterAll(() => product.close());

const country = 'UY';
/** Country whose payouts are stopped meanwhile. */
const stopped = 'AR';

const control = async () =>
  (await treasury.call('GET /api/staff/pay-outs', { query: { country: stopped } })).body.controls[0];
const askCap = async (dailyCap: number) =>
  treasury.call('POST /api/staff/pay-outs/controls/{country}/cap', {
    params: { country: stopped },
    version: (await control()).version,
    body: { daily_cap: dailyCap, reason_code: 'funds', reason: 'Fondos del día' },
  });
const stop = async () =>
  head.call('POST /api/staff/pay-outs/controls/{country}/stop', {
    params: { country: stopped },
    version: (await control()).version,
    body: { reason_code: 'provider', reason: 'No contesta el proveedor' },
  });
const requestOf = async (by: StaffMember, id: string) =>
  (await by.call('GET /api/staff/approvals')).body.result.find((row: { id: string }) => row.id === id);
const sweep = () => closeObsolete(product.deps, commandsByKey(staffCommands(product.deps)));

describe('a request whose basis has changed', () => {
  test('closes itself within a minute, tells its requester why, and can be requested again', async () => {
    const { approval } = (await askCap(900_000)).body;
    expect(await sweep()).toBe(0);
    expect(await requestOf(head, approval)).toMatchObject({ state: 'pending', decidable: true });
    expect((await stop()).status).toBe(200);
    expect(await sweep()).toBe(1);
    const closed = await requestOf(treasury, approval);
    expect(closed).toMatchObject({ state: 'obsolete', decidable: false, own: true });
    expect(closed.closed_because).toMatch(/^\S.* cambió los envíos del país\.$/);
    const { email } = await product.deps.db
      .selectFrom('staff_member')
      .select('email')
      .where('id', '=', Number(treasury.id))
      .executeTakeFirstOrThrow();
    const [letter] = await listMessages(product.deps, email);
    expect(letter?.text).toContain(closed.closed_because);
    const again = (await askCap(900_000)).body;
    expect(again.outcome).toBe('pending_approval');
    const approve = { params: { id: again.approval } };
    expect((await head.call('POST /api/staff/approvals/{id}/approve', approve)).status).toBe(200);
  });

  test('closes at once where its approval fails; the approver reads why', async () => {
    const agent = await signInAs(product, 'agent');
    const { id: customer } = await addPerson(product);
    const { version } = await product.deps.db
      .selectFrom('customer')
      .select('version')
      .where('id', '=', customer)
      .executeTakeFirstOrThrow();
    const [overtaken, first] = [
      await agent.call('POST /api/staff/customers/{id}/email', {
        params: { id: String(customer) },
        version,
        body: { email: 'otra@correo.example', reason_code: 'customer_asks', reason: 'Llamó' },
      }),
      await agent.call('POST /api/staff/customers/{id}/name', {
        params: { id: String(customer) },
        version,
        body: { first_name: 'Olga', last_name: 'Rey', reason_code: 'customer_asks', reason: 'Llamó' },
      }),
    ];
    await head.call('POST /api/staff/approvals/{id}/approve', { params: { id: first.body.approval } });
    // Another approval on the same record makes it obsolete.
    expect((await requestOf(head, overtaken.body.approval)).state).toBe('obsolete');
    const resume = await treasury.call('POST /api/staff/pay-outs/controls/{country}/resume', {
      params: { country: stopped },
      version: (await control()).version,
      body: { reason_code: 'solved', reason: 'Ya contesta' },
    });
    expect((await askCap(800_000)).body.code).toBe('already_asked');
    await head.call('POST /api/staff/approvals/{id}/approve', { params: { id: resume.body.approval } });
    const { approval } = (await askCap(800_000)).body;
    expect((await stop()).status).toBe(200);
    const refused = await head.call('POST /api/staff/approvals/{id}/approve', { params: { id: approval } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect((await requestOf(head, approval)).state).toBe('obsolete');
    const late = await head.call('POST /api/staff/approvals/{id}/approve', { params: { id: approval } });
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect(late.body.message).toContain('se cerró sin hacerse');
  });
});

describe('a second request', () => {
  test('for the same money is refused, whatever it would do with it, until the first is decided', async () => {
    const one = await borrower(product, country, 3);
    const id = await tools.waitingMoney(country, 20_000);
    const returned = async () =>
      treasury.call('POST /api/staff/money/unmatched/{id}/return', {
        params: { id },
        version: (await tools.found(id)).version,
        body: {
          bank_reference: 'DEV-77',
          file: await tools.evidence(country),
          reason_code: 'not-ours',
          reason: 'No es de nadie',
        },
      });
    const matched = async () =>
      treasury.call('POST /api/staff/money/unmatched/{id}/match', {
        params: { id },
        version: (await tools.found(id)).version,
        body: { loan: String(one.loanId), books: (await tools.target(one)).books, ...why },
      });
    const first = (await returned()).body;
    expect(first.outcome).toBe('pending_approval');
    expect(await returned()).toMatchObject({ status: 409, body: { code: 'already_asked' } });
    expect(await matched()).toMatchObject({ status: 409, body: { code: 'already_asked' } });
    await treasury.call('POST /api/staff/approvals/{id}/withdraw', { params: { id: first.approval } });
    const second = (await matched()).body;
    expect(second.outcome).toBe('pending_approval');
    const row = await requestOf(accounting, second.approval);
    expect(row).toMatchObject({ amount: 20_000, currency: 'UYU', is_large: false });
    expect(row.customer).not.toBe('');
    expect(row.person).not.toBe('');
  });

  test('about what waits is refused to every call, but for those that stop something or decide nothing', async () => {
    const id = await tools.waitingMoney(country, 20_000);
    const asked = await treasury.call('POST /api/staff/money/unmatched/{id}/return', {
      params: { id },
      version: (await tools.found(id)).version,
      body: {
        bank_reference: 'DEV-79',
        file: await tools.evidence(country),
        reason_code: 'not-ours',
        reason: 'No es de nadie',
      },
    });
    const { subject } = await requestOf(treasury, asked.body.approval);
    const keys = Object.keys(contract).filter((key) => key.startsWith('POST /api/staff/')) as CallKey[];
    const done = ok({ answer: {}, facts: { subject, subjectName: '' } });
    const refused = await transaction(product.deps.db, async (tx) => {
      const codes = [];
      for (const key of keys) codes.push([key, (await refuseWaiting(tx, key, done))?.code]);
      return codes;
    });
    expect(refused.filter(([, code]) => code !== 'already_asked').map(([key]) => key)).toEqual([
      'POST /api/staff/people/{id}/disable',
      'POST /api/staff/closes/{id}/export',
      'POST /api/staff/exceptions/next',
      'POST /api/staff/exceptions/{id}/release',
      'POST /api/staff/pay-outs/{id}/hold',
      'POST /api/staff/pay-outs/controls/{country}/stop',
    ]);
  });

  test('to book the same bank operation is refused, also when both arrive at once', async () => {
    const one = await borrower(product, country, 3);
    const file = await tools.evidence(country);
    const { books } = await tools.target(one);
    const booked = () =>
      treasury.call('POST /api/staff/money/payments', {
        version: books,
        body: {
          country,
          loan: String(one.loanId),
          source: cash[country],
          bank_reference: 'ABI-1',
          amount: 500,
          paid_on: todayOf(product, country),
          file,
          ...why,
        },
      });
    const both = await Promise.all([booked(), booked()]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('already_asked');
  });
});

test('a large sum is approved by typing it', async () => {
  const id = await tools.waitingMoney(country, 60_000.5);
  const asked = await treasury.call('POST /api/staff/money/unmatched/{id}/return', {
    params: { id },
    version: (await tools.found(id)).version,
    body: {
      bank_reference: 'DEV-78',
      file: await tools.evidence(country),
      reason_code: 'not-ours',
      reason: 'No es de nadie',
    },
  });
  const { approval } = asked.body;
  // Ten times the country's limit.
  const isLargeSum = (amount: number) => isLarge({ amount, country });
  expect([isLargeSum(5_000_000 - 1), isLargeSum(5_000_000)]).toEqual([false, true]);
  const row = await requestOf(accounting, approval);
  expect(row).toMatchObject({ is_large: true, amount: 60_000.5 });
  expect(row.evidence).toEqual([
    { id: expect.any(String), name: 'comprobante.pdf', type: 'application/pdf' },
  ]);
  const approve = (body: object) =>
    accounting.call('POST /api/staff/approvals/{id}/approve', { params: { id: approval }, body });
  for (const body of [{}, { amount: 60_000 }, { amount: 600_005 }])
    expect(await approve(body)).toMatchObject({ status: 422, body: { code: 'approval_amount' } });
  expect((await requestOf(accounting, approval)).state).toBe('pending');
  expect((await approve({ amount: 60_000.5 })).status).toBe(200);
});
