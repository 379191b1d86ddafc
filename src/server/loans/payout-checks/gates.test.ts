import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar-date.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { centavos } from '../../../domain/money.ts';
import { changeControl, lockControl, payoutControl } from '../../content/service.ts';
import { transaction } from '../../platform/database.ts';
import { confirmationOf, signUpAndVerify } from '../../testing/journey.ts';
import { newestMessage } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { takeStep } from '../service.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
});
afterAll(() => product.close());

async function set(country: CountryCode, change: { isStopped?: boolean; dailyCap?: number }) {
  const { db, clock } = product.deps;
  const dailyCap = change.dailyCap === undefined ? undefined : centavos(change.dailyCap);
  await transaction(db, async (tx) => {
    await lockControl(tx, country, 'change');
    const wanted = { isStopped: change.isStopped ?? false, dailyCap, reason: 'Prueba', by: 'Tere' };
    await changeControl(tx, country, wanted, clock.now());
  });
}

async function confirmed(country: CountryCode) {
  const person = await signUpAndVerify(product, country);
  const { body } = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
  const publicId: string = body.result.id;
  const row = () =>
    product.deps.db
      .selectFrom('payout as d')
      .innerJoin('loan as l', 'l.id', 'd.loan_id')
      .select(['l.id', 'd.state', 'd.waits_for', 'd.amount', 'd.sent_on', 'd.tries'])
      .where('l.public_id', '=', publicId)
      .executeTakeFirstOrThrow();
  const { id } = await row();
  const step = () => takeStep(product.deps, id);
  const shown = async () =>
    (await person.call('GET /api/v3/loan-new/{id}', { params: { id: publicId } })).body.result;
  return { person, id, row, step, shown };
}

/** Excludes what other tests sent today. */
const forgetSent = () =>
  product.deps.db
    .updateTable('payout')
    .set({ sent_on: calendarDate('2020-01-01') })
    .where('sent_on', 'is not', null)
    .execute();

const settingsOf = async (country: CountryCode) =>
  (await product.call('GET /api/v3/enviroments', { country })).body.model;

describe('payouts', () => {
  const country = 'UY';

  test('wait while they are stopped, promise no day, and go out once afterwards', async () => {
    await set(country, { isStopped: true });
    expect((await settingsOf(country))['pay-outs']).toBe('waiting');
    const { person, row, step, shown } = await confirmed(country);
    const letter = await newestMessage(product, person.email, ({ subject }) =>
      subject.startsWith('Recibimos la confirmación'),
    );
    expect(letter.text).toContain('todavía no salió y no podemos decirte el día');
    for (let tries = 0; tries < 3; tries += 1) await step();
    expect(await row()).toMatchObject({ state: 'planned', waits_for: 'stopped', tries: 0, sent_on: null });
    expect((await shown()).arrival).toMatchObject({ state: 'waiting', date: '' });
    await set(country, {});
    expect((await settingsOf(country))['pay-outs']).toBe('on');
    for (let tries = 0; tries < 3; tries += 1) await step();
    expect(await row()).toMatchObject({ state: 'confirmed', waits_for: '' });
    expect((await shown()).arrival.state).toBe('arrived');
  });

  test('that the rail has never seen are not handed over again while they are stopped', async () => {
    const { db } = product.deps;
    const { id, row, step } = await confirmed(country);
    await step();
    // Marked as sent by a process that was killed before sending.
    await db.updateTable('payout').set({ state: 'sent' }).where('loan_id', '=', id).execute();
    const seen = () =>
      db
        .selectFrom('sandbox_payout as s')
        .innerJoin('payout as d', 'd.reference', 's.reference')
        .select('s.submissions')
        .where('d.loan_id', '=', id)
        .executeTakeFirst();
    await set(country, { isStopped: true });
    await step();
    expect(await seen()).toBeUndefined();
    await set(country, {});
    await step();
    expect((await seen())?.submissions).toBe(1);
    expect((await row()).state).not.toBe('planned');
  });

  test('wait for the next day once the cap is reached', async () => {
    const [one, other] = [await confirmed(country), await confirmed(country)];
    const dailyCap = Math.max((await one.row()).amount, (await other.row()).amount);
    const { db } = product.deps;
    await forgetSent();
    await set(country, { dailyCap });
    for (const each of [one, other]) for (let tries = 0; tries < 3; tries += 1) await each.step();
    expect((await one.row()).state).toBe('confirmed');
    expect(await other.row()).toMatchObject({ state: 'planned', waits_for: 'cap' });
    expect((await settingsOf(country))['pay-outs']).toBe('waiting');
    const alarms = () =>
      db
        .selectFrom('event')
        .select('id')
        .where('kind', '=', 'pay-outs-capped')
        .where('country', '=', country)
        .execute();
    await other.step();
    expect(await alarms()).toHaveLength(1);
    expect((await other.shown()).arrival.state).toBe('waiting');
    await product.advance(24 * 3_600_000);
    expect((await settingsOf(country))['pay-outs']).toBe('on');
    for (let tries = 0; tries < 2; tries += 1) await other.step();
    expect((await other.row()).state).toBe('confirmed');
    await set(country, {});
  });
});

test('two orders do not both go out where only one fits under the cap', async () => {
  const orders = await Promise.all(Array.from({ length: 4 }, () => confirmed('AR')));
  const { amount } = await orders[0]!.row();
  await forgetSent();
  await set('AR', { dailyCap: amount * 2 });
  for (const { step } of orders) await step();
  await Promise.all(orders.map(({ step }) => step()));
  const rows = await Promise.all(orders.map(({ row }) => row()));
  expect(rows.filter(({ state }) => state !== 'planned')).toHaveLength(2);
  expect(rows.filter(({ waits_for: wait }) => wait === 'cap')).toHaveLength(2);
  expect((await payoutControl(product.deps.db, 'AR')).cappedOn).toBeDefined();
  await set('AR', {});
});
