import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveTyped, consoleUrl } from '../../../staff/testing/console.ts';
import { sendSettlementFile } from '../../../staff/testing/evidence.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { importCollection } from '../service.ts';
import { borrower } from '../testing/borrower.ts';
import { settlementTools } from '../testing/settlement-tools.ts';
import { cleanUpSettlement } from './clean-up.ts';

let product: TestProduct;
let tools: Awaited<ReturnType<typeof settlementTools>>;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  tools = await settlementTools(product);
});
afterAll(() => product.close());

const approve = (id: string, by = tools.head) => approveTyped(by, id);
const known = async (network: string, bytes: Buffer): Promise<string> =>
  (await tools.send('preview', network, bytes)).body.result.known;

test.each([
  ['AR', 'rapipago'],
  ['UY', 'abitab'],
] as const)(
  '%s: a file says what it would do, is booked once, and has its history',
  async (country, network) => {
    const one = await borrower(product, country, 3);
    const line = await tools.paid(one, network);
    const lost = { ...line, reportId: `9${line.reportId.slice(1)}`, barcode: '0'.repeat(42), reference: '1' };
    const bytes = tools.fileOf(network, [line, lost, { ...line, isReversal: true }]);
    const seen = await tools.send('preview', network, bytes);
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
    const asked = await tools.send('book', network, bytes);
    expect((await approve(asked.body.approval)).status).toBe(200);
    await expect.poll(() => known(network, bytes)).not.toBe('');
    const id = await known(network, bytes);
    const file = await tools.booked(id);
    expect(file).toMatchObject({ network, lines: 3, done: 3, name: 'rendicion.txt' });
    const all = await tools.linesOf(id);
    expect(all.body).toMatchObject({
      result: [{ outcome: 'exact' }, { outcome: 'unmatched' }, { outcome: 'reversed', kind: 'reversal' }],
      next: '',
    });
    expect((await tools.linesOf(id, { which: 'review' })).body.result).toMatchObject([
      { outcome: 'unmatched' },
    ]);
    expect((await tools.linesOf(id, { from: String(all.body.result[1].line) })).body.result).toHaveLength(1);
    // The same lines as an exported file, with the screen's labels.
    const taken = await tools.head.call('POST /api/staff/lists/{list}/export', {
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
    const again = await tools.send('book', network, bytes);
    expect(again.body.result).toEqual({ id, known: true });
    expect((await tools.send('preview', network, bytes)).body.result).toMatchObject({
      known: id,
      counts: [{ outcome: 'known', count: 3 }],
    });
    const { body } = await tools.treasury.call('GET /api/staff/money/files', { query: { country } });
    expect(body.result[0].id).toBe(id);
    expect(body.networks.every((each: { country: string }) => ['AR', 'UY'].includes(each.country))).toBe(
      true,
    );
  },
);

/** Uploads and approves a file, and waits until it is booked. */
async function bookByTwo(network: string, bytes: Buffer): Promise<string> {
  expect((await sendSettlementFile(product, [tools.treasury, tools.head], { network, bytes })).status).toBe(
    200,
  );
  await expect.poll(() => known(network, bytes)).not.toBe('');
  const id = await known(network, bytes);
  await tools.booked(id);
  return id;
}

test('a file of whatever amount is booked when a second person approves it', async () => {
  const line = { ...(await tools.paid(await borrower(product, 'UY', 3), 'abitab')), reference: '2' };
  const [much, back] = [
    { ...line, amount: 900_000 },
    { ...line, amount: 900_000, isReversal: true },
  ];
  const bytes = tools.fileOf('abitab', [much, back]);
  const asked = await tools.send('book', 'abitab', bytes);
  expect(asked.body).toMatchObject({ outcome: 'pending_approval', approval: expect.stringMatching(/^\d+$/) });
  const files = () => tools.treasury.call('GET /api/staff/money/files', { query: { country: 'UY' } });
  const before = (await files()).body.result.length;
  expect((await approve(asked.body.approval, tools.treasury)).body.code).toBe('permission');
  const own = await tools.send('book', 'abitab', bytes, tools.head);
  expect(own.body.code).toBe('already_asked');
  expect((await files()).body.result).toHaveLength(before);
  expect((await files()).body.waiting).toMatchObject([
    { id: asked.body.approval, network: 'abitab', country: 'UY', currency: 'UYU' },
  ]);
  expect((await approve(asked.body.approval)).status).toBe(200);
  await expect.poll(async () => (await files()).body.result).toHaveLength(before + 1);
  expect((await files()).body.waiting).toEqual([]);
  const [file] = (await files()).body.result;
  expect((await tools.booked(file.id)).counts).toEqual([
    { outcome: 'reversed', count: 1, amount: 9_000 },
    { outcome: 'unmatched', count: 1, amount: 9_000 },
  ]);
  const small = tools.fileOf('abitab', [{ ...line, reportId: `8${line.reportId.slice(1)}`, amount: 100 }]);
  expect((await tools.send('book', 'abitab', small)).body.outcome).toBe('pending_approval');
  // Lines booked before need no approval.
  expect((await tools.send('book', 'abitab', bytes)).body).toMatchObject({
    outcome: 'done',
    result: { known: true },
  });
});

test('half a file, too large a one, and one of another country are refused and nothing is booked', async () => {
  const one = await borrower(product, 'UY', 3);
  const whole = tools.fileOf('abitab', [await tools.paid(one, 'abitab')]);
  const half = await tools.send('book', 'abitab', whole.subarray(0, whole.length - 12));
  expect(half).toMatchObject({ status: 422, body: { code: 'settlement_file' } });
  expect(half.body.message).toContain('no se registró nada');
  expect(half.body.message).toContain('está cortada.');
  expect((await tools.send('book', 'nadie', whole)).status).toBe(404);
  expect((await tools.send('book', 'abitab', Buffer.alloc(3 * 1024 * 1024, 'x'))).status).toBe(413);
  const { db } = product.deps;
  const set = (countries: string[]) =>
    db.updateTable('staff_member').set({ countries }).where('id', '=', Number(tools.treasury.id)).execute();
  await set(['AR']);
  expect((await tools.send('book', 'abitab', whole)).body.code).toBe('country_forbidden');
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

  const small = tools.fileOf('rapipago', [tools.lost(1_000)]);
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
  expect((await tools.fileById(id)).done).toBe(1);
  expect((await tools.send('book', 'rapipago', small)).body.result).toEqual({ id, known: true });

  const large = tools.fileOf('rapipago', [tools.lost(50_000_000)]);
  const waiting = await tools.send('book', 'rapipago', large);
  expect(waiting.body.outcome).toBe('pending_approval');
  await cleanUpSettlement(deps, { sha256: digestOf(large) });
  expect(await kept(digestOf(large))).toBe(true);
  expect(await jobsOf(digestOf(large))).toHaveLength(2);
  await tools.head.call('POST /api/staff/approvals/{id}/reject', {
    params: { id: waiting.body.approval },
    body: { reason: 'No es de la red' },
  });
  await cleanUpSettlement(deps, { sha256: digestOf(large) });
  expect(await kept(digestOf(large))).toBe(false);
});
