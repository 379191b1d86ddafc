import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDate } from '../calendar-date.ts';
import { centavos } from '../money.ts';
import { type Life, anyLife, termsOf } from '../testing/any-life.ts';
import { RUNS } from '../testing/runs.ts';
import { figuresByEngine, figuresByOracle } from '../testing/figures.ts';
import { evenTerms } from '../testing/oracle/even-terms.ts';
import type { OraclePayment, OracleTerms } from '../testing/oracle/terms.ts';

describe('amounts owed on a loan', () => {
  it('match the product pages for any history', () => {
    fc.assert(
      fc.property(anyLife, (life) => {
        expect(figuresByEngine(life)).toEqual(figuresByOracle(life));
      }),
      { numRuns: RUNS },
    );
  });
});

const day = calendarDate;

const even = evenTerms();

/** An expensive plan: after a prepayment, a future instalment would carry more interest than its amount. */
const dear = termsOf(
  { rate: { basis: 'fixed', tna: '2.60', basisDays: '28.5' }, taxRate: '0.21' },
  { principal: centavos(50_300), instalments: 17, rounding: { half: 'half-even', step: 1 } },
);

function lifeOf(terms: OracleTerms, on: string, ...payments: Omit<OraclePayment, 'id'>[]): Life {
  return { terms, on: day(on), payments: payments.map((each, index) => ({ id: `${index}`, ...each })) };
}

const gone = { day: day('2026-01-10'), amount: -500n };

describe('the engine and the oracle agree', () => {
  it('before the day of a shortfall', () => {
    const before = lifeOf(even, '2026-03-04', { ...gone, owedFrom: day('2026-03-05') });
    expect(figuresByEngine(before)).toEqual(figuresByOracle(before));
  });

  it('that shortfalls are numbered in the order in which they become owed', () => {
    const later = { day: day('2026-01-10'), amount: -500n, owedFrom: day('2026-01-20') };
    const sooner = { day: day('2026-01-12'), amount: -700n, owedFrom: day('2026-01-15') };
    const paid = { day: day('2026-01-20'), amount: 700n, chosen: [4] };
    const life = lifeOf(even, '2026-01-20', later, sooner, paid);
    expect(figuresByEngine(life)).toEqual(figuresByOracle(life));
    expect(figuresByEngine(life).due).toBe(500n + 42n);
  });

  it('that a shortfall is paid before future instalments', () => {
    const paid = lifeOf(even, '2026-01-12', gone, { day: day('2026-01-12'), amount: 600n });
    expect(figuresByEngine(paid)).toEqual(figuresByOracle(paid));
  });

  it('when the last instalment is prepaid while there is a shortfall', () => {
    const ahead = lifeOf(even, '2026-01-12', gone, {
      day: day('2026-01-12'),
      amount: 40_890n,
      chosen: [1, 2, 3],
    });
    expect(figuresByEngine(ahead)).toEqual(figuresByOracle(ahead));
  });

  it('that future interest pays a shortfall before a membership charged the same day', () => {
    const ahead = { day: day('2026-01-12'), amount: 40_890n, chosen: [1, 2, 3] };
    const membership = { day: day('2026-01-12'), amount: -20_000n, isFirst: true };
    const both = lifeOf(even, '2026-01-12', gone, membership, ahead);
    expect(figuresByEngine(both)).toEqual(figuresByOracle(both));
  });

  it('that an insufficient payoff counts from the day of payment', () => {
    const priced = { on: day('2026-01-11'), amount: 31_171n };
    const short = lifeOf(even, '2026-01-14', {
      day: day('2026-01-14'),
      amount: 31_170n,
      isPayoff: true,
      priced,
    });
    expect(figuresByEngine(short)).toEqual(figuresByOracle(short));
  });

  describe('that closings at one day’s price are judged together:', () => {
    const priced = { on: day('2026-01-11'), amount: 31_171n };
    const late = (amount: bigint) => ({ day: day('2026-01-12'), amount, isPayoff: true, priced });
    const sameDay = (amount: bigint) => ({ day: day('2026-01-11'), amount, isPayoff: true });

    it.each([
      ['two that are paid later', [late(31_000n), late(171n)]],
      ['two that are paid later, with more than enough', [late(31_000n), late(400n)]],
      ['one that falls short, and one of the day that is reported after it', [late(31_121n), sameDay(50n)]],
      ['the same, reported before it', [sameDay(50n), late(31_121n)]],
      ['three, the first too small for any', [late(10n), sameDay(50n), late(31_111n)]],
      ['two that fall short', [late(31_000n), late(170n)]],
      ['one that falls short, and too little of the day', [late(31_000n), sameDay(50n)]],
    ] as const)('%s', (_, payments) => {
      for (const on of ['2026-01-11', '2026-01-12', '2026-02-05']) {
        const life = lifeOf(even, on, ...payments);
        expect(figuresByEngine(life)).toEqual(figuresByOracle(life));
      }
    });
  });

  it('that fewer instalments are not above the agreed one', () => {
    const fewer = lifeOf(
      dear,
      '2026-05-28',
      { day: day('2026-05-03'), amount: 33_399n, chosen: [6, 5, 4] },
      { day: day('2026-05-28'), amount: 31_094n, prepayment: 'fewer' },
    );
    expect(figuresByEngine(fewer)).toEqual(figuresByOracle(fewer));
  });

  it('that a second prepayment replans instalments the first reduced to nothing', () => {
    const twice = lifeOf(
      dear,
      '2026-02-20',
      { day: day('2026-01-16'), amount: 20_000n, chosen: [2] },
      { day: day('2026-02-19'), amount: 15_000n, prepayment: 'smaller' },
      { day: day('2026-02-20'), amount: 1000n, prepayment: 'smaller' },
    );
    expect(figuresByEngine(twice)).toEqual(figuresByOracle(twice));
  });

  it('that a prepayment closes a loan that prepaid interest covers', () => {
    const enough = lifeOf(
      even,
      '2026-03-01',
      { day: day('2026-01-01'), amount: 13_630n, chosen: [3] },
      { day: day('2026-01-01'), amount: 27_000n, chosen: [1, 2] },
      { day: day('2026-03-01'), amount: 259n, prepayment: 'smaller' },
    );
    expect(figuresByEngine(enough)).toEqual(figuresByOracle(enough));
    expect(figuresByEngine(enough)).toMatchObject({ due: 0n, inFavour: 3629n });
  });

  it('on the tax that a second prepayment may still ask for the running period', () => {
    const agreed = termsOf(
      { rate: { basis: 'fixed', tna: '0.2660', basisDays: '30' }, taxRate: '0.22' },
      { principal: centavos(91_800), instalments: 18, rounding: { half: 'half-up', step: 1 } },
    );
    for (const amount of [6498n, 6499n, 6500n, 7001n]) {
      const second = lifeOf(
        agreed,
        '2026-03-01',
        { day: day('2026-02-12'), amount, prepayment: 'fewer' },
        { day: day('2026-03-01'), amount: 1276n, prepayment: 'smaller' },
      );
      expect(figuresByEngine(second)).toEqual(figuresByOracle(second));
    }
  });
});
