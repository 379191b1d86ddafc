import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract, type CallKey } from '../../contract/contract.ts';
import { STAFF_ROLES } from '../../contract/staff/permissions.ts';
import { consoleUrl, signInAs, type StaffMember } from '../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** Words that one person writes so that the others' lists, pages and files break. */

let product: TestProduct;
const staff = new Map<string, StaffMember>();
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  for (const role of STAFF_ROLES) {
    const one = await signInAs(product, role);
    await one.call('POST /api/staff/step-up/sandbox', { body: {} });
    staff.set(role, one);
  }
});
afterAll(() => product.close());

const as = (role: string): StaffMember => {
  const one = staff.get(role);
  if (!one) throw new Error(`nobody is ${role}`);
  return one;
};

test('an employee writes days and times that do not exist into the audit: it can still be exported', async () => {
  const name = '2026-02-30';
  const added = await as('administrator').call('POST /api/staff/integrations/partners', {
    body: { country: 'AR', code: 'constructor', name: '2026-99-99T99:99:99Z', kind: 'partner' },
  });
  expect(added.status).toBe(200);
  const { id } = await product.deps.db.selectFrom('partner').select('id').executeTakeFirstOrThrow();
  const asked = await as('administrator').call('POST /api/staff/integrations/partners/{id}/keys', {
    params: { id: String(id) },
    version: 0,
    body: { name, scopes: ['leads.read'], hourly_limit: 1, days: 1, reason: name },
  });
  expect(asked.body.outcome).toBe('pending_approval');
  const approved = await as('head').call('POST /api/staff/approvals/{id}/approve', {
    params: { id: asked.body.approval },
    body: {},
  });
  expect(approved.status).toBe(200);
  const file = await as('auditor').call('POST /api/staff/audit/export', { query: {}, body: {} });
  expect(file.status).toBe(200);
  expect(String(file.body)).toContain(name);
  expect(String(file.body)).toContain('2026-99-99T99:99:99Z');
});

const HOSTILE = ['2026-13', '0001-01', '9223372036854775808', '\u0000'];

const lists = (Object.keys(contract) as CallKey[])
  .filter((key) => key.startsWith('GET /api/staff/'))
  .flatMap((key) => {
    const { query } = contract[key] as { readonly query?: { readonly shape?: object } };
    return Object.keys(query?.shape ?? {}).map((filter) => ({ key, filter }));
  });

/** Answer to the first who may see the list. */
async function statusOf(key: CallKey, query: Readonly<Record<string, string>>): Promise<number> {
  for (const one of staff.values()) {
    const { status } = await one.call(key, { params: { id: '1', customer: '1' }, query });
    if (status !== 403) return status;
  }
  return 403;
}

test('no list of the staff fails with a filter that is none', async () => {
  const failed: string[] = [];
  for (const { key, filter } of lists)
    for (const value of HOSTILE)
      if ((await statusOf(key, { [filter]: value })) >= 500) failed.push(`${key} ${filter}=${value}`);
  expect(failed).toEqual([]);
}, 60_000);
