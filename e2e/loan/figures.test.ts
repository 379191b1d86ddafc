import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { AMOUNT_UNIT } from '../../src/countries/identifiers/amounts.ts';
import { arrivalDay, arrivalOf } from '../../src/countries/arrival.ts';
import { holidaysOf } from '../../src/countries/holidays.ts';
import { packOf } from '../../src/countries/index.ts';
import { formatCost, formatPercentExact, formatPercentRounded } from '../../src/domain/rate.ts';
import { askToPay, instalmentsOf } from '../testing/borrower.ts';
import { api, eventually } from '../testing/api.ts';
import { useBrowser } from '../testing/harness.ts';
import { done, type TestAccount } from '../testing/journey.ts';
import { COUNTRIES } from '../../src/countries/countries.ts';
import { formatMoney, formatRoundMoney } from '../testing/money.ts';
import { untilQuiet } from '../testing/quiet.ts';
import { createReadyCustomer } from '../testing/ready-customer.ts';
import { loginOf } from '../testing/screens.ts';

/**
 * Every amount, rate and date on the screens of random loans must come from an API answer; documents and e-mails are
 * compared in src/server/figures.test.ts. `FIGURES_SEED` repeats a run.
 */
const seed = Number(process.env['FIGURES_SEED'] ?? Date.now() % 1_000_000_000);

const choices = fc.record({
  /** Position of the amount between the offer's minimum and maximum, in thousandths. */
  amount: fc.integer({ min: 0, max: 1000 }),
  plan: fc.integer({ min: 0, max: 11 }),
  membership: fc.boolean(),
  isCash: fc.boolean(),
  paysAll: fc.boolean(),
});

/** Draws a random loan for each country with opposite choices, so that each run has both. */
function draw(country: 'AR' | 'UY') {
  const [one, other] = fc.sample(choices, { seed, numRuns: 2 });
  if (!one || !other) throw new Error('nothing was drawn');
  const { membership, isCash, paysAll } = one;
  const isFirst = country === COUNTRIES[0];
  return isFirst ? one : { ...other, membership: !membership, isCash: !isCash, paysAll: !paysAll };
}

// The answers of the calls, whose members the contract's own tests hold to their types.
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = any;

const cents = (units: number) => Math.round(units * 100);
const sumOf = (units: readonly number[]) => units.reduce((total, each) => total + cents(each), 0) / 100;

const browsing = useBrowser();

/** Figures as screens format them, by the field they come from. */
class Known {
  readonly #fields = new Map<string, string>();

  /** Records an amount in currency units. */
  amount(units: number, field: string): void {
    for (const each of [units, Math.abs(units)])
      for (const text of [formatMoney(each), formatRoundMoney(each), formatRoundMoney(Math.round(each))])
        this.#fields.set(text, field);
  }

  /** Records a yearly rate, a fraction. */
  rate(fraction: number, field: string): void {
    for (const text of [formatPercentRounded(fraction), formatPercentExact(fraction), formatCost(fraction)])
      this.#fields.set(text.replace('más de ', ''), field);
  }

  /** Records the dates and figures in a text. */
  text(words: string, field: string): void {
    for (const [figure] of words.matchAll(FIGURE)) this.#fields.set(figure, field);
    for (const [, year, month, day] of words.matchAll(/(\d{4})-(\d\d)-(\d\d)/g))
      this.#fields.set(`${day}-${month}-${year}`, field);
  }

  /** Records every figure of an answer, and the sums that screens derive from it. */
  answer(value: unknown, field = ''): void {
    const name = field.split('.').at(-1) ?? '';
    if (typeof value === 'string') {
      this.text(value, field);
      if (name === 'zero-rate-advance-limit') this.amount(Number(value), field);
    } else if (typeof value === 'number') {
      if (isRate(name)) this.rate(value, field);
      else if (!isCount(name)) this.amount(value, field);
    } else if (Array.isArray(value)) for (const each of value) this.answer(each, field);
    else if (value !== null && typeof value === 'object') {
      for (const [member, each] of Object.entries(value)) this.answer(each, `${field}.${member}`);
      this.#derived(value, field);
    }
  }

  #derived(value: Answer, field: string): void {
    if (value.composition && value.schedule) this.#plan(value, field);
    if (value.membership_price) {
      const total = sumOf([value.final_amount, value.membership_price]);
      this.amount(total, `${field}, total with membership`);
      this.amount(sumOf([value.original_final_amount ?? 0, -total]), `${field}, gain`);
    }
    if (value.max_option || value.no_membership) this.#variants(value.max_option ?? value, field);
    if (Array.isArray(value.installments) && value.installments[0]?.due_date_format) {
      const owed = value.installments.filter(({ payed }: Answer) => !payed);
      const late = owed.filter((each: Answer) => each.days_late > 0);
      const due = owed.filter((each: Answer) => each.due_date <= value.date);
      for (const some of [owed, late, due, due.filter((each: Answer) => !late.includes(each))]) {
        this.amount(sumOf(some.map(({ amount }: Answer) => amount)), `${field}, instalments added up`);
        this.amount(sumOf(some.map((each: Answer) => each.interest_acum_amount)), `${field}, interest`);
      }
    }
  }

  #plan(plan: Answer, field: string): void {
    const kept = sumOf([plan.amount, -plan.amount_delivery]);
    const { fees, tax, origination_tax: keptTax = 0 } = plan.composition;
    this.amount(kept, `${field}, amount less delivered`);
    this.amount(sumOf([fees, kept, -keptTax]), `${field}, fees`);
    this.amount(sumOf([tax, keptTax]), `${field}, taxes`);
    this.amount(sumOf(plan.schedule.map(({ charges }: Answer) => charges)), `${field}, charges`);
  }

  /** Differences between the plans with and without membership. */
  #variants({ membership, no_membership: without }: Answer, field: string): void {
    for (const member of membership?.plans ?? []) {
      const basic = without?.plans.find(
        ({ installmentsQuantity }: Answer) => installmentsQuantity === member.installmentsQuantity,
      );
      if (!basic) continue;
      const saved = sumOf([basic.final_amount, -member.final_amount]);
      this.amount(saved, `${field}, saved`);
      this.amount(sumOf([saved, -member.membership_price]), `${field}, gain`);
      this.amount(sumOf([basic.payment, -member.payment]), `${field}, cheaper instalment`);
    }
  }

  unexplained(text: string): string[] {
    return [...text.matchAll(FIGURE)].map(([figure]) => figure).filter((figure) => !this.#fields.has(figure));
  }
}

const FIGURE = /\$\d{1,3}(?:\.\d{3})*(?:,\d+)?|\d[\d.]*(?:,\d+)? ?%|\d\d-\d\d-\d{4}/g;
const CHARGE_DAY = /Si confirmás ahora, (?:la debitamos de tu tarjeta )?el (\d\d-\d\d-\d{4})/g;
const isRate = (name: string) => /^(?:original_)?(?:tna|tea|cft\w*|rate|interest_?rate)$/i.test(name);
const isCount = (name: string) =>
  /(?:^|_)(?:id|number|count|days|months|version|limit_minutes)s?$|quantity/i.test(name);

/** Whole amounts that texts print without decimals: the membership price, and limits. */
const QUOTED = /Por solo \$[\d.]+|cuesta \$[\d.]+, una sola vez|[Hh]asta \$[\d.]+(?! [a-z]* ?pod)/g;

/** The day that screens before the loan give for the money: no call has it. */
function arrivalOfNow(country: 'AR' | 'UY'): string {
  const now = new Date();
  return arrivalDay(arrivalOf({ confirmedAt: now }, now, packOf(country), () => holidaysOf(country)));
}

/** Compares each screen with the answers that its own page received. */
function looker(page: Page, country: 'AR' | 'UY', known: Known) {
  const reading: Promise<void>[] = [];
  page.on('response', (response) => {
    if (!response.headers()['content-type']?.includes('json')) return;
    reading.push(
      response.json().then(
        (body: unknown) => known.answer(body, new URL(response.url()).pathname),
        () => {},
      ),
    );
  });
  for (const text of packOf(country).membership.benefits) known.text(text, 'the text pack');
  known.amount(AMOUNT_UNIT, 'the step of the amount');
  const faults: string[] = [];
  const look = async (
    path: string,
    { shows, offers = false }: { shows: readonly string[]; offers?: boolean },
  ) => {
    known.text(arrivalOfNow(country), 'the day of a payout');
    await untilQuiet(page, () => page.goto(path));
    await page.locator('main h1').waitFor();
    const loading = page.locator('main [aria-busy=true], main :text-is("Cargando…")');
    await expect.poll(() => loading.count()).toBe(0);
    await page.locator('main').evaluate((main) => {
      for (const details of main.querySelectorAll('details')) details.open = true;
    });
    await untilQuiet(page, async () => {});
    await Promise.all(reading.splice(0));
    known.text(arrivalOfNow(country), 'the day of a payout');
    // The symbol of a screen's largest figure is a separate element.
    const text = (await page.locator('main').innerText())
      .replaceAll(/\$\s+(?=\d)/g, '$')
      .replaceAll(/\s+/g, ' ');
    // Screens before the loan compute this date by the law's rule.
    for (const [, date = ''] of text.matchAll(CHARGE_DAY)) known.text(date, 'the law');
    const fault = (what: string, figures: readonly string[]) =>
      faults.push(...figures.map((figure) => `${path} ${what} ${figure}: ${text}`));
    fault(
      'lacks',
      shows.filter((figure) => !text.includes(figure)),
    );
    fault('shows, of no answer,', known.unexplained(text));
    if (offers) return;
    const whole = text.replaceAll(QUOTED, '').matchAll(/\$[\d.]+(?![\d.,])/g);
    fault(
      'writes without decimals',
      Array.from(whole, ([figure]) => figure),
    );
  };
  return { look, faults };
}

type Look = ReturnType<typeof looker>['look'];

const optionsOf = async ({ country, token }: TestAccount, amount: number) =>
  (await done(`GET /api/v1/clients/loan-options/${amount}`, { country, token })).result;

/** Compares a borrower's screens of a loan, in any state. */
async function lookAtLoan(
  look: Look,
  { country, token }: Pick<TestAccount, 'country' | 'token'>,
  id: string,
) {
  const ask = async (call: string): Promise<Answer> => (await done(call, { country, token })).result;
  const loan = await ask(`GET /api/v3/loan-new/${id}`);
  const isCancelled = loan.state_slug === 'canceled';
  await look(`/ver-prestamo-old/${id}`, {
    shows: [
      formatMoney(loan.amount_delivery),
      formatMoney(loan.payment),
      ...(isCancelled ? [] : [formatMoney(loan.final_amount)]),
    ],
  });
  if (loan.state_slug === 'approved' || loan.state_slug === 'finished') {
    const { closing } = await ask(`GET /api/v3/statement/${id}`);
    await look(`/movimientos/${id}`, {
      shows: [closing.outstanding, closing.default_interest].filter(Boolean).map(formatMoney),
    });
  }
  return loan;
}

/** Compares the receipt of the payout, which later payments do not change. */
async function lookAtReceipt(
  look: Look,
  { country, token }: Pick<TestAccount, 'country' | 'token'>,
  id: string,
) {
  const { result: receipt } = await done(`GET /api/v3/transference-receipt/${id}`, { country, token });
  await look(`/comprobante-transferencia/${id}`, { shows: [formatMoney(receipt.amount)] });
}

async function lookAtBalance(
  look: Look,
  { country, token, document }: Pick<TestAccount, 'country' | 'token' | 'document'>,
) {
  const owed = (await instalmentsOf({ country, token, document })).filter(({ missing }) => missing > 0);
  await look(`/balance/1/${document}`, { shows: owed.map(({ amount }) => formatMoney(amount)) });
  return owed;
}

async function lookAtMembership(look: Look, { country, token }: Pick<TestAccount, 'country' | 'token'>) {
  const { model } = await done('GET /api/v3/membership', { country, token });
  const { price, charge } = model.membership;
  await look('/membresia', { shows: [formatMoney(price), charge.on] });
}

async function payWith(account: TestAccount, look: Look, count: number): Promise<void> {
  const owed = (await instalmentsOf(account)).slice(0, count);
  const hash = await askToPay(account, owed, 'bank-transfer');
  const { result: coupon } = await done(`GET /api/v3/coupon/${hash}`, account);
  await look(`/coupon/${hash}`, { shows: [formatMoney(coupon.amount), coupon.due_date] });
  await api(`POST /sandbox/payments/${hash}/settle`, { country: account.country });
  await eventually(
    () => instalmentsOf(account),
    (all) => all.filter(({ missing }) => missing > 0).length === all.length - count,
  );
}

async function lookAtCertificate(look: Look, { country, token, document }: TestAccount) {
  const body = { document_type: 1, document_number: document, referrer: '', parameter: '' };
  const { result } = await done('POST /api/v3/debtfree', { country, token, body });
  await look(`/libre-deuda/${result.hash}`, { shows: [] });
}

describe.each(['AR', 'UY'] as const)(`%s: figures on screens, FIGURES_SEED=${seed}`, (country) => {
  test.each([draw(country)])('of a loan of %j', async (choice) => {
    const hasCash = packOf(country).deliveryTypes.includes('red-pagos');
    const delivery = choice.isCash && hasCash ? 'red-pagos' : 'bank-transfer';
    const account = await createReadyCustomer(country, delivery);
    const { token } = account;
    const { result: offer } = await done('GET /api/v1/clients/credit-ratings', { country, token });
    const { min_amount: least, max_amount: most } = offer;
    const amount = least + Math.round(((most - least) / 1_000_000) * choice.amount) * 1000;
    const options = await optionsOf(account, amount);
    const variant = choice.membership ? options.membership : options.no_membership;
    const plan = variant.plans[choice.plan % variant.plans.length];
    const page = await browsing.open({ country, token: account });
    const known = new Known();
    known.answer(options, 'plans of the amount');
    const { look, faults } = looker(page, country, known);
    await look('/oferta-comercial', {
      shows: [formatRoundMoney(most), formatRoundMoney(offer.max_option.membership.plans[0].payment)],
      offers: true,
    });

    await page.evaluate(
      ([chosen, membership]) => {
        localStorage.setItem('cuota.proposal', JSON.stringify(chosen));
        localStorage.setItem('cuota.membership', membership ? '1' : '0');
      },
      [plan, choice.membership] as const,
    );
    await look('/revisar', {
      shows: [
        ...[plan.amount_delivery, plan.payment, plan.final_amount].map(formatMoney),
        ...[plan.tna, plan.tea, plan.cftna, plan.cftea].map(formatPercentExact),
        ...plan.schedule.flatMap((row: Answer) => [row.due_date, formatMoney(row.amount)]),
      ],
    });

    const { result } = await done('POST /api/v3/finish-new', {
      country,
      token,
      body: {
        creditStructure: {
          selectedId: plan.id,
          maxId: variant.max_id,
          installmentsQuantity: plan.installmentsQuantity,
        },
        isMembershipIncluded: choice.membership,
        membershipPrice: plan.membership_price,
      },
    });
    for (const outcome of ['ok', 'ok'])
      await api(`POST /sandbox/loans/${result.id}/advance`, { body: { outcome } });
    await eventually(
      () => done(`GET /api/v3/loan-new/${result.id}`, { country, token }),
      (loan) => loan.result.state_slug === 'approved',
    );
    const loan = await lookAtLoan(look, account, result.id);
    expect([loan.payment, loan.final_amount, loan.cftea]).toEqual([
      plan.payment,
      plan.final_amount,
      plan.cftea,
    ]);
    await lookAtReceipt(look, account, result.id);
    if (choice.membership) await lookAtMembership(look, account);
    else await look('/membresia', { shows: [] });
    const owed = await lookAtBalance(look, account);
    await look(`/pago-anticipado/${result.id}`, { shows: [] });
    await payWith(account, look, choice.paysAll ? owed.length : 1);
    await lookAtBalance(look, account);
    await lookAtLoan(look, account, result.id);
    if (choice.paysAll) await lookAtCertificate(look, account);
    expect(faults).toEqual([]);
  });

  // Loans with a past: paid late, in arrears, cancelled; the others differ by no country.
  const demo =
    country === COUNTRIES[0]
      ? (['aldia', 'demora45', 'cancelado'] as const)
      : (['demora10', 'demora45'] as const);
  test.each(demo)('of the demo customer %s', async (name) => {
    const login = await loginOf(name, country);
    const page = await browsing.open({ country, token: login });
    const { look, faults } = looker(page, country, new Known());
    const { result: loans } = await done('GET /api/loan', { country, token: login.token });
    await lookAtLoan(look, login, String(loans[0].id));
    const { result: profile } = await done('GET /api/v3/account-new', { country, token: login.token });
    await lookAtBalance(look, { ...login, document: profile.account_information.document_number });
    expect(faults).toEqual([]);
  });
});
