import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { consoleUrl, signInAs, type StaffMember } from '../testing/console.ts';

let product: TestProduct;
let auditor: StaffMember;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  auditor = await signInAs(product, 'auditor');
});
afterAll(() => product.close());

const texts = {
  subject: '',
  subject_name: '',
  reason: '',
  reason_code: '',
  request_id: '',
  address: '',
  device: '',
};

async function pagesOf(query: Readonly<Record<string, string>>): Promise<string[]> {
  const ids: string[] = [];
  for (let before = ''; ;) {
    const { body } = await auditor.call('GET /api/staff/audit', {
      query: { ...query, ...(before === '' ? {} : { before }) },
    });
    ids.push(...body.result.map(({ id }: { id: string }) => id));
    if (body.next === '') return ids;
    before = body.next;
  }
}

test('days of the audit are paged in the order of their instants, each row once', async () => {
  const { db } = product.deps;
  const on = (day: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      ...texts,
      // Several of one instant, as of one second.
      at: new Date(`${day}T12:00:${String(index % 7).padStart(2, '0')}Z`),
      staff_id: Number(auditor.id),
      action: 'POST /api/staff/search',
      before: '{}',
      after: '{}',
    }));
  // Written later, of a day before.
  for (const rows of [on('2031-05-02', 60), on('2031-05-01', 70), on('2031-05-03', 3)])
    await db.insertInto('staff_audit').values(rows).execute();
  const all = await pagesOf({ from: '2031-05-01', to: '2031-05-02' });
  expect(all).toHaveLength(130);
  expect(new Set(all).size).toBe(130);
  const wanted = await db
    .selectFrom('staff_audit')
    .select('id')
    .where('at', '>=', new Date('2031-05-01T00:00:00Z'))
    .where('at', '<', new Date('2031-05-03T00:00:00Z'))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  expect(all).toEqual(wanted.map(({ id }) => String(id)));
  expect(await pagesOf({ from: '2031-05-02', to: '2031-05-02', person: auditor.id })).toHaveLength(60);
  expect(await pagesOf({ from: '2031-05-03' })).toHaveLength(3);
});

test('the audit’s file has each row once, also where it takes several pages to read', async () => {
  const { db } = product.deps;
  await sql`
    insert into staff_audit (at, staff_id, action, subject, subject_name, reason, reason_code, request_id, address, device, before, after)
    select timestamptz '2032-03-01 12:00Z' + n % 60 * interval '1 second', ${Number(auditor.id)}, 'POST /api/staff/search',
      '', '', '', '', '', '', '', '{}', '{}' from generate_series(1, 2500) n`.execute(db);
  const query = { from: '2032-03-01', to: '2032-03-01' };
  for (const asked of [query, { ...query, action: 'POST /api/staff/search' }]) {
    const file = await auditor.call('POST /api/staff/audit/export', { query: asked });
    const [, ...lines] = String(file.body).trim().split('\r\n');
    expect(new Set(lines.map((line) => line.split(';')[0])).size).toBe(2500);
    expect(lines).toHaveLength(2500);
    expect(lines.every((line) => line.includes(';Búsqueda;'))).toBe(true);
  }
});
