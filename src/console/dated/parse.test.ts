import { expect, test } from 'vitest';
import { fractionOf } from '../prices/cells.ts';
import { parseHolidays, parseLines, plainDecimal } from './parse.ts';

test('days and values are read as institutes and spreadsheets write them', () => {
  const text = '01-12-2026;6,5123\r\n2026-12-02\t6.52\n\n 03/12/2026   6,53 \n';
  expect(parseLines(text, plainDecimal)).toEqual([
    { first_day: '2026-12-01', value: '6.5123' },
    { first_day: '2026-12-02', value: '6.52' },
    { first_day: '2026-12-03', value: '6.53' },
  ]);
  expect(parseLines('01-01-2027 118,45 %', fractionOf)).toEqual([
    { first_day: '2027-01-01', value: '1.1845' },
  ]);
});

test('holidays are read with their names', () => {
  expect(parseHolidays('24/12/2026 Asueto  bancario\n\n2026-12-31;Fin de año\nmañana')).toEqual([
    { date: '2026-12-24', closed: true, name: 'Asueto bancario' },
    { date: '2026-12-31', closed: true, name: 'Fin de año' },
    { date: 'mañana', closed: true, name: '' },
  ]);
});

test('what cannot be read stays as it was typed', () => {
  expect(parseLines('mañana 6,5\n01-12-2026', plainDecimal)).toEqual([
    { first_day: 'mañana', value: '6.5' },
    { first_day: '2026-12-01', value: '' },
  ]);
});
