import { describe, expect, it } from 'vitest';
import { offerPlan } from './agreement.ts';
import { NO_DUES } from './allocation.ts';
import { addDays, calendarDate } from '../calendar-date.ts';
import peers from '../testdata/peer-agreements.json' with { type: 'json' };
import type { Life } from '../testing/any-life.ts';
import { engineLoan, enginePayments } from '../testing/engine-input.ts';
import { figuresByEngine, figuresByOracle } from '../testing/figures.ts';
import { type OracleAction, type OraclePayment, noParts } from '../testing/oracle/terms.ts';

// Tables that another lender's engine expects of itself for loans without interest whose debt is spread anew. There
// the old rows are reduced to what was paid of them; here they keep what they asked for, and say that it was moved.

type Peer = (typeof peers.agreements)[number];

/** Four equal instalments, the first on the day of the loan. */
function lifeBefore({ principal, step, on, paid }: Peer): Life {
  const dates = ['2024-01-01', '2024-01-16', '2024-01-31', '2024-02-15'].map(calendarDate);
  const free = { interest: 0n, tax: 0n, fee: 0n, feeTax: 0n };
  return {
    terms: {
      principal: BigInt(principal),
      rows: dates.map((dueDate, index) => ({
        ...free,
        number: index + 1,
        dueDate,
        payableUntil: dueDate,
        principal: BigInt(principal) / 4n,
      })),
      from: calendarDate('2023-12-31'),
      taxRate: '0',
      defaultRate: '0',
      defaultTaxRate: '0',
      step: BigInt(step),
      half: 'half-up',
    },
    payments: paid.map(([day, amount], index) => paymentOf(day, amount, index)),
    on: calendarDate(on),
  };
}

function paymentOf(day: unknown, amount: unknown, index: number): OraclePayment {
  return { id: `payment ${index}`, day: calendarDate(String(day)), amount: BigInt(Number(amount)) };
}

function agreementOf({ moved, rows, on, paid }: Peer): OracleAction {
  const principal = BigInt(moved);
  return {
    kind: 'agreement',
    id: 'agreement',
    on: calendarDate(on),
    after: paid.length,
    base: { ...noParts(), principal },
    waived: noParts(),
    isRefinancing: true,
    rows: rows.map(([due, amount], index) => {
      const dueDate = calendarDate(String(due));
      const free = { interest: 0n, tax: 0n, fee: 0n, feeTax: 0n, carried: noParts() };
      return {
        ...free,
        number: 5 + index,
        dueDate,
        payableUntil: dueDate,
        principal: BigInt(Number(amount)),
      };
    }),
  };
}

function figuresOf(life: Life) {
  const figures = figuresByEngine(life);
  expect(figures).toEqual(figuresByOracle(life));
  return figures;
}

/** Amounts of the open rows, by due date. */
const asked = (life: Life) =>
  figuresOf(life)
    .rows.map(({ owed }) => owed.principal)
    .filter((amount) => amount > 0n);

describe.each(peers.agreements)('agreement of a peer, $name', (peer) => {
  const before = lifeBefore(peer);
  const agreed: Life = { ...before, actions: [agreementOf(peer)] };
  const amounts = peer.rows.map(([, amount]) => BigInt(Number(amount)));

  it('moves the same debt into the same rows', () => {
    const { rows, payoff, overdue } = figuresOf(agreed);
    expect(rows.reduce((sum, { moved }) => sum + moved.principal, 0n)).toBe(BigInt(peer.moved));
    expect(asked(agreed)).toEqual(amounts);
    expect({ payoff, overdue }).toEqual({ payoff: BigInt(peer.moved), overdue: 0n });
  });

  it('is offered with the same parts, though the first rows take the remainder and not the last', () => {
    const { on, terms, payments } = before;
    const first = peer.rows[0]?.[0];
    const offer = offerPlan({
      loan: engineLoan(terms),
      payments: enginePayments(payments),
      date: on,
      payableUntil: (dueDate) => dueDate,
      count: peer.rows.length,
      firstDueDate: calendarDate(String(first)),
      annualRate: '0',
      waived: NO_DUES,
    });
    const parts = offer.isOffered ? offer.agreement.rows.map(({ principal }) => BigInt(principal)) : [];
    const descending = (a: bigint, b: bigint) => (a < b ? 1 : a > b ? -1 : 0);
    expect(parts).toEqual(parts.toSorted(descending));
    expect(parts).toEqual(amounts.toSorted(descending));
  });

  it('is as if it had never been once it is undone', () => {
    expect(figuresOf({ ...agreed, actions: [] })).toEqual(figuresOf(before));
  });
});

const named = (number: string) => {
  const peer = peers.agreements.find(({ name }) => name.includes(number));
  if (peer === undefined) throw new Error(`no table ${number}`);
  return { peer, afterwards: (peer.afterwards ?? []).map(BigInt), agreement: agreementOf(peer) };
};

describe('after an agreement of a peer', () => {
  it('what is charged back is asked in a row of its own, not in the next row to come', () => {
    const { peer, afterwards, agreement } = named('LoanReAging.feature:141');
    const before = lifeBefore(peer);
    const life = {
      ...before,
      payments: [],
      actions: [{ ...agreement, after: 0 }],
      on: addDays(before.on, 4),
    };
    expect(asked(life)).toEqual([BigInt(peer.chargedBack ?? 0), 25_000n, 25_000n, 25_000n]);
    const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);
    expect(sumOf(asked(life))).toBe(sumOf(afterwards));
  });

  it('a payment reported late is taken off what it asks', () => {
    const { peer, afterwards, agreement } = named('LoanReAmortization.feature:210');
    const before = lifeBefore(peer);
    const [day, amount] = peer.reported ?? [];
    const payments = [...before.payments, paymentOf(day, amount, 1)];
    expect(asked({ ...before, payments, actions: [agreement] })).toEqual(afterwards);
  });
});
