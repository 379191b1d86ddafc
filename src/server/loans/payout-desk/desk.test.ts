import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { centavos } from '../../../domain/money.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import { auditedWrites } from '../../staff/testing/audited.ts';
import { payoutOrders } from '../payout-files/service.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { confirmationOf } from '../../testing/journey.ts';
import { newestMessage } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { watchResolution } from '../manual-resolutions/service.ts';
import { PAYOUTS } from '../service.ts';
import { payoutTools, type TestOrder } from './testing/orders.ts';

let product: TestProduct;
let agent: StaffMember;
let treasury: StaffMember;
let head: StaffMember;
let audit: ReturnType<typeof auditedWrites>;
let tools: ReturnType<typeof payoutTools>;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  agent = await signInAs(product, 'agent');
  treasury = await signInAs(product, 'treasury');
  head = await signInAs(product, 'head');
  audit = auditedWrites(product);
  tools = payoutTools(product, treasury);
});
afterAll(() => product.close());

const why = (reason_code: string) => ({ reason_code, reason: 'Lo pidió el banco' });

const approve = (by: StaffMember, id: string) =>
  by.call('POST /api/staff/approvals/{id}/approve', { params: { id } });

async function settle(made: TestOrder, outcome: 'paid' | 'not-paid', country: CountryCode, by = treasury) {
  const file = await tools.receiptOf(by, country);
  const { version, answers } = await made.order();
  return audit.write(by, 'POST /api/staff/pay-outs/{id}/settle', {
    params: { id: made.loanId },
    version,
    body: {
      outcome,
      receipt_code: outcome === 'paid' ? 'BANCO-1' : '',
      file,
      answer: answers[0].id,
      ...why('statement'),
    },
  });
}

describe.each(['AR', 'UY'] as const)('a payout in %s', (country) => {
  test('is listed with sums, held with a reason, and released', async () => {
    const made = await tools.confirmed(country);
    await product.deps.db
      .updateTable('payout')
      .set({ created_at: new Date(Date.now() - 9 * 24 * 3_600_000) })
      .where('loan_id', '=', made.id)
      .execute();
    const list = await treasury.call('GET /api/staff/pay-outs', { query: { country } });
    const row = list.body.result.find(({ id }: { id: string }) => id === made.loanId);
    expect(row).toMatchObject({ state: 'planned', late: true, held_by: '', waits_for: '', country });
    expect(row.late_days).toBeGreaterThan(0);
    const today = localDate(product.deps.clock.now(), country);
    expect(row.announced_on > addDays(today, -10) && row.announced_on < today).toBe(true);
    const lines = (await treasury.call('GET /api/staff/worklist')).body.result;
    expect(lines).toContainEqual(
      expect.objectContaining({ line: 'payouts-late', country, day: row.announced_on }),
    );
    const late = await treasury.call('GET /api/staff/pay-outs', { query: { country, view: 'late' } });
    expect(list.body.totals.find(({ view }: { view: string }) => view === 'late').count).toBe(
      late.body.result.length,
    );
    expect(row.account).toMatch(/^•••/);
    expect(list.body.totals.find(({ view }: { view: string }) => view === 'planned').count).toBeGreaterThan(
      0,
    );
    const { version } = await made.order();
    const hold = { params: { id: made.loanId }, version, body: why('account-doubt') };
    expect((await agent.call('POST /api/staff/pay-outs/{id}/hold', hold)).body.code).toBe('permission');
    await audit.write(treasury, 'POST /api/staff/pay-outs/{id}/hold', hold);
    expect(await made.order()).toMatchObject({ waits_for: 'hold', hold_reason: 'Lo pidió el banco' });
    const { arrival } = await made.shown();
    expect(arrival).toMatchObject({ state: 'waiting', date: '' });
    // Staff and borrower must see the same arrival.
    expect((await made.order()).arrival).toEqual({ date: '', sentence: arrival.sentence });
    await made.step();
    expect(await made.orders()).toEqual([]);
    // A user with a stale page learns who did what, and nothing is done twice.
    const stale = await head.call('POST /api/staff/pay-outs/{id}/hold', hold);
    expect(stale).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect(stale.body.message).toContain('Tesorería cambió este envío');
    const again = await made.order();
    const released = await audit.write(treasury, 'POST /api/staff/pay-outs/{id}/release', {
      params: { id: made.loanId },
      version: again.version,
      body: why('checked'),
    });
    if (released.body.outcome === 'pending_approval') await approve(head, released.body.approval);
    for (let steps = 0; steps < 2; steps += 1) await made.step();
    expect((await made.order()).state).toBe('sent');
    expect(await made.orders()).toHaveLength(1);
  });

  test('of unknown outcome is queried, and settled as paid by two people', async () => {
    const made = await tools.unknownOrder(country);
    const asked = await audit.write(treasury, 'POST /api/staff/pay-outs/{id}/ask', {
      params: { id: made.loanId },
    });
    expect(asked.body.result).toMatchObject({ state: 'unknown' });
    expect(asked.body.result.answers[0]).toMatchObject({ asked: 'staff', state: 'unknown' });
    const pending = await settle(made, 'paid', country);
    expect(pending.body.outcome).toBe('pending_approval');
    expect((await made.order()).state).toBe('unknown');
    expect((await approve(treasury, pending.body.approval)).body.code).toBe('own_request');
    const [request] = (await head.call('GET /api/staff/approvals', { query: { state: 'pending' } })).body
      .result;
    expect(JSON.parse(request.before).ledger).toHaveProperty('disbursement-in-transit');
    expect(JSON.parse(request.after)).toMatchObject({
      outcome: 'paid',
      loan_state: 'approved',
      receipt: 'BANCO-1',
    });
    // The worker queries again and gets the same result.
    await made.step();
    expect((await made.order()).answers[0]).toMatchObject({ asked: 'worker', state: 'unknown' });
    const key = { 'idempotency-key': `approve-${made.loanId}` };
    const send = () =>
      head.call('POST /api/staff/approvals/{id}/approve', {
        params: { id: pending.body.approval },
        headers: key,
      });
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(200);
    expect(await made.order()).toMatchObject({
      state: 'confirmed',
      receipt_code: 'BANCO-1',
      ruling: { outcome: 'paid', word: '' },
    });
    expect((await made.shown()).state_slug).toBe('approved');
    expect(await made.orders()).toHaveLength(1);
    // The provider agrees later: nothing else happens.
    await product.deps.db.updateTable('sandbox_payout').set({ outcome: 'completed' }).execute();
    await watchResolution(product.deps, PAYOUTS, made.id);
    expect((await made.order()).ruling.word).toBe('agrees');
  });

  test('settled as not paid is an alarm, and no money, when the provider says that it paid', async () => {
    const made = await tools.unknownOrder(country);
    const pending = await settle(made, 'not-paid', country, head);
    expect((await approve(treasury, pending.body.approval)).status).toBe(200);
    expect((await made.order()).state).toBe('failed');
    expect(await made.shown()).toMatchObject({ state_slug: 'canceled', payout_failed: true });
    const again = await tools.confirmed(country, made.person);
    await product.deps.db.updateTable('sandbox_payout').set({ outcome: 'completed' }).execute();
    await watchResolution(product.deps, PAYOUTS, made.id);
    // The replacement payout waits for review.
    await again.step();
    expect(await again.orders()).toEqual([]);
    expect(await again.order()).toMatchObject({ waits_for: 'hold', changed_by: 'El sistema' });
    expect(await made.order()).toMatchObject({ state: 'failed', contradicted: true });
    const [alarm] = await product.deps.db
      .selectFrom('event')
      .select('detail')
      .where('kind', '=', 'pay-out-contradicted')
      .where('loan_id', '=', made.id)
      .execute();
    expect(alarm?.detail).toMatchObject({ ruled: 'not-paid', said: 'paid' });
    expect((await made.shown()).state_slug).toBe('canceled');
    const [order, ...more] = await made.orders();
    expect([order?.submissions, more]).toEqual([1, []]);
    const list = await treasury.call('GET /api/staff/pay-outs', { query: { country, view: 'contradicted' } });
    expect(list.body.result.map(({ id }: { id: string }) => id)).toContain(made.loanId);
  });

  test('that failed is paid once, to the account that its borrower gives', async () => {
    const made = await tools.confirmed(country);
    await made.advance('ok');
    await made.advance('failed');
    const order = await made.order(agent);
    expect(order).toMatchObject({ state: 'failed', may_ask_account: true, next: '' });
    // The list says why, in the provider's words.
    expect(order.fault).toBe(order.answers[0].reason);
    expect(order.fault).not.toBe('');
    const ask = (by: StaffMember) =>
      audit.write(by, 'POST /api/staff/pay-outs/{id}/account', {
        params: { id: made.loanId },
        version: order.version,
        body: { channel: 'email', ...why('account-wrong') },
      });
    const prove = (at: Date | null) =>
      product.deps.db
        .updateTable('customer')
        .set({ phone_proved_at: at })
        .where('email', '=', made.person.email)
        .execute();
    await prove(null);
    const bySms = await agent.call('POST /api/staff/pay-outs/{id}/account', {
      params: { id: made.loanId },
      version: order.version,
      body: { channel: 'sms', ...why('account-wrong') },
    });
    expect(bySms.body.code).toBe('phone_unproved');
    await prove(product.deps.clock.now());
    await ask(agent);
    const letter = await newestMessage(product, made.person.email, ({ text }) =>
      text.includes('/magic-link/'),
    );
    expect(letter.text).toContain('cargá otra cuenta que esté a tu nombre');
    expect(letter.text).toMatch(/enviarte los \$[\d.,]+ de tu préstamo: el banco rechazó la cuenta/);
    const { target } = await product.deps.db
      .selectFrom('one_time_link')
      .select('target')
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(target).toBe(`/ver-prestamo/${made.publicId}`);
    const { body } = await made.person.call('POST /api/v3/finish-new', { body: confirmationOf(made.person) });
    const next = body.result.id;
    for (let steps = 0; steps < 2; steps += 1)
      await product.call('POST /sandbox/loans/{id}/advance', {
        params: { id: next },
        body: { outcome: 'ok' },
      });
    expect((await made.order()).next).not.toBe('');
    const late = await agent.call('POST /api/staff/pay-outs/{id}/account', {
      params: { id: made.loanId },
      version: order.version,
      body: { channel: 'email', ...why('account-wrong') },
    });
    expect(late.body.code).toBe('pay_out_state');
  });

  test('waits while its country is stopped by one person, until two let it go on', async () => {
    const made = await tools.confirmed(country);
    await made.advance('ok');
    const control = async () =>
      (await treasury.call('GET /api/staff/pay-outs', { query: { country } })).body.controls[0];
    const path = { country };
    const stop = { params: path, version: (await control()).version, body: why('provider') };
    await audit.write(treasury, 'POST /api/staff/pay-outs/controls/{country}/stop', stop);
    expect((await head.call('POST /api/staff/pay-outs/controls/{country}/stop', stop)).status).toBe(409);
    await made.step();
    expect(await made.order()).toMatchObject({ state: 'planned', waits_for: 'stopped' });
    expect(await made.orders()).toEqual([]);
    const resume = await audit.write(treasury, 'POST /api/staff/pay-outs/controls/{country}/resume', {
      params: path,
      version: (await control()).version,
      body: why('solved'),
    });
    expect((await control()).is_stopped).toBe(true);
    expect((await approve(head, resume.body.approval)).status).toBe(200);
    expect(await control()).toMatchObject({
      is_stopped: false,
      changed_by: expect.stringContaining('Jefatura'),
    });
    const cap = await audit.write(head, 'POST /api/staff/pay-outs/controls/{country}/cap', {
      params: path,
      version: (await control()).version,
      body: { daily_cap: 1, ...why('funds') },
    });
    expect((await approve(treasury, cap.body.approval)).status).toBe(200);
    await made.step();
    expect(await made.order()).toMatchObject({ state: 'planned', waits_for: 'above-cap' });
    expect(await control()).toMatchObject({ daily_cap: 1, is_capped: false });
    const above = await audit.write(treasury, 'POST /api/staff/pay-outs/{id}/above-cap', {
      params: { id: made.loanId },
      version: (await made.order()).version,
      body: why('checked'),
    });
    await made.step();
    expect((await made.order()).state).toBe('planned');
    expect((await approve(head, above.body.approval)).status).toBe(200);
    await made.step();
    expect((await made.order()).state).toBe('sent');
    const none = await head.call('POST /api/staff/pay-outs/controls/{country}/cap', {
      params: path,
      version: (await control()).version,
      body: { daily_cap: null, ...why('funds') },
    });
    expect((await approve(treasury, none.body.approval)).status).toBe(200);
  });
});

describe('settling', () => {
  test('is refused when the provider’s answer has changed since the request', async () => {
    const made = await tools.unknownOrder('AR');
    const pending = await settle(made, 'not-paid', 'AR');
    await made.advance('ok');
    const late = await approve(head, pending.body.approval);
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect((await made.order()).state).toBe('confirmed');
  });

  test('is refused with a word that is too old, without a receipt, and where the role is gone', async () => {
    const made = await tools.unknownOrder('AR');
    const file = await tools.receiptOf(treasury, 'AR');
    const { version, answers } = await made.order();
    const body = { outcome: 'paid', receipt_code: 'B', file, answer: answers[0].id, ...why('statement') };
    const send = (more: object) =>
      treasury.call('POST /api/staff/pay-outs/{id}/settle', {
        params: { id: made.loanId },
        version,
        body: { ...body, ...more },
      });
    expect((await send({ file: '999999' })).body.code).toBe('evidence_missing');
    expect((await send({ receipt_code: '' })).body.code).toBe('invalid');
    const pending = await send({});
    expect(pending.body.outcome).toBe('pending_approval');
    const { db } = product.deps;
    const roles = (given: string[]) =>
      db.updateTable('staff_member').set({ roles: given }).where('id', '=', Number(treasury.id)).execute();
    await roles(['accounting']);
    expect((await approve(head, pending.body.approval)).body.code).toBe('permission');
    await roles(['treasury']);
    await db
      .updateTable('payout_answer')
      .set({ last_at: new Date(Date.now() - 31 * 60_000) })
      .where('loan_id', '=', made.id)
      .execute();
    expect((await send({})).body.code).toBe('pay_out_ask_first');
    // Its file may still be sent.
    const row = await db
      .selectFrom('payout')
      .select([
        'reference',
        'holder',
        'bank_id as bankId',
        'destination',
        'amount',
        'legal_number as legalNumber',
      ])
      .where('loan_id', '=', made.id)
      .executeTakeFirstOrThrow();
    const order = { ...row, amount: centavos(row.amount), currency: 'ARS', description: '' } as const;
    await payoutOrders(db).give('sandbox', order, 'file');
    expect((await send({})).body.code).toBe('pay_out_leaving');
  });
});

test('every write left its row of the audit', () => {
  expect(audit.left('/api/staff/pay-outs')).toEqual([]);
});
