import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { localDate } from '../../countries/local-time.ts';
import { addDays } from '../../domain/calendar-date.ts';
import type { MovableClock } from '../platform/clock.ts';
import { confirmationOf, loanInState, signUpAndVerify } from '../testing/journey.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { moveClock } from './clock.ts';
import { instantAfter } from './routes.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const advance = 'POST /sandbox/loans/{id}/advance';

async function confirmedLoan() {
  const person = await signUpAndVerify(product);
  const { body } = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
  return { person, id: body.result.id as string };
}

async function setMode(mode: 'auto' | 'manual') {
  expect((await product.call('POST /sandbox/disbursement', { body: { mode } })).body).toMatchObject({ mode });
}

function step(id: string, outcome: string) {
  return product.call(advance, { params: { id }, body: { outcome } });
}

describe('payouts step by step', () => {
  test('check, then the rail’s answer; what has ended takes no more steps', async () => {
    await setMode('manual');
    const { person, id } = await confirmedLoan();
    expect((await step(id, 'ok')).body).toMatchObject({ state_slug: 'preapproved', disbursement: 'planned' });
    expect((await step(id, 'unknown')).body).toMatchObject({
      state_slug: 'preapproved',
      disbursement: 'unknown',
    });
    const { disbursements } = (await product.call('GET /sandbox/state')).body;
    expect(disbursements[0]).toMatchObject({ loan_id: id, loan_state: 'preapproved', state: 'unknown' });
    expect((await step(id, 'ok')).body).toMatchObject({ state_slug: 'approved', disbursement: 'confirmed' });
    expect(await step(id, 'ok')).toMatchObject({ status: 409, body: { code: 'loan_state' } });
    expect((await person.call('GET /api/v3/transference-receipt/{id}', { params: { id } })).status).toBe(200);
  });

  test('a refusal cancels, before or after the check', async () => {
    await setMode('manual');
    for (const before of [[], ['ok'], ['ok', 'unknown']]) {
      const { id } = await confirmedLoan();
      for (const outcome of before) await step(id, outcome);
      expect((await step(id, 'failed')).body).toMatchObject({
        state_slug: 'canceled',
        disbursement: 'failed',
      });
    }
  });

  test('nothing moves by itself in manual mode, and everything does once it is automatic again', async () => {
    await setMode('manual');
    const { person, id } = await confirmedLoan();
    await step(id, 'ok');
    expect((await product.call('GET /sandbox/state')).body.mode).toBe('manual');
    await setMode('auto');
    await loanInState(person, id, 'approved');
  });

  test('unknown loans and outcomes are refused', async () => {
    expect((await step('nothing', 'ok')).status).toBe(404);
    expect((await step('nothing', 'maybe')).status).toBe(422);
  });
});

describe('the clock', () => {
  const now = async () => Date.parse((await product.call('GET /sandbox/clock')).body.now);

  test('advances by a duration, goes to an instant, and stays moved', async () => {
    const before = await now();
    await product.call('POST /sandbox/clock', { body: { advance: 'P40DT2H' } });
    const moved = (await now()) - before;
    expect(Math.abs(moved - (40 * 24 + 2) * 3_600_000)).toBeLessThan(60_000);
    const target = '2031-05-06T07:08:09Z';
    const answer = await product.call('POST /sandbox/clock', { body: { now: target } });
    expect(Math.abs(Date.parse(answer.body.now) - Date.parse(target))).toBeLessThan(60_000);
    const second = await startProduct({ beside: product });
    expect(Math.abs(second.deps.clock.now().getTime() - Date.parse(target))).toBeLessThan(120_000);
    await second.close();
  });

  test.each([
    '2027-02-29T12:00:00Z',
    '2026-02-30',
    '2026-04-31T00:00:00-03:00',
    '+012026-01-01T00:00:00Z',
    'x',
  ])('does not go to %s, which is no day', async (day) => {
    const before = await now();
    expect((await product.call('POST /sandbox/clock', { body: { now: day } })).status).toBe(422);
    expect(Math.abs((await now()) - before)).toBeLessThan(60_000);
  });

  test('goes to a leap day', async () => {
    const before = await now();
    const answer = await product.call('POST /sandbox/clock', { body: { now: '2028-02-29T12:00:00-03:00' } });
    expect(answer.body.now).toMatch(/^2028-02-29T15:/);
    await product.call('POST /sandbox/clock', { body: { now: new Date(before).toISOString() } });
  });

  test('does not go back when what was set before is heard of later', async () => {
    const { deps } = product;
    const set = vi.spyOn(deps.clock as MovableClock, 'setOffset');
    const second = await startProduct({ beside: product, settings: { ROLE: 'api' } });
    try {
      const days = () => Math.round((deps.clock.now().getTime() - Date.now()) / 86_400_000);
      await moveClock(deps.db, 86_400_000);
      set.mockClear();
      // As it comes from a listener that is slow: of the time before.
      await sql`select pg_notify('sandbox_clock', '0')`.execute(deps.db);
      await moveClock(second.deps.db, 172_800_000);
      await expect.poll(days).toBe(2);
      expect(set.mock.calls.flat()).not.toContain(0);
    } finally {
      await second.close();
      set.mockRestore();
    }
  });

  test.each([
    {},
    { now: 'ayer' },
    { advance: '40 días' },
    { advance: 'P' },
    { advance: 'P99999D', now: '2030-01-01T00:00:00Z' },
    { now: '9999-12-31T00:00:00Z' },
  ])('%j is refused', async (body) => {
    expect((await product.call('POST /sandbox/clock', { body })).status).toBe(422);
  });

  test.each([
    ['P40D', '2026-03-12T10:00:00.000Z'],
    ['PT3H', '2026-01-31T13:00:00.000Z'],
    ['PT1.5H', '2026-01-31T11:30:00.000Z'],
    ['P1W', '2026-02-07T10:00:00.000Z'],
    ['P1DT1M1S', '2026-02-01T10:01:01.000Z'],
    ['P1M', '2026-02-28T10:00:00.000Z'],
    ['P2M', '2026-03-31T10:00:00.000Z'],
    ['P1Y2M3DT4H', '2027-04-03T14:00:00.000Z'],
    ['P0D', '2026-01-31T10:00:00.000Z'],
  ])('%s leads to %s', (text, instant) => {
    const after = instantAfter(new Date('2026-01-31T10:00:00Z'), text);
    expect(after === undefined ? after : new Date(after).toISOString()).toBe(instant);
  });

  test.each(['', 'P', 'PT', 'P1DT', '40D', '-P1D', 'P-1D', 'P1H', 'p40d', 'P1.5D'])(
    '%j is no duration',
    (text) => {
      expect(instantAfter(new Date(), text)).toBeUndefined();
    },
  );
});

test('a price list that is to come starts at its first moment, in its own country', async () => {
  const { db, clock } = product.deps;
  const from = addDays(localDate(clock.now(), 'UY'), 9);
  const present = await db
    .selectFrom('price_list')
    .select('data')
    .where('country', '=', 'UY')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('price_list')
    .values({
      country: 'UY',
      valid_from: from,
      version: 'uy-por-venir',
      data: JSON.stringify({ ...(present.data as object), version: 'uy-por-venir', validFrom: from }),
      created_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const start = (country: 'AR' | 'UY', list = id) =>
    product.call('POST /sandbox/price-lists/{id}/start', { country, params: { id: String(list) } });
  const coming = async () => (await product.call('GET /sandbox/state', { country: 'UY' })).body.price_lists;
  expect(await coming()).toEqual([{ id: String(id), name: 'uy-por-venir', valid_from: from }]);
  expect((await start('AR')).status).toBe(404);
  const before = clock.now();
  expect((await start('UY')).body.now).toContain(`${from}T03:00:0`);
  expect(await coming()).toEqual([]);
  expect((await start('UY')).status).toBe(404);
  await moveClock(db, before.getTime() - Date.now());
});

describe('the page', () => {
  test('keeps to the strict content policy: nothing inline, its own style and script only', async () => {
    const page = await product.raw('/sandbox');
    expect(page).toMatchObject({ status: 200 });
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/i);
    for (const [path, type] of [
      ['sandbox.css', 'text/css'],
      ['sandbox.js', 'text/javascript'],
    ] as const) {
      expect(page.body).toContain(`/sandbox/assets/${path}`);
      const asset = await product.raw(`/sandbox/assets/${path}`);
      expect(asset.headers.get('content-type')).toContain(type);
    }
    expect((await product.raw('/sandbox/assets/..%2Froutes.ts')).status).toBe(404);
  });

  test('messages come as a bare array, newest first', async () => {
    const { person } = await confirmedLoan();
    const answer = await product.call('GET /sandbox/messages', { query: { to: person.email } });
    expect(answer.body[0]).toMatchObject({
      channel: 'email',
      to: person.email,
      subject: 'Recibimos la confirmación de tu préstamo',
    });
    expect(Object.keys(answer.body[0]).toSorted()).toEqual(['at', 'channel', 'id', 'subject', 'text', 'to']);
  });
});
