import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holidaysOf } from '../../../countries/holidays.ts';
import {
  addBusinessDays,
  addDays,
  formatDate,
  isBusinessDay,
  weekday,
  type CalendarDate,
} from '../../../domain/calendar-date.ts';
import { goTo, todayOf } from '../../servicing/debits/testing/debtor.ts';
import { goToLoansDueOnSaturday } from '../../servicing/debits/testing/due-days.ts';
import { borrower } from '../../servicing/payments/testing/borrower.ts';
import { auditedWrites } from '../../staff/testing/audited.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { confirmationOf, signUpAndVerify, type Traveller } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
let analyst: StaffMember;
let head: StaffMember;
let audit: ReturnType<typeof auditedWrites>;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  audit = auditedWrites(product);
  await signIn();
});
afterAll(() => product.close());

async function signIn(): Promise<void> {
  [analyst, head] = [await signInAs(product, 'analyst'), await signInAs(product, 'head')];
}

const change = 'POST /api/staff/holidays/{country}' as const;
const why = { reason_code: 'decree', reason: 'Decreto de hoy' };
type Country = 'AR' | 'UY';
interface Change {
  readonly date: string;
  readonly closed: boolean;
  readonly name: string;
}

const tableOf = async (country: Country) =>
  (await head.call('GET /api/staff/dated-values', { query: { country } })).body.holidays[0];
const asking = async (country: Country, changes: readonly Change[]) => ({
  params: { country },
  version: (await tableOf(country)).version,
  body: { changes, ...why },
});
const approve = (id: string) => head.call('POST /api/staff/approvals/{id}/approve', { params: { id } });
async function changed(country: Country, changes: readonly Change[]): Promise<void> {
  const asked = await audit.write(analyst, change, await asking(country, changes));
  expect(asked.body.outcome).toBe('pending_approval');
  expect((await approve(asked.body.approval)).status).toBe(200);
}
const publicly = async (country: Country): Promise<string> =>
  (await product.call('GET /api/v3/enviroments', { country })).body.model.holidays;
const arrivalOf = async ({ country }: Traveller, id: string) =>
  (await product.call('GET /api/v3/loan-new/{id}', { country, params: { id } })).body.result.arrival;
async function confirmed(country: Country) {
  const person = await signUpAndVerify(product, country);
  const { id } = (await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) })).body.result;
  return { person, id };
}

/** A Saturday before a Monday on which banks are open. */
function saturdayBeforeWork(country: Country): CalendarDate {
  let day = addDays(todayOf(product, country), 1);
  while (weekday(day) !== 6 || !isBusinessDay(addDays(day, 2), holidaysOf(country))) day = addDays(day, 1);
  return day;
}

describe('a change that two people made', () => {
  const country = 'UY';

  test('a new holiday moves the arrival date of later loans, and no promised date', async () => {
    const saturday = saturdayBeforeWork(country);
    const monday = addDays(saturday, 2);
    await goTo(product, saturday);
    await signIn();
    const before = await confirmed(country);
    expect(await arrivalOf(before.person, before.id)).toMatchObject({ date: formatDate(monday) });

    await changed(country, [{ date: monday, closed: true, name: 'Duelo nacional' }]);
    // Processes reload within a minute: until then all of them agree on the old calendar.
    expect(await publicly(country)).toBe('');
    await product.advance(61_000);
    await expect.poll(() => publicly(country), { timeout: 20_000 }).toBe(`+${monday}`);
    const next = addBusinessDays(monday, 1, holidaysOf(country));
    const after = await confirmed(country);
    expect(await arrivalOf(after.person, after.id)).toMatchObject({
      date: formatDate(next),
      state: 'expected',
    });
    expect(await arrivalOf(before.person, before.id)).toMatchObject({ date: formatDate(monday) });
    const query = { country, year: monday.slice(0, 4) };
    const { result } = (await head.call('GET /api/staff/holidays', { query })).body;
    const added = { country, date: monday, name: 'Duelo nacional', closed: true };
    expect(result).toContainEqual({ ...added, entered_by: 'Andrés Análisis' });

    // The reverse: banks open after all.
    await changed(country, [{ date: monday, closed: false, name: 'Duelo nacional' }]);
    await product.advance(61_000);
    await expect.poll(() => publicly(country), { timeout: 20_000 }).toBe('');
    expect(await arrivalOf(after.person, after.id)).toMatchObject({ date: formatDate(next) });
    const { result: all } = (
      await head.call('GET /api/staff/holidays/{country}/changes', { params: { country } })
    ).body;
    expect(all).toMatchObject([
      { date: monday, closed: false },
      { date: monday, closed: true, name: 'Duelo nacional' },
    ]);
    const shown = (await head.call('GET /api/staff/holidays', { query })).body.result;
    expect(shown.filter(({ date }: { date: string }) => date === monday)).toEqual([]);
  });

  test('a new holiday gives one more day to pay earlier dues, and removing it does not take the day back', async () => {
    const monday = addDays(await goToLoansDueOnSaturday(product), 2);
    await signIn();
    const one = await borrower(product, country, 3);
    const lastDay = async () => (await one.balance()).installments[0].payable_until;
    expect(await lastDay()).toBe(monday);
    await changed(country, [{ date: monday, closed: true, name: 'Duelo nacional' }]);
    expect(await lastDay()).toBe(addDays(monday, 1));
    await changed(country, [{ date: monday, closed: false, name: 'Duelo nacional' }]);
    expect(await lastDay()).toBe(addDays(monday, 1));
    await goTo(product, addDays(monday, 1));
    expect((await one.balance()).installments[0]).toMatchObject({ state_name: 'pending', days_late: 0 });
    await goTo(product, addDays(monday, 2));
    expect((await one.balance()).installments[0]).toMatchObject({ state_name: 'delayed', days_late: 1 });
    await signIn();
  });

  test('a default holiday on which banks open is removed, and shown as such', async () => {
    const today = todayOf(product, country);
    const day = [...holidaysOf(country)].find((each) => each > today && weekday(each as CalendarDate) < 6)!;
    await changed(country, [{ date: day, closed: false, name: '' }]);
    const query = { country, year: day.slice(0, 4) };
    const { result } = (await head.call('GET /api/staff/holidays', { query })).body;
    expect(result).toContainEqual(expect.objectContaining({ date: day, closed: false }));
    const { name } = result.find(({ date }: { date: string }) => date === day);
    expect(name).not.toBe('');
  });
});

const dayOf = (days: number): CalendarDate => addDays(todayOf(product, 'AR'), days);
function nextWorkday(): CalendarDate {
  return addBusinessDays(todayOf(product, 'AR'), 5, holidaysOf('AR'));
}
const holiday = () =>
  [...holidaysOf('AR')].findLast((day) => day < dayOf(700) && weekday(day as CalendarDate) < 6);
const weekend = () =>
  Array.from({ length: 7 }, (_, index) => dayOf(index + 1)).find((day) => weekday(day) === 6);

const wrong: readonly (readonly [string, boolean, string, () => string | undefined, RegExp])[] = [
  ['mañana', true, 'Duelo', () => 'mañana', /Fila 1: “mañana” no es una fecha/],
  ['today', true, 'Duelo', () => dayOf(0), /ya empezó\. Los feriados se cambian desde mañana/],
  ['too far', true, 'Duelo', () => dayOf(800), /queda a más de dos años/],
  ['a weekend', true, 'Duelo', weekend, /es fin de semana/],
  ['one that is', true, 'Duelo', holiday, /ya es feriado/],
  ['one that is none', false, '', nextWorkday, /no es feriado/],
  ['without a name', true, ' ', nextWorkday, /falta el nombre/],
];

describe('a change', () => {
  test.each(wrong)('of %s is answered with a sentence', async (_, closed, name, day, sentence) => {
    const answer = await analyst.call(change, await asking('AR', [{ date: day() ?? '', closed, name }]));
    expect(answer.status).toBe(422);
    expect(answer.body.fields.changes).toMatch(sentence);
  });

  test('is not made twice, by a stale page, or once its day has begun', async () => {
    const date = nextWorkday();
    const one = await asking('AR', [{ date, closed: true, name: 'Duelo' }]);
    const twice = [...one.body.changes, ...one.body.changes];
    const both = await analyst.call(change, { ...one, body: { ...one.body, changes: twice } });
    expect(both.body.fields.changes).toMatch(/está dos veces/);
    const asked = await analyst.call(change, one);
    expect((await analyst.call(change, one)).body.code).toBe('already_asked');
    expect(await tableOf('AR')).toMatchObject({ waits: 'Andrés Análisis' });
    expect((await approve(asked.body.approval)).status).toBe(200);
    expect((await analyst.call(change, one)).body).toMatchObject({
      code: 'changed_meanwhile',
      message: expect.stringMatching(/cambió los feriados/),
    });
    const back = await analyst.call(change, await asking('AR', [{ date, closed: false, name: 'Duelo' }]));
    await goTo(product, date);
    await signIn();
    expect((await approve(back.body.approval)).body.code).toBe('dated_values_over');
  });

  test('is refused without the role, and for another country', async () => {
    const { db } = product.deps;
    const asked = await analyst.call(
      change,
      await asking('AR', [{ date: nextWorkday(), closed: true, name: 'Duelo' }]),
    );
    const member = (values: object) =>
      db.updateTable('staff_member').set(values).where('id', '=', Number(analyst.id)).execute();
    await member({ roles: ['accounting'] });
    expect((await approve(asked.body.approval)).body.code).toBe('permission');
    await member({ roles: ['analyst'], countries: ['UY'] });
    const own = await asking('AR', [{ date: nextWorkday(), closed: true, name: 'Duelo' }]);
    expect((await analyst.call(change, own)).status).toBeGreaterThanOrEqual(403);
    await member({ countries: ['AR', 'UY'] });
  });
});

test('holidays are listed by year, with how far they reach', async () => {
  const { holidays } = (await head.call('GET /api/staff/dated-values')).body;
  expect(holidays).toMatchObject([
    { country: 'AR', last_year: 2036, state: 'fine' },
    { country: 'UY', last_year: 2036, state: 'fine' },
  ]);
  const query = { country: 'UY', year: '2031' };
  const { result } = (await head.call('GET /api/staff/holidays', { query })).body;
  const constitution = { country: 'UY', date: '2031-07-18', closed: true, entered_by: '' };
  expect(result).toContainEqual({ ...constitution, name: expect.any(String) });
  const none = await head.call('GET /api/staff/holidays', { query: { year: '2050' } });
  expect(none.body.result).toEqual([]);
});

test('every change is in the audit', () => {
  expect(audit.left('/holidays/')).toEqual([]);
});
