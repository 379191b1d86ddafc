import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { receivePayment } from '../../loans/books/service.ts';
import { calendarDate } from '../../../domain/calendar-date.ts';
import { centavos } from '../../../domain/money.ts';
import { signUpAndVerify } from '../../testing/journey.ts';
import { newestMessage } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { withdrawalsOf } from './testing/withdrawals.ts';

let product: TestProduct;
let tools: ReturnType<typeof withdrawalsOf>;
beforeAll(async () => {
  product = await startProduct();
  tools = withdrawalsOf(product);
});
afterEach(() => tools.mode('auto'));
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
      const { person, id } = await tools.paidOut(country, at);
      await tools.setClock(asked);
      const { code, link } = await tools.request(person);
      const answer = await tools.confirm(person, link);
      const loan = await tools.stored(id);
      expect(answer.body.model).toEqual({
        code,
        kind: 'loan',
        state,
        return_amount: loan.amount_delivered / 100,
      });
      // The ledger follows when the money comes back.
      expect(loan).toMatchObject({ state: 'approved', payout: 'confirmed' });
      const proof = await newestMessage(
        product,
        person.email,
        ({ subject }) => subject === `Tu pedido ${code}`,
      );
      expect(proof.text).toContain('tenés que devolver $');
      expect(proof.text).toContain('No pagás intereses ni gastos');
      expect(await tools.ticketsOf(person)).toMatchObject([{ type: 'withdrawal', status: 'open' }]);
    },
  );

  test.each([
    ['AR', '2027-05-03T15:00:00Z', '2027-05-18T03:30:00Z', '17-05-2027'],
    ['UY', '2027-06-01T15:00:00Z', '2027-06-09T03:30:00Z', '08-06-2027'],
  ] as const)('%s, paid out %s, asked %s: too late', async (country, at, asked, until) => {
    const { person, id } = await tools.paidOut(country, at);
    await tools.setClock(asked);
    const { code, link } = await tools.request(person);
    const answer = await tools.confirm(person, link);
    expect(answer.body.model).toMatchObject({ state: 'refused', return_amount: null });
    expect(answer.body.messages[0]).toContain(until);
    expect((await tools.stored(id)).state).toBe('approved');
    await newestMessage(product, person.email, ({ subject }) => subject === `Tu pedido ${code}`);
  });

  test('the day of the request counts, not of the confirmation, nor of a second link', async () => {
    const { person } = await tools.paidOut('UY', '2027-06-10T15:00:00Z');
    // Five business days: 11, 14, 15, 16, 17. The 17th, ten minutes before midnight.
    await tools.setClock('2027-06-18T02:50:00Z');
    const first = await tools.request(person);
    await tools.setClock('2027-06-18T12:00:00Z');
    expect((await tools.confirm(person, first.link)).status).toBe(401);
    const second = await tools.request(person);
    expect((await tools.confirm(person, second.link)).body.model.state).toBe('return-due');
  });

  test('an amount already paid back need not be returned again', async () => {
    const { person, id } = await tools.paidOut('AR', '2027-07-01T15:00:00Z');
    const { id: loanId, amount_delivered } = await tools.stored(id);
    await product.deps.db.transaction().execute((tx) =>
      receivePayment(tx, product.deps, {
        loanId,
        amount: centavos(1_000_00),
        source: 'test',
        reference: id,
        valueDate: calendarDate('2027-07-01'),
      }),
    );
    const { link } = await tools.request(person);
    const { return_amount } = (await tools.confirm(person, link)).body.model;
    expect(return_amount).toBe((amount_delivered - 1_000_00) / 100);
  });

  test('without a loan, or with one that was canceled, there is nothing to withdraw from', async () => {
    const person = await signUpAndVerify(product, 'AR');
    const none = await tools.request(person);
    expect((await tools.confirm(person, none.link)).body).toMatchObject({
      model: { state: 'refused' },
      messages: ['No encontramos un préstamo del que puedas arrepentirte.'],
    });
    await tools.mode('manual');
    await tools.loanOf(person);
    const first = await tools.request(person);
    await tools.confirm(person, first.link);
    const again = await tools.request(person);
    expect((await tools.confirm(person, again.link)).body.messages[0]).toContain('ya estaba cancelado');
    const others = await tools.request(person, 'loan', { loan_id: 'de-otra-persona' });
    expect((await tools.confirm(person, others.link)).body.model.state).toBe('refused');
  });
});
