import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addDays,
  addMonthsAnchored,
  dayOfMonth,
  formatDate,
  type CalendarDate,
  weekday,
} from '../../../domain/calendar-date.ts';
import { dueAndUntil } from '../../../countries/payable-words.ts';
import { storeSetting } from '../../content/service.ts';
import { listMessages } from '../../messages/service.ts';
import { dueDatesOf, goTo, todayOf } from '../../servicing/debits/testing/debtor.ts';
import { borrower, type Borrower } from '../../servicing/payments/testing/borrower.ts';
import { flatText } from '../../origination/agreements/testing/pdf-text.ts';
import { pageOf } from '../../origination/agreements/testing/raw-page.ts';
import { consoleUrl } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { loanBalance } from '../ledger/service.ts';
import { changers, changesOf, type Changers } from './testing/changes.ts';

/** docs/product/loan-changes.md through the calls of staff and borrower. */

let product: TestProduct;
let staff: Changers;
let started: number;
beforeAll(async () => {
  product = await startProduct({
    settings: { CONSOLE_URL: consoleUrl, SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' },
  });
  staff = await changers(product);
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  started = product.deps.clock.now().getTime();
});
afterAll(() => product.close());

/** A borrower with the first instalment overdue by some days. */
async function late(country: 'AR' | 'UY', days: number, instalments = 3) {
  await product.advance(started - product.deps.clock.now().getTime());
  const one = await borrower(product, country, instalments);
  const [first] = await dueDatesOf(product, one);
  await moveTo(addDays(first!, days));
  return { one, ...changesOf(product, one, staff) };
}

/** Moves the clock; the employees sign in again. */
async function moveTo(day: CalendarDate): Promise<void> {
  await goTo(product, day);
  Object.assign(staff, await changers(product));
}

const subjectsOf = async (one: Borrower) =>
  (await listMessages(product.deps, one.person.email)).map(({ subject }) => subject);

const ledgerOf = (one: Borrower) => loanBalance(product.deps.db, one.loanId);

async function pay(one: Borrower, body: object, amount?: number) {
  const asked = await one.person.call('POST /api/v3/loan/{id}/settlement', {
    params: { id: one.publicId },
    body: { payment_method: 'bank-transfer', ...body },
  });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  await settle(one, asked.body.result.hash, amount);
}

const settle = (one: Borrower, hash: string, amount?: number) =>
  product.call('POST /sandbox/payments/{hash}/settle', {
    country: one.country,
    params: { hash },
    body: amount === undefined ? {} : { amount },
  });

describe.each(['AR', 'UY'] as const)('changes of a loan in %s', (country) => {
  test('one person waives default interest within the limit, two anything else', async () => {
    const { one, seen, ask, change, findings, undo } = await late(country, 20);
    const { owed, alone } = await seen();
    expect(owed.default_interest).toBeGreaterThan(0);
    expect(alone.most).toBeGreaterThan(0);
    const small = Math.min(owed.default_interest, alone.most);
    const waived = await ask({ kind: 'waive', part: 'default-interest', amount: small });
    expect(waived).toMatchObject({ status: 200, body: { outcome: 'done' } });
    const after = await seen();
    expect(after.owed.default_interest).toBeCloseTo(owed.default_interest - small, 2);
    expect(after.alone.most).toBeCloseTo(alone.most - small, 2);
    expect(await findings()).toEqual([]);
    expect(await subjectsOf(one)).toContain('Ya no debés una parte de tu préstamo');
    const capital = await ask({ kind: 'waive', part: 'any', amount: 100 });
    expect(capital.body.outcome).toBe('pending_approval');
    expect((await seen()).waiting).toMatchObject({
      by: 'Carla Cobranzas',
      text: expect.stringContaining('100'),
    });
    expect(await ask({ kind: 'accelerate' })).toMatchObject({ body: { code: 'already_asked' } });
    // Nor what one person may do alone.
    const day = addDays(todayOf(product, country), 1);
    expect((await ask({ kind: 'pause', from: day, to: day })).body.code).toBe('already_asked');
    await staff.collector.call('POST /api/staff/approvals/{id}/withdraw', {
      params: { id: capital.body.approval },
      body: {},
    });
    const { actions, waiting } = await seen();
    expect(waiting).toBeNull();
    for (const { id } of actions) await undo(id);
    expect((await seen()).owed).toEqual(owed);
    expect(await findings()).toEqual([]);
    await change({ kind: 'waive', part: 'any', amount: owed.total });
    expect((await seen()).state).toBe('finished');
    expect((await ledgerOf(one)).get('principal-waived')).toBeGreaterThan(0);
    expect(await findings()).toEqual([]);
  });

  test('one person alone waives no more than the limit, however often and wherever', async () => {
    const { seen, ask, findings } = await late(country, 30);
    const { most } = (await seen()).alone;
    const amount = Math.floor(Math.min((await seen()).owed.default_interest, most) / 3);
    await storeSetting(product.deps.db, country, 'waiver-limit', String(Math.floor(amount * 2.5)));
    const answers = [];
    for (let time = 0; time < 4; time += 1)
      answers.push((await ask({ kind: 'waive', part: 'default-interest', amount })).body);
    const outcomes = answers.map(({ outcome, code }) => outcome ?? code);
    expect(outcomes).toEqual(['done', 'done', 'pending_approval', 'already_asked']);
    expect((await seen()).alone.most).toBeLessThan(amount);
    await storeSetting(product.deps.db, country, 'waiver-limit', '1000000');
    await staff.collector.call('POST /api/staff/approvals/{id}/withdraw', {
      params: { id: answers[2].approval },
      body: {},
    });
    // The budget of the month is spent, with loans of other tests too.
    await storeSetting(product.deps.db, country, 'waiver-budget-collector', String(Math.floor(amount * 2.5)));
    expect((await seen()).alone.left).toBeLessThan(amount);
    const over = await ask({ kind: 'waive', part: 'default-interest', amount });
    expect(over.body.outcome).toBe('pending_approval');
    await storeSetting(product.deps.db, country, 'waiver-budget-collector', '1000000');
    expect(await findings()).toEqual([]);
  });

  test('one person alone pauses no more than ninety days of a loan, in as many pauses as they like', async () => {
    const { ask, seen, mine, undo, findings } = await late(country, 10);
    const today = todayOf(product, country);
    const pause = (from: number, to: number) =>
      ask({ kind: 'pause', from: addDays(today, from), to: addDays(today, to) });
    expect((await seen()).alone.pause_days).toBe(90);
    expect((await pause(1, 89)).body.outcome).toBe('done');
    expect((await seen()).alone.pause_days).toBe(1);
    // Neither the next days nor the same ones again.
    const next = await pause(90, 91);
    expect(next.body.outcome).toBe('pending_approval');
    await staff.collector.call('POST /api/staff/approvals/{id}/withdraw', {
      params: { id: next.body.approval },
      body: {},
    });
    expect((await pause(90, 90)).body.outcome).toBe('done');
    // The borrower reads one pause, since its days follow each other.
    expect((await mine()).pause).toMatchObject({
      from: formatDate(addDays(today, 1)),
      to: formatDate(addDays(today, 90)),
    });
    const again = await pause(1, 1);
    expect(again.body.outcome).toBe('pending_approval');
    const { body: asked } = await staff.collector.call('GET /api/staff/approvals', {
      query: { state: 'pending' },
    });
    expect(asked.result.find(({ id }: { id: string }) => id === again.body.approval)).toMatchObject({
      change: 'pause',
      after: expect.stringContaining('Pausa de los intereses por mora'),
    });
    await staff.collector.call('POST /api/staff/approvals/{id}/withdraw', {
      params: { id: again.body.approval },
      body: {},
    });
    for (const { id } of (await seen()).actions) await undo(id);
    expect((await seen()).alone.pause_days).toBe(90);
    expect(await findings()).toEqual([]);
  });

  test('a pause stops default interest on its days, until it is undone', async () => {
    const { one, ask, seen, mine, undo, findings } = await late(country, 10);
    const today = todayOf(product, country);
    expect((await mine()).pause).toBeNull();
    const wrong = await ask({ kind: 'pause', from: today, to: addDays(today, 5) });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'pause_days' } });
    const long = await ask({ kind: 'pause', from: addDays(today, 1), to: addDays(today, 91) });
    expect(long.body.code).toBe('pause_days');
    const paused = await ask({ kind: 'pause', from: addDays(today, 1), to: addDays(today, 10) });
    expect(paused).toMatchObject({ status: 200, body: { outcome: 'done' } });
    const days = { from: formatDate(addDays(today, 1)), to: formatDate(addDays(today, 10)) };
    expect((await mine()).pause).toEqual({ ...days, is_in_force: false });
    const before = (await seen()).owed;
    await moveTo(addDays(today, 10));
    expect((await mine()).pause).toEqual({ ...days, is_in_force: true });
    expect((await seen()).owed.default_interest).toBe(before.default_interest);
    await moveTo(addDays(today, 11));
    expect((await mine()).pause).toBeNull();
    expect((await seen()).owed.default_interest).toBeGreaterThan(before.default_interest);
    expect(await subjectsOf(one)).toContain('Pausamos los intereses por mora de tu préstamo');
    const { default_interest: paying } = (await seen()).owed;
    await undo((await seen()).actions[0].id);
    expect((await seen()).owed.default_interest).toBeGreaterThan(paying);
    expect(await subjectsOf(one)).toContain('Corregimos un cambio de tu préstamo');
    expect(await findings()).toEqual([]);
  });

  test('a settlement offer paid in time waives the rest; one centavo short it does not', async () => {
    const { one, seen, ask, change, mine, findings } = await late(country, 40);
    const { owed } = await seen();
    const amount = Math.floor(owed.total / 2);
    const until = addDays(todayOf(product, country), 5);
    const refused = await Promise.all([
      ask({ kind: 'settlement-offer', amount, until: addDays(until, -6) }),
      ask({ kind: 'settlement-offer', amount, until: addDays(until, 86) }),
      ask({ kind: 'settlement-offer', amount: owed.total, until }),
    ]);
    expect(refused.map(({ body }) => body.code)).toEqual([
      'settlement_until',
      'settlement_until',
      'settlement_amount',
    ]);
    await change({ kind: 'settlement-offer', amount, until });
    const [offer] = (await mine()).settlement_offers;
    expect(offer).toMatchObject({ amount, remaining: amount, until: formatDate(until) });
    expect(await subjectsOf(one)).toContain('Te ofrecemos cancelar tu préstamo por menos');
    await pay(one, { kind: 'offer', offer: offer.id, total: amount }, amount - 0.01);
    expect((await seen()).state).toBe('approved');
    expect(await findings()).toEqual([]);
    const [left] = (await mine()).settlement_offers;
    expect(left.remaining).toBe(0.01);
    await pay(one, { kind: 'offer', offer: offer.id, total: 0.01 });
    expect((await seen()).state).toBe('finished');
    expect((await ledgerOf(one)).get('principal-waived')).toBeGreaterThan(0);
    expect(await findings()).toEqual([]);
  });

  test('a plan is offered by two people, accepted by code, and paid', async () => {
    const { one, seen, ask, change, mine, accept, code, findings } = await late(country, 45);
    const today = todayOf(product, country);
    const { owed } = await seen();
    const plan = {
      kind: 'plan',
      instalments: 4,
      first_due_date: addDays(today, 20),
      rate: 0,
      waived: { default_interest: owed.default_interest, interest: 0, charges: 0, principal: 0 },
      until: addDays(today, 10),
    } as const;
    const tooLate = await ask({ ...plan, first_due_date: addDays(today, 46) });
    expect(tooLate.body.code).toBe('plan_terms');
    expect((await ask({ ...plan, rate: 19 })).body.code).toBe('plan_terms');
    expect((await ask({ ...plan, until: addDays(today, 31) })).body.code).toBe('plan_terms');
    await change(plan);
    expect(await subjectsOf(one)).toContain('Te preparamos un plan de pagos');
    expect((await seen()).owed).toEqual(owed);
    const { plan: shown } = await mine();
    expect(shown.figures.rows).toHaveLength(4);
    expect(shown.figures.total).toBeCloseTo(owed.total - owed.default_interest, 2);
    const wanted = { kind: 'plan', offer: shown.id, digest: shown.figures.digest } as const;
    // A code for other figures accepts nothing.
    const other = await code({ kind: 'plan', offer: shown.id, digest: shown.figures.digest });
    const refused = await accept({ ...wanted, digest: 'x' }, other);
    expect(refused.body.code).toBe('proof_code');
    const email = () =>
      product.deps.db
        .selectFrom('customer')
        .select('email_proved_by')
        .where('email', '=', one.person.email)
        .where('email_proved_at', 'is not', null)
        .executeTakeFirst();
    await product.deps.db
      .updateTable('customer')
      .set({ email_proved_at: null, email_proved_by: '' })
      .where('email', '=', one.person.email)
      .execute();
    // Two tabs with a code each: the second finds the plan accepted.
    const tabs = [await code(wanted), await code(wanted)];
    const answers = await Promise.all(tabs.map((each) => accept(wanted, each)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await email()).toEqual({ email_proved_by: 'code' });
    expect((await mine()).plan).toBeNull();
    const after = await seen();
    expect(after.days_late).toBe(0);
    expect(after.overdue).toBe(0);
    expect(after.owed.total).toBeCloseTo(shown.figures.total, 2);
    expect(await findings()).toEqual([]);
    const { installments } = await one.balance();
    expect(installments.map(({ number }: { number: number }) => number)).toEqual([4, 5, 6, 7]);
    const paper = async () => (await mine()).changes[0].pdf_url as string;
    await expect.poll(paper, { timeout: 60_000 }).not.toBe('');
    const file = await pageOf(product.port, await paper(), { country });
    expect(file.headers['content-type']).toBe('application/pdf');
    expect(flatText(file.bytes)).toContain('Acuerdo de pago');
    expect(flatText(file.bytes)).toContain(shown.figures.digest);
    const unsigned = (await paper()).split('?')[0] ?? '';
    expect((await pageOf(product.port, unsigned, { country })).status).toBe(404);
    await expect.poll(() => subjectsOf(one), { timeout: 60_000 }).toContain('Tu acuerdo de pago');
    const statement = await one.person.call('GET /api/v3/statement/{id}', { params: { id: one.publicId } });
    expect(JSON.stringify(statement.body)).toContain('Acuerdo de pago: 4 cuotas');
    const paid = await one.ask([4], 'bank-transfer', { token: one.person.token });
    expect(paid.status, JSON.stringify(paid.body)).toBe(200);
    await settle(one, paid.body.result.hash);
    expect((await one.balance()).installments[0]).toMatchObject({ number: 4, payed: true });
    expect(await findings()).toEqual([]);
  });

  test('the due day moves once a year when nothing is due', async () => {
    const { one, mine, quote, accept, seen, findings } = await late(country, -10);
    const [first] = await dueDatesOf(product, one);
    const movedTo = (to: number) => addMonthsAnchored(first!, dayOfMonth(first!) < to ? 0 : 1, to);
    // A day on which banks are closed.
    const day = Array.from({ length: 28 }, (_, index) => index + 1).find(
      (each) => each !== dayOfMonth(first!) && weekday(movedTo(each)) === 7,
    )!;
    expect((await mine()).due_day).toMatchObject({ day: dayOfMonth(first!), is_available: true });
    const pending: { amount: number }[] = (await one.balance()).installments;
    const figures = await quote(day);
    // The preview's total before the change.
    const before = pending.reduce((sum, { amount }) => sum + amount, 0);
    expect(figures.total - figures.added).toBeCloseTo(before, 2);
    expect(figures.rows).toHaveLength(3);
    expect(figures.cost).toBeGreaterThanOrEqual(0);
    const wanted = { kind: 'due-day', day, digest: figures.digest } as const;
    expect(await accept(wanted)).toMatchObject({ status: 200 });
    const { installments } = await one.balance();
    expect(installments[0].due_date).toBe(movedTo(day));
    const { due_date_format: due, payable_until_format: until } = installments[0];
    expect(until).not.toBe(due);
    const letter = async () =>
      (await listMessages(product.deps, one.person.email)).find(
        ({ subject }) => subject === 'Cambiamos el día de tus cuotas',
      )?.text ?? '';
    await expect.poll(letter, { timeout: 60_000 }).toContain(`vence el ${dueAndUntil({ due, until })}.`);
    expect((await mine()).due_day.is_available).toBe(false);
    expect((await seen()).actions[0]).toMatchObject({ kind: 'due-day-change', accepted_by: 'email' });
    expect(await findings()).toEqual([]);
  });

  test('acceleration makes all of it due and costs no more; both refuse a second time', async () => {
    const { seen, change, ask, one, findings } = await late(country, 100);
    const { owed } = await seen();
    await change({ kind: 'accelerate' });
    const after = await seen();
    expect(after.owed).toEqual(owed);
    expect(after.overdue).toBeCloseTo(owed.total, 2);
    await change({ kind: 'sued' });
    expect((await ask({ kind: 'sued' })).body.code).toBe('change_already');
    expect((await ask({ kind: 'accelerate' })).body.code).toBe('change_already');
    expect(await subjectsOf(one)).toContain('Tu préstamo pasó a estar vencido entero');
    expect(await findings()).toEqual([]);
  });
});
