import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import { goTo, todayOf } from '../../servicing/debits/testing/debtor.ts';
import { confirmationOf, signUpAndVerify } from '../../testing/journey.ts';
import { newestMessage } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { loanBalance } from '../ledger/service.ts';
import { payoutsPage } from '../payout-desk/service.ts';
import { cancelUndelivered } from '../service.ts';

let product: TestProduct;
beforeAll(async () => {
  const settings = {
    ROLE: 'api',
    SESSION_IDLE_HOURS: '9000',
    SESSION_MAX_DAYS: '365',
    FRESH_LOGIN_HOURS: '9000',
  };
  product = await startProduct({ settings });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

async function confirmed(country: CountryCode) {
  const person = await signUpAndVerify(product, country, { delivery: 'bank-transfer' });
  const confirm = () => person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
  const publicId: string = (await confirm()).body.result.id;
  const { id } = await product.deps.db
    .selectFrom('loan')
    .select('id')
    .where('public_id', '=', publicId)
    .executeTakeFirstOrThrow();
  const params = { id: publicId };
  const advance = (outcome: 'ok' | 'unknown' = 'ok') =>
    product.call('POST /sandbox/loans/{id}/advance', { params, body: { outcome } });
  const shown = async () => (await person.call('GET /api/v3/loan-new/{id}', { params })).body.result;
  const day = todayOf(product, country);
  const row = () =>
    product.deps.db
      .selectFrom('loan')
      .innerJoin('payout', 'payout.loan_id', 'loan.id')
      .select(['loan.state', 'cancel_reason', 'payout.state as order'])
      .where('loan.id', '=', id)
      .executeTakeFirstOrThrow();
  return { person, confirm, id, day, advance, shown, row };
}

const endDay = (country: CountryCode) =>
  cancelUndelivered(product.deps, { country, date: todayOf(product, country) });

describe.each(['AR', 'UY'] as const)('a loan without delivery in %s', (country) => {
  test('is canceled on the tenth day, even if held, with its ledger reversed; another loan is possible', async () => {
    const made = await confirmed(country);
    await made.advance();
    const held = await confirmed(country);
    await product.deps.db
      .updateTable('payout')
      .set({ is_on_hold: true, hold_reason: 'Prueba' })
      .where('loan_id', '=', held.id)
      .execute();
    await goTo(product, addDays(made.day, 9));
    await endDay(country);
    expect(await made.row()).toMatchObject({ state: 'preapproved', order: 'planned' });
    await goTo(product, addDays(made.day, 10));
    expect((await endDay(country)).loans).toBeGreaterThanOrEqual(2);
    for (const each of [made, held]) {
      expect(await each.row()).toEqual({
        state: 'canceled',
        cancel_reason: 'not-delivered',
        order: 'failed',
      });
      for (const amount of (await loanBalance(product.deps.db, each.id)).values()) expect(amount).toBe(0);
    }
    const { db, clock, holidays } = product.deps;
    const known = { now: clock.now(), holidays };
    const listed = async (view: 'canceled' | 'failed') =>
      (await payoutsPage(db, [country], { view }, known)).result.filter(({ id }) => id === String(made.id));
    expect(await listed('canceled')).toMatchObject([{ state: 'canceled', canceled_for: 'not-delivered' }]);
    expect(await listed('failed')).toEqual([]);
    expect(await made.shown()).toMatchObject({ not_delivered: true, payout_failed: false, arrival: null });
    const letter = await newestMessage(product, made.person.email, ({ subject }) =>
      subject.startsWith('Cancelamos tu préstamo'),
    );
    expect(letter.text).toContain('Pasaron 10 días');
    expect((await made.confirm()).status).toBe(200);
  });

  test('is canceled by the step that finds it too late, and never after it was handed over', async () => {
    const [planned, lost] = [await confirmed(country), await confirmed(country)];
    for (const each of [planned, lost]) await each.advance();
    await lost.advance('unknown');
    await goTo(product, addDays(planned.day, 10));
    await planned.advance();
    expect(await planned.row()).toMatchObject({ state: 'canceled', cancel_reason: 'not-delivered' });
    await goTo(product, addDays(planned.day, 40));
    await endDay(country);
    expect(await lost.row()).toMatchObject({ state: 'preapproved', order: 'unknown' });
    await lost.advance();
    expect(await lost.row()).toMatchObject({ state: 'approved', order: 'confirmed' });
  });
});

test('due dates alone change, and only until the money is delivered', async () => {
  const { db } = product.deps;
  const made = await confirmed('AR');
  const change = (column: string, by: number) =>
    sql`update instalment set ${sql.ref(column)} = ${sql.ref(column)} + ${by}::int where loan_id = ${made.id}`.execute(
      db,
    );
  await change('due_date', 1);
  await expect(change('principal', 1)).rejects.toThrow(/append-only/);
  await made.advance();
  await made.advance();
  await expect(change('due_date', 1)).rejects.toThrow(/append-only/);
});
