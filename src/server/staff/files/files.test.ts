import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { auditedWrites } from '../testing/audited.ts';
import { consoleUrl, signInAs, type StaffMember } from '../testing/console.ts';
import { attach } from '../testing/evidence.ts';

let product: TestProduct;
let treasury: StaffMember;
let auditor: StaffMember;
let rows: ReturnType<typeof auditedWrites>['rows'];

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  [treasury, auditor] = [await signInAs(product, 'treasury'), await signInAs(product, 'auditor')];
  ({ rows } = auditedWrites(product));
});
afterAll(() => product.close());

const pdf = Buffer.from('%PDF-1.7 transferencia');

test('a receipt is kept once, named by its row, and every view is recorded', async () => {
  const before = (await rows()).length;
  const first = await attach(product, treasury, 'AR', pdf);
  expect(first.status).toBe(200);
  const { id } = first.body.result;
  const [row] = (await rows()).slice(before);
  expect(row).toMatchObject({
    action: 'POST /api/staff/files',
    subject: `file:${id}`,
    staff_id: Number(treasury.id),
  });
  const seen = await auditor.call('GET /api/staff/files/{id}', { params: { id } });
  expect(seen.status).toBe(200);
  expect(seen.headers.get('content-type')).toContain('application/pdf');
  expect((await rows()).at(-1)).toMatchObject({
    action: 'GET /api/staff/files/{id}',
    subject: `file:${id}`,
    staff_id: Number(auditor.id),
  });
  const key = 'the-same-key';
  const twice = [
    await attach(product, treasury, 'AR', pdf, key),
    await attach(product, treasury, 'AR', pdf, key),
  ];
  expect(twice[1]?.body.result.id).toBe(twice[0]?.body.result.id);
});

test('what is no receipt, of another country, or of a person who may not is refused', async () => {
  const html = await attach(product, treasury, 'AR', Buffer.from('<html>'));
  expect(html).toMatchObject({ status: 422, body: { code: 'evidence_type' } });
  expect((await attach(product, auditor, 'AR', pdf)).status).toBe(403);
  const { id } = (await attach(product, treasury, 'UY', pdf)).body.result;
  const set = (countries: string[]) =>
    product.deps.db
      .updateTable('staff_member')
      .set({ countries })
      .where('id', '=', Number(treasury.id))
      .execute();
  await set(['AR']);
  expect((await attach(product, treasury, 'UY', pdf)).status).toBe(403);
  expect((await treasury.call('GET /api/staff/files/{id}', { params: { id } })).status).toBe(404);
  await set(['AR', 'UY']);
});
