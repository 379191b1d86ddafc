import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OutputOf } from '../../../contract/contract.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import { reversePayment } from '../../loans/books/service.ts';
import { transaction } from '../../platform/database.ts';
import { auditedWrites } from '../../staff/testing/audited.ts';
import { consoleUrl, signInAs } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { queueRows } from './queue.ts';
import { deskOf, type Debtor } from './testing/desk.ts';

let product: TestProduct;
let desk: ReturnType<typeof deskOf>;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api', CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  desk = deskOf(product);
});
afterAll(() => product.close());

type Case = OutputOf<'GET /api/staff/collections'>['result'][number];

const customersOf = ({ result }: { result: { customer: string }[] }) =>
  result.map(({ customer }) => customer);

describe('the queue', () => {
  const country = 'AR';

  test('is ordered by days late × amount × broken promises, and whoever has paid since the close is gone', async () => {
    const [early, small] = [await desk.debtor(country), await desk.debtor(country)];
    await desk.later(20);
    const late = await desk.debtor(country);
    await desk.later(34);
    const three = [early, late, small].map(({ customer }) => customer);
    const ownOf = ({ result }: { result: Case[] }) =>
      result.filter(({ customer }) => three.includes(customer));
    const before = ownOf(await desk.list(await desk.collector(), { country }));
    const overdueOf = (one: Debtor) => before.find(({ customer }) => customer === one.customer)?.overdue ?? 0;
    // Then neither the days alone nor the amounts alone give this order.
    const most = overdueOf(late) * 0.9;
    await desk.pay(early, Math.ceil(overdueOf(early) - most), desk.today(country));
    await desk.pay(small, Math.floor(overdueOf(small) - 10), desk.today(country));
    await desk.later(1);
    const by = await desk.collector();
    const page = await desk.list(by, { country });
    const own = ownOf(page);
    expect(customersOf({ result: own })).toEqual(three);
    const [first, second, third] = own as [Case, Case, Case];
    expect(first.overdue).toBeLessThan(second.overdue);
    expect(second.days_late).toBeLessThan(third.days_late);
    for (const row of own) {
      expect(row.days_late).toBeGreaterThan(0);
      expect(row.priority).toBe(Math.floor(row.days_late * row.overdue * (1 + row.broken_promises)));
    }
    // The pages behind one another, which the list sorts each by itself.
    const asked = {
      country,
      today: desk.today(country),
      now: product.deps.clock.now(),
      view: 'queue',
    } as const;
    const rows = await queueRows(product.deps.db, { ...asked, staffId: 0 }, undefined, 100);
    const order = rows.map(({ customerId }) => String(customerId)).filter((id) => three.includes(id));
    expect(order).toEqual(three);
    expect(page.closed_on).toBe(addDays(desk.today(country), -1));
    expect(page.counts.queue).toBeGreaterThanOrEqual(2);

    await desk.pay(early, first.overdue + 1, desk.today(country));
    expect(customersOf(await desk.list(by, { country }))).not.toContain(early.customer);
    const bucket = second.days_late > 30 ? '31' : '1';
    expect(customersOf(await desk.list(by, { country, bucket }))).toContain(late.customer);
    expect(customersOf(await desk.list(by, { country, bucket: '91' }))).not.toContain(late.customer);
  });

  test('a promise is judged by the payments: kept by a late report, broken by a reversal', async () => {
    const one = await desk.debtor(country);
    await desk.later(50);
    const collector = await desk.collector();
    const { overdue, day, promise_until: last } = await desk.open(collector, one);
    const too = await desk.call(collector, one);
    const { contact } = too.body;
    const refused = async (promise: object) =>
      (await desk.result(collector, one, contact, { result: 'promise', promise })).body.code;
    expect(await refused({ amount: overdue * 50, until: day })).toBe('promise_amount');
    expect(await refused({ amount: 10, until: addDays(last, 1) })).toBe('promise_day');
    expect((await desk.result(collector, one, contact, { result: 'promise' })).body.code).toBe(
      'promise_missing',
    );
    const until = addDays(desk.today(country), 2);
    const made = await desk.result(collector, one, contact, {
      result: 'promise',
      promise: { amount: 1000, until },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    expect(await desk.refusedOn(collector, one, 'mail')).toBe('promise');
    const waiting = await desk.list(collector, { country, view: 'waiting', waits: 'promise' });
    expect(waiting.result.find(({ customer }: Debtor) => customer === one.customer)).toMatchObject({
      waits_for: 'promise',
      waits_until: until,
      assigned: expect.stringMatching(/./),
    });
    expect(customersOf(await desk.list(collector, { country }))).not.toContain(one.customer);

    await desk.later(3);
    const by = await desk.collector();
    const state = async () => (await desk.open(by, one)).promises[0].state;
    expect(await state()).toBe('broken');
    const broken = await desk.list(by, { country, view: 'broken' });
    expect(broken.result.find(({ customer }: Debtor) => customer === one.customer)).toMatchObject({
      broken_promises: 1,
    });
    // The money had been paid in time, and is reported now.
    const payment = await desk.pay(one, 1000, until);
    expect(await state()).toBe('kept');
    const about = { source: 'desk', reportId: `back-${country}`, reason: 'network' } as const;
    await transaction(product.deps.db, (tx) =>
      reversePayment(tx, product.deps, { ...about, paymentId: payment, reversedOn: desk.today(country) }),
    );
    expect(await state()).toBe('broken');
  });

  test('each result has its effect on the contact gate at once', async () => {
    const cases = [
      [{ result: 'no-answer' }, 'call', 'day'],
      [{ result: 'wrong-number' }, 'call', 'channel-off'],
      [{ result: 'wants-no-calls' }, 'call', 'channel-off'],
      [{ result: 'hardship', hardship: 'income' }, 'mail', 'hardship'],
      [{ result: 'dispute', note: 'Dice que ya pagó' }, 'mail', 'dispute'],
    ] as const;
    const debtors = [];
    for (const [index] of cases.entries()) debtors[index] = await desk.debtor(country);
    await desk.later(50);
    const by = await desk.collector();
    for (const [index, [body, channel, refused]] of cases.entries()) {
      const one = debtors[index]!;
      expect(await desk.refusedOn(by, one, 'call')).toBe('');
      await desk.called(by, one, body);
      expect([body.result, await desk.refusedOn(by, one, channel)]).toEqual([body.result, refused]);
      const again = await desk.call(by, one);
      expect(again.body).toMatchObject({ contact: '', phone: '' });
      expect(again.body.refused).not.toBe('');
    }
    const queue = customersOf(await desk.list(by, { country }));
    for (const one of debtors) expect(queue).not.toContain(one.customer);
    const { refusals } = (await by.call('GET /api/staff/collections/figures', { query: { country } })).body;
    expect(refusals.map(({ reason }: { reason: string }) => reason)).toEqual(
      expect.arrayContaining(['channel-off', 'hardship', 'dispute', 'day']),
    );
  });
});

test('a customer with nothing overdue is neither called nor sent a link', async () => {
  for (const country of ['AR', 'UY'] as const) {
    const one = await desk.debtor(country);
    const by = await desk.collector();
    const params = { id: one.customer };
    const sent = await by.call('POST /api/staff/customers/{id}/collection/link', { params });
    for (const { body } of [await desk.call(by, one), sent])
      expect(body).toMatchObject({ code: 'collection_not_overdue' });
    expect((await desk.open(by, one)).contacts).toEqual([]);
  }
});

test('two people at once get different cases, and others keep off them', async () => {
  for (let index = 0; index < 3; index += 1) await desk.debtor('AR');
  await desk.later(45);
  const [one, other, third] = [
    await desk.collector(),
    await signInAs(product, 'head'),
    await desk.collector(),
  ];
  const next = async (by: typeof one) =>
    (await by.call('POST /api/staff/collections/next', { body: { country: 'AR' } })).body.result;
  const taken = await Promise.all([next(one), next(other)]);
  const customers = taken.map(({ customer }) => customer);
  expect(new Set(customers).size).toBe(2);
  expect(customers).not.toContain((await next(third)).customer);
  const params = { id: taken[0].customer };
  expect((await other.call('POST /api/staff/customers/{id}/collection/call', { params })).body.code).toBe(
    'collection_taken',
  );
  const left = await one.call('POST /api/staff/customers/{id}/collection/release', { params });
  expect(left.status).toBe(200);
  expect((await next(other)).customer).toBe(taken[0].customer);
  await product.advance(21 * 60_000);
  const anew = await desk.collector();
  expect(customers).toContain((await next(anew)).customer);
});

test('every write leaves a row of the audit, and the number is read through the gate only', async () => {
  const one = await desk.debtor('AR');
  await desk.later(45);
  const by = await desk.collector();
  const audit = auditedWrites(product);
  const params = { id: one.customer };
  await audit.write(by, 'POST /api/staff/collections/next', { body: {} });
  const opened = await desk.open(by, one);
  expect(opened.phone).toMatch(/^•••/);
  const planned = { params, version: opened.version, body: { assigned_to: by.id, next_look: null } };
  await audit.write(by, 'POST /api/staff/customers/{id}/collection/plan', planned);
  const stale = await by.call('POST /api/staff/customers/{id}/collection/plan', planned);
  expect(stale.body.code).toBe('changed_meanwhile');
  expect(customersOf(await desk.list(by, { view: 'mine' }))).toContain(one.customer);
  const lines = (await by.call('GET /api/staff/worklist')).body.result;
  expect(lines.find(({ line }: { line: string }) => line === 'collections-mine')).toMatchObject({
    country: 'AR',
  });

  const made = await audit.write(by, 'POST /api/staff/customers/{id}/collection/call', { params });
  expect(made.body.phone).toMatch(/^\+\d+ \d+$/);
  const { contact } = made.body;
  const until = addDays(desk.today(), 5);
  await audit.write(by, 'POST /api/staff/customers/{id}/collection/calls/{contact}/result', {
    params: { ...params, contact },
    body: { result: 'promise', note: 'Cobra el viernes', promise: { amount: 500, until } },
  });
  const twice = await desk.result(by, one, contact, { result: 'spoke' });
  expect(twice.body.code).toBe('contact_result');
  const [promise] = (await desk.open(by, one)).promises;
  await audit.write(by, 'POST /api/staff/customers/{id}/promises/{promise}/extend', {
    params: { ...params, promise: promise.id },
    body: { until: addDays(until, 1) },
  });
  const late = await by.call('POST /api/staff/customers/{id}/promises/{promise}/extend', {
    params: { ...params, promise: promise.id },
    body: { until: addDays(until, 2) },
  });
  expect(late.body.code).toBe('promise_extension');
  const next = (await by.call('POST /api/staff/collections/next', { body: {} })).body.result;
  const other = { params: { id: next.customer } };
  const sent = await audit.write(by, 'POST /api/staff/customers/{id}/collection/link', other);
  expect(sent.body.refused).toBe('');
  const again = await by.call('POST /api/staff/customers/{id}/collection/link', other);
  expect(again.body.refused).toBe('day');
  await audit.write(by, 'POST /api/staff/customers/{id}/collection/release', other);
  await desk.later(1);
  await desk.figures();
  const reader = await signInAs(product, 'auditor');
  const query = { country: 'AR' };
  const figures = (await reader.call('GET /api/staff/collections/figures', { query })).body.result;
  expect(figures.find(({ promises }: { promises: number }) => promises > 0)).toMatchObject({
    currency: 'ARS',
  });
  expect(audit.left('/collection')).toEqual([]);
  expect(audit.left('/promises/')).toEqual([]);
});

test('the worklist has what the list shows as waiting today, by country', async () => {
  const by = await desk.collector();
  const lines = (await by.call('GET /api/staff/worklist')).body.result;
  const lineOf = (line: string, country: string) =>
    lines.find((each: { line: string; country: string }) => each.line === line && each.country === country)
      ?.count ?? 0;
  let waiting = 0;
  for (const country of ['AR', 'UY']) {
    const { counts } = (await by.call('GET /api/staff/collections', { query: { country } })).body;
    expect({
      queue: lineOf('collections-today', country),
      mine: lineOf('collections-mine', country),
      due: lineOf('collections-due', country),
    }).toEqual({ queue: counts.queue, mine: counts.mine, due: counts.due });
    waiting += counts.queue;
  }
  expect(waiting).toBeGreaterThan(0);
});

test('only Cobranzas and the head work on cases; others read, or see nothing', async () => {
  const one = await desk.debtor('UY');
  await desk.later(45);
  for (const [role, may] of [
    ['auditor', true],
    ['compliance', true],
    ['agent', false],
    ['treasury', false],
  ] as const) {
    const by = await signInAs(product, role);
    expect((await by.call('GET /api/staff/collections', { query: { country: 'UY' } })).status).toBe(
      may ? 200 : 403,
    );
    expect((await desk.call(by, one)).status).toBe(403);
    expect((await by.call('POST /api/staff/collections/next', { body: {} })).status).toBe(403);
  }
  const by = await desk.collector();
  await product.deps.db
    .updateTable('staff_member')
    .set({ own_document: one.documentNumber })
    .where('id', '=', Number(by.id))
    .execute();
  expect(customersOf(await desk.list(by, { country: 'UY' }))).not.toContain(one.customer);
  const params = { id: one.customer };
  expect((await by.call('GET /api/staff/customers/{id}/collection', { params })).body.code).toBe(
    'own_record',
  );
  expect((await desk.call(by, one)).body.code).toBe('own_record');
});
