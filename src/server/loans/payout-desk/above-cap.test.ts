import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { newestMessage } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { payoutTools, type TestOrder } from './testing/orders.ts';

let product: TestProduct;
let treasury: StaffMember;
let head: StaffMember;
let tools: ReturnType<typeof payoutTools>;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  await signIn();
  tools = payoutTools(product, treasury);
});
afterAll(() => product.close());

/** Signs in again, after a change of day has ended the sessions. */
async function signIn(): Promise<void> {
  treasury = await signInAs(product, 'treasury');
  head = await signInAs(product, 'head');
}

const why = (reason_code: string) => ({ reason_code, reason: 'Lo pidió el banco' });

const approve = (id: string) => head.call('POST /api/staff/approvals/{id}/approve', { params: { id } });

const control = async (country: CountryCode) =>
  (await treasury.call('GET /api/staff/pay-outs', { query: { country } })).body.controls[0];

const askCap = async (country: CountryCode, dailyCap: number | null) =>
  treasury.call('POST /api/staff/pay-outs/controls/{country}/cap', {
    params: { country },
    version: (await control(country)).version,
    body: { daily_cap: dailyCap, ...why('funds') },
  });

const letAbove = async (made: TestOrder) =>
  treasury.call('POST /api/staff/pay-outs/{id}/above-cap', {
    params: { id: made.loanId },
    version: (await made.order(treasury)).version,
    body: why('checked'),
  });

describe.each(['AR', 'UY'] as const)('an order above the cap in %s', (country) => {
  test('is shown to the person who sets the cap, and waits for two people instead of for tomorrow', async () => {
    const made = await tools.confirmed(country);
    await made.advance('ok');
    const { amount } = await made.order(treasury);
    expect((await control(country)).largest_planned).toBeGreaterThanOrEqual(amount);
    const asked = await askCap(country, Math.floor(amount) - 1);
    const [request] = (await head.call('GET /api/staff/approvals', { query: { state: 'pending' } })).body
      .result;
    expect(JSON.parse(request.after).above_cap).toBeGreaterThan(0);
    expect((await approve(asked.body.approval)).status).toBe(200);
    await made.step();
    expect(await made.order(treasury)).toMatchObject({ state: 'planned', waits_for: 'above-cap' });
    await product.advance(24 * 3_600_000);
    await signIn();
    await made.step();
    expect(await made.order(treasury)).toMatchObject({ state: 'planned', waits_for: 'above-cap' });
    expect(await control(country)).toMatchObject({ is_capped: false, sent_today: 0 });
    expect((await control(country)).above_cap).toBeGreaterThan(0);
    expect((await made.shown()).arrival).toMatchObject({ state: 'waiting', date: '' });
    const pending = await letAbove(made);
    expect(pending.body.outcome).toBe('pending_approval');
    await made.step();
    expect(await made.orders()).toEqual([]);
    expect((await approve(pending.body.approval)).status).toBe(200);
    expect(await made.order(treasury)).toMatchObject({ above_cap_approved: true, waits_for: '' });
    await made.step();
    expect((await made.order(treasury)).state).toBe('sent');
    expect(await made.orders()).toHaveLength(1);
    expect((await control(country)).sent_today).toBe(amount);
    // A loan confirmed meanwhile gets no promised day either.
    await approve((await askCap(country, 1)).body.approval);
    const next = await tools.confirmed(country);
    const letter = await newestMessage(product, next.person.email, ({ subject }) =>
      subject.startsWith('Recibimos la confirmación'),
    );
    expect(letter.text).toContain('no podemos decirte el día');
    // Sent payouts count: an order that fits by itself waits for the next day.
    await approve((await askCap(country, Math.ceil((await next.order(treasury)).amount))).body.approval);
    await next.advance('ok');
    await next.step();
    expect(await next.order(treasury)).toMatchObject({ state: 'planned', waits_for: 'cap' });
    expect((await letAbove(next)).body.code).toBe('pay_out_state');
    await approve((await askCap(country, null)).body.approval);
  });
});
