import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { receivePayment } from '../payments/service.ts';
import { calendarDate } from '../../domain/calendar-date.ts';
import { centavos } from '../../domain/money.ts';
import { signUpAndVerify } from '../testing/journey.ts';
import { newestMessage } from '../testing/people.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { withdrawalsOf } from './testing/withdrawals.ts';

type Withdrawals = ReturnType<typeof withdrawalsOf>;

let product: TestProduct;
let setClock: Withdrawals['setClock'];
let mode: Withdrawals['mode'];
let loanOf: Withdrawals['loanOf'];
let paidOut: Withdrawals['paidOut'];
let request: Withdrawals['request'];
let confirm: Withdrawals['confirm'];
let stored: Withdrawals['stored'];
let ticketsOf: Withdrawals['ticketsOf'];
beforeAll(async () => {
  product = await startProduct();
  ({ setClock, mode, loanOf, paidOut, request, confirm, stored, ticketsOf } = withdrawalsOf(product));
});
afterEach(() => mode('auto'));
afterAll(() => product.close());

describe('after the money went out', () => {
  test.each([
    // Paid out on Monday 1 March 2027: ten calendar days end on the 11th, ten business days on the 15th.
    ['AR', '2027-03-01T15:00:00Z', '2027-03-16T02:30:00Z', 'return-due'],
    ['AR', '2027-03-17T15:00:00Z', '2027-03-17T15:01:00Z', 'return-due'],
    // Friday 19 March 2027: Tourism week has no business day, so the fifth is 2 April.
    ['UY', '2027-03-19T15:00:00Z', '2027-04-03T02:30:00Z', 'return-due'],
  ] as const)(
    '%s, paid out %s, asked %s: the principal has to come back',
    async (country, at, asked, state) => {
      const { person, id } = await paidOut(country, at);
      await setClock(asked);
      const { code, link } = await request(person);
      const answer = await confirm(person, link);
      const loan = await stored(id);
      expect(answer.body.model).toEqual({
        code,
        kind: 'loan',
        state,
        return_amount: loan.amount_delivered / 100,
      });
      // The books follow when the money comes back.
      expect(loan).toMatchObject({ state: 'approved', disbursement: 'confirmed' });
      const proof = await newestMessage(
        product,
        person.email,
        ({ subject }) => subject === `Tu pedido ${code}`,
      );
      expect(proof.text).toContain('tenés que devolver $');
      expect(proof.text).toContain('No pagás intereses ni gastos');
      expect(await ticketsOf(person)).toMatchObject([{ type: 'withdrawal', status: 'open' }]);
    },
  );

  test.each([
    ['AR', '2027-05-03T15:00:00Z', '2027-05-18T03:30:00Z', '17-05-2027'],
    ['UY', '2027-06-01T15:00:00Z', '2027-06-09T03:30:00Z', '08-06-2027'],
  ] as const)('%s, paid out %s, asked %s: too late', async (country, at, asked, until) => {
    const { person, id } = await paidOut(country, at);
    await setClock(asked);
    const { code, link } = await request(person);
    const answer = await confirm(person, link);
    expect(answer.body.model).toMatchObject({ state: 'refused', return_amount: null });
    expect(answer.body.messages[0]).toContain(until);
    expect((await stored(id)).state).toBe('approved');
    await newestMessage(product, person.email, ({ subject }) => subject === `Tu pedido ${code}`);
  });

  test('the day of the request counts, not of the confirmation, nor of a second link', async () => {
    const { person } = await paidOut('UY', '2027-06-10T15:00:00Z');
    // Five business days: 11, 14, 15, 16, 17. The 17th, ten minutes before midnight.
    await setClock('2027-06-18T02:50:00Z');
    const first = await request(person);
    await setClock('2027-06-18T12:00:00Z');
    expect((await confirm(person, first.link)).status).toBe(401);
    const second = await request(person);
    expect((await confirm(person, second.link)).body.model.state).toBe('return-due');
  });

  test('what was paid back meanwhile need not come back again', async () => {
    const { person, id } = await paidOut('AR', '2027-07-01T15:00:00Z');
    const { id: loanId, amount_delivered } = await stored(id);
    await product.deps.db.transaction().execute((tx) =>
      receivePayment(tx, product.deps, {
        loanId,
        amount: centavos(1_000_00),
        source: 'test',
        reference: id,
        valueDate: calendarDate('2027-07-01'),
      }),
    );
    const { link } = await request(person);
    const { return_amount } = (await confirm(person, link)).body.model;
    expect(return_amount).toBe((amount_delivered - 1_000_00) / 100);
  });

  test('without a loan, or with one that was canceled, there is nothing to withdraw from', async () => {
    const person = await signUpAndVerify(product, 'AR');
    const none = await request(person);
    expect((await confirm(person, none.link)).body).toMatchObject({
      model: { state: 'refused' },
      messages: ['No encontramos un préstamo del que puedas arrepentirte.'],
    });
    await mode('manual');
    await loanOf(person);
    const first = await request(person);
    await confirm(person, first.link);
    const again = await request(person);
    expect((await confirm(person, again.link)).body.messages[0]).toContain('ya estaba cancelado');
    const others = await request(person, 'loan', { loan_id: 'de-otra-persona' });
    expect((await confirm(person, others.link)).body.model.state).toBe('refused');
  });
});
