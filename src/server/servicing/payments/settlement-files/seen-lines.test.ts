import { afterAll, beforeAll, expect, test } from 'vitest';
import { localDate } from '../../../../countries/local-time.ts';
import { COLLECTION_LAYOUTS } from '../../../integrations/collection/layouts.ts';
import { writeCollectionFile, type Written } from '../../../integrations/collection/testing/write-file.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../../staff/testing/console.ts';
import { sendFile, sendSettlementFile } from '../../../staff/testing/evidence.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { borrower, type Borrower } from '../testing/borrower.ts';

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

/** Lines of money whose reference is nobody's. */
function lostLines(count: number, amount = 100): Written[] {
  return Array.from({ length: count }, () => {
    numbers += 1;
    const reportId = String(numbers).padStart(14, '0');
    return { paidOn: today(), reportId, amount, barcode: '0'.repeat(42), reference: '1', text: '' };
  });
}

const countsOf = (counts: readonly { readonly outcome: string; readonly count: number }[]) =>
  Object.fromEntries(counts.map(({ outcome, count }) => [outcome, count]));

test('every line of a long file is tried, by a job where it takes long, and depends on the earlier ones', async () => {
  const one = await borrower(product, 'UY', 3);
  const line = await paid(one, 'abitab');
  const lines = [...lostLines(350), line, ...lostLines(20), line, { ...line, isReversal: true }];
  const first = (await send('preview', 'abitab', fileOf('abitab', lines))).body.result;
  expect(first).toMatchObject({ lines: lines.length, encoding: 'utf-8' });
  expect(first.tried).toBeLessThan(lines.length);
  const tried = async () =>
    (await treasury.call('GET /api/staff/money/files/tried/{digest}', { params: { digest: first.digest } }))
      .body.result;
  await expect.poll(async () => (await tried()).tried, { timeout: 25_000 }).toBe(lines.length);
  const { counts, rejects } = await tried();
  expect(countsOf(counts)).toEqual({ exact: 1, known: 1, reversed: 1, unmatched: 370 });
  expect(rejects).toHaveLength(370);
  expect(await one.collected()).toBe(0);
});

test('lines that are not understood are seen with the reason, in the preview and where it is registered', async () => {
  const [line, odd] = lostLines(2) as [Written, Written];
  const bytes = fileOf('abitab', [line, { ...odd, movement: 'ANULACIÓN' }]);
  const latin = Buffer.from(bytes.toString('utf8'), 'latin1');
  const { result } = (await send('preview', 'abitab', latin)).body;
  const stopped = {
    line: 3,
    kind: 'unread',
    outcome: 'unread',
    reason: 'its movement is not a word of the network',
    said: 'ANULACIÓN',
  };
  expect(result).toMatchObject({ encoding: 'windows-1252', rejects: [{ outcome: 'unmatched' }, stopped] });
  const file = { network: 'abitab', bytes: latin };
  expect((await sendSettlementFile(product, [treasury, head], file)).status).toBe(200);
  const isKnown = async () => (await send('preview', 'abitab', latin)).body.result.known;
  await expect.poll(isKnown).not.toBe('');
  const id = await isKnown();
  expect(countsOf((await booked(id)).counts)).toEqual({ unmatched: 1, unread: 1 });
  expect((await linesOf(id, { which: 'review' })).body.result).toMatchObject([{ line: 2 }, stopped]);
  const taken = await head.call('POST /api/staff/lists/{list}/export', {
    params: { list: 'rendicion' },
    query: { id },
  });
  expect(String(taken.body)).toContain('El movimiento no es una palabra de la red: «ANULACIÓN»');
});

test('who approves sees what each line would do', async () => {
  const much = lostLines(1, 50_000_000)[0]!;
  const [odd] = lostLines(1) as [Written];
  const bytes = fileOf('abitab', [much, { ...odd, movement: '?' }]);
  const { approval } = (await send('book', 'abitab', bytes)).body;
  const { body } = await head.call('GET /api/staff/approvals', { query: { state: 'pending' } });
  const shown = body.result.find((each: { id: string }) => each.id === approval);
  expect(JSON.parse(shown.after)).toMatchObject({
    encoding: 'utf-8',
    outcomes: 'Sin identificar: 1, No se entiende: 1',
  });
  const asked = (query = {}, by = head) =>
    by.call('GET /api/staff/money/files/asked/{id}', { params: { id: approval }, query });
  expect((await asked()).body).toMatchObject({
    currency: 'UYU',
    result: [
      { line: 2, outcome: 'unmatched', amount: 500_000 },
      { line: 3, outcome: 'unread', said: '?' },
    ],
    next: '',
  });
  expect((await asked({ from: '2', which: 'review' })).body.result).toHaveLength(1);
  expect(
    (await head.call('GET /api/staff/money/files/asked/{id}', { params: { id: '999999' } })).status,
  ).toBe(404);
  await head.call('POST /api/staff/approvals/{id}/reject', {
    params: { id: approval },
    body: { reason: 'No es de la red' },
  });
});
