import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONFIRMED_FIELDS, type ConfirmedName } from '../../../countries/law/confirmed-data.ts';
import { localDate } from '../../../countries/local-time.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import { dataOn, requireConfirmed } from '../../content/service.ts';
import { auditedWrites } from '../../staff/testing/audited.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
let accounting: StaffMember;
let compliance: StaffMember;
let audit: ReturnType<typeof auditedWrites>;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  audit = auditedWrites(product);
  accounting = await signInAs(product, 'accounting');
  compliance = await signInAs(product, 'compliance');
});
afterAll(() => product.close());

const change = 'POST /api/staff/confirmed-data/{country}/{name}' as const;
const today = () => localDate(product.deps.clock.now(), 'AR');
const shown = async (name: ConfirmedName) =>
  (await accounting.call('GET /api/staff/confirmed-data', { query: { country: 'AR' } })).body.result.find(
    (each: { name: string }) => each.name === name,
  );
const asking = async (name: ConfirmedName, values: Record<string, string>, firstDay: string = today()) => {
  const { version, fields } = await shown(name);
  const entered = fields.map(({ key, value }: { key: string; value: string }) => ({
    key,
    value: values[key] ?? value,
  }));
  return {
    params: { country: 'AR', name },
    version,
    body: { first_day: firstDay, fields: entered, reason_code: 'confirmed', reason: 'Lo dijo el contador' },
  };
};
const approve = (id: string) => compliance.call('POST /api/staff/approvals/{id}/approve', { params: { id } });

test('what the program ships is refused outside the sandbox until two people confirm it', async () => {
  const { db } = product.deps;
  const required = () => requireConfirmed(db, { SANDBOX: false }, 'AR', 'provisions', today());
  expect(await required()).toMatchObject({
    ok: false,
    code: 'data_unconfirmed',
    message: 'Falta que dos personas confirmen «Previsiones por clase» de Argentina, en Valores por fecha.',
  });
  expect(await requireConfirmed(db, { SANDBOX: true }, 'AR', 'provisions', today())).toMatchObject({
    ok: true,
    value: { isConfirmed: false, fields: { 1: '1', 5: '100' } },
  });
  const asked = await audit.write(accounting, change, await asking('provisions', {}));
  expect(asked.body.outcome).toBe('pending_approval');
  expect(await required()).toMatchObject({ ok: false });
  expect(await shown('provisions')).toMatchObject({ confirmed: false, waits: 'Celia Contaduría' });
  expect((await approve(asked.body.approval)).status).toBe(200);
  expect(await required()).toMatchObject({ ok: true, value: { isConfirmed: true, from: today() } });
  expect(await shown('provisions')).toMatchObject({ confirmed: true, waits: '' });
  // Earlier days and the other country remain unconfirmed.
  expect((await dataOn(db, 'AR', 'provisions', addDays(today(), -1))).isConfirmed).toBe(false);
  expect((await dataOn(db, 'UY', 'provisions', today())).isConfirmed).toBe(false);
});

test('an entry counts from its day, the newest of a day first, and all can be read', async () => {
  for (const [days, value] of [
    [10, '61'],
    [10, '62'],
    [20, '70'],
  ] as const) {
    const asked = await accounting.call(
      change,
      await asking('interest-suspension', { days: value }, addDays(today(), days)),
    );
    expect((await approve(asked.body.approval)).status).toBe(200);
  }
  const on = async (days: number) =>
    (await dataOn(product.deps.db, 'AR', 'interest-suspension', addDays(today(), days))).fields.days;
  expect(await Promise.all([0, 10, 19, 20].map(on))).toEqual(['91', '62', '62', '70']);
  const { result } = (
    await accounting.call('GET /api/staff/confirmed-data/{country}/{name}', {
      params: { country: 'AR', name: 'interest-suspension' },
    })
  ).body;
  expect(result.map(({ value }: { value: string }) => value)).toEqual([
    'Días de atraso desde los que se suspende: 70',
    'Días de atraso desde los que se suspende: 62',
    'Días de atraso desde los que se suspende: 61',
  ]);
});

test('wrong values, a stale version and a day too far are refused, and change nothing', async () => {
  const bad = await accounting.call(change, await asking('provisions', { 3: '101' }));
  expect(bad.body.fields.fields).toMatch(/^Clase 3: Escribí un porcentaje/);
  const unknown = await asking('provisions', {});
  unknown.body.fields.push({ key: '6', value: '1' });
  expect((await accounting.call(change, unknown)).body.fields.fields).toBe('6: Ese dato no existe.');
  const stale = { ...(await asking('provisions', {})), version: 99 };
  expect((await accounting.call(change, stale)).body.code).toBe('changed_meanwhile');
  const far = await asking('provisions', {}, addDays(today(), 400));
  expect((await accounting.call(change, far)).body.fields.first_day).toMatch(/más de un año/);
  expect((await compliance.call(change, await asking('provisions', {}))).status).toBe(403);
});

test('every name ships a value for every field', async () => {
  for (const name of Object.keys(CONFIRMED_FIELDS) as ConfirmedName[])
    expect((await shown(name)).fields.map(({ value }: { value: string }) => value)).not.toContain('');
});

test('every write of data to be confirmed was seen to leave its row of the audit', () => {
  expect(audit.left('/confirmed-data/')).toEqual([]);
});
