import { afterAll, beforeAll, expect, test } from 'vitest';
import { localDate } from '../../countries/local-time.ts';
import { testCountry } from '../../countries/testing/test-country.ts';
import { COLLECTION_LAYOUTS } from '../integrations/collection/layouts.ts';
import { writeCollectionFile, type Written } from '../integrations/collection/testing/write-file.ts';
import { listMessages } from '../messages/service.ts';
import { consoleUrl, signInAs } from '../staff/testing/console.ts';
import { attach, sendFile, sendSettlementFile } from '../staff/testing/evidence.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { borrower, type Borrower } from '../servicing/payments/testing/borrower.ts';
import { cash } from '../servicing/payments/testing/credit-tools.ts';
import { moneyTools, why } from '../servicing/payments/testing/money-tools.ts';

/** Limits on what one person of Treasury can do alone, however often they try. */

const limit = testCountry('UY').fourEyesFrom;
let product: TestProduct;
let tools: Awaited<ReturnType<typeof moneyTools>>;
let numbers = 0;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  tools = await moneyTools(product);
});
afterAll(() => product.close());

/** The next day, on new sessions. */
async function nextDay() {
  await product.call('POST /sandbox/clock', { body: { advance: 'P1D' } });
  for (const role of ['treasury', 'head', 'accounting'] as const) {
    tools = { ...tools, [role]: await signInAs(product, role) };
    await tools[role].call('POST /api/staff/step-up/sandbox', { body: {} });
  }
}

async function match(id: string, one: Borrower, by = tools.treasury) {
  const { version } = await tools.found(id, by);
  const { books } = await tools.target(one, by);
  return by.call('POST /api/staff/money/unmatched/{id}/match', {
    params: { id },
    version,
    body: { loan: String(one.loanId), books, ...why },
  });
}

async function lineOf(one: Borrower): Promise<Written> {
  const { hash } = (await one.ask([1], cash[one.country])).body.result;
  const { result } = (
    await product.call('GET /api/v3/coupon/{hash}', { params: { hash }, country: one.country })
  ).body;
  numbers += 1;
  return {
    paidOn: localDate(product.deps.clock.now(), 'AR'),
    reportId: `7${String(numbers).padStart(13, '0')}`,
    amount: Math.round(result.amount * 100),
    barcode: result.barcode,
    reference: result.reference,
    text: '',
  };
}
const fileOf = (network: string, lines: readonly Written[]) =>
  Buffer.from(
    writeCollectionFile(COLLECTION_LAYOUTS[network]!, localDate(product.deps.clock.now(), 'AR'), lines),
  );

// In AR: a-hundred-times.test.ts.
test('UY: the matches of one person stay below the limit, on one loan and on many', async () => {
  const [one, other] = [await borrower(product, 'UY', 3), await borrower(product, 'UY', 3)];
  const part = limit / 10 - 1;
  const outcomes: string[] = [];
  for (let time = 0; time < 95; time += 1) {
    const id = await tools.waitingMoney('UY', part);
    const { body } = await match(id, time % 2 === 0 ? one : other);
    outcomes.push(body.outcome);
  }
  expect(new Set(outcomes)).toEqual(new Set(['done', 'pending_approval']));
  const alone = outcomes.filter((outcome) => outcome === 'done').length * part;
  expect(alone).toBeGreaterThan(0);
  expect(alone).toBeLessThan(limit);
});

test('another person adds up on the same loan, and the next day does not begin it anew', async () => {
  const one = await borrower(product, 'UY', 3);
  await nextDay();
  const first = await match(await tools.waitingMoney('UY', 3_000), one);
  expect(first.body.outcome).toBe('done');
  const second = await match(await tools.waitingMoney('UY', 3_000), one, tools.head);
  expect(second.body.outcome).toBe('pending_approval');
  await nextDay();
  const third = await match(await tools.waitingMoney('UY', 3_000), one);
  expect(third.body.outcome).toBe('pending_approval');
  const elsewhere = await match(await tools.waitingMoney('UY', 3_000), await borrower(product, 'UY', 3));
  expect(elsewhere.body.outcome).toBe('done');
});

test.each([
  ['AR', 'rapipago'],
  ['UY', 'abitab'],
] as const)('%s: the small files of one person book nothing', async (country, network) => {
  const one = await borrower(product, country, 3);
  const line = await lineOf(one);
  for (let time = 0; time < 45; time += 1) {
    const bytes = fileOf(network, [{ ...line, reportId: `6${String(time).padStart(13, '0')}`, amount: 100 }]);
    const query = { network, name: `parte-${time}.txt` };
    const { body } = await sendFile(product, tools.treasury, 'POST /api/staff/money/files', { bytes, query });
    expect(body.outcome).toBe('pending_approval');
  }
  expect(await one.collected()).toBe(0);
  expect(
    (await tools.treasury.call('GET /api/staff/money/files', { query: { country } })).body.result,
  ).toEqual([]);
});

test('a reversal by file needs two people, who stand in the history of the loan with each line', async () => {
  const one = await borrower(product, 'UY', 3);
  const line = await lineOf(one);
  const people = [tools.treasury, tools.accounting] as const;
  const first = fileOf('abitab', [line]);
  const paid = await sendSettlementFile(product, people, { network: 'abitab', bytes: first });
  expect(paid.status).toBe(200);
  await expect.poll(() => one.collected()).toBe(line.amount);

  const taken = fileOf('abitab', [{ ...line, isReversal: true }]);
  const asked = await sendFile(product, tools.treasury, 'POST /api/staff/money/files', {
    bytes: taken,
    query: { network: 'abitab', name: 'anula.txt' },
  });
  expect(asked.body.outcome).toBe('pending_approval');
  expect(await one.collected()).toBe(line.amount);
  const seen = await tools.accounting.call('GET /api/staff/money/files/asked/{id}', {
    params: { id: asked.body.approval },
    query: { which: 'reversals' },
  });
  expect(seen.body).toMatchObject({
    lines: 1,
    tried: 1,
    result: [{ kind: 'reversal', outcome: 'reversed', loan: String(one.loanId), amount: line.amount / 100 }],
  });
  expect((await tools.approve(tools.accounting, asked.body.approval)).status).toBe(200);
  await expect.poll(() => one.collected()).toBe(0);

  const rows = await product.deps.db
    .selectFrom('staff_audit')
    .select(['action', 'staff_id', 'requested_by', 'customer_id', 'after', 'subject_name'])
    .where('action', '=', 'settlement line')
    .where('after', '@>', JSON.stringify({ loan: one.loanId }))
    .orderBy('id')
    .execute();
  expect(rows).toMatchObject([
    {
      after: { outcome: 'exact' },
      requested_by: Number(tools.treasury.id),
      staff_id: Number(tools.accounting.id),
    },
    { after: { outcome: 'reversed' }, requested_by: Number(tools.treasury.id) },
  ]);
  const { body } = await tools.head.call('GET /api/staff/customers/{id}/timeline', {
    params: { id: String(rows[0]?.customer_id) },
    query: { source: 'staff' },
  });
  expect(body.result.filter(({ name }: { name: string }) => name === 'settlement line')).toHaveLength(2);
  const { result } = (await tools.treasury.call('GET /api/staff/money/files', { query: { country: 'UY' } }))
    .body;
  expect(result[0]).toMatchObject({
    name: 'anula.txt',
    uploaded_by: expect.stringContaining('Tesorería'),
    approved_by: expect.stringContaining('Contaduría'),
  });
});

test('money that names somebody else needs two people, and both customers are told', async () => {
  const [owner, friend] = [await borrower(product, 'UY', 3), await borrower(product, 'UY', 3)];
  await nextDay();
  const text = `DEP ${owner.documentNumber}`;
  const asked = await match(await tools.waitingMoney('UY', 150, { text }), friend);
  expect(asked.body.outcome).toBe('pending_approval');
  const subject = 'Un pago con tus datos se usó para otro préstamo';
  const has = async ({ person }: Borrower, title: string) =>
    (await listMessages(product.deps, person.email)).some((each) => each.subject === title);
  expect(await has(owner, subject)).toBe(false);
  expect((await tools.approve(tools.accounting, asked.body.approval)).status).toBe(200);
  expect(await has(owner, subject)).toBe(true);
  expect(await has(friend, subject)).toBe(false);
  // Theirs by the document is one person's work.
  const own = await match(await tools.waitingMoney('UY', 151, { text }), owner);
  expect(own.body.outcome).toBe('done');
  expect(await has(owner, 'Recibimos tu pago')).toBe(true);
});

test('who approves sees where the same receipt was used before, also uploaded again', async () => {
  const file = async () => (await attach(product, tools.treasury, 'UY')).body.result.id as string;
  const ask = async (bank_reference: string) => {
    const one = await borrower(product, 'UY', 3);
    const { books } = await tools.target(one, tools.treasury);
    const body = {
      country: 'UY',
      loan: String(one.loanId),
      source: cash.UY,
      bank_reference,
      amount: 10,
      paid_on: localDate(product.deps.clock.now(), 'AR'),
      file: await file(),
      reason_code: 'receipt',
      reason: 'Trajo el comprobante',
    };
    return (await tools.treasury.call('POST /api/staff/money/payments', { version: books, body })).body
      .approval;
  };
  const [first, second] = [await ask('MISMO-1'), await ask('MISMO-2')];
  const { result } = (await tools.accounting.call('GET /api/staff/approvals')).body;
  const uses = (id: string) =>
    result
      .find((each: { id: string }) => each.id === id)
      .evidence_uses.map(({ subject_name }: { subject_name: string }) => subject_name.split(',')[0]);
  expect(uses(second)).toEqual(['Pago MISMO-1']);
  expect(uses(first)).toEqual(['Pago MISMO-2']);
});
