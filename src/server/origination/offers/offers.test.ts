import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asChecked } from '../../testing/as-checked.ts';
import { calendarDate } from '../../../domain/calendar-date.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { localDate } from '../../../countries/local-time.ts';
import { fromUnits } from '../../../domain/money.ts';
import { chosenPlan } from '../../../domain/option-id.ts';
import { argentine, visitorOf, type Visitor } from '../leads/testing/visitor.ts';
import { transaction } from '../../platform/database.ts';
import { createLink, openSession } from '../../customers/sessions/service.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { claimLeadOffer, priceForConfirmation, renewOfferIfNeeded } from './service.ts';

const days = 86_400_000;
let product: TestProduct;
let visitor: Visitor;
beforeAll(async () => {
  product = await startProduct();
  visitor = visitorOf(product);
});
afterAll(() => product.close());

interface Customer {
  readonly id: number;
  readonly leadHash: string;
}

/** A customer made of a lead, as the account's creation does it. */
async function customerOf(documentNumber: string): Promise<Customer> {
  const { db, random, clock } = product.deps;
  const leadHash = await visitor.hashOf({ ...argentine, document_number: asChecked(documentNumber) });
  const lead = await db
    .selectFrom('lead')
    .select('id')
    .where('hash', '=', leadHash)
    .executeTakeFirstOrThrow();
  return transaction(db, async (tx) => {
    const { id } = await tx
      .insertInto('customer')
      .values({
        hash: random.token(),
        country: 'AR',
        lead_id: lead.id,
        email: `${documentNumber}@example.com`,
        first_name: 'Ana',
        last_name: 'Suárez',
        document_number: asChecked(documentNumber),
        cellphone: asChecked('1123456789'),
        cellphone_prefix: '54',
        birthdate: calendarDate(argentine.birthdate),
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await claimLeadOffer(tx, { leadId: lead.id, customerId: id });
    return { id, leadHash };
  });
}

/** A session that no login opened: these tests renew by hand. */
async function tokenOf(customerId: number): Promise<string> {
  const opened = await transaction(product.deps.db, (tx) =>
    openSession(tx, product.deps, {
      customerId,
      country: 'AR',
      method: 'registration',
      origin: { device: '' },
    }),
  );
  return opened.token;
}

async function offerOf(customerId: number) {
  return product.call('GET /api/v1/clients/credit-ratings', {
    token: await tokenOf(customerId),
    query: { utm_source: 'x' },
  });
}

async function plansOf(customerId: number, amount: string) {
  return product.call('GET /api/v1/clients/loan-options/{amount}', {
    token: await tokenOf(customerId),
    params: { amount },
  });
}

interface Choosing {
  readonly selectedId: string;
  readonly maxId?: string;
  readonly instalments?: number | undefined;
  readonly isMembership?: boolean | undefined;
  readonly country?: CountryCode;
}

async function confirm(customerId: number, { country = 'AR', ...choosing }: Choosing) {
  const { db, clock } = product.deps;
  const now = clock.now();
  const at = { today: localDate(now, country), now };
  const plan = chosenPlan({ maxId: '', instalments: 12, isMembership: false, ...choosing });
  return transaction(db, (tx) => priceForConfirmation({ db, on: tx }, { customerId, country, plan }, at));
}

async function offerCount(): Promise<number> {
  return (await product.deps.db.selectFrom('offer').select('id').execute()).length;
}

async function codeOf(customerId: number, choosing: Choosing): Promise<string> {
  const result = await confirm(customerId, choosing);
  return result.ok ? 'ok' : result.code;
}

describe("a customer's offer", () => {
  test('is the one of the lead, with plans of both variants', async () => {
    const { id, leadHash } = await customerOf('30111238');
    const { result } = (await offerOf(id)).body;
    const lead = (await visitor.offerOf(leadHash)).body.result;
    expect(result).toEqual({
      max_amount: lead.max_amount,
      min_amount: lead.min_amount,
      max_option: lead.max_option,
      expires: lead.expires,
      rejection: null,
    });
    const plans = (await plansOf(id, '290000')).body.result;
    expect(plans.no_membership.plans.at(-1).payment).toBe(76_736.24);
  });

  test('of a rejected person has neither maximum nor plans', async () => {
    const { id } = await customerOf('30111240');
    expect((await offerOf(id)).body.result).toEqual({
      max_amount: null,
      min_amount: null,
      max_option: null,
      expires: null,
      rejection: {
        consulted: true,
        again_from: expect.stringMatching(/^\d\d-\d\d-\d{4}$/) as string,
        held: false,
        waiting: false,
        reason: expect.stringContaining('más de 90 días de atraso') as string,
        correct: expect.stringContaining('que la corrija') as string,
      },
    });
    expect(await plansOf(id, '5000')).toMatchObject({ status: 409, body: { code: 'offer_none' } });
  });

  test('needs a session, and amounts in its range', async () => {
    expect((await product.call('GET /api/v1/clients/credit-ratings')).status).toBe(401);
    const { id } = await customerOf('30111251');
    expect((await plansOf(id, '151000')).body.code).toBe('amount_too_high');
    expect((await plansOf(id, 'abc')).body.code).toBe('amount_step');
  });

  test('is not written by looking at it', async () => {
    const { id } = await customerOf('30111252');
    const before = await offerCount();
    await offerOf(id);
    await plansOf(id, '10000');
    expect(await offerCount()).toBe(before);
  });
});

describe('the price of a confirmation', () => {
  test('is what the screen showed, with its schedule and the figures without membership', async () => {
    const { id } = await customerOf('30111258');
    const { membership, no_membership } = (await plansOf(id, '290000')).body.result;
    const selectedId = membership.plans[0].id;
    const priced = await confirm(id, { selectedId, maxId: membership.max_id, isMembership: true });
    if (!priced.ok) throw new Error(priced.code);
    const { plan, withoutMembership, isMembership, priceListVersion } = priced.value;
    expect(plan.payment).toBe(Math.round(membership.plans[0].payment * 100));
    expect(plan.schedule.rows).toHaveLength(12);
    expect(withoutMembership.finalAmount).toBe(Math.round(no_membership.plans.at(-1).final_amount * 100));
    expect([isMembership, plan.principal, plan.instalments]).toEqual([true, fromUnits(290_000), 12]);
    expect(priceListVersion).toBe('ar-1');
  });

  test('follows the explicit choice where the id names another variant or plan', async () => {
    const { id } = await customerOf('30111268');
    const { membership } = (await plansOf(id, '100000')).body.result;
    const priced = await confirm(id, { selectedId: membership.plans[0].id, instalments: 3 });
    expect(priced).toMatchObject({
      ok: true,
      value: { isMembership: false, plan: { principal: fromUnits(100_000), instalments: 3 } },
    });
    const unsaid = {
      selectedId: membership.plans[2].id,
      instalments: undefined,
      isMembership: undefined,
    };
    expect(await confirm(id, unsaid)).toMatchObject({
      ok: true,
      value: { isMembership: true, plan: { principal: fromUnits(100_000), instalments: 10 } },
    });
  });

  test("refuses another customer's, altered, unknown and impossible choices", async () => {
    const { id } = await customerOf('30111271');
    const other = await customerOf('30111278');
    const { max_option } = (await offerOf(id)).body.result;
    const selectedId: string = max_option.no_membership.id;
    const [hash] = selectedId.split('.');
    expect(await codeOf(id, { selectedId })).toBe('ok');
    expect(await codeOf(other.id, { selectedId })).toBe('offer_unknown');
    expect(await codeOf(id, { selectedId, country: 'UY' })).toBe('offer_unknown');
    expect(await codeOf(id, { selectedId: '0' })).toBe('offer_unknown');
    expect(max_option.no_membership.max_id).toBe(selectedId);
    for (const maxId of [`${'z'.repeat(32)}.5000.m`, `${hash}.5000.n`, `${hash}.999000.n`, 'nonsense'])
      expect(await codeOf(id, { selectedId, maxId })).toBe('offer_unknown');
    expect(await codeOf(id, { selectedId, maxId: max_option.membership.max_id })).toBe('ok');
    expect(await codeOf(id, { selectedId: `${hash}.999000.n` })).toBe('amount_too_high');
    expect(await codeOf(id, { selectedId: `${hash}.1000.n` })).toBe('amount_too_low');
    expect(await codeOf(id, { selectedId: `${hash}.3500.n` })).toBe('amount_step');
    expect(await codeOf(id, { selectedId, instalments: 13 })).toBe('instalments_unknown');
    expect(await codeOf(id, { selectedId, instalments: 0 })).toBe('instalments_unknown');
  });
});

// Last: it moves the clock.
describe('renewal', () => {
  test('an expired offer ends as a rejection until the next login decides anew, once', async () => {
    const { id } = await customerOf('30111288');
    const selectedId = (await offerOf(id)).body.result.max_option.no_membership.id;
    await product.advance(31 * days);
    expect((await offerOf(id)).body.result.max_amount).toBeNull();
    expect((await plansOf(id, '10000')).body.code).toBe('offer_expired');
    expect(await confirm(id, { selectedId })).toMatchObject({ ok: false, code: 'offer_expired' });
    await Promise.all([renewOfferIfNeeded(product.deps, id), renewOfferIfNeeded(product.deps, id)]);
    await renewOfferIfNeeded(product.deps, id);
    expect((await offerOf(id)).body.result.max_amount).toBe(999_000);
    const { db } = product.deps;
    const decisions = await db.selectFrom('decision').select('rule').where('customer_id', '=', id).execute();
    expect(decisions).toEqual([{ rule: 'bureau-good' }]);
  });

  test('a login has the worker decide anew when the offer has ended', async () => {
    const { id } = await customerOf('30111286');
    await product.advance(31 * days);
    const code = await transaction(product.deps.db, (tx) =>
      createLink(tx, product.deps, { kind: 'magic', customerId: id, country: 'AR' }),
    );
    const login = await product.call('POST /api/auth/magicLink', { body: { code } });
    // The browser asks for the profile at once and goes where it says.
    const profile = await product.call('GET /api/v3/account-new', { token: login.body.result.token });
    expect(profile.body.result.credit_rating.check_offer).toBe(1);
    expect((await offerOf(id)).body.result.max_amount).toBeGreaterThan(0);
  });

  test('a bureau that cannot be asked does not stop the login', async () => {
    const { id } = await customerOf('30111298');
    await product.advance(31 * days);
    const { ports } = product.deps;
    const { bureau } = ports;
    Object.assign(ports, { bureau: { report: () => Promise.reject(new Error('no answer')) } });
    await renewOfferIfNeeded(product.deps, id);
    await renewOfferIfNeeded(product.deps, id);
    Object.assign(ports, { bureau });
    expect((await offerOf(id)).body.result).toMatchObject({ max_amount: null, rejection: { waiting: true } });
    const { db } = product.deps;
    const waits = () =>
      db.selectFrom('credit_exception').select('state').where('customer_id', '=', id).execute();
    expect(await waits()).toEqual([{ state: 'waiting' }]);
    // The next login asks the bureau again.
    await renewOfferIfNeeded(product.deps, id);
    expect((await offerOf(id)).body.result.max_amount).toBeGreaterThan(0);
    expect(await waits()).toEqual([{ state: 'answered' }]);
  });
});
