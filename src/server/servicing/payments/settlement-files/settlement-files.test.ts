import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localDate } from '../../../../countries/local-time.ts';
import { COLLECTION_LAYOUTS } from '../../../integrations/collection/layouts.ts';
import { writeCollectionFile, type Written } from '../../../integrations/collection/testing/write-file.ts';
import { approveTyped, consoleUrl, signInAs, type StaffMember } from '../../../staff/testing/console.ts';
import { sendFile, sendSettlementFile } from '../../../staff/testing/evidence.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { importCollection } from '../service.ts';
import { borrower, type Borrower } from '../testing/borrower.ts';
import { cleanUpSettlement } from './clean-up.ts';

let product: TestProduct;
let treasury: StaffMember;
let head: StaffMember;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  [treasury, head] = [await signInAs(product, 'treasury'), await signInAs(product, 'head')];
  for (const each of [treasury, head]) await each.call('POST /api/staff/step-up/sandbox', { body: {} });
});
afterAll(() => product.close());

const today = () => localDate(product.deps.clock.now(), 'AR');
let numbers = 0;
async function paid(one: Borrower, method: string): Promise<Written> {
  const { hash } = (await one.ask([1], method)).body.result;
  const { result } = (
    await product.call('GET /api/v3/coupon/{hash}', { params: { hash }, country: one.country })
  ).body;
  numbers += 1;
  return {
    paidOn: today(),
    reportId: String(numbers).padStart(14, '0'),
    amount: Math.round(result.amount * 100),
    barcode: result.barcode,
    reference: result.reference,
    text: '',
  };
}

const fileOf = (network: string, lines: readonly Written[]) =>
  Buffer.from(writeCollectionFile(COLLECTION_LAYOUTS[network]!, today(), lines));
const send = (key: 'preview' | 'book', network: string, bytes: Buffer, by = treasury) =>
  sendFile(
    product,
    by,
    key === 'book' ? 'POST /api/staff/money/files' : 'POST /api/staff/money/files/preview',
    {
      bytes,
      query: { network, name: 'rendicion.txt' },
    },
  );
async function fileById(id: string) {
  const { body } = await treasury.call('GET /api/staff/money/files', {});
  return body.result.find((each: { id: string }) => each.id === id);
}
const linesOf = async (id: string, query: Record<string, string> = {}, by = treasury) =>
  by.call('GET /api/staff/money/files/{id}', { params: { id }, query });

const approve = (id: string, by = head) => approveTyped(by, id);
const known = async (network: string, bytes: Buffer): Promise<string> =>
  (await send('preview', network, bytes)).body.result.known;

/** Waits for the worker. */
async function booked(id: string) {
  for (;;) {
    const file = await fileById(id);
    if (file.done === file.lines) return file;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

test.each([
  ['AR', 'rapipago'],
  ['UY', 'abitab'],
] as const)(
  '%s: a file says what it would do, is booked once, and has its history',
  async (country, network) => {
    const one = await borrower(product, country, 3);
    const line = await paid(one, network);
    const lost = { ...line, reportId: `9${line.reportId.slice(1)}`, barcode: '0'.repeat(42), reference: '1' };
    const bytes = fileOf(network, [line, lost, { ...line, isReversal: true }]);
    const seen = await send('preview', network, bytes);
    expect(seen.body.result).toMatchObject({ country, lines: 3, tried: 3, known: '' });
    expect(
      Object.fromEntries(
        seen.body.result.counts.map((each: { outcome: string; count: number }) => [each.outcome, each.count]),
      ),
    ).toEqual({
      exact: 1,
      unmatched: 1,
      reversed: 1,
    });
    expect(seen.body.result.rejects).toMatchObject([{ outcome: 'unmatched', amount: line.amount / 100 }]);
    expect(await one.collected()).toBe(0);
    const asked = await send('book', network, bytes);
    expect((await approve(asked.body.approval)).status).toBe(200);
    await expect.poll(() => known(network, bytes)).not.toBe('');
    const id = await known(network, bytes);
    const file = await booked(id);
    expect(file).toMatchObject({ network, lines: 3, done: 3, name: 'rendicion.txt' });
    const all = await linesOf(id);
    expect(all.body).toMatchObject({
      result: [{ outcome: 'exact' }, { outcome: 'unmatched' }, { outcome: 'reversed', kind: 'reversal' }],
      next: '',
    });
    expect((await linesOf(id, { which: 'review' })).body.result).toMatchObject([{ outcome: 'unmatched' }]);
    expect((await linesOf(id, { from: String(all.body.result[1].line) })).body.result).toHaveLength(1);
    // The same lines as an exported file, with the screen's labels.
    const taken = await head.call('POST /api/staff/lists/{list}/export', {
      params: { list: 'rendicion' },
      query: { id, which: 'review' },
    });
    expect(taken.headers.get('content-disposition')).toContain('"rendicion.csv"');
    const [, row = '', ...more] = String(taken.body).trim().split('\r\n');
    expect(row).toContain(';Pago;');
    expect(row).toContain(';Sin identificar;No corresponde a ningún pago pedido');
    expect(more).toEqual([]);
    // Import by command equals import by upload.
    expect(await importCollection(product.deps, { network, name: 'x', bytes })).toMatchObject({
      ok: true,
      booked: 0,
    });
    const again = await send('book', network, bytes);
    expect(again.body.result).toEqual({ id, known: true });
    expect((await send('preview', network, bytes)).body.result).toMatchObject({
      known: id,
      counts: [{ outcome: 'known', count: 3 }],
    });
    const { body } = await treasury.call('GET /api/staff/money/files', { query: { country } });
    expect(body.result[0].id).toBe(id);
    expect(body.networks.every((each: { country: string }) => ['AR', 'UY'].includes(each.country))).toBe(
      true,
    );
  },
);

/** Uploads and approves a file, and waits until it is booked. */
async function bookByTwo(network: string, bytes: Buffer): Promise<string> {
  expect((await sendSettlementFile(product, [treasury, head], { network, bytes })).status).toBe(200);
  await expect.poll(() => known(network, bytes)).not.toBe('');
  const id = await known(network, bytes);
  await booked(id);
  return id;
}

test('a file of whatever amount is booked when a second person approves it', async () => {
  const line = { ...(await paid(await borrower(product, 'UY', 3), 'abitab')), reference: '2' };
  const [much, back] = [
    { ...line, amount: 900_000 },
    { ...line, amount: 900_000, isReversal: true },
  ];
  const bytes = fileOf('abitab', [much, back]);
  const asked = await send('book', 'abitab', bytes);
  expect(asked.body).toMatchObject({ outcome: 'pending_approval', approval: expect.stringMatching(/^\d+$/) });
  const files = () => treasury.call('GET /api/staff/money/files', { query: { country: 'UY' } });
  const before = (await files()).body.result.length;
  expect((await approve(asked.body.approval, treasury)).body.code).toBe('permission');
  const own = await send('book', 'abitab', bytes, head);
  expect(own.body.code).toBe('already_asked');
  expect((await files()).body.result).toHaveLength(before);
  expect((await approve(asked.body.approval)).status).toBe(200);
  await expect.poll(async () => (await files()).body.result).toHaveLength(before + 1);
  const [file] = (await files()).body.result;
  expect((await booked(file.id)).counts).toEqual([
    { outcome: 'reversed', count: 1, amount: 9_000 },
    { outcome: 'unmatched', count: 1, amount: 9_000 },
  ]);
  const small = fileOf('abitab', [{ ...line, reportId: `8${line.reportId.slice(1)}`, amount: 100 }]);
  expect((await send('book', 'abitab', small)).body.outcome).toBe('pending_approval');
  // Lines booked before need no approval.
  expect((await send('book', 'abitab', bytes)).body).toMatchObject({
    outcome: 'done',
    result: { known: true },
  });
});

test('half a file, too large a one, and one of another country are refused and nothing is booked', async () => {
  const one = await borrower(product, 'UY', 3);
  const whole = fileOf('abitab', [await paid(one, 'abitab')]);
  const half = await send('book', 'abitab', whole.subarray(0, whole.length - 12));
  expect(half).toMatchObject({ status: 422, body: { code: 'settlement_file' } });
  expect(half.body.message).toContain('no se registró nada');
  expect(half.body.message).toContain('está cortada.');
  expect((await send('book', 'nadie', whole)).status).toBe(404);
  expect((await send('book', 'abitab', Buffer.alloc(3 * 1024 * 1024, 'x'))).status).toBe(413);
  const { db } = product.deps;
  const set = (countries: string[]) =>
    db.updateTable('staff_member').set({ countries }).where('id', '=', Number(treasury.id)).execute();
  await set(['AR']);
  expect((await send('book', 'abitab', whole)).body.code).toBe('country_forbidden');
  await set(['AR', 'UY']);
  expect(await one.collected()).toBe(0);
});

test('both uploads leave their rows of the audit', async () => {
  const rows = await product.deps.db
    .selectFrom('staff_audit')
    .select('action')
    .distinct()
    .where('action', 'like', '%/money/files%')
    .execute();
  expect(rows.map(({ action }) => action).toSorted()).toEqual([
    'POST /api/staff/money/files',
    'POST /api/staff/money/files/preview',
  ]);
});

test('an upload is deleted once booked or refused, and not while its approval is pending', async () => {
  const { deps } = product;
  const jobsOf = async (sha256: string) => {
    const { rows } = await sql<{ data: { sha256: string }; start_after: Date }>`
      select data, start_after from jobs.job where name = 'clean-up-settlement' and data->>'sha256' = ${sha256}`.execute(
      deps.db,
    );
    return rows;
  };
  const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const kept = async (sha256: string) =>
    (await deps.ports.images.get(`settlement-${sha256}.txt`)) !== undefined;

  const lineOf = (amount: number): Written => {
    numbers += 1;
    const reportId = String(numbers).padStart(14, '0');
    return { paidOn: today(), reportId, amount, barcode: '0'.repeat(42), reference: '1', text: '' };
  };
  const small = fileOf('rapipago', [lineOf(1_000)]);
  const id = await bookByTwo('rapipago', small);
  const [job] = await jobsOf(digestOf(small));
  const days = ((job?.start_after.getTime() ?? 0) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(89);
  expect(await kept(digestOf(small))).toBe(true);
  // The booking job ends shortly after its last line.
  await expect
    .poll(async () => {
      await cleanUpSettlement(deps, { sha256: digestOf(small) });
      return kept(digestOf(small));
    })
    .toBe(false);
  // Results stay, and the same file again books nothing.
  expect((await fileById(id)).done).toBe(1);
  expect((await send('book', 'rapipago', small)).body.result).toEqual({ id, known: true });

  const large = fileOf('rapipago', [lineOf(50_000_000)]);
  const waiting = await send('book', 'rapipago', large);
  expect(waiting.body.outcome).toBe('pending_approval');
  await cleanUpSettlement(deps, { sha256: digestOf(large) });
  expect(await kept(digestOf(large))).toBe(true);
  expect(await jobsOf(digestOf(large))).toHaveLength(2);
  await head.call('POST /api/staff/approvals/{id}/reject', {
    params: { id: waiting.body.approval },
    body: { reason: 'No es de la red' },
  });
  await cleanUpSettlement(deps, { sha256: digestOf(large) });
  expect(await kept(digestOf(large))).toBe(false);
});
