import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localDate } from '../../../../countries/local-time.ts';
import { SERVER_ENTRIES } from '../../../../countries/server-entries.ts';
import { addDays } from '../../../../domain/calendar-date.ts';
import { auditedWrites } from '../../../staff/testing/audited.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../../testing/product.ts';
import { uruguayan, visitorOf, type Visitor } from '../../leads/testing/visitor.ts';

let product: TestProduct;
let visitor: Visitor;
let analyst: StaffMember;
let head: StaffMember;
let audit: ReturnType<typeof auditedWrites>;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  visitor = visitorOf(product);
  audit = auditedWrites(product);
  await signIn();
});
afterAll(() => product.close());

async function signIn(): Promise<void> {
  [analyst, head] = [await signInAs(product, 'analyst'), await signInAs(product, 'head')];
}
async function nextDay(): Promise<void> {
  await product.advance(24 * 3_600_000);
  await signIn();
}

const add = 'POST /api/staff/dated-values/{country}/{kind}' as const;
const why = { reason_code: 'published', reason: 'Publicado hoy' };
type Kind = 'unit' | 'ceiling' | 'default-ceiling';
interface Value {
  readonly first_day: string;
  readonly value: string;
}
const dayOf = (days: number) => addDays(localDate(product.deps.clock.now(), 'UY'), days);
const sourceOf = async (kind: Kind) =>
  (await head.call('GET /api/staff/dated-values', { query: { country: 'UY' } })).body.result.find(
    (each: { kind: string }) => each.kind === kind,
  );
const asking = async (kind: Kind, values: readonly Value[]) => ({
  params: { country: 'UY', kind },
  version: (await sourceOf(kind)).version,
  body: { values, ...why },
});
const approve = (by: StaffMember, id: string) =>
  by.call('POST /api/staff/approvals/{id}/approve', { params: { id } });
async function entered(kind: Kind, values: readonly Value[]): Promise<void> {
  const asked = await audit.write(analyst, add, await asking(kind, values));
  expect(asked.body.outcome).toBe('pending_approval');
  expect((await approve(head, asked.body.approval)).status).toBe(200);
}
let taken = 0;
const leadOf = () => {
  const { documents } = SERVER_ENTRIES.UY.sample;
  taken += 1;
  return visitor.hashOf({ ...uruguayan, document_number: documents[taken % documents.length] }, 'UY');
};
const plansOf = async (hash: string) =>
  (await visitor.plansOf(hash, '5000', 'UY')).body.result.no_membership.plans;

test('the index unit that two people enter prices every offer from its day on', async () => {
  expect(await sourceOf('unit')).toMatchObject({ value: '6.4811', from: '2026-03-09', version: 0 });
  const lead = await leadOf();
  const [before] = await plansOf(lead);
  // The first value is checked against the list's own.
  const tenfold = await analyst.call(add, await asking('unit', [{ first_day: dayOf(1), value: '64.811' }]));
  expect(tenfold.body.fields?.values).toMatch(/cambia más de 10 %/);
  await entered('unit', [
    { first_day: dayOf(1), value: '6.6' },
    { first_day: dayOf(2), value: '6.61' },
  ]);
  expect((await plansOf(lead))[0]).toMatchObject({ amount_delivery: before.amount_delivery });
  expect(await sourceOf('unit')).toMatchObject({ last_value: '6.61', last_from: dayOf(2), value: '6.4811' });
  await nextDay();
  // 40 units plus 22 % tax leave 5.000.
  expect((await plansOf(lead))[0].amount_delivery).toBeCloseTo(
    5_000 - Math.round(40 * 6.6 * 1.22 * 100) / 100,
    2,
  );
  expect(await sourceOf('unit')).toMatchObject({ value: '6.6', state: 'soon' });
  await nextDay();
  await nextDay();
  expect(await sourceOf('unit')).toMatchObject({ value: '6.61', state: 'out' });
});

test('a day that has not begun is corrected by another row, and both can be read', async () => {
  await entered('unit', [{ first_day: dayOf(1), value: '7.27' }]);
  // More than a tenth below the wrong value, and close to the current one.
  await entered('unit', [{ first_day: dayOf(1), value: '6.54' }]);
  const params = { country: 'UY', kind: 'unit' };
  const { result } = (await head.call('GET /api/staff/dated-values/{country}/{kind}', { params })).body;
  expect(result.slice(0, 2)).toMatchObject([
    { first_day: dayOf(1), value: '6.54', replaced: false, entered_by: 'Andrés Análisis' },
    { first_day: dayOf(1), value: '7.27', replaced: true },
  ]);
  await nextDay();
  expect(await sourceOf('unit')).toMatchObject({ value: '6.54' });
});

test('a lower legal ceiling excludes, from its first day, the plans above it, and the approver sees which', async () => {
  const lead = await leadOf();
  expect(await plansOf(lead)).toHaveLength(12);
  const asked = await analyst.call(add, await asking('ceiling', [{ first_day: dayOf(1), value: '1.05' }]));
  const [pending] = (await head.call('GET /api/staff/approvals', { query: { state: 'pending' } })).body
    .result;
  expect(JSON.parse(pending.after).holes).toEqual([
    expect.stringMatching(
      /lista uy-1: De \$3\.000 a \$25\.000, sin membresía: todos los planes superan el tope legal de 105,00%/,
    ),
  ]);
  expect((await approve(head, asked.body.approval)).status).toBe(200);
  expect(await plansOf(lead)).toHaveLength(12);
  await nextDay();
  expect(await plansOf(lead)).toEqual([]);
  await entered('ceiling', [{ first_day: dayOf(1), value: '1.3' }]);
  await nextDay();
  expect(await plansOf(lead)).toHaveLength(12);
  expect(await sourceOf('ceiling')).toMatchObject({ value: '1.3', state: 'fine' });
});

test('the ceiling of default rates follows that of ordinary ones until two people enter it', async () => {
  // 130 % × 1,80 / 1,55, truncated.
  expect(await sourceOf('default-ceiling')).toMatchObject({ value: '1.5096', version: 0 });
  await entered('default-ceiling', [{ first_day: dayOf(1), value: '1.51' }]);
  expect(await sourceOf('default-ceiling')).toMatchObject({ value: '1.5096', last_value: '1.51' });
  await nextDay();
  const lead = await leadOf();
  expect(await sourceOf('default-ceiling')).toMatchObject({ value: '1.51', state: 'fine' });
  expect((await plansOf(lead))[0].default_interest.tea).toBeCloseTo(1.51, 6);
  // The next mean: the value entered belongs to the previous one.
  await entered('ceiling', [{ first_day: dayOf(1), value: '1.24' }]);
  await nextDay();
  expect(await sourceOf('default-ceiling')).toMatchObject({ value: '1.4400', from: dayOf(0) });
  expect((await plansOf(lead))[0].default_interest.tea).toBeCloseTo(1.44, 6);
});

describe('values', () => {
  test.each([
    ['unit', 'mañana', '6.6', /Fila 1: “mañana” no es una fecha/],
    ['unit', '2027-02-31', '6.6', /Fila 1: “2027-02-31” no es una fecha/],
    ['unit', '9999-12-31', '6.6', /Fila 1: 31-12-9999 queda a más de dos años/],
    ['unit', 0, '6.6', /ya empezó\. Los valores se cargan desde mañana/],
    ['unit', 1, '6,6', /Fila 1: “6,6” no sirve/],
    ['unit', 1, '0', /mayor que 0/],
    ['unit', 1, '66.5', /Fila 1: el valor cambia más de 10 %/],
    ['ceiling', 1, '118', /no sirve/],
    ['ceiling', 1, '0.12', /el tope cambia más de 50 %/],
  ] as const)('%s on %s = %s is answered with a sentence', async (kind, day, value, sentence) => {
    const first = typeof day === 'number' ? dayOf(day) : day;
    const answer = await analyst.call(add, await asking(kind, [{ first_day: first, value }]));
    expect(answer.status).toBe(422);
    expect(answer.body.fields.values).toMatch(sentence);
  });

  test('of the same day twice, and of a country that keeps none, are refused', async () => {
    const twice = [1, 1].map((day) => ({ first_day: dayOf(day), value: '6.66' }));
    const answer = await analyst.call(add, await asking('unit', twice));
    expect(answer.body.fields.values).toMatch(/está dos veces/);
    const params = { country: 'AR', kind: 'unit' };
    const other = await analyst.call(add, { ...(await asking('unit', twice.slice(1))), params });
    expect(other.status).toBe(404);
  });

  test('are entered once by two people at once, after a lost answer, or on a changed basis', async () => {
    const one = await asking('unit', [{ first_day: dayOf(3), value: '6.7' }]);
    const headers = { 'idempotency-key': randomUUID() };
    const [asked, repeated] = [
      await analyst.call(add, { ...one, headers }),
      await analyst.call(add, { ...one, headers }),
    ];
    expect(repeated.body.approval).toBe(asked.body.approval);
    expect((await analyst.call(add, one)).body.code).toBe('already_asked');
    expect((await approve(head, asked.body.approval)).status).toBe(200);
    expect((await analyst.call(add, one)).body).toMatchObject({
      code: 'changed_meanwhile',
      message: expect.stringMatching(/cargó valores/),
    });
  });

  test('are not entered if their first day passes while they wait, or the requester lost the role', async () => {
    const { db } = product.deps;
    const asked = await analyst.call(add, await asking('unit', [{ first_day: dayOf(1), value: '6.7' }]));
    const rolesOf = (roles: string[]) =>
      db.updateTable('staff_member').set({ roles }).where('id', '=', Number(analyst.id)).execute();
    await rolesOf(['accounting']);
    expect((await approve(head, asked.body.approval)).body.code).toBe('permission');
    await rolesOf(['analyst']);
    const again = await analyst.call(add, await asking('unit', [{ first_day: dayOf(1), value: '6.7' }]));
    await nextDay();
    expect((await approve(head, again.body.approval)).body.code).toBe('dated_values_over');
  });
});

test('every write of dated values was seen to leave its row of the audit', () => {
  expect(audit.left('/dated-values/')).toEqual([]);
});
