import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleUrl, type StaffMember } from '../../../staff/testing/console.ts';
import { startProduct, type TestAnswer, type TestProduct } from '../../../testing/product.ts';
import { newName, priceDesk } from './testing/price-desk.ts';

let product: TestProduct;
let desk: Awaited<ReturnType<typeof priceDesk>>;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  desk = await priceDesk(product);
});
afterAll(() => product.close());

describe('a list that is prepared', () => {
  test('cannot be activated with faults, in the past, without a change, or under a name that is taken', async () => {
    const name = newName();
    const id = await desk.copied('AR', name);
    const codeOf = (answer: TestAnswer) => answer.body.code;
    const { version } = await desk.draftOf(id);
    expect(codeOf(await desk.activate(id, version, desk.dayOf('AR')))).toBe('nothing_changes');
    expect(codeOf(await desk.activate(id, version, desk.dayOf('AR', -1)))).toBe('price_list_day');
    const wrong = await desk.edited(id, (table) => {
      table.variants.membership.rate = '2,1';
      table.variants.no_membership.instalments = [1, 3, 2];
      table.segments[2]!.max_amount = 1;
      table.segments[3]!.grade = 2;
      table.min_amount = 500;
    });
    expect(wrong.findings.map(({ cell, kind }: { cell: string; kind: string }) => [cell, kind])).toEqual(
      expect.arrayContaining([
        ['variants.membership.rate', 'fault'],
        ['variants.no_membership.instalments', 'fault'],
        ['segments.2.max_amount', 'fault'],
        ['segments.3.grade', 'fault'],
        ['min_amount', 'fault'],
      ]),
    );
    expect(codeOf(await desk.activate(id, wrong.version, desk.dayOf('AR')))).toBe('price_list_faults');
    const { id: listId } = await desk.inForce('AR');
    const twice = { params: { id: listId }, body: { name } };
    expect(codeOf(await desk.staff.analyst.call('POST /api/staff/price-lists/{id}/copy', twice))).toBe(
      'price_list_name',
    );
    await desk.audit.write(desk.staff.analyst, 'POST /api/staff/price-drafts/{id}/discard', {
      params: { id },
      version: wrong.version,
      body: { reason: 'Era una prueba' },
    });
    expect((await desk.staff.head.call('GET /api/staff/price-drafts/{id}', { params: { id } })).status).toBe(
      404,
    );
  });

  test('shows plans above the legal ceiling, and the gaps it leaves', async () => {
    const id = await desk.copied('UY');
    const above = await desk.edited(id, ({ variants }) => {
      variants.no_membership.rate = '1.3';
    });
    expect(above.findings).toContainEqual({
      cell: 'variants.no_membership.rate',
      kind: 'fault',
      text: 'De $3.000 a $25.000, sin membresía: todos los planes superan el tope legal de 122,23%.',
    });
    const holes = await desk.edited(id, (table) => {
      table.variants.no_membership.rate = '0.6';
      table.variants.membership.rate = '0.3';
      for (const each of Object.values(table.variants)) {
        each.instalments = [3, 6, 12];
        each.fees = { origination: '10', instalment: '2', most: '24', tax_rate: '0.22' };
      }
      table.ceiling_counts = 'all-charges';
      table.segments = table.segments.slice(2);
    });
    const texts = holes.findings.map(({ kind, text }: { kind: string; text: string }) => `${kind}: ${text}`);
    expect(texts).toContain('hole: Entre las cuotas hay huecos: no se ofrecen 4, 5, 7, 8, 9, 10, 11.');
    expect(texts).toContain('hole: Quien no tiene historial queda sin oferta.');
    expect(texts).toContain('hole: Un historial con nota menor que 2 queda sin oferta.');
    expect(texts.some((text: string) => text.includes('superan el tope legal de 122,23%'))).toBe(true);
  });

  test('shows both readings of the ceiling, and is activated with the one chosen', async () => {
    const id = await desk.copied('UY');
    const draft = await desk.edited(id, ({ variants }) => {
      variants.no_membership.rate = '1.16';
    });
    const { interest, all_charges_least: least, all_charges_most: most } = draft.readings;
    expect(interest).toBeCloseTo(1.16, 10);
    expect(1.2223).toBeLessThan(most);
    expect(least).toBeLessThan(most);
    expect(draft.findings).toContainEqual({
      cell: 'ceiling_counts',
      kind: 'hole',
      text: expect.stringMatching(
        /hay planes que llegan a un costo de [\d.,]+% por períodos, sobre el tope legal de 122,23%/,
      ),
    });
    const ask = (choice: object) =>
      desk.staff.analyst.call('POST /api/staff/price-drafts/{id}/activate', {
        params: { id },
        version: draft.version,
        body: { valid_from: desk.dayOf('UY', 9), reason_code: 'market', reason: 'Nuevos precios', ...choice },
      });
    expect((await ask({})).body.fields).toEqual({
      ceiling_counts: 'Elegí qué se compara con el tope legal.',
    });
    // Counting all charges, every plan exceeds the ceiling.
    expect((await ask({ ceiling_counts: 'all-charges' })).body.code).toBe('price_list_faults');
    const asked = await ask({ ceiling_counts: 'interest' });
    const [pending] = (
      await desk.staff.head.call('GET /api/staff/approvals', { query: { state: 'pending' } })
    ).body.result;
    expect(JSON.parse(pending.after)).toMatchObject({
      ceiling_counts: 'el interés',
      ceiling_readings: expect.stringMatching(
        /^tope 122,23%; sólo el interés, hasta 116,00%; todos los cargos, de /,
      ),
    });
    expect((await desk.approve(desk.staff.head, asked.body.approval)).status).toBe(200);
    const lists = (await desk.lists('UY')).result;
    expect(lists[0].changed_by).toBe('Julia Jefatura');
    expect(lists.at(-1).changed_by).toBe('');
    const { id: listId } = lists[0];
    const list = await desk.staff.head.call('GET /api/staff/price-lists/{id}', { params: { id: listId } });
    expect(list.body.result.readings).toEqual({
      interest,
      all_charges_least: expect.any(Number),
      all_charges_most: expect.any(Number),
    });
  });

  test('is protected against stale versions, two people at once and a lost answer', async () => {
    const id = await desk.copied('AR');
    const { table, version } = await desk.draftOf(id);
    const save = (by: StaffMember, days: number, headers = {}) =>
      by.call('POST /api/staff/price-drafts/{id}/save', {
        params: { id },
        version,
        headers,
        body: { table: { ...table, offer_days: days } },
      });
    const key = { 'idempotency-key': randomUUID() };
    const both = await Promise.all([save(desk.staff.analyst, 20, key), save(desk.staff.head, 25)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.message).toMatch(
      / cambió esta lista mientras la mirabas/,
    );
    expect((await save(desk.staff.analyst, 20, key)).status).toBe(both[0].status);
    expect((await desk.draftOf(id)).version).toBe(version + 1);
  });

  test('is activated once, however often the answer is lost, unchanged meanwhile, and not when its asker lost the role', async () => {
    const id = await desk.copied('AR');
    const { version } = await desk.edited(id, ({ variants }) => {
      variants.membership.rate = '1.5';
    });
    const key = { 'idempotency-key': randomUUID() };
    const from = desk.dayOf('AR', 3);
    const [asked, repeated] = [
      await desk.activate(id, version, from, key),
      await desk.activate(id, version, from, key),
    ];
    expect(repeated.body.approval).toBe(asked.body.approval);
    const { table } = await desk.draftOf(id);
    const others = [
      await desk.staff.head.call('POST /api/staff/price-drafts/{id}/save', {
        params: { id },
        version,
        body: { table },
      }),
      await desk.staff.head.call('POST /api/staff/price-drafts/{id}/discard', {
        params: { id },
        version,
        body: { reason: 'Ya no hace falta' },
      }),
    ];
    expect(others.map(({ body }) => body.code)).toEqual(['already_asked', 'already_asked']);
    await desk.staff.analyst.call('POST /api/staff/approvals/{id}/withdraw', {
      params: { id: asked.body.approval },
    });
    const { version: newer } = await desk.edited(id, ({ variants }) => {
      variants.membership.rate = '1.6';
    });
    const second = await desk.activate(id, newer, from);
    const { db } = product.deps;
    const rolesOf = (roles: string[]) =>
      db.updateTable('staff_member').set({ roles }).where('id', '=', Number(desk.staff.analyst.id)).execute();
    await rolesOf(['accounting']);
    expect((await desk.approve(desk.staff.head, second.body.approval)).body.code).toBe('permission');
    await rolesOf(['analyst']);
    const again = await desk.activate(id, newer, from);
    // Its first day passes while it waits.
    await product.advance(5 * 24 * 3_600_000);
    await desk.signIn();
    expect((await desk.approve(desk.staff.head, again.body.approval)).body.code).toBe('price_list_day');
    const third = await desk.activate(id, newer, desk.dayOf('AR', 1));
    expect((await desk.approve(desk.staff.head, third.body.approval)).status).toBe(200);
    expect((await desk.lists('AR')).result[0]).toMatchObject({
      state: 'scheduled',
      valid_from: desk.dayOf('AR', 1),
    });
    expect((await desk.lists('AR')).drafts.some((each: { id: string }) => each.id === id)).toBe(false);
  });

  test('of another country is not found without access to that country', async () => {
    const { db } = product.deps;
    const id = await desk.copied('UY');
    const { id: listId } = await desk.inForce('UY');
    await db
      .updateTable('staff_member')
      .set({ countries: ['AR'] })
      .where('id', '=', Number(desk.staff.analyst.id))
      .execute();
    const params = { id };
    for (const answer of [
      await desk.staff.analyst.call('GET /api/staff/price-drafts/{id}', { params }),
      await desk.staff.analyst.call('GET /api/staff/price-lists/{id}', { params: { id: listId } }),
      await desk.staff.analyst.call('POST /api/staff/price-lists/{id}/copy', {
        params: { id: listId },
        body: { name: newName() },
      }),
      await desk.staff.analyst.call('POST /api/staff/price-drafts/{id}/discard', {
        params,
        version: 1,
        body: { reason: 'De otro país' },
      }),
    ])
      expect(answer.status).toBe(404);
    await db
      .updateTable('staff_member')
      .set({ countries: ['AR', 'UY'] })
      .where('id', '=', Number(desk.staff.analyst.id))
      .execute();
  });
});
