import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar-date.ts';
import { loanBalance } from '../../loans/ledger/service.ts';
import { lapseReturns } from './service.ts';
import { borrower } from '../payments/testing/borrower.ts';
import { newestMessage } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { withdrawalsOf } from './testing/withdrawals.ts';

/** What becomes of a loan whose customer withdrew after the payout. */

let product: TestProduct;
let tools: ReturnType<typeof withdrawalsOf>;
beforeAll(async () => {
  product = await startProduct({ settings: { SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' } });
  tools = withdrawalsOf(product);
  await tools.mode('manual');
});
afterAll(() => product.close());

async function withdrawn(country: 'AR' | 'UY', at: string) {
  await tools.setClock(at);
  const { person, publicId: id } = await borrower(product, country, 6);
  const { code, link } = await tools.request(person);
  const { return_amount: amount } = (await tools.confirm(person, link)).body.model;
  const to = { country, token: person.token ?? '', params: { id } };
  return {
    person,
    id,
    code,
    amount,
    quote: async () => (await product.call('GET /api/v3/loan/{id}/settlement', to)).body.result,
    ask: (total: number) =>
      product.call('POST /api/v3/loan/{id}/settlement', {
        ...to,
        body: { kind: 'withdrawal', payment_method: 'bank-transfer', total },
      }),
    drive: (what: 'settle' | 'reverse', hash: string, units?: number) =>
      product.call(`POST /sandbox/payments/{hash}/${what}`, {
        country,
        params: { hash },
        ...(units === undefined ? {} : { body: { amount: units } }),
      }),
    withdrawal: () =>
      product.deps.db
        .selectFrom('withdrawal')
        .select(['state', 'return_until'])
        .where('code', '=', code)
        .executeTakeFirstOrThrow(),
  };
}

test.each([
  ['AR', '2027-03-01T15:00:00Z', '15-03-2027'],
  ['UY', '2027-04-05T15:00:00Z', '12-04-2027'],
] as const)(
  '%s: the money comes back in time, and nothing is left of the loan',
  async (country, at, until) => {
    const one = await withdrawn(country, at);
    expect((await one.quote()).withdrawal).toEqual({
      code: one.code,
      amount: one.amount,
      credit: 0,
      until,
    });
    expect((await one.ask(one.amount - 1)).body.code).toBe('payment_total');
    const { hash } = (await one.ask(one.amount)).body.result;
    await Promise.all([one.drive('settle', hash), one.drive('settle', hash)]);
    const loan = await tools.stored(one.id);
    expect(loan).toMatchObject({ state: 'canceled', cancel_reason: 'withdrawn' });
    // Every account of the loan but those of the money itself is at zero, the charge of granting it included.
    const ledger = await loanBalance(product.deps.db, loan.id);
    expect(ledger.get('collections')).toBe(loan.amount_delivered);
    expect(ledger.get('bank')).toBe(-loan.amount_delivered);
    ledger.delete('collections');
    ledger.delete('bank');
    expect([...ledger.values()].every((balance) => balance === 0)).toBe(true);
    expect((await one.withdrawal()).state).toBe('returned');
    expect(await tools.ticketsOf(one.person)).toMatchObject([{ type: 'withdrawal', status: 'closed' }]);
    const letter = await newestMessage(product, one.person.email, ({ subject }) =>
      subject.startsWith('Recibimos la devolución'),
    );
    expect(letter.text).toContain('no debés nada');
    // A customer who withdrew may borrow again.
    expect(await tools.loanOf(one.person)).not.toBe(one.id);
  },
);

test('in parts, until the last day, and more than is due: the rest is the customer’s', async () => {
  const one = await withdrawn('UY', '2027-05-03T15:00:00Z');
  const first = (await one.ask(one.amount)).body.result.hash;
  await one.drive('settle', first, 1000);
  expect((await tools.stored(one.id)).state).toBe('approved');
  expect((await one.withdrawal()).return_until).toBe('2027-05-10');
  await tools.setClock('2027-05-10T15:00:00Z');
  const left = (await one.quote()).withdrawal.amount;
  expect(left).toBeCloseTo(one.amount - 1000, 2);
  const second = (await one.ask(left)).body.result.hash;
  await one.drive('settle', second, Math.round((left + 5) * 100) / 100);
  const loan = await tools.stored(one.id);
  expect(loan.state).toBe('canceled');
  expect((await loanBalance(product.deps.db, loan.id)).get('customer-credit')).toBe(-500);
});

test('taken back, the return is due again; the loan is in force', async () => {
  const one = await withdrawn('UY', '2027-06-01T15:00:00Z');
  const { hash } = (await one.ask(one.amount)).body.result;
  const before = await loanBalance(product.deps.db, (await tools.stored(one.id)).id);
  await one.drive('settle', hash);
  await one.drive('reverse', hash);
  const loan = await tools.stored(one.id);
  expect(loan).toMatchObject({ state: 'approved', cancel_reason: '' });
  expect((await one.withdrawal()).state).toBe('return-due');
  expect((await one.quote()).withdrawal.amount).toBe(one.amount);
  const after = await loanBalance(product.deps.db, loan.id);
  for (const [account, balance] of before) expect(after.get(account)).toBe(balance);
});

const lapse = (date: string) => lapseReturns(product.deps, { country: 'UY', date: calendarDate(date) });

test('not returned in time, the loan goes on as agreed and the customer is told, once', async () => {
  const one = await withdrawn('UY', '2027-08-02T15:00:00Z');
  expect((await one.withdrawal()).return_until).toBe('2027-08-09');
  await tools.setClock('2027-08-12T15:00:00Z');
  await lapse('2027-08-12');
  // Money that was paid in time may be reported as late as this.
  expect((await one.withdrawal()).state).toBe('return-due');
  expect((await one.ask(one.amount)).status).toBe(404);
  await tools.setClock('2027-08-13T15:00:00Z');
  await Promise.all([lapse('2027-08-13'), lapse('2027-08-13')]);
  expect(await one.withdrawal()).toMatchObject({ state: 'lapsed' });
  expect((await tools.stored(one.id)).state).toBe('approved');
  expect((await one.quote()).withdrawal).toBeNull();
  const inbox = (await product.call('GET /sandbox/messages', { query: { to: one.person.email } })).body;
  const told = inbox.filter(({ subject }: { subject: string }) => subject.includes('quedó sin efecto'));
  expect(told).toHaveLength(1);
});

test('a second request changes neither amount nor day', async () => {
  const one = await withdrawn('AR', '2027-10-04T15:00:00Z');
  await tools.setClock('2027-10-06T15:00:00Z');
  const { link } = await tools.request(one.person);
  const answer = await tools.confirm(one.person, link);
  expect(answer.body.model).toMatchObject({ state: 'refused', return_amount: null });
  expect(answer.body.messages[0]).toContain('Ya aceptamos tu arrepentimiento');
});
