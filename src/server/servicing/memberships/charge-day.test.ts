import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { membershipChargeDay, withdrawalUntil } from '../../../countries/law/withdrawal-window.ts';
import { holidaysOf } from '../../../countries/holidays.ts';
import {
  addBusinessDays,
  addDays,
  type CalendarDate,
  formatDate,
  weekday,
} from '../../../domain/calendar-date.ts';
import { listMessages } from '../../messages/service.ts';
import { confirmationOf, signUpAndVerify } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { goTo, todayOf } from '../debits/testing/debtor.ts';
import { chargeMemberships } from './charge.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

describe.each(['AR', 'UY'] as const)('the day a membership is charged in %s', (country) => {
  const holidays = holidaysOf(country);

  /** Confirms a loan with membership on a Saturday, so that its money is announced for the next business day. */
  async function confirmedOnSaturday() {
    let saturday = addDays(todayOf(product, country), 1);
    while (weekday(saturday) !== 6) saturday = addDays(saturday, 1);
    await goTo(product, saturday);
    const person = await signUpAndVerify(product, country);
    const confirmed = await person.call('POST /api/v3/finish-new', {
      body: confirmationOf(person, { membership: true, instalments: 3 }),
    });
    const id: string = confirmed.body.result.id;
    const arrival = addBusinessDays(saturday, 1, holidays);
    const promised = addBusinessDays(withdrawalUntil(country, saturday, arrival, holidays), 1, holidays);
    const charge = async () => (await person.call('GET /api/v3/membership')).body.model.membership.charge;
    const mail = async (subject: string) =>
      (await listMessages(product.deps, person.email)).find((each) => each.subject === subject)?.text;
    return { id, saturday, arrival, promised, charge, mail };
  }

  async function payOut(id: string): Promise<void> {
    for (const outcome of ['ok', 'ok'])
      await product.call('POST /sandbox/loans/{id}/advance', { params: { id }, body: { outcome } });
  }

  const storedDay = async (id: string): Promise<CalendarDate> => {
    const row = await product.deps.db
      .selectFrom('membership_charge')
      .innerJoin('loan', 'loan.id', 'membership_charge.loan_id')
      .select('charge_on')
      .where('loan.public_id', '=', id)
      .executeTakeFirstOrThrow();
    return row.charge_on;
  };

  test('is the promised one if the money arrives early', async () => {
    const { id, saturday, promised, charge, mail } = await confirmedOnSaturday();
    const day = formatDate(promised);
    await expect
      .poll(() => mail('Recibimos la confirmación de tu préstamo'))
      .toContain(`no antes del ${day}.`);
    expect(await charge()).toMatchObject({ state: 'none', on: day });
    await payOut(id);
    expect(membershipChargeDay(country, saturday, saturday, holidays) < promised).toBe(true);
    expect(await storedDay(id)).toBe(promised);
    expect(await charge()).toMatchObject({ state: 'planned', on: day });
    await expect.poll(() => mail('Tu membresía Wayni+ está activa')).toMatch(new RegExp(`[Ee]l ${day} `));
    const eve = addDays(promised, -1);
    expect(await chargeMemberships(product.deps, { country, date: eve })).toEqual({ charges: 0 });
    expect(await storedDay(id)).toBe(promised);
    expect(await charge()).toMatchObject({ state: 'planned', on: day });
  });

  test('follows the term for withdrawing if the money arrives late', async () => {
    const { id, saturday, arrival, promised, mail } = await confirmedOnSaturday();
    const late = addBusinessDays(arrival, 2, holidays);
    await goTo(product, late);
    await payOut(id);
    const chargeOn = membershipChargeDay(country, saturday, late, holidays);
    expect(chargeOn > promised).toBe(true);
    expect(await storedDay(id)).toBe(chargeOn);
    await expect
      .poll(() => mail('Tu membresía Wayni+ está activa'))
      .toMatch(new RegExp(`[Ee]l ${formatDate(chargeOn)} `));
  });
});
