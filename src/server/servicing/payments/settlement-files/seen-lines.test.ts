import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Written } from '../../../integrations/collection/testing/write-file.ts';
import { consoleUrl } from '../../../staff/testing/console.ts';
import { sendSettlementFile } from '../../../staff/testing/evidence.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { borrower } from '../testing/borrower.ts';
import { settlementTools } from '../testing/settlement-tools.ts';

let product: TestProduct;
let tools: Awaited<ReturnType<typeof settlementTools>>;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  tools = await settlementTools(product);
});
afterAll(() => product.close());

const lostLines = (count: number, amount = 100) => Array.from({ length: count }, () => tools.lost(amount));

const countsOf = (counts: readonly { readonly outcome: string; readonly count: number }[]) =>
  Object.fromEntries(counts.map(({ outcome, count }) => [outcome, count]));

test('every line of a long file is tried, by a job where it takes long, and depends on the earlier ones', async () => {
  const one = await borrower(product, 'UY', 3);
  const line = await tools.paid(one, 'abitab');
  const lines = [...lostLines(350), line, ...lostLines(20), line, { ...line, isReversal: true }];
  const first = (await tools.send('preview', 'abitab', tools.fileOf('abitab', lines))).body.result;
  expect(first).toMatchObject({ lines: lines.length, encoding: 'utf-8' });
  expect(first.tried).toBeLessThan(lines.length);
  const tried = async () =>
    (
      await tools.treasury.call('GET /api/staff/money/files/tried/{digest}', {
        params: { digest: first.digest },
      })
    ).body.result;
  await expect.poll(async () => (await tried()).tried, { timeout: 25_000 }).toBe(lines.length);
  const { counts, rejects } = await tried();
  expect(countsOf(counts)).toEqual({ exact: 1, known: 1, reversed: 1, unmatched: 370 });
  expect(rejects).toHaveLength(370);
  expect(await one.collected()).toBe(0);
});

test('lines that are not understood are seen with the reason, in the preview and where it is registered', async () => {
  const [line, odd] = lostLines(2) as [Written, Written];
  const bytes = tools.fileOf('abitab', [line, { ...odd, movement: 'ANULACIÓN' }]);
  const latin = Buffer.from(bytes.toString('utf8'), 'latin1');
  const { result } = (await tools.send('preview', 'abitab', latin)).body;
  const stopped = {
    line: 3,
    kind: 'unread',
    outcome: 'unread',
    reason: 'its movement is not a word of the network',
    said: 'ANULACIÓN',
  };
  expect(result).toMatchObject({ encoding: 'windows-1252', rejects: [{ outcome: 'unmatched' }, stopped] });
  const file = { network: 'abitab', bytes: latin };
  expect((await sendSettlementFile(product, [tools.treasury, tools.head], file)).status).toBe(200);
  const isKnown = async () => (await tools.send('preview', 'abitab', latin)).body.result.known;
  await expect.poll(isKnown).not.toBe('');
  const id = await isKnown();
  expect(countsOf((await tools.booked(id)).counts)).toEqual({ unmatched: 1, unread: 1 });
  expect((await tools.linesOf(id, { which: 'review' })).body.result).toMatchObject([{ line: 2 }, stopped]);
  const taken = await tools.head.call('POST /api/staff/lists/{list}/export', {
    params: { list: 'rendicion' },
    query: { id },
  });
  expect(String(taken.body)).toContain('El movimiento no es una palabra de la red: «ANULACIÓN»');
});

test('who approves sees what each line would do', async () => {
  const much = lostLines(1, 50_000_000)[0]!;
  const [odd] = lostLines(1) as [Written];
  const bytes = tools.fileOf('abitab', [much, { ...odd, movement: '?' }]);
  const { approval } = (await tools.send('book', 'abitab', bytes)).body;
  const { body } = await tools.head.call('GET /api/staff/approvals', { query: { state: 'pending' } });
  const shown = body.result.find((each: { id: string }) => each.id === approval);
  expect(JSON.parse(shown.after)).toMatchObject({
    encoding: 'utf-8',
    outcomes: 'Sin identificar: 1, No se entiende: 1',
  });
  const asked = (query = {}, by = tools.head) =>
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
    (await tools.head.call('GET /api/staff/money/files/asked/{id}', { params: { id: '999999' } })).status,
  ).toBe(404);
  await tools.head.call('POST /api/staff/approvals/{id}/reject', {
    params: { id: approval },
    body: { reason: 'No es de la red' },
  });
});
