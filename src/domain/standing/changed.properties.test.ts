import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarDate } from '../calendar-date.ts';
import { anyChangedLife } from '../testing/any-changed-life.ts';
import type { Life } from '../testing/any-life.ts';
import { agreementBase } from './agreement.ts';
import { engineLoan, enginePayments } from '../testing/engine-input.ts';
import { figuresByEngine, figuresByOracle, partsOf } from '../testing/figures.ts';
import { movedOn } from '../testing/plain-agreement.ts';
import { evenTerms } from '../testing/oracle/even-terms.ts';
import { type OracleAction, type OraclePayment, type Parts, noParts } from '../testing/oracle/terms.ts';
import { ORACLE_RUNS, RUNS } from '../testing/runs.ts';

describe('amounts owed on a loan with actions', () => {
  it('match the product pages for any history', () => {
    fc.assert(
      fc.property(anyChangedLife, (life) => {
        expect(figuresByEngine(life)).toEqual(figuresByOracle(life));
      }),
      { numRuns: RUNS },
    );
  });

  it('are what the product pages say that an agreement would move', () => {
    fc.assert(
      fc.property(anyChangedLife, (life) => {
        const { terms, payments, actions, on } = life;
        const base = agreementBase(engineLoan(terms, actions), enginePayments(payments), on);
        expect(partsOf(base)).toEqual(movedOn(life) ?? noParts());
      }),
      { numRuns: ORACLE_RUNS },
    );
  });
});

const day = calendarDate;

const terms = evenTerms();

type Undated = OracleAction extends infer T ? (T extends unknown ? Omit<T, 'id' | 'after'> : never) : never;

/** Life of events in order of booking. */
function lifeOf(on: string, ...events: (Omit<OraclePayment, 'id'> | Undated)[]): Life {
  const payments: OraclePayment[] = [];
  const actions: OracleAction[] = [];
  for (const event of events) {
    if ('kind' in event) actions.push({ ...event, id: `action ${actions.length}`, after: payments.length });
    else payments.push({ ...event, id: `payment ${payments.length}` });
  }
  return { terms, payments, actions, on: day(on) };
}

const parts = (some: Partial<Parts>): Parts => ({ ...noParts(), ...some });

function both(life: Life) {
  const figures = figuresByEngine(life);
  expect(figures).toEqual(figuresByOracle(life));
  return figures;
}

describe('the engine and the oracle agree', () => {
  const accelerate = { kind: 'accelerate', on: day('2026-01-11') } as const;

  it('that closing an accelerated loan costs the interest accrued by then', () => {
    const payoff = { day: day('2026-01-11'), amount: 32_000n, isPayoff: true };
    // 10 of 31 days: 968 and 203.
    expect(both(lifeOf('2026-01-11', accelerate, payoff)).inFavour).toBe(32_000n - 31_171n);
  });

  it('that a closing at an earlier price is judged with one of that day, after an agreement too', () => {
    const at = day('2026-01-11');
    const base = parts({ interest: 968n, tax: 203n, principal: 30_000n });
    const rows = [
      {
        number: 4,
        dueDate: day('2026-01-12'),
        payableUntil: day('2026-01-12'),
        principal: 30_000n,
        interest: 0n,
        tax: 0n,
        fee: 250n,
        feeTax: 55n,
        carried: parts({ interest: 968n, tax: 203n }),
      },
    ];
    const agreement = {
      kind: 'agreement',
      isRefinancing: true,
      on: at,
      base,
      waived: noParts(),
      rows,
    } as const;
    const priced = { on: at, amount: 31_171n };
    const short = { day: day('2026-01-12'), amount: 31_166n, isPayoff: true, priced };
    const more = { day: at, amount: 50n, isPayoff: true };
    expect(both(lifeOf('2026-01-13', agreement, short, more))).toMatchObject({ due: 0n, inFavour: 45n });
  });

  it('that closings at one price leave what is for a settlement offer to it', () => {
    const at = day('2026-01-11');
    const offer = { kind: 'settlement-offer', on: at, amount: 20_000n, until: day('2026-01-20') } as const;
    const priced = { on: at, amount: 31_171n };
    const named = { day: day('2026-01-12'), amount: 19_000n, isPayoff: true, priced, offer: 'action 0' };
    const other = { day: at, amount: 31_000n, isPayoff: true };
    const life = lifeOf('2026-01-13', offer, named, other);
    expect(figuresByEngine(life)).toEqual(figuresByOracle(life));
  });

  it('that a shortfall after an accelerated loan was closed is late from its own day', () => {
    const short = { day: day('2026-01-12'), amount: -500n, owedFrom: day('2026-01-20') };
    const paid = { day: day('2026-01-12'), amount: 40_000n, isPayoff: true };
    const gone = { day: day('2026-01-13'), amount: -9000n, owedFrom: day('2026-01-20') };
    const life = lifeOf('2026-01-21', accelerate, paid, short, gone);
    expect(both(life).daysLate).toBe(1);
    expect(both({ ...life, on: day('2026-01-20') })).toMatchObject({ overdue: 0n, daysLate: 0 });
  });

  it('that a waiver is at most what closes the loan, with the money in favour', () => {
    const favour = { day: day('2026-01-11'), amount: 1000n, chosen: [] };
    const waive = { kind: 'waive', on: day('2026-01-11'), amount: 31_000n } as const;
    expect(both(lifeOf('2026-01-11', favour, waive))).toMatchObject({ capitalWaived: 29_000n, inFavour: 0n });
  });

  it('that an agreement waives of a shortfall before rows to come', () => {
    const one = { kind: 'agreement', isRefinancing: true } as const;
    // A day late, and 1 of 28 days of the second period.
    const base = parts({ default: 100n, defaultTax: 21n, interest: 3107n, tax: 652n, principal: 30_000n });
    const free = { interest: 0n, tax: 0n, fee: 0n, feeTax: 0n };
    const rowOf = (number: number, due: string, { principal, ...carried }: Parts) => {
      const dates = { dueDate: day(due), payableUntil: day(due) };
      return { number, ...dates, ...free, principal, carried: { ...carried, principal: 0n } };
    };
    const first = {
      ...one,
      on: day('2026-02-02'),
      base,
      waived: noParts(),
      rows: [rowOf(4, '2026-03-10', base)],
    };
    const short = { day: day('2026-02-05'), amount: -10_000n };
    // Two days late: 200 and 42; 100 and 21 of them are waived.
    const found = { ...base, default: 300n, defaultTax: 63n, principal: 40_000n };
    const second = {
      ...one,
      on: day('2026-02-07'),
      base: found,
      waived: parts({ default: 100n, defaultTax: 21n }),
      rows: [rowOf(6, '2026-04-05', { ...found, default: 200n, defaultTax: 42n })],
    };
    const { rows } = both(lifeOf('2026-02-07', first, short, second));
    expect(rows.map(({ moved }) => moved.default)).toEqual([100n, 100n, 0n, 100n, 0n, 0n]);
  });
});
