import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holidaysOf } from '../../../countries/holidays.ts';
import { withdrawalUntil } from '../../../countries/law/withdrawal-window.ts';
import { addDays, formatDate } from '../../../domain/calendar-date.ts';
import { sum } from '../../../domain/money.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import { auditBooks, writtenOf } from '../../loans/books/service.ts';
import { basicPlanOf, loanAsAgreed, lockedLoan } from '../../loans/service.ts';
import { transaction } from '../../platform/database.ts';
import { payout, signUpAndVerify } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { dueDatesOf, goTo, todayOf } from '../debits/testing/debtor.ts';
import { borrower, type Borrower } from '../payments/testing/borrower.ts';
import { creditTools, shown as money } from '../payments/testing/credit-tools.ts';
import { takeEffect } from '../withdrawals/take-effect.ts';
import { withdrawalsOf } from '../withdrawals/testing/withdrawals.ts';

/** Ending the membership within its term moves the loan to the basic plan of its offer. */

let product: TestProduct;
let tools: ReturnType<typeof creditTools>;
beforeAll(async () => {
  product = await startProduct();
  tools = creditTools(product);
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

test('the database refuses a basic plan that does not match its loan, and a change without an end', async () => {
  const { db } = product.deps;
  const [basic, member] = [
    await borrower(product, 'AR', 3),
    await borrower(product, 'AR', 3, { membership: true }),
  ];
  const terms = JSON.stringify({});
  const plan = { loan_id: basic.loanId, instalment_amount: 1, final_amount: 1, terms, rates: terms };
  await expect(db.insertInto('basic_plan').values(plan).execute()).rejects.toThrow(/does not match/);
  const change = { loan_id: member.loanId, ended_on: todayOf(product), changed_at: new Date() };
  await expect(db.insertInto('plan_change').values(change).execute()).rejects.toThrow(/foreign key/);
});

describe('a membership that is ended', () => {
  const country = 'AR' as const;
  const today = () => todayOf(product, country);
  const member = (instalments = 3) => borrower(product, country, instalments, { membership: true });
  const loanOf = ({ loanId }: Borrower) => transaction(product.deps.db, (tx) => lockedLoan(tx, loanId));

  async function ask(one: Borrower, kind: 'loan' | 'membership' = 'membership') {
    const body = { kind, loan_id: kind === 'loan' ? one.publicId : '', reason: '' };
    const answer = await product.call('POST /api/v3/withdrawal/own', { ...(await tools.asOwner(one)), body });
    expect(answer.status).toBe(200);
    return answer.body.model;
  }

  async function contradictions(one: Borrower) {
    const loan = await loanOf(one);
    const written = await writtenOf(product.deps.db, [loan]);
    return auditBooks(loan, written(loan), today());
  }

  /** Schedule amounts of the current plan, the agreed plan and the basic plan. */
  async function plans(one: Borrower) {
    const { conditions } = await loanOf(one);
    const agreed = await loanAsAgreed(product.deps.db, one.loanId);
    const basic = await product.deps.db
      .selectFrom('basic_plan_row')
      .select(['number', 'principal', 'interest', 'tax', 'fee', 'fee_tax as feeTax'])
      .where('loan_id', '=', one.loanId)
      .orderBy('number')
      .execute();
    const amounts = (some: typeof conditions.schedule.rows) =>
      some.map(({ number, principal, interest, tax, fee, feeTax }) => ({
        number,
        principal,
        interest,
        tax,
        fee,
        feeTax,
      }));
    return {
      inForce: amounts(conditions.schedule.rows),
      agreed: amounts(agreed?.conditions.schedule.rows ?? []),
      basic,
    };
  }

  async function expectBasic(one: Borrower) {
    const { inForce, agreed, basic } = await plans(one);
    expect(inForce).toEqual(basic);
    expect(inForce).not.toEqual(agreed);
    expect(await contradictions(one)).toEqual([]);
  }

  async function expectAgreed(one: Borrower) {
    const { inForce, agreed } = await plans(one);
    expect(inForce).toEqual(agreed);
    expect(await contradictions(one)).toEqual([]);
  }

  const lastFree = () => withdrawalUntil(country, today(), today(), holidaysOf(country));

  test('ended on the first day, the loan follows the plan without membership', async () => {
    const one = await member();
    await expectAgreed(one);
    expect(await ask(one)).toMatchObject({ state: 'ended' });
    await expectBasic(one);
    const plan = await basicPlanOf(product.deps.db, one.loanId);
    expect(plan).toMatchObject({ isInForce: true, instalments: 3 });
    expect(await tools.missingOf(one)).toBe((plan?.finalAmount ?? 0) / 100);
  });

  test('screen, mail, loan and statement say the same figures before and after', async () => {
    const one = await member();
    const owner = await tools.asOwner(one);
    const shown = async () =>
      (await product.call('GET /api/v3/membership', owner)).body.model.membership.ending;
    const plan = await basicPlanOf(product.deps.db, one.loanId);
    const [payment, total] = [(plan?.payment ?? 0) / 100, (plan?.finalAmount ?? 0) / 100];
    expect(await shown()).toMatchObject({
      free_until: formatDate(lastFree()),
      plan: { installmentsQuantity: 3, payment, final_amount: total },
      credit: 0,
      owed: 0,
    });
    const { link } = await withdrawalsOf(product).request(one.person, 'membership');
    const figures = [money(payment), money(total)];
    const [asked] = await tools.mailsOf(one, /^Recibimos tu pedido BAJA/);
    for (const figure of figures) expect(asked?.text).toContain(figure);

    const answer = await withdrawalsOf(product).confirm(one, link);
    const [sentence = ''] = answer.body.messages;
    const [decided] = await tools.mailsOf(one, /^Tu pedido BAJA/);
    for (const figure of figures) {
      expect(sentence).toContain(figure);
      expect(decided?.text).toContain(figure);
    }
    expect(await shown()).toBeNull();
    const loan = await product.call('GET /api/v3/loan-new/{id}', { ...owner, params: { id: one.publicId } });
    expect(loan.body.result).toMatchObject({
      payment,
      final_amount: total,
      original_final_amount: total,
      plan_changed_on: formatDate(today()),
      was_created_in_membership: true,
    });
    const notice = (await tools.statementOf(one)).movements.find(
      ({ concept }: { concept: string }) => concept === 'Tu préstamo pasó al plan sin membresía',
    );
    for (const figure of figures) expect(notice?.detail).toContain(figure);
  });

  test('the page of the link shows the effect of ending it, as the logged-in page does, and changes nothing', async () => {
    const one = await member();
    const { link } = await withdrawalsOf(product).request(one.person, 'membership');
    const preview = (code: string) =>
      product.call('POST /api/v3/withdrawal/preview', { country, body: { code } });
    const loggedIn = await product.call('GET /api/v3/membership', await tools.asOwner(one));
    const { ending } = loggedIn.body.model.membership;
    expect(ending.plan).not.toBeNull();
    for (let look = 0; look < 2; look += 1)
      expect((await preview(link)).body.model).toEqual({ kind: 'membership', ending });
    await expectAgreed(one);
    expect((await preview('no-es-un-link')).body.code).toBe('link_invalid');

    expect((await withdrawalsOf(product).confirm(one.person, link)).body.model.state).toBe('ended');
    await expectBasic(one);
    expect(await tools.missingOf(one)).toBe(ending.plan.final_amount);
    expect((await preview(link)).body.code).toBe('link_invalid');
  });

  test('the link of a loan has no figures of a membership', async () => {
    const { link } = await withdrawalsOf(product).request((await member()).person, 'loan');
    const { body } = await product.call('POST /api/v3/withdrawal/preview', { country, body: { code: link } });
    expect(body.model).toEqual({ kind: 'loan', ending: null });
  });

  test('after the term the answer says that the loan stays as it is', async () => {
    const one = await member();
    await goTo(product, addDays(lastFree(), 1));
    const owner = await tools.asOwner(one);
    const { ending } = (await product.call('GET /api/v3/membership', owner)).body.model.membership;
    expect(ending).toMatchObject({ plan: null });
    expect(ending.owed).toBeGreaterThan(0);
    const body = { kind: 'membership', loan_id: '', reason: '' };
    const { messages } = (await product.call('POST /api/v3/withdrawal/own', { ...owner, body })).body;
    expect(messages[0]).toBe('Dimos de baja tu membresía desde hoy. Tu préstamo sigue igual.');
    expect(messages[1]).toContain(money(ending.owed));
  });

  test('on the last day of the term too, and no longer on the next one', async () => {
    const [inTime, late] = [await member(), await member()];
    const last = lastFree();
    await goTo(product, last);
    await ask(inTime);
    await expectBasic(inTime);
    await goTo(product, addDays(last, 1));
    await ask(late);
    await expectAgreed(late);
  });

  test('payments are replayed on it, and the ledger agrees', async () => {
    const one = await member();
    const { hash } = (await one.ask([1], 'bank-transfer')).body.result;
    await tools.drive(one, 'settle', hash);
    const paid = await one.collected();
    await goTo(product, addDays(today(), 3));
    await ask(one);
    await expectBasic(one);
    expect(await one.collected()).toBe(paid);
    const { conditions, payments } = await loanOf(one);
    const [first] = loanStanding(conditions, payments, today()).instalments;
    expect(first?.settledOn).toBeNull();
    expect(first?.total).toBe((conditions.schedule.rows[0]?.amount ?? 0) - paid);
    await tools.drive(one, 'reverse', hash);
    await expectBasic(one);
  });

  test('an earlier payment request is cancelled, since its price has changed', async () => {
    const one = await member();
    const { hash } = (await one.ask([1], 'bank-transfer')).body.result;
    await ask(one);
    const { state } = await product.deps.db
      .selectFrom('payment_request')
      .select('state')
      .where('hash', '=', hash)
      .executeTakeFirstOrThrow();
    expect(state).toBe('expired');
    await tools.drive(one, 'settle', hash);
    expect(await contradictions(one)).toEqual([]);
  });

  test('money paid ahead is planned again on it', async () => {
    const one = await member(10);
    const quote = await tools.quoteOf(one);
    const asked = await product.call('POST /api/v3/loan/{id}/settlement', {
      ...(await tools.asOwner(one)),
      params: { id: one.publicId },
      body: { kind: 'smaller', payment_method: 'bank-transfer', total: Math.floor(quote.total / 3) },
    });
    await tools.drive(one, 'settle', asked.body.result.hash);
    await ask(one);
    const { conditions } = await loanOf(one);
    const agreed = await loanAsAgreed(product.deps.db, one.loanId);
    expect(conditions.schedule.rows).not.toEqual(agreed?.conditions.schedule.rows);
    expect(await contradictions(one)).toEqual([]);
  });

  test('a loan that was paid off stays so, and moves to the plan once its payment is reversed', async () => {
    const one = await member();
    const hash = await one.payOff();
    await ask(one);
    expect((await loanOf(one)).state).toBe('finished');
    await expectAgreed(one);
    await tools.drive(one, 'reverse', hash);
    expect((await loanOf(one)).state).toBe('approved');
    await expectBasic(one);
  });

  test('where an instalment fell due while the request waited for us, the rate stays', async () => {
    const one = await member();
    await goTo(product, lastFree());
    const { code } = await withdrawalsOf(product).request(one.person, 'membership');
    const [due = today()] = await dueDatesOf(product, one);
    await goTo(product, due);
    const { deps } = product;
    await transaction(deps.db, async (tx) => {
      const request = await tx
        .selectFrom('withdrawal')
        .selectAll()
        .where('code', '=', code)
        .executeTakeFirstOrThrow();
      const known = { ...request, country, customer_id: request.customer_id ?? 0 };
      const origin = { requestId: '', address: '', baseUrl: '' };
      const { model, messages } = await takeEffect(tx, deps, known, origin);
      expect(model.state).toBe('ended');
      expect(messages).toEqual(['Dimos de baja tu membresía desde hoy. Tu préstamo sigue igual.']);
    });
    await expectAgreed(one);
  });

  test('a membership that is ended before the money came moves the loan', async () => {
    const { deps } = product;
    const person = await signUpAndVerify(product, country);
    const publicId = await withdrawalsOf(product).loanOf(person, true);
    const { id: loanId } = await deps.db
      .selectFrom('loan')
      .select('id')
      .where('public_id', '=', publicId)
      .executeTakeFirstOrThrow();
    const body = { kind: 'membership', loan_id: '', reason: '' };
    await person.call('POST /api/v3/withdrawal/own', { body });
    await payout(product, publicId);
    const loan = await transaction(deps.db, (tx) => lockedLoan(tx, loanId));
    const plan = await basicPlanOf(deps.db, loanId);
    expect(plan?.isInForce).toBe(true);
    expect(sum(loan.conditions.schedule.rows.map(({ amount }) => amount))).toBe(plan?.finalAmount);
    const written = await writtenOf(deps.db, [loan]);
    expect(auditBooks(loan, written(loan), today())).toEqual([]);
  });

  test('a withdrawal whose money does not come back leaves it without membership and on that plan', async () => {
    const one = await member();
    expect(await ask(one, 'loan')).toMatchObject({ state: 'return-due' });
    await expectBasic(one);
  });
});
