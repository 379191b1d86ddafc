import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calendarDate } from './calendar-date.ts';
import { canBeIssued, correctedPoints, invoiceDate, invoiceDrafts, type TaxedPoint } from './invoicing.ts';
import { centavos } from './money.ts';
import { runs } from './testing/runs.ts';

const rate = { currency: 'ARS', taxRate: '0.21' } as const;
const day = calendarDate('2026-03-10');

function point(id: number, base: number, tax: number, more: Partial<TaxedPoint> = {}): TaxedPoint {
  return {
    id,
    instalment: 1,
    kind: 'interest',
    base: centavos(base),
    tax: centavos(tax),
    taxDate: day,
    ...more,
  };
}

describe('documents', () => {
  test('points of one day and sign share one, dates come in order', () => {
    const drafts = invoiceDrafts(
      [
        point(1, 10_000, 2_100, { taxDate: calendarDate('2026-04-10') }),
        point(2, 20_000, 4_200),
        point(3, 5_000, 1_050, { kind: 'fee' }),
        point(4, -1_000, -210),
        point(5, 300, 63, { taxDate: calendarDate('2026-04-10') }),
        point(6, 700, 147, { taxDate: calendarDate('2026-02-10') }),
      ],
      rate,
    );
    expect(drafts).toEqual([
      { kind: 'invoice', taxDate: '2026-02-10', points: [6], net: 700, tax: 147 },
      { kind: 'invoice', taxDate: '2026-03-10', points: [2, 3], net: 25_000, tax: 5_250 },
      { kind: 'credit-note', taxDate: '2026-03-10', points: [4], net: 1_000, tax: 210 },
      { kind: 'invoice', taxDate: '2026-04-10', points: [1, 5], net: 10_300, tax: 2_163 },
    ]);
    expect(drafts.every((draft) => canBeIssued(draft, rate))).toBe(true);
  });

  test('each its own if their roundings add up to more than a centavo', () => {
    // Each tax is rounded up by almost half a centavo.
    const three = [1, 2, 3, 4].map((id) => point(id, 12, 3));
    expect(invoiceDrafts(three, rate).map(({ points }) => points)).toEqual([[1], [2], [3], [4]]);
    expect(invoiceDrafts(three.slice(0, 2), rate).map(({ points }) => points)).toEqual([[1, 2]]);
  });

  test('amounts that contradict each other are for a person', () => {
    const [one] = invoiceDrafts([point(1, 1, -1)], rate);
    const [other] = invoiceDrafts([point(1, -1, 3)], rate);
    expect([one, other].map((draft) => draft && canBeIssued(draft, rate))).toEqual([false, false]);
  });

  test('an amount whose tax is not its rate is for a person, not for three refusals', () => {
    const drafts = invoiceDrafts(
      [point(1, 289_908, 0), point(2, 10_000, 2_101), point(3, 10_000, 2_102)],
      rate,
    );
    expect(drafts.map((draft) => canBeIssued(draft, rate))).toEqual([false, true, false]);
  });
});

describe('what a note corrects', () => {
  test('the newest of the same instalment and kind that is left, then others of the loan', () => {
    const points = [
      point(1, 100, 21),
      point(2, 100, 21),
      point(3, 500, 105, { kind: 'fee' }),
      point(4, -50, -10),
      point(5, -100, -21),
      point(6, -100, -21),
      point(7, -1_000, -210),
      point(8, -1, 0),
    ];
    expect([...correctedPoints(points)]).toEqual([
      [4, [2]],
      [5, [2, 1]],
      [6, [1, 3]],
      [7, [3]],
      [8, []],
    ]);
  });

  test('never takes back more than there was', () => {
    const any = fc.array(
      fc.record({ base: fc.integer({ min: -10_000, max: 10_000 }), instalment: fc.nat({ max: 2 }) }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(any, (drawn) => {
        const points = drawn.map(({ base, instalment }, index) => point(index + 1, base, 0, { instalment }));
        const found = correctedPoints(points);
        for (const each of points) {
          const taken = found.get(each.id);
          expect(taken !== undefined).toBe(each.base < 0);
          for (const id of taken ?? []) expect(id).toBeLessThan(each.id);
        }
      }),
      { numRuns: runs(100) },
    );
  });
});

test('the date is the tax date, not before the last document, and today once it is too old', () => {
  const today = calendarDate('2026-03-20');
  const on = (taxDate: string, last: string | null) =>
    invoiceDate(calendarDate(taxDate), today, last === null ? null : calendarDate(last), 10);
  expect(on('2026-03-12', null)).toBe('2026-03-12');
  expect(on('2026-03-12', '2026-03-11')).toBe('2026-03-12');
  expect(on('2026-03-12', '2026-03-15')).toBe('2026-03-15');
  expect(on('2026-03-10', null)).toBe('2026-03-10');
  expect(on('2026-03-09', '2026-03-01')).toBe('2026-03-20');
  expect(on('2026-03-21', null)).toBe('2026-03-20');
});
