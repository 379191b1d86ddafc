import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract, type CallKey } from '../../contract/contract.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { mayMake, permissionsOf, STAFF_ROLES } from '../../contract/staff/permissions.ts';
import type { Call, Route } from '../platform/http/route.ts';
import { addTicket } from '../sandbox/routes.ts';
import { borrower, type Borrower } from '../servicing/payments/testing/borrower.ts';
import { customersIn, watched } from '../staff/data-views/service.ts';
import { consoleUrl, signInAs, type StaffMember } from '../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** Each staff read of a person's data is logged with employee, customer and call. */

const definitionOf = (key: CallKey): Endpoint => contract[key];
const staffCalls = (Object.keys(contract) as CallKey[]).filter((key) => definitionOf(key).access === 'staff');
const personsCalls = staffCalls.filter((key) => definitionOf(key).persons !== undefined);

/** Members of a response, by their last name. */
function membersOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, of]) => [name, ...membersOf(of)]);
  if (schema instanceof z.ZodArray) return membersOf(schema.element);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return membersOf(schema.unwrap());
  return [];
}

/** Members that identify or describe a customer. */
const PERSONAL = [
  'customer',
  'document',
  'legal_number',
  'phone',
  'first_name',
  'last_name',
  'account',
  'value',
];

/** Calls with such a member, or with a file, that need no log entry. */
const EXCEPTIONS: Readonly<Partial<Record<CallKey, string>>> = {
  'GET /api/staff/audit': 'numbers of customers and masked facts',
  'POST /api/staff/audit/export': 'the same as a file',
  'GET /api/staff/files/{id}': 'a receipt; each view is a row of the audit by its number',
  'GET /api/staff/settings': 'values of the configuration',
  'GET /api/staff/closes': 'counts and sums',
  'POST /api/staff/closes/{id}/export': 'loans by number, without persons',
  'GET /api/staff/closes/{id}': 'counts and sums',
  'GET /api/staff/confirmed-data': 'values of the law',
  'GET /api/staff/confirmed-data/{country}/{name}': 'values of the law',
  'GET /api/staff/dated-values': 'values of the law',
  'GET /api/staff/dated-values/{country}/{kind}': 'values of the law',
};

test('each call of the staff that shows a person says so in the contract, or why not', () => {
  const silent = staffCalls.filter((key) => {
    const { response, persons } = definitionOf(key);
    const isShowing =
      typeof response === 'string' || membersOf(response).some((name) => PERSONAL.includes(name));
    return isShowing && persons === undefined && !(key in EXCEPTIONS);
  });
  expect(silent).toEqual([]);
  const stale = (Object.keys(EXCEPTIONS) as CallKey[]).filter(
    (key) => definitionOf(key).persons !== undefined,
  );
  expect(stale).toEqual([]);
});

test('each of them names its customers so that they are found', () => {
  const nameless = personsCalls.filter((key) => {
    const { response } = definitionOf(key);
    if (typeof response === 'string') return false;
    return !key.includes('/customers/{id}') && !membersOf(response).includes('customer');
  });
  expect(nameless).toEqual([]);
  expect(customersIn({ result: [{ customer: '7' }, { customer: '' }], more: { customer: '9' } })).toEqual([
    7, 9,
  ]);
});

describe('with people', () => {
  let product: TestProduct;
  let one: Borrower;
  let customer: number;
  beforeAll(async () => {
    product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
    await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
    one = await borrower(product, 'AR');
    const row = await product.deps.db
      .selectFrom('loan')
      .select('customer_id')
      .where('id', '=', one.loanId)
      .executeTakeFirstOrThrow();
    customer = row.customer_id;
  });
  afterAll(() => product.close());

  const seen = async ({ id }: StaffMember, action: CallKey) =>
    product.deps.db
      .selectFrom('personal_data_view')
      .select(['customer_id', 'is_listed'])
      .where('staff_id', '=', Number(id))
      .where('action', '=', action)
      .execute();

  test.each(personsCalls.filter((key) => !key.includes('/export')))(
    '%s leaves a row of whom its answer shows, and refuses beyond the budget',
    async (key) => {
      const reader = await signInAs(product, 'auditor');
      const { db } = product.deps;
      await db.deleteFrom('personal_data_view').execute();
      const stub: Route = {
        key,
        handle: () => Promise.resolve({ ok: true, value: { result: [{ customer: String(customer) }] } }),
      };
      const deps = {
        ...product.deps,
        config: { ...product.deps.config, PERSONAL_DATA_DAY: 1, PERSONAL_DATA_LISTED_DAY: 1 },
      };
      const ask = (id: number) =>
        watched(deps, stub).handle({
          params: { id },
          staff: { staffId: Number(reader.id) },
        } as unknown as Call<CallKey>);
      expect(await ask(customer)).toMatchObject({ ok: true });
      expect(await seen(reader, key)).toEqual([
        { customer_id: customer, is_listed: definitionOf(key).persons === 'listed' },
      ]);
      expect(await ask(customer + 1_000_000)).toMatchObject({ ok: false, code: 'personal_data_budget' });
    },
  );

  test('the served calls do: pages, searches, lists and papers, for every role that may', async () => {
    const { documentNumber } = one;
    await addTicket(product.deps, 'AR', {
      document_number: documentNumber,
      subject: 'Ayuda',
      status: 'open',
    });
    const { id: ticket } = await product.deps.db
      .selectFrom('ticket')
      .select('id')
      .where('customer_id', '=', customer)
      .executeTakeFirstOrThrow();
    const id = String(customer);
    const calls: readonly (readonly [CallKey, object])[] = [
      ['GET /api/staff/customers/{id}', { params: { id } }],
      ['GET /api/staff/customers/{id}/timeline', { params: { id } }],
      ['GET /api/staff/customers/{id}/holds', { params: { id } }],
      ['GET /api/staff/tickets', {}],
      ['GET /api/staff/tickets/{id}', { params: { id: String(ticket) } }],
      ['GET /api/staff/money/loans/{id}', { params: { id: String(one.loanId) } }],
      ['POST /api/staff/search', { body: { text: documentNumber } }],
      ['GET /api/staff/recent-customers', {}],
    ];
    for (const role of STAFF_ROLES) {
      const reader = await signInAs(product, role);
      for (const [key, options] of calls) {
        const isAllowed = mayMake(definitionOf(key), permissionsOf([role]));
        const { status } = await reader.call(key, options);
        expect([role, key, status]).toEqual([role, key, isAllowed ? 200 : 403]);
        const rows = (await seen(reader, key)).map(({ customer_id: of }) => of);
        expect([role, key, rows.includes(customer)]).toEqual([role, key, isAllowed]);
      }
    }
  });

  test('only a search by a role that reads tickets finds a ticket', async () => {
    const { public_id: number } = await product.deps.db
      .selectFrom('ticket')
      .select('public_id')
      .where('customer_id', '=', customer)
      .executeTakeFirstOrThrow();
    for (const [role, count] of [
      ['agent', 1],
      ['accounting', 0],
    ] as const) {
      const { body } = await (
        await signInAs(product, role)
      ).call('POST /api/staff/search', { body: { text: number } });
      expect([role, body.result.length]).toEqual([role, count]);
    }
  });
});
