import { afterAll, beforeAll, expect, test } from 'vitest';
import { holidaysOf } from '../../../countries/holidays.ts';
import { debitAnnouncedOn, debitAttemptOn } from '../../../countries/law/debits.ts';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { borrower, type Borrower } from '../payments/testing/borrower.ts';
import { remind } from '../reminders/remind.ts';
import { announceDebits } from './announce.ts';
import { attemptDebits } from './attempt.ts';
import { goToLoansDueOnBusinessDays } from './testing/due-days.ts';
import { debitsOf, dueDatesOf, goTo, saveCard, todayOf } from './testing/debtor.ts';
import { LAWS } from '../../../countries/law/laws.ts';

let product: TestProduct;
let one: Borrower;
let cardless: Borrower;
let due: CalendarDate;
beforeAll(async () => {
  // The clock is moved by weeks, and sessions must outlive that.
  product = await startProduct({
    settings: { ROLE: 'api', SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' },
  });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  await goToLoansDueOnBusinessDays(product, 1);
  one = await borrower(product, 'AR', 12);
  await saveCard(one.person);
  cardless = await borrower(product, 'AR', 12);
  due = (await dueDatesOf(product, one))[0]!;
});
afterAll(() => product.close());

/** Pays half of the maximum prepayment. */
async function payAhead({ person, publicId }: Borrower): Promise<void> {
  const to = { token: person.token, params: { id: publicId } };
  const quote = await product.call('GET /api/v3/loan/{id}/settlement', to);
  expect(quote.status).toBe(200);
  const { result } = quote.body;
  const total = Math.floor((result.prepayment.min + result.prepayment.max) / 2);
  const body = { kind: 'smaller', payment_method: 'bank-transfer', total };
  const asked = await product.call('POST /api/v3/loan/{id}/settlement', { ...to, body });
  await product.call('POST /sandbox/payments/{hash}/settle', { params: { hash: asked.body.result.hash } });
}

test('an instalment with prepaid capital is debited and reminded while it has debt', async () => {
  await goTo(product, addDays(due, -19));
  for (const each of [one, one, cardless, cardless]) await payAhead(each);
  const { db } = product.deps;
  const { agreed, paid } = await db
    .selectFrom('instalment')
    .innerJoin('payment_allocation as a', 'a.instalment', 'instalment.number')
    .innerJoin('payment', 'payment.id', 'a.payment_id')
    .whereRef('payment.loan_id', '=', 'instalment.loan_id')
    .where('instalment.loan_id', '=', one.loanId)
    .where('number', '=', 1)
    .where('component', '=', 'principal')
    .select((eb) => [eb.fn.max('principal').as('agreed'), eb.fn.sum<string>('a.amount').as('paid')])
    .executeTakeFirstOrThrow();
  // Prepaid capital has moved from later instalments to the first one.
  expect(Number(paid)).toBeGreaterThan(agreed);
  const [first] = (await one.balance()).installments;
  expect(first).toMatchObject({ number: 1, state_name: 'pending' });
  await goTo(product, debitAnnouncedOn(due, holidaysOf('AR')));
  await announceDebits(product.deps, { country: 'AR', date: todayOf(product) });
  expect(await debitsOf(product, one)).toMatchObject([{ instalment: 1, state: 'announced' }]);
  await goTo(product, debitAttemptOn(due, holidaysOf('AR')));
  await attemptDebits(product.deps, { country: 'AR', date: todayOf(product) });
  expect(await debitsOf(product, one)).toMatchObject([
    { instalment: 1, state: 'approved', amount: Math.round(first.amount * 100) },
  ]);
  await goTo(product, addDays(due, LAWS.AR.reminders.stages[0]?.day ?? 0));
  await remind(product.deps, { country: 'AR', date: todayOf(product) });
  const reminded = await db.selectFrom('reminder').select(['loan_id', 'instalment']).execute();
  expect(reminded).toEqual([{ loan_id: cardless.loanId, instalment: 1 }]);
});
