import { afterAll, beforeAll, expect, test } from 'vitest';
import { todayOf } from '../servicing/debits/testing/debtor.ts';
import { borrower } from '../servicing/payments/testing/borrower.ts';
import { cash } from '../servicing/payments/testing/credit-tools.ts';
import { moneyTools, why } from '../servicing/payments/testing/money-tools.ts';
import { closeObsolete, commandsByKey } from '../staff/actions/obsolete.ts';
import { consoleUrl } from '../staff/testing/console.ts';
import { staffCommands } from '../staff-routes.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** Requests, approvals and their closing, many at once and in two workers. */

let product: TestProduct;
let tools: Awaited<ReturnType<typeof moneyTools>>;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  tools = await moneyTools(product);
});
afterAll(() => product.close());

const country = 'UY';
const atOnce = 12;
const times = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: atOnce }, work));
const sweep = () => closeObsolete(product.deps, commandsByKey(staffCommands(product.deps)));
const stateOf = async (id: string) =>
  (
    await product.deps.db
      .selectFrom('staff_approval')
      .select('state')
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow()
  ).state;
const letters = async () => (await product.deps.db.selectFrom('message').select('id').execute()).length;

async function asked(reference: string) {
  const one = await borrower(product, country, 3);
  const file = await tools.evidence(country);
  const { books } = await tools.target(one);
  const ask = () =>
    tools.treasury.call('POST /api/staff/money/payments', {
      version: books,
      body: {
        country,
        loan: String(one.loanId),
        source: cash[country],
        bank_reference: reference,
        amount: 500,
        paid_on: todayOf(product, country),
        file,
        ...why,
      },
    });
  return { one, ask };
}

test('one request, however often it is sent; one payment, however often it is approved while workers sweep', async () => {
  const { one, ask } = await asked('ABI-AT-ONCE');
  const requests = await times(ask);
  const made = requests.filter(({ body }) => body.outcome === 'pending_approval');
  expect(made).toHaveLength(1);
  expect(requests.filter(({ body }) => body.code === 'already_asked')).toHaveLength(atOnce - 1);
  const { approval } = made[0]!.body;
  const [approvals, ...swept] = await Promise.all([
    times(() => tools.approve(tools.head, approval)),
    ...Array.from({ length: 4 }, sweep),
  ]);
  expect(approvals.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(swept.reduce((sum, count) => sum + count, 0)).toBe(0);
  expect(await stateOf(approval)).toBe('approved');
  expect(await one.collected()).toBe(50_000);
  await tools.expectEven();
});

test('a request whose loan moved is closed once and notified once, by whatever worker or approver comes first', async () => {
  const { one, ask } = await asked('ABI-MOVED');
  const { approval } = (await ask()).body;
  await one.payOff();
  const before = await letters();
  const [approvals, ...swept] = await Promise.all([
    times(() => tools.approve(tools.head, approval)),
    ...Array.from({ length: 4 }, sweep),
  ]);
  expect(approvals.filter(({ status }) => status === 200)).toEqual([]);
  expect(swept.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1);
  expect(await stateOf(approval)).toBe('obsolete');
  expect(await letters()).toBe(before + 1);
});

test('suggestions applied at once book each money once, and add up to the limit of one person', async () => {
  await product.call('POST /sandbox/clock', { body: { advance: 'P2D' } });
  tools = await moneyTools(product);
  const { treasury } = tools;
  const each = 1_000;
  const people = await Promise.all(Array.from({ length: atOnce }, () => borrower(product, country, 3)));
  const money: string[] = [];
  for (const { documentNumber } of people)
    money.push(await tools.waitingMoney(country, each, { text: `pago ${documentNumber}` }));
  const query = { country };
  const { result } = (await treasury.call('GET /api/staff/money/proposals', { query })).body;
  const own = result.filter(({ id }: { id: string }) => money.includes(id));
  expect(own).toHaveLength(atOnce);
  const apply = ({ id, version, suggestion }: (typeof own)[number]) =>
    treasury.call('POST /api/staff/money/unmatched/{id}/match', {
      params: { id },
      version,
      body: { loan: suggestion.loan, books: suggestion.books, ...why },
    });
  const outcomes = (await Promise.all([...own, ...own].map(apply))).map(({ body }) => body.outcome);
  const done = outcomes.filter((outcome) => outcome === 'done');
  // Below five thousand in all (`fourEyesFrom`), the rest waits for a second person, each once.
  expect(done).toHaveLength(4);
  expect(outcomes.filter((outcome) => outcome === 'pending_approval')).toHaveLength(atOnce - 4);
  const booked = await Promise.all(people.map((one) => one.collected()));
  expect(booked.reduce((sum, amount) => sum + amount, 0)).toBe(4 * each * 100);
  await tools.expectEven();
});
