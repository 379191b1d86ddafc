import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/countries.ts';
import { localDate } from '../../../countries/local-time.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import { stops } from '../../customers/holds/service.ts';
import { payoutTools } from '../../loans/payout-desk/testing/orders.ts';
import { consoleUrl, signInAs } from '../../staff/testing/console.ts';
import { attach } from '../../staff/testing/evidence.ts';
import { addPerson } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { holdDays } from './days.ts';
import { holdTools } from './testing/holds.ts';

let product: TestProduct;
let at: Awaited<ReturnType<typeof holdTools>>;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  at = await holdTools(product);
});
afterAll(() => product.close());

const person = async (country: CountryCode = 'AR') => String((await addPerson(product, { country })).id);
const today = (country: CountryCode) => localDate(product.deps.clock.now(), country);

describe.each(['AR', 'UY'] as const)('in %s a hold', (country) => {
  test('is placed by one person and lifted by two, and the payout that waited goes out once', async () => {
    const payouts = payoutTools(product, at.head);
    const made = await payouts.confirmed(country);
    const customer = await at.idOf(made.person);
    const file = (await attach(product, at.head, country)).body.result.id;
    const id = await at.hold(customer, 'fraud', { file });
    expect(await at.holdsOf(customer)).toMatchObject([
      {
        id,
        reason: 'fraud',
        note: 'Lo dijo el banco',
        file,
        placed_by: 'Alicia Atención',
        lifted_at: '',
        version: 1,
      },
    ]);
    for (let tries = 0; tries < 3; tries += 1) await made.step();
    expect(await made.order()).toMatchObject({ state: 'planned', waits_for: 'held', tries: 0 });
    const held = await at.head.call('GET /api/staff/pay-outs', { query: { view: 'held', country } });
    expect(held.body.result.map((row: { id: string }) => row.id)).toContain(made.loanId);

    const pending = await at.askLift(at.compliance, id);
    expect(pending).toMatchObject({ status: 200, body: { outcome: 'pending_approval' } });
    expect(await at.holdsOf(customer)).toMatchObject([
      { lifted_at: '', lift_asked_by: 'Camilo Cumplimiento' },
    ]);
    const waiting = await at.head.call('GET /api/staff/approvals', { query: { state: 'pending' } });
    const seen = waiting.body.result.find((row: { id: string }) => row.id === pending.body.approval);
    expect(JSON.parse(seen.before)).toMatchObject({ hold: 'fraud', explanation: 'Lo dijo el banco' });
    expect((await at.approve(at.compliance, pending.body.approval)).body.code).toBe('own_request');
    await made.step();
    expect((await made.order()).state).toBe('planned');

    const key = { 'idempotency-key': randomUUID() };
    const send = () =>
      at.head.call('POST /api/staff/approvals/{id}/approve', {
        params: { id: pending.body.approval },
        headers: key,
      });
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    expect(await at.holdsOf(customer)).toMatchObject([
      {
        lifted_by: 'Camilo Cumplimiento',
        approved_by: 'Julia Jefatura',
        lift_reason: 'checked',
        lift_note: 'Se aclaró',
        version: 2,
      },
    ]);
    for (let tries = 0; tries < 4; tries += 1) await made.step();
    expect(await made.order()).toMatchObject({ state: 'confirmed', waits_for: '' });
    expect(await made.orders()).toMatchObject([{ submissions: 1 }]);
  });

  test('is placed once, however many people request it', async () => {
    const customer = await person(country);
    const asked = await at.asked(customer, 'compliance');
    const once = { ...asked, headers: { 'idempotency-key': randomUUID() } };
    const [first, again] = [await at.agent.call(at.PLACE, once), await at.agent.call(at.PLACE, once)];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const second = await at.place(at.head, customer, 'compliance');
    expect(second).toMatchObject({ status: 409, body: { code: 'hold_exists' } });
    expect(second.body.message).toBe('Alicia Atención ya puso este bloqueo. Actualizá la página y revisalo.');
    // Another reason is another hold.
    expect((await at.place(at.head, customer, 'deceased')).status).toBe(200);
    expect(await at.holdsOf(customer)).toHaveLength(2);
    const rows = (await at.audit.rows()).filter((row) => row.customer_id === Number(customer));
    expect(rows.filter(({ action }) => action === at.PLACE)).toHaveLength(2);
  });

  test('ends by itself after its last day, where its reason has one', async () => {
    const customer = await person(country);
    const [day, next] = [today(country), addDays(today(country), 1)];
    expect((await at.place(at.agent, customer, 'fraud', { last_day: next })).body.code).toBe('hold_day');
    expect((await at.place(at.agent, customer, 'court-order', { last_day: day })).body.code).toBe('hold_day');
    await at.hold(customer, 'court-order', { last_day: next });
    const run = (date: typeof day) => holdDays(product.deps)[0]!.run({ country, date });
    await run(next);
    expect(await at.holdsOf(customer)).toMatchObject([{ lifted_at: '', last_day: next }]);
    expect(await run(addDays(next, 1))).toMatchObject({ holds: 1 });
    const [ended] = await at.holdsOf(customer);
    expect(ended).toMatchObject({ lifted_by: '', approved_by: '', version: 2 });
    expect(ended.lifted_at).not.toBe('');
    expect((await at.askLift(at.head, ended.id, 2)).body.code).toBe('hold_state');
  });
});

test('a dispute names a loan of the person, and other holds name none', async () => {
  const payouts = payoutTools(product, at.head);
  const [mine, other] = [await payouts.confirmed('AR'), await payouts.confirmed('AR')];
  const customer = await at.idOf(mine.person);
  const loan = mine.loanId;
  expect((await at.place(at.agent, customer, 'dispute')).body.code).toBe('hold_loan');
  expect((await at.place(at.agent, customer, 'dispute', { loan: other.loanId })).body.code).toBe('hold_loan');
  expect((await at.place(at.agent, customer, 'fraud', { loan })).body.code).toBe('hold_loan');
  await at.hold(customer, 'dispute', { loan });
  expect((await at.place(at.agent, customer, 'dispute', { loan })).body.code).toBe('hold_exists');
  expect(await at.holdsOf(customer)).toMatchObject([{ loan: mine.loanId }]);
  const stopsCharges = (id?: number) => stops(product.deps.db, 'charges', Number(customer), id);
  expect([await stopsCharges(mine.id), await stopsCharges(other.id)]).toEqual([true, false]);
  expect(await stopsCharges()).toBe(true);
});

describe('refusals', () => {
  test('a stale page of the customer, and a receipt of another country', async () => {
    const customer = await person();
    const asked = await at.asked(customer, 'fraud');
    await product.deps.db
      .updateTable('customer')
      .set({ first_name: 'Eva', changed_by: 'Julia Jefatura' })
      .where('id', '=', Number(customer))
      .execute();
    const stale = await at.agent.call(at.PLACE, asked);
    expect(stale).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect(stale.body.message).toContain('Julia Jefatura cambió los datos de esta ficha');
    const file = (await attach(product, at.head, 'UY')).body.result.id;
    expect((await at.place(at.agent, customer, 'fraud', { file })).body.code).toBe('evidence_missing');
    expect(await at.holdsOf(customer)).toEqual([]);
  });

  test('lifting without evidence, on another version, or by a role that may only place', async () => {
    const customer = await person();
    const id = await at.hold(customer, 'fraud');
    const unproven = await signInAs(product, 'analyst');
    await product.deps.db
      .updateTable('staff_session')
      .set({ proven_at: null })
      .where('staff_id', '=', Number(unproven.id))
      .execute();
    expect((await at.askLift(unproven, id)).body.code).toBe('step_up');
    expect((await at.askLift(at.agent, id)).body.code).toBe('permission');
    expect((await at.askLift(at.head, id, 7)).body.code).toBe('changed_meanwhile');
    const auditor = await signInAs(product, 'auditor');
    expect((await at.place(auditor, customer, 'deceased')).body.code).toBe('permission');
    expect(await at.holdsOf(customer, auditor)).toHaveLength(1);
    expect((await (await signInAs(product, 'accounting')).call('GET /api/staff/holds')).body.code).toBe(
      'permission',
    );
  });

  test('a second request: the first waits, then has lifted it', async () => {
    const id = await at.hold(await person(), 'fraud');
    const asked = await at.askLift(at.compliance, id);
    expect((await at.askLift(at.head, id)).body.code).toBe('already_asked');
    expect((await at.approve(at.head, asked.body.approval)).status).toBe(200);
    const late = await at.askLift(at.head, id);
    expect(late.body.code).toBe('changed_meanwhile');
    expect(late.body.message).toContain('Camilo Cumplimiento levantó este bloqueo');
  });

  test('an approval of an ended hold, or of a requester without the role', async () => {
    const { db } = product.deps;
    const customer = await person('UY');
    const [day, next] = [today('UY'), addDays(today('UY'), 1)];
    const id = await at.hold(customer, 'court-order', { last_day: next });
    const pending = await at.askLift(at.compliance, id);
    const set = (roles: string[]) =>
      db.updateTable('staff_member').set({ roles }).where('id', '=', Number(at.compliance.id)).execute();
    await set(['auditor']);
    expect((await at.approve(at.head, pending.body.approval)).body.code).toBe('permission');
    await set(['compliance']);
    const again = await at.askLift(at.compliance, id);
    await holdDays(product.deps)[0]!.run({ country: 'UY', date: addDays(day, 2) });
    expect((await at.approve(at.head, again.body.approval)).body.code).toBe('hold_state');
  });

  test('a record of a country that the employee does not have', async () => {
    const customer = await person('UY');
    const id = await at.hold(customer, 'fraud');
    const asked = await at.asked(customer, 'deceased');
    const { approval } = (await at.askLift(at.head, id)).body;
    const set = (countries: string[]) =>
      product.deps.db
        .updateTable('staff_member')
        .set({ countries })
        .where('id', '=', Number(at.compliance.id))
        .execute();
    await set(['AR']);
    expect((await at.compliance.call(at.PLACE, asked)).status).toBe(404);
    expect((await at.askLift(at.compliance, id)).status).toBe(404);
    expect((await at.approve(at.compliance, approval)).status).toBe(404);
    const rejected = await at.compliance.call('POST /api/staff/approvals/{id}/reject', {
      params: { id: approval },
      body: { reason: 'No corresponde' },
    });
    expect(rejected.status).toBe(404);
    const list = await at.compliance.call('GET /api/staff/holds');
    expect(list.body.result.every(({ country }: { country: string }) => country === 'AR')).toBe(true);
    await set(['AR', 'UY']);
  });
});

test('every write left its row of the audit: asking for a lift is one, lifting is the approval’s', async () => {
  const id = await at.hold(await person(), 'fraud');
  const body = { reason_code: 'error', reason: 'Era otra persona' };
  await at.audit.write(at.head, at.LIFT, { params: { id }, version: 1, body });
  expect(at.audit.left('/api/staff/customers/{id}/holds')).toEqual([]);
  expect(at.audit.left('/api/staff/holds')).toEqual([]);
  const rows = await at.audit.rows();
  const approvals = rows.filter(
    ({ subject, action }) => subject.startsWith('hold:') && action.endsWith('/approve'),
  );
  expect(approvals[0]).toMatchObject({ after: { state: 'lifted', action: at.LIFT } });
});
