import { describe, expect, test } from 'vitest';
import { calendarDate, parseIsoDate } from '../domain/calendar-date.ts';
import { formatMoney, fromUnits } from '../domain/money.ts';
import { pricePlan } from '../domain/pricing.ts';
import { argentinePriceList } from './ar/server.ts';
import { withBrand } from './lender.ts';
import { COUNTRIES } from './countries.ts';
import { HOLIDAY_ROWS, holidaysOf, holidaysOfYear, lastHolidayYear } from './holidays.ts';
import { OTHER_CITY_ID } from './identifiers/address.ts';
import { countryOfHost, packOf } from './index.ts';
import { banksOf, MARKETING_SOURCES, pickupPointsOf, provincesOf } from './lists.ts';
import { localitiesOf } from './localities.ts';
import { localDate, localHour } from './local-time.ts';
import { readMethods } from './payment-methods.ts';
import { priceTerms, segmentLabel, segmentOf } from './price-list.ts';
import { DRAW, isRunning, REFERRAL } from './promotions.ts';
import { holidaysFile, LAST_YEAR, FIRST_YEAR } from './testing/holidays-build.ts';
import { uruguayanPriceList } from './uy/server.ts';
import { testCountry } from './testing/test-country.ts';

describe('the country of a host', () => {
  test.each([
    'prestamos.uy',
    'wayni.com.uy',
    'uy.localhost',
    'uy.localhost:3000',
    'localhost',
    'localhost:3000',
    '127.0.0.1:3000',
    '[::1]',
    '[::1]:3000',
    '::1',
    'LOCALHOST',
    'wayni.com.uy.',
  ])('%s is Uruguay', (host) => expect(countryOfHost(host)).toBe('UY'));
  test.each([
    'ar.localhost',
    'ar.localhost:3000',
    'wayni.com.ar',
    'example.com',
    'uy',
    'uy.example.com',
    'buy',
    'localhost.example.com',
    '10.0.0.1',
    '[::2]:80',
    '',
    'a:b:c',
  ])('%s is Argentina', (host) => expect(countryOfHost(host)).toBe('AR'));

  test('a configured site decides before any rule about names', () => {
    const sites = new Map([['prestamos.example', 'UY' as const]]);
    expect(countryOfHost('Prestamos.example.:8443', sites)).toBe('UY');
    expect(countryOfHost('www.example', sites)).toBe('AR');
    expect(countryOfHost('x.com.uy', sites)).toBe('UY');
  });
  test('each code has its pack', () => {
    expect(packOf('AR')).toMatchObject({
      locale: 'es-AR',
      prefix: '54',
      maxAmount: 1_450_000,
      mainDocument: 'DNI',
    });
    expect(packOf('UY')).toMatchObject({
      locale: 'es-UY',
      prefix: '598',
      maxAmount: 25_000,
      mainDocument: 'Cédula',
    });
  });
});

describe('lists', () => {
  test('87 Argentine and 16 Uruguayan banks', () => {
    expect(Object.keys(banksOf('AR'))).toHaveLength(88);
    expect(banksOf('AR', calendarDate('2023-11-02'))['259']).toBe('Banco Itaú Argentina S.A.');
    expect(banksOf('AR', calendarDate('2023-11-03'))['259']).toBe('Banco BMA S.A.U.');
    expect(banksOf('AR')['384']).toBe('Ualá Bank S.A.U.');
    expect(banksOf('AR')['011']).toBe('Banco de la Nación Argentina');
    expect(Object.keys(banksOf('UY'))).toHaveLength(16);
    expect(banksOf('UY')['6905']).toBe('PREX');
    // The name of a bank has 200 characters at most (docs/product/countries.md#constants).
    for (const code of ['AR', 'UY'] as const)
      for (const name of Object.values(banksOf(code))) expect(name.length).toBeLessThanOrEqual(200);
  });
  test('24 provinces and 19 departments, the capital first', () => {
    expect(Object.keys(provincesOf('AR'))).toEqual(Array.from({ length: 24 }, (_, index) => `${index + 1}`));
    expect(provincesOf('AR')['1']).toBe('Ciudad Autónoma de Buenos Aires');
    expect(provincesOf('AR')['2']).toBe('Buenos Aires');
    expect(Object.keys(provincesOf('UY'))).toHaveLength(19);
    expect(provincesOf('UY')['1']).toBe('Montevideo');
  });
  test.each(COUNTRIES)('%s: province 1 holds city 515, no other province does', (code) => {
    const { capital, other } = testCountry(code).localities;
    expect(localitiesOf(code, '1')?.['515']).toBe(capital);
    for (const id of Object.keys(provincesOf(code))) {
      const localities = localitiesOf(code, id)!;
      expect(Object.keys(localities).length).toBeGreaterThan(1);
      expect('515' in localities).toBe(id === '1');
      expect(localities[OTHER_CITY_ID]).toBe(other);
      expect(new Set(Object.values(localities)).size).toBe(Object.keys(localities).length);
    }
    expect(localitiesOf(code, '25')).toBeUndefined();
  });
  test('no locality has the id of another', () => {
    for (const code of COUNTRIES) {
      const ids = Object.keys(provincesOf(code)).flatMap((id) =>
        Object.keys(localitiesOf(code, id)!).filter((locality) => locality !== OTHER_CITY_ID),
      );
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBe(testCountry(code).localities.count);
    }
  });
  test('pickup points where the country delivers there', () => {
    for (const code of COUNTRIES) {
      expect(pickupPointsOf(code).length > 0).toBe(packOf(code).deliveryTypes.includes('pdv'));
    }
    expect(Object.keys(MARKETING_SOURCES).length).toBeGreaterThan(1);
  });
});

describe('holidays', () => {
  test.each(COUNTRIES)('%s: the committed table is what the calendar and its overrides give', (code) => {
    const table = HOLIDAY_ROWS[code];
    const rows = table.map((row) => JSON.stringify(row)).join(',\n');
    expect(`{"columns":["date","name"],"rows":[\n${rows}\n]}\n`).toBe(holidaysFile(code));
    expect(holidaysOf(code).size).toBe(table.length);
    for (const date of holidaysOf(code)) expect(parseIsoDate(date)).toBe(date);
    for (let year = FIRST_YEAR; year <= LAST_YEAR; year += 1)
      expect(holidaysOf(code)).toContain(`${year}-12-25`);
  });
  test('Argentine bridge days and the bank workers’ day count, afternoons off do not', () => {
    for (const day of ['2026-07-10', '2026-12-07', '2026-11-06', '2026-04-02', '2026-02-16']) {
      expect(holidaysOf('AR')).toContain(day);
    }
    for (const day of ['2026-12-24', '2026-12-31']) expect(holidaysOf('AR')).not.toContain(day);
  });
  test('Uruguayan observances that close banks count', () => {
    for (const day of [
      '2026-01-06',
      '2026-02-17',
      '2026-03-30',
      '2026-04-03',
      '2026-05-18',
      '2026-06-19',
      '2026-10-12',
      '2026-11-02',
    ]) {
      expect(holidaysOf('UY')).toContain(day);
    }
    for (const day of ['2026-04-05', '2026-12-24', '2026-12-31']) expect(holidaysOf('UY')).not.toContain(day);
  });
});

describe('local time', () => {
  test('the date and hour are those of the country, not of the server', () => {
    const late = new Date('2026-05-16T02:59:59Z');
    for (const code of COUNTRIES) {
      expect(localDate(late, code)).toBe('2026-05-15');
      expect(localHour(late, code)).toBe(23);
      expect(localHour(new Date('2026-05-16T03:00:00Z'), code)).toBe(0);
      expect(localDate(new Date('2026-05-16T03:00:00Z'), code)).toBe('2026-05-16');
    }
  });
  test('an invalid instant is an error, not a date', () => {
    expect(() => localDate(new Date(Number.NaN), 'AR')).toThrow(RangeError);
  });
});

describe('price lists', () => {
  const dates = { payoutDate: calendarDate('2026-05-15'), firstDueDate: calendarDate('2026-06-15') };

  test('Argentina prices the reference example to the peso', () => {
    const terms = priceTerms(argentinePriceList, 'no_membership', dates.payoutDate);
    const plan = pricePlan(terms, fromUnits(290_000), 12, dates);
    expect(formatMoney(plan.payment, 'ARS')).toBe('$76.736,24');
    expect(formatMoney(plan.finalAmount, 'ARS')).toBe('$920.834,60');
  });

  test.each([argentinePriceList, uruguayanPriceList])('$version: the membership costs less', (list) => {
    const [basic, member] = (['no_membership', 'membership'] as const).map((variant) =>
      pricePlan(priceTerms(list, variant, dates.payoutDate), fromUnits(10_000), 6, dates),
    );
    expect(member!.finalAmount).toBeLessThan(basic!.finalAmount);
  });

  test.each([argentinePriceList, uruguayanPriceList])(
    '$version is plain data within the limits of its pack',
    (list) => {
      const { offer } = packOf(list.country);
      expect(JSON.parse(JSON.stringify(list))).toEqual(list);
      expect(list).toMatchObject(offer);
      for (const { maxAmount } of list.segments) {
        expect(maxAmount).toBeGreaterThanOrEqual(offer.minAmount);
        expect(maxAmount).toBeLessThanOrEqual(offer.maxAmount);
        expect(maxAmount % offer.step).toBe(0);
      }
    },
  );

  test.each([argentinePriceList, uruguayanPriceList])('$version: a better record allows more', (list) => {
    expect(segmentOf(list, { record: 'bad' })).toBeUndefined();
    const none = segmentOf(list, { record: 'none' })!;
    const maxima = [1, 2, 3, 4, 5, 6, 7, 8].map(
      (grade) => segmentOf(list, { record: 'good', grade })!.maxAmount,
    );
    expect([none.maxAmount, ...maxima]).toEqual(
      [...new Set([none.maxAmount, ...maxima])].toSorted((a, b) => a - b),
    );
    expect(segmentOf(list, { record: 'good', grade: 20 })?.maxAmount).toBe(maxima.at(-1));
    expect(segmentOf(list, { record: 'good', grade: 0 })).toBeUndefined();
    expect(maxima.at(-1)).toBe(packOf(list.country).offer.maxAmount);
  });

  test('Argentina lends the amount of the example from the third grade on', () => {
    expect(segmentOf(argentinePriceList, { record: 'good', grade: 3 })?.maxAmount).toBeGreaterThanOrEqual(
      290_000,
    );
  });

  test('the fees use the value of the index unit of the day', () => {
    const list = {
      ...uruguayanPriceList,
      unitValues: [
        { from: calendarDate('2026-01-01'), value: '6.40' },
        { from: calendarDate('2026-03-01'), value: '6.50' },
      ],
    };
    const valueOn = (date: string) => priceTerms(list, 'membership', calendarDate(date)).fees?.unitValue;
    expect(valueOn('2026-02-28')).toBe('6.40');
    expect(valueOn('2026-03-01')).toBe('6.50');
    expect(valueOn('2025-01-01')).toBe('6.40');
    expect(
      priceTerms({ ...list, unitValues: [] }, 'membership', calendarDate('2026-01-01')).fees,
    ).toBeUndefined();
    expect(priceTerms(argentinePriceList, 'membership', calendarDate('2026-01-01')).fees).toBeUndefined();
  });
});

test('promotions run between their dates, in their countries', () => {
  expect(isRunning(REFERRAL, 'AR', calendarDate('2023-08-07'))).toBe(true);
  expect(isRunning(REFERRAL, 'AR', calendarDate('2024-12-31'))).toBe(true);
  expect(isRunning(REFERRAL, 'AR', calendarDate('2025-01-01'))).toBe(false);
  expect(isRunning(REFERRAL, 'UY', calendarDate('2024-01-01'))).toBe(false);
  expect(isRunning(DRAW, 'UY', calendarDate('2020-11-30'))).toBe(false);
});

test('a brand with a dollar sign goes into a text as it is', () => {
  expect(withBrand('{brand}+ y {brand}', 'A$&B')).toBe('A$&B+ y A$&B');
});

test('offered payment methods are read with their limits', () => {
  expect(readMethods(' rapipago:50000, bank-transfer ,,debit-card:mil')).toEqual([
    { slug: 'rapipago', most: 50_000 },
    { slug: 'bank-transfer' },
    { slug: 'debit-card', most: Number.NaN },
  ]);
});

test('the holidays of a year have names, and a year beyond the table has none', () => {
  expect(holidaysOfYear('UY', 2027)).toContainEqual({ date: '2027-07-18', name: 'Día de la Constitución' });
  expect(holidaysOfYear('AR', lastHolidayYear('AR'))).not.toEqual([]);
  expect(holidaysOfYear('AR', lastHolidayYear('AR') + 1)).toEqual([]);
});

test('a segment is read as words, whoever named it', () => {
  expect(['sin-registro', 'bueno-3', 'Empleados públicos'].map(segmentLabel)).toEqual([
    'Sin registro',
    'Bueno 3',
    'Empleados públicos',
  ]);
});
