import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packOf } from '../countries/index.ts';
import { SERVER_ENTRIES } from '../countries/server-entries.ts';
import { testCountry } from '../countries/testing/test-country.ts';
import { addDays, calendarDate, formatDate } from '../domain/calendar-date.ts';
import { formatMoney, fromUnits } from '../domain/money.ts';
import { formatCost, formatPercentExact } from '../domain/rate.ts';
import { flatText } from './origination/agreements/testing/pdf-text.ts';
import { pageOf } from './origination/agreements/testing/raw-page.ts';
import { listMessages } from './messages/service.ts';
import { goTo, todayOf } from './servicing/debits/testing/debtor.ts';
import { loanInState, payout, signUpAndVerify, type Traveller } from './testing/journey.ts';
import { startProduct, type TestProduct } from './testing/product.ts';

/**
 * Ten random loans a country: every amount, rate and date in every document and e-mail must come from an API answer.
 * The seed is part of the test name; `FIGURES_SEED` repeats it.
 */
const seed = Number(process.env['FIGURES_SEED'] ?? Date.now() % 1_000_000_000);
const LOANS = 10;

const choices = fc.record({
  /** Position of the amount between the offer's minimum and maximum, in thousandths. */
  amount: fc.integer({ min: 0, max: 1000 }),
  instalments: fc.integer({ min: 1, max: 12 }),
  membership: fc.boolean(),
  isCash: fc.boolean(),
  paysFirst: fc.boolean(),
});
type Choice = typeof choices extends fc.Arbitrary<infer Value> ? Value : never;

// The answers of the calls, whose members the contract's own tests hold to their types.
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = any;

interface Lent {
  readonly choice: Choice;
  readonly person: Traveller;
  readonly id: string;
  readonly plan: Answer;
  readonly basic: Answer;
  /** Every number and date that a call answered about this loan. */
  readonly known: Set<string>;
}

const cents = (units: number) => Math.round(units * 100);
const sumOf = (all: readonly number[]) => all.reduce((total, each) => total + cents(each), 0) / 100;
const FIGURE = /\$\d{1,3}(?:\.\d{3})*(?:,\d+)?|\d[\d.]*,\d+%|\d\d-\d\d-\d{4}/g;

/** Records all figures of an answer, as documents format them. */
function note(known: Set<string>, answer: unknown): void {
  if (typeof answer === 'number') {
    if (Math.abs(answer) < 1e10) known.add(money(answer));
    if (answer >= 0) known.add(formatCost(answer).replace('más de ', ''));
  } else if (typeof answer === 'string') {
    for (const [date] of answer.matchAll(/\d\d-\d\d-\d{4}/g)) known.add(date);
  } else if (answer !== null && typeof answer === 'object') {
    for (const each of Object.values(answer)) note(known, each);
  }
}

/** Both countries use '$' and two decimals. */
function money(units: number): string {
  return formatMoney(fromUnits(Math.abs(cents(units)) / 100), 'ARS');
}

/** Figures of a text that no call answered. */
const unexplained = (text: string, { known }: Lent) =>
  [...text.matchAll(FIGURE)].map(([figure]) => figure).filter((figure) => !known.has(figure));

describe.each(['AR', 'UY'] as const)(`%s: figures of ten random loans, FIGURES_SEED=${seed}`, (country) => {
  let product: TestProduct;
  const lent: Lent[] = [];

  const ask = async (one: Lent, key: Parameters<Traveller['call']>[0], more: object = {}) => {
    const answer = await one.person.call(key, { params: { id: one.id }, ...more });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    note(one.known, answer.body);
    return answer.body.result ?? answer.body.model;
  };
  const loanOf = (one: Lent): Promise<Answer> => ask(one, 'GET /api/v3/loan-new/{id}');
  const balanceOf = (one: Lent): Promise<Answer> =>
    ask(one, 'POST /api/v3/balance', {
      body: { document_type: 1, document_number: one.person.documentNumber },
    });
  const paper = async (url: string) => flatText((await pageOf(product.port, url, { country })).bytes);
  const each = async (check: (one: Lent) => Promise<void>) => {
    for (const one of lent) {
      try {
        await check(one);
      } catch (error) {
        throw new Error(`in ${JSON.stringify(one.choice)}`, { cause: error });
      }
    }
  };

  async function lend(choice: Choice): Promise<Lent> {
    const hasCash = packOf(country).deliveryTypes.includes('red-pagos');
    const delivery = choice.isCash && hasCash ? 'red-pagos' : 'bank-transfer';
    const person = await signUpAndVerify(product, country, { delivery });
    const { min_amount: least, max_amount: most } = person.offer;
    const amount = String(least + Math.round(((most - least) / 1_000_000) * choice.amount) * 1000);
    const options = (await person.call('GET /api/v1/clients/loan-options/{amount}', { params: { amount } }))
      .body.result;
    const planOf = (variant: 'membership' | 'no_membership') => {
      const { plans } = options[variant];
      return plans.find((plan: Answer) => plan.installmentsQuantity === choice.instalments) ?? plans[0];
    };
    const variant = choice.membership ? 'membership' : 'no_membership';
    const plan = planOf(variant);
    const confirmed = await person.call('POST /api/v3/finish-new', {
      body: {
        deliveryPoint: '',
        accountNumber: '',
        referrer: '',
        parameter: '',
        creditStructure: {
          selectedId: plan.id,
          maxId: options[variant].max_id,
          installmentsQuantity: plan.installmentsQuantity,
        },
        isMembershipIncluded: choice.membership,
        membershipPrice: plan.membership_price,
      },
    });
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
    const basic = options.no_membership.plans.find(
      (other: Answer) => other.installmentsQuantity === plan.installmentsQuantity,
    );
    const one = { choice, person, id: confirmed.body.result.id, plan, basic, known: new Set<string>() };
    for (const answer of [plan, ...(choice.membership ? [basic] : [])]) note(one.known, answer);
    one.known.add(formatDate(todayOf(product, country)));
    await loanOf(one);
    await payout(product, one.id);
    await loanInState(person, one.id, 'approved');
    return one;
  }

  beforeAll(async () => {
    product = await startProduct({ settings: { SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' } });
    await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
    for (const choice of fc.sample(choices, { seed, numRuns: LOANS })) lent.push(await lend(choice));
  }, 180_000);
  afterAll(() => product.close());

  test('the loan keeps the figures of its offer, confirmed on the same day', () =>
    each(async (one) => {
      const loan = await loanOf(one);
      const { plan, basic } = one;
      for (const name of ['tna', 'tea', 'cftna', 'cftea', 'cftea_dated', 'cftea_with_membership'])
        expect([name, loan[name]]).toEqual([name, plan[name]]);
      expect(loan.cftea).toBe(loan.cftea_dated);
      expect(loan.cftea_with_membership > loan.cftea).toBe(one.choice.membership);
      expect(loan).toMatchObject({
        amount: plan.amount,
        amount_delivery: plan.amount_delivery,
        payment: plan.payment,
        final_amount: plan.final_amount,
        start_date: plan.start_date,
        membership_price: plan.membership_price,
        interest_rate: plan.interestRate,
        cft: plan.cft,
        original_final_amount: basic.final_amount,
        original_cft: basic.cft,
      });
      const agreed = plan.schedule.map((row: Answer) => [row.due_date, row.amount]);
      expect(loan.installments.map((row: Answer) => [row.due_date_format, row.amount])).toEqual(agreed);
      expect(sumOf(plan.schedule.map(({ amount }: Answer) => amount))).toBe(plan.final_amount);
    }));

  test('contract and note state them, and no other', () =>
    each(async (one) => {
      const { plan } = one;
      let loan = await loanOf(one);
      await expect
        .poll(async () => (loan = await loanOf(one)).files.loan_docket, { timeout: 20_000 })
        .not.toBe(null);
      const text = await paper(loan.files.loan_docket.url);
      const { offer, totalCost } = packOf(country);
      const { taxRate } = SERVER_ENTRIES[country].priceList.variants.no_membership;
      const rows = [...text.matchAll(rowOfPlan)].map(([, number, date, ...amounts]) => ({
        number: Number(number),
        date,
        amounts: amounts.map((amount) => cents(unitsOf(amount))),
      }));
      expect(rows).toHaveLength(plan.installmentsQuantity);
      let owed = cents(plan.amount);
      for (const [index, { number, date, amounts }] of rows.entries()) {
        const [capital = 0, interest = 0, tax = 0, charges = 0, amount, balance] = amounts;
        const agreed = plan.schedule[index];
        owed -= capital;
        expect([number, date, amount, charges, balance]).toEqual([
          index + 1,
          agreed.due_date,
          cents(agreed.amount),
          cents(agreed.charges),
          owed,
        ]);
        expect(capital + interest + tax + charges).toBe(amount);
        for (const part of amounts) one.known.add(money(part / 100));
      }
      const column = (at: number) => rows.reduce((total, { amounts }) => total + (amounts[at] ?? 0), 0);
      expect([column(0), column(1), column(4)]).toEqual(
        [plan.composition.principal, plan.composition.interest, plan.final_amount].map(cents),
      );
      for (const at of [1, 2, 3]) one.known.add(money(column(at) / 100));
      one.known.add(money(plan.amount - plan.amount_delivery));
      one.known.add(formatPercentExact(taxRate));
      one.known.add(money(offer[testCountry(country).statedBound]));
      // The papers also state the acceptance in UTC, which is a day ahead in the evening.
      one.known.add(formatDate(calendarDate(product.deps.clock.now().toISOString().slice(0, 10))));
      expect(unexplained(text, one)).toEqual([]);
      for (const fact of [
        `${totalCost.effective} ${formatPercentExact(loan.cftea)}`,
        `${totalCost.nominal}, con IVA ${formatPercentExact(loan.cftna)}`,
        `Total a pagar ${money(loan.final_amount)}`,
        `Monto que se entrega ${money(loan.amount_delivery)}`,
        `calculado sobre las fechas reales de pago, ${formatPercentExact(loan.cftea)}`,
        `Número de préstamo ${loan.number}`,
      ])
        expect(text).toContain(fact);
      const beside = `con el precio de la membresía ${formatCost(loan.cftea_with_membership)}`;
      expect(text.includes(beside)).toBe(one.choice.membership);
    }));

  test('every letter so far states figures of the calls alone', () =>
    each(async (one) => {
      const { membership } = await ask(one, 'GET /api/v3/membership');
      const { payment, final_amount, tna, tea, cft, cftea, interestRate: interest_rate } = one.basic;
      const basic = { payment, final_amount, tna, tea, cft, cftea, interest_rate };
      expect(membership?.ending.plan ?? basic).toMatchObject(basic);
      expect(membership !== null).toBe(one.choice.membership);
      one.known.add(money(one.plan.final_amount + one.plan.membership_price));
      const letters = await listMessages(product.deps, one.person.email);
      const confirmed = letters.find(({ text }) => text.includes('Confirmaste'))?.text ?? '';
      const { totalCost } = packOf(country);
      expect(confirmed).toContain(`${totalCost.inText} ${formatPercentExact(one.plan.cftea)}.`);
      for (const { text } of letters) expect([text, unexplained(text, one)]).toEqual([text, []]);
    }));

  test('receipt, balance and statement agree after random days', async () => {
    const days = fc.sample(fc.integer({ min: 1, max: 80 }), { seed, numRuns: 1 })[0] ?? 1;
    await goTo(product, addDays(todayOf(product, country), days));
    await each(async (one) => {
      const [loan, balance] = [await loanOf(one), await balanceOf(one)];
      const receipt = await ask(one, 'GET /api/v3/transference-receipt/{id}');
      expect(receipt.amount).toBe(loan.amount_delivery);
      const handed = await paper(receipt.pdf_url);
      expect(handed).toContain(money(receipt.amount));
      expect(unexplained(handed, one)).toEqual([]);
      const statement = await ask(one, 'GET /api/v3/statement/{id}');
      one.known.add(formatDate(todayOf(product, country)));
      expect(statement.loan_number).toBe(loan.number);
      expect(loan.installments.map(({ amount }: Answer) => amount)).toEqual(
        balance.installments.map(({ amount }: Answer) => amount),
      );
      const missing = sumOf(balance.installments.map(({ missing: open }: Answer) => open));
      expect(statement.closing.outstanding).toBe(missing);
      const text = await paper(statement.files.pdf);
      expect(unexplained(text, one)).toEqual([]);
      expect(text).toContain(`Número de préstamo ${loan.number}`);
      for (const { charge, credit } of statement.movements.filter(
        (line: Answer) => line.charge || line.credit,
      ))
        expect(text).toContain(money(charge + credit));
      const late = sumOf(balance.installments.map(({ interest_acum_amount: part }: Answer) => part));
      expect(statement.closing.default_interest).toBe(late);
      const quote = await ask(one, 'GET /api/v3/loan/{id}/settlement');
      expect(statement.closing.payoff).toBe(quote.total);
    });
  });

  test('a coupon has the amount of the balance, and so does its PDF', () =>
    each(async (one) => {
      const { installments } = await balanceOf(one);
      const open = installments.filter(({ payed }: Answer) => !payed);
      const chosen = one.choice.paysFirst ? open.slice(0, 1) : open;
      const total = sumOf(chosen.map(({ amount }: Answer) => amount));
      const asked = await ask(one, 'POST /api/v3/payment', {
        body: {
          document_type: 1,
          document_number: one.person.documentNumber,
          payment_method: 'bank-transfer',
          installments: chosen.map(({ id, number }: Answer) => ({ id, number })),
          total,
        },
      });
      const coupon = await ask(one, 'GET /api/v3/coupon/{hash}', { params: { hash: asked.hash } });
      expect(coupon).toMatchObject({ amount: total, loan_number: (await loanOf(one)).number });
      const text = await paper(coupon.pdf_url);
      expect(unexplained(text, one)).toEqual([]);
      expect([text.includes(money(total)), text.includes(coupon.due_date)]).toEqual([true, true]);
      await product.call('POST /sandbox/payments/{hash}/settle', { country, params: { hash: asked.hash } });
      const { closing } = await ask(one, 'GET /api/v3/statement/{id}');
      const left = (await balanceOf(one)).installments.map(({ missing }: Answer) => missing);
      expect(closing.outstanding).toBe(sumOf(left));
    }));

  test('a customer without debt is certified on the date of the calls', () =>
    each(async (one) => {
      const { installments, debtfree } = await balanceOf(one);
      const isFree = installments.every(({ payed }: Answer) => payed);
      expect(debtfree).toBe(isFree);
      if (!isFree) return;
      const body = {
        document_type: 1,
        document_number: one.person.documentNumber,
        referrer: '',
        parameter: '',
      };
      const { hash } = await ask(one, 'POST /api/v3/debtfree', { body });
      const certificate = await ask(one, 'GET /api/v3/debtfree/{hash}', { params: { hash } });
      const text = await paper(`/api/v3/debtfree/${certificate.hash}/pdf`);
      expect(text).toContain(formatDate(todayOf(product, country)));
      expect(unexplained(text, one)).toEqual([]);
    }));

  test('every letter since then states figures of the calls alone', () =>
    each(async (one) => {
      for (const { text } of await listMessages(product.deps, one.person.email))
        expect([text, unexplained(text, one)]).toEqual([text, []]);
    }));
});

const amountOfRow = String.raw`(\$[\d.]+,\d\d)`;
const rowOfPlan = new RegExp(
  String.raw`(\d+) (\d\d-\d\d-\d{4}) ${Array.from({ length: 6 }, () => amountOfRow).join(' ')}`,
  'g',
);

/** Parses '$1.234,50' into currency units. */
function unitsOf(amount = ''): number {
  return Number(amount.replaceAll(/[$.]/g, '').replace(',', '.'));
}
