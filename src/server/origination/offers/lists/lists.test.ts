import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PriceTable } from '../../../../contract/staff/price-lists.ts';
import { consoleUrl } from '../../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { priceDesk, why } from './testing/price-desk.ts';

let product: TestProduct;
let desk: Awaited<ReturnType<typeof priceDesk>>;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  desk = await priceDesk(product);
});
afterAll(() => product.close());

/** All charges counted, the list is over the ceiling: who approves has to read it. */
const overCeiling = {
  cell: 'ceiling_counts',
  kind: 'hole',
  text: expect.stringContaining('sobre el tope legal'),
};

describe.each([
  ['AR', '2.1', '1.9', []],
  ['UY', '1.01', '0.99', [overCeiling]],
] as const)('a price list of %s', (country, rate, later, readings) => {
  test('is copied, edited, checked, activated by two people, and prices new offers from its day on', async () => {
    const before = await desk.inForce(country);
    const held = await desk.leadOf(country);
    const heldRate = await desk.offeredRate(country, held);
    const id = await desk.copied(country);
    const draft = await desk.edited(id, ({ variants }) => {
      variants.no_membership.rate = rate;
      variants.membership.rate = rate;
    });
    expect(draft.findings).toEqual([
      { cell: 'variants.membership.rate', kind: 'hole', text: expect.stringContaining('no es más baja') },
      ...readings,
    ]);
    const from = desk.dayOf(country, 1);
    const asked = await desk.audit.write(desk.staff.analyst, 'POST /api/staff/price-drafts/{id}/activate', {
      params: { id },
      version: draft.version,
      body: { valid_from: from, ...(await desk.countsOf(id)), ...why },
    });
    expect(asked.body.outcome).toBe('pending_approval');
    expect(await desk.draftOf(id)).toMatchObject({ waits: 'Andrés Análisis', version: draft.version });
    const [pending] = (
      await desk.staff.head.call('GET /api/staff/approvals', { query: { state: 'pending' } })
    ).body.result;
    expect(JSON.parse(pending.before)).toMatchObject({ price_list: before.name });
    expect(JSON.parse(pending.after)).toMatchObject({
      price_list: draft.name,
      holes: draft.findings.map(({ text }: { text: string }) => text),
    });
    expect((await desk.approve(desk.staff.analyst, asked.body.approval)).body.code).toBe('permission');
    expect((await desk.approve(desk.staff.compliance, asked.body.approval)).status).toBe(200);
    expect(await desk.inForce(country)).toMatchObject({ id: before.id });
    expect((await desk.lists(country)).result[0]).toMatchObject({ name: draft.name, state: 'scheduled' });
    await product.advance(24 * 3_600_000);
    await desk.signIn();
    expect(await desk.inForce(country)).toMatchObject({ name: draft.name });
    expect(await desk.offeredRate(country)).toBeCloseTo(Number(rate), 10);
    // Who holds an offer keeps the list that it was made by.
    expect(await desk.offeredRate(country, held)).toBe(heldRate);
    const late = await desk.staff.analyst.call('POST /api/staff/price-drafts/{id}/save', {
      params: { id },
      version: draft.version,
      body: { table: draft.table },
    });
    expect(late.body).toMatchObject({
      code: 'changed_meanwhile',
      message: expect.stringMatching(/ activó esta lista /),
    });
  });

  test('shows who approves every cell that was edited', async () => {
    const id = await desk.copied(country);
    const tables: PriceTable[] = [];
    const { version } = await desk.edited(id, (table) => {
      tables.push(structuredClone(table));
      const { membership } = table.variants;
      table.offer_days += 1;
      membership.tax_rate = '0.01';
      if (membership.fees) membership.fees = { ...membership.fees, origination: '41', tax_rate: '0.02' };
    });
    const asked = await desk.activate(id, version, desk.dayOf(country, 1));
    const [pending] = (
      await desk.staff.head.call('GET /api/staff/approvals', { query: { state: 'pending' } })
    ).body.result;
    expect(pending.id).toBe(asked.body.approval);
    const [before, after] = [JSON.parse(pending.before), JSON.parse(pending.after)];
    expect(after.offer_days).toBe(String(Number(before.offer_days) + 1));
    expect(after.taxes).toContain('con membresía 1,00%');
    expect(after.segments).toContain('(8)');
    const hasFees = tables[0]?.variants.membership.fees !== null;
    expect(String(after.fees).includes('con membresía 41 +')).toBe(hasFees);
    expect(after.taxes.includes('2,00% de los gastos')).toBe(hasFees);
    expect('ceiling_counts' in after).toBe(tables[0]?.ceiling_counts !== null);
    const params = { id: asked.body.approval };
    await desk.staff.analyst.call('POST /api/staff/approvals/{id}/withdraw', { params });
  });

  test('ends on a day, and the one before prices again; the last one stays', async () => {
    const before = await desk.inForce(country);
    const { id, version } = await desk.activated(country, later);
    expect(await desk.offeredRate(country)).toBeCloseTo(Number(later), 10);
    const body = { ends_on: desk.dayOf(country), ...why };
    const ask = () =>
      desk.staff.analyst.call('POST /api/staff/price-lists/{id}/end', { params: { id }, version, body });
    const asked = await ask();
    expect((await ask()).body.code).toBe('already_asked');
    expect((await desk.approve(desk.staff.head, asked.body.approval)).status).toBe(200);
    expect(await desk.inForce(country)).toMatchObject({ id: before.id });
    expect(await ask()).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', message: expect.stringMatching(/terminó esta lista/) },
    });
    const others = (await desk.lists(country)).result.filter((each: { id: string }) => each.id !== id);
    const first = others.at(-1);
    const over = await desk.staff.analyst.call('POST /api/staff/price-lists/{id}/end', {
      params: { id: first.id },
      version: 1,
      body,
    });
    expect(over.body.code).toBe('price_list_over');
    for (const each of others.slice(0, -1)) {
      const end = { params: { id: each.id }, version: 1, body };
      const waits = await desk.staff.analyst.call('POST /api/staff/price-lists/{id}/end', end);
      if (waits.status === 200) await desk.approve(desk.staff.head, waits.body.approval);
    }
    const last = await desk.staff.analyst.call('POST /api/staff/price-lists/{id}/end', {
      params: { id: first.id },
      version: 1,
      body,
    });
    expect(last.body.code).toBe('price_list_only');
  });

  test('is sampled beside the present one by the pricing of the offers', async () => {
    const id = await desk.copied(country);
    await desk.edited(id, ({ variants }) => {
      variants.membership.rate = later;
    });
    const sample = async (amount: string) =>
      desk.staff.head.call('GET /api/staff/price-drafts/{id}/samples', { params: { id }, query: { amount } });
    const { result, present_name: name } = (await sample('10000')).body;
    expect(name).toBe((await desk.inForce(country)).name);
    expect(result).toHaveLength(24);
    const lead = await desk.leadOf(country);
    const plans = (await desk.visitor.plansOf(lead, '5000', country)).body.result;
    const five = (await sample('5000')).body.result.find(
      (each: { membership: boolean; instalments: number }) => !each.membership && each.instalments === 3,
    );
    const offered = plans.no_membership.plans.find(
      (each: { installmentsQuantity: number }) => each.installmentsQuantity === 3,
    );
    expect(five.present).toMatchObject({
      payment: offered.payment,
      tea: offered.tea,
      cftea: offered.cftea,
      amount_delivered: offered.amount_delivery,
    });
    expect(five.prepared).toEqual(five.present);
    expect((await sample('5500')).body.code).toBe('amount_step');
    await desk.edited(id, (table) => {
      table.step = 7;
    });
    expect((await sample('5000')).body.code).toBe('price_list_faults');
  });
});

test('every write of price lists was seen to leave its row of the audit', async () => {
  const { id, version } = await desk.activated('AR', '1.7', desk.dayOf('AR', 9));
  await desk.audit.write(desk.staff.analyst, 'POST /api/staff/price-lists/{id}/end', {
    params: { id },
    version,
    body: { ends_on: desk.dayOf('AR', 9), ...why },
  });
  const draft = await desk.copied('AR');
  await desk.audit.write(desk.staff.analyst, 'POST /api/staff/price-drafts/{id}/discard', {
    params: { id: draft },
    version: 1,
    body: { reason: 'Era una prueba' },
  });
  expect([...desk.audit.left('/price-lists/'), ...desk.audit.left('/price-drafts/')]).toEqual([]);
});
