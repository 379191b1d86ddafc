import fc from 'fast-check';
import { daysBetween } from '../../calendar-date.ts';
import { describe, expect, it } from 'vitest';
import { type Life, anyLife } from '../any-life.ts';
import { ORACLE_RUNS } from '../runs.ts';
import { fraction, least, rounded, total } from './arithmetic.ts';
import { oracleStanding } from './oracle.ts';
import { type OracleInstalment, type OraclePayment, type OracleStanding, PARTS, type Part } from './terms.ts';

function standingOf({ terms, payments, on }: Life): OracleStanding {
  return oracleStanding(terms, payments, on);
}

function rowsOf({ instalments, shortfalls }: OracleStanding): readonly OracleInstalment[] {
  return [...instalments, ...shortfalls];
}

function sumOf(
  rows: readonly OracleInstalment[],
  kind: 'charged' | 'paid' | 'waived' | 'owed',
  parts: readonly Part[] = PARTS,
): bigint {
  return total(rows.flatMap((row) => parts.map((part) => row[kind][part])));
}

/** Amounts that can be requested by or from the customer. */
function askable(standing: OracleStanding) {
  const { due, overdue, payoff, inFavour, daysLate } = standing;
  const rows = rowsOf(standing).map(({ owed, state, daysLate: late }) => ({ owed, state, late }));
  return { due, overdue, payoff, inFavour, daysLate, rows };
}

describe('conservation', () => {
  it('gives each component charged = paid + waived + owed, none below zero', () => {
    fc.assert(
      fc.property(anyLife, (life) => {
        for (const { charged, paid, waived, owed } of rowsOf(standingOf(life)))
          for (const part of PARTS) {
            expect(charged[part]).toBe(paid[part] + waived[part] + owed[part]);
            expect([charged[part], paid[part], waived[part], owed[part]].every((each) => each >= 0n)).toBe(
              true,
            );
          }
      }),
      { numRuns: ORACLE_RUNS },
    );
  });

  it('charges the principal, and keeps every centavo that came', () => {
    fc.assert(
      fc.property(anyLife, (life) => {
        const plain = withoutOwedFrom(life);
        const { payments } = plain;
        const standing = standingOf(plain);
        const missing = sumOf(standing.shortfalls, 'charged', ['principal']);
        expect(sumOf(standing.instalments, 'charged', ['principal'])).toBe(life.terms.principal);
        const came = total(payments.map(({ amount }) => amount));
        expect(sumOf(rowsOf(standing), 'paid') + standing.inFavour).toBe(came + missing);
      }),
      { numRuns: ORACLE_RUNS },
    );
  });

  it('makes each payment equal its allocations plus its remainder', () => {
    fc.assert(
      fc.property(anyLife, (life) => {
        const { payments } = standingOf(life);
        for (const { id, amount } of life.payments.filter((payment) => payment.amount >= 0n)) {
          const { covered, left } = payments.get(id) ?? { covered: -1n, left: -1n };
          expect(covered + left).toBe(amount);
          expect(covered >= 0n && left >= 0n).toBe(true);
        }
      }),
      { numRuns: ORACLE_RUNS },
    );
  });
});

describe('the way of the money', () => {
  it('does not depend on how a payment is split', () => {
    fc.assert(
      fc.property(anyLife, fc.nat(), fc.integer({ min: 1, max: 999 }), (life, which, thousandths) => {
        const whole = life.payments[which % life.payments.length];
        fc.pre(whole !== undefined);
        if (whole === undefined) return;
        const split = life.payments.flatMap((payment) =>
          payment === whole ? splitAt(whole, thousandths, life.terms.step) : [payment],
        );
        expect(askable(standingOf({ ...life, payments: split }))).toEqual(askable(standingOf(life)));
      }),
      { numRuns: ORACLE_RUNS },
    );
  });

  it('does not depend on the order within a day', () => {
    fc.assert(
      fc.property(anyLife, fc.infiniteStream(fc.nat()), (life, draws) => {
        // Payments that change the plan keep their order.
        const inOrder = life.payments.filter(
          ({ prepayment, isPayoff }) => prepayment === undefined && isPayoff !== true,
        );
        const payments = inOrder
          .map((payment) => ({ payment, place: draws.next().value }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ payment }) => payment);
        const [shuffled, came] = [payments, inOrder].map((each) => standingOf({ ...life, payments: each }));
        expect(shuffled && askable(shuffled)).toEqual(came && askable(came));
      }),
      { numRuns: ORACLE_RUNS },
    );
  });

  it('to be free on a day costs the same, whatever came on that day and how', () => {
    fc.assert(
      fc.property(anyLife, anyLife, (life, other) => {
        const today = other.payments
          .filter(({ amount }) => amount > 0n)
          .map(({ chosen, prepayment, isPayoff, amount }, index) => ({
            id: `today ${index}`,
            day: life.on,
            amount: (amount / life.terms.step) * life.terms.step,
            chosen,
            prepayment,
            isPayoff,
          }));
        expect(costOfFreedom({ ...life, payments: [...life.payments, ...today] })).toBe(costOfFreedom(life));
      }),
      { numRuns: ORACLE_RUNS },
    );
  });
});

describe('cost of a loan', () => {
  it('never exceeds the agreed interest, tax and charges that have accrued, and default interest', () => {
    fc.assert(
      fc.property(anyLife, (anything) => {
        const life = withoutOwedFrom(anything);
        const { terms, payments } = life;
        const late = sumOf(rowsOf(standingOf(life)), 'charged', ['default', 'defaultTax']);
        const cost = costOfFreedom(life);
        // Each prepayment restarts the running period, which may round its interest and tax up once more.
        const rounding = BigInt(2 * payments.length + 2) * terms.step;
        expect(cost <= terms.principal + agreedAccrual(life) + late + rounding).toBe(true);
        expect(cost >= terms.principal).toBe(true);
      }),
      { numRuns: ORACLE_RUNS },
    );
  });

  it('has no more default interest than all of the capital bears since the last day without surcharge', () => {
    fc.assert(
      fc.property(anyLife, (life) => {
        const { terms } = life;
        const { num, den } = fraction(terms.defaultRate);
        for (const { charged, daysLate, number } of rowsOf(standingOf(life))) {
          const most = charged.principal * num * BigInt(daysLate) + den * 365n * terms.step;
          expect(charged.default * den * 365n <= most, `instalment ${number}`).toBe(true);
        }
      }),
      { numRuns: ORACLE_RUNS },
    );
  });
});

/** Agreed interest of the elapsed days, with its tax, and the charges of instalments due. */
function agreedAccrual({ terms, on }: Life): bigint {
  return total(
    terms.rows.map(({ dueDate, interest, tax, fee, feeTax }, index) => {
      if (dueDate <= on) return interest + tax + fee + feeTax;
      const start = terms.rows[index - 1]?.dueDate ?? terms.from;
      if (on <= start) return 0n;
      const share = { num: BigInt(daysBetween(start, on)), den: BigInt(daysBetween(start, dueDate)) };
      return rounded(interest + tax, share, terms);
    }),
  );
}

function withoutOwedFrom(life: Life): Life {
  return { ...life, payments: life.payments.map((payment) => ({ ...payment, owedFrom: undefined })) };
}

function splitAt(payment: OraclePayment, thousandths: number, step: bigint): OraclePayment[] {
  const { id, amount, priced } = payment;
  const first = ((amount * BigInt(thousandths)) / (1000n * step)) * step;
  return [first, amount - first]
    .filter((part) => part !== 0n)
    .map((part, index) => {
      const before = index === 0 ? 0n : first;
      const held = priced === undefined ? 0n : least(part, priced.amount - least(priced.amount, before));
      return {
        ...payment,
        id: `${id}/${index}`,
        amount: part,
        priced: priced === undefined || held === 0n ? undefined : { on: priced.on, amount: held },
      };
    });
}

/** Total paid once the loan is closed on the day, less the resulting credit. */
function costOfFreedom(life: Life): bigint {
  const { terms, payments, on } = withoutOwedFrom(life);
  const amount = oracleStanding(terms, payments, on).payoff;
  const closed = oracleStanding(terms, [...payments, { id: 'closing', day: on, amount, isPayoff: true }], on);
  expect(closed.owed).toBe(0n);
  return total(payments.map((payment) => payment.amount)) + amount - closed.inFavour;
}
