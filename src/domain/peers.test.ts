import { describe, expect, it } from 'vitest';
import { calendarDate, daysBetween } from './calendar-date.ts';
import { centavos } from './money.ts';
import { type Rational, parseRational, rational } from './rate.ts';
import { amortize, buildSchedule, constantInstalment } from './schedule.ts';
import peers from './testdata/peer-schedules.json' with { type: 'json' };

// Tables that another lender's engine expects of itself, for plans whose rules are the same as ours.

const rounding = { half: 'half-even', step: 1 } as const;
const noTax = parseRational('0');

type Plan = (typeof peers.plans)[number];
type PlanRow = readonly [dueDate: string, principal: number, interest: number, balance: number];
type FactorRow = readonly [interest: number, principal: number, balance: number];

function rowsOf({ rows }: Plan): PlanRow[] {
  return rows.map(([dueDate, principal, interest, balance]) => [
    String(dueDate),
    Number(principal),
    Number(interest),
    Number(balance),
  ]);
}

/** Rate of each period of a plan, as a twelfth of the year or by its days. */
function periodsOf(plan: Plan): { rate: Rational }[] {
  const tna = parseRational(plan.tna);
  let start = calendarDate(plan.from);
  return rowsOf(plan).map(([due]) => {
    const days = daysBetween(start, calendarDate(due));
    start = calendarDate(due);
    const [num, den] = plan.basis === 'monthly' ? [1n, 12n] : [BigInt(days), 365n];
    return { rate: rational(tna.num * num, tna.den * den) };
  });
}

describe('plans of a peer', () => {
  it.each(peers.plans.filter(({ isRoundedToUnits }) => !isRoundedToUnits))(
    'agree to the cent: $name',
    (plan) => {
      const rows = rowsOf(plan);
      const [[firstDue] = ['']] = rows;
      const schedule = buildSchedule({
        principal: centavos(plan.principal),
        instalments: rows.length,
        rate: { basis: 'monthly', tna: plan.tna },
        taxRate: '0',
        rounding,
        payoutDate: calendarDate(plan.from),
        firstDueDate: calendarDate(firstDue),
      });
      expect(schedule.instalment).toBe(plan.instalment);
      expect(
        schedule.rows.map(({ dueDate, principal, interest, balance }) => [
          dueDate,
          principal,
          interest,
          balance,
        ]),
      ).toEqual(rows);
    },
  );

  // These round the instalment to whole units of the currency, which ours does not: the rows follow from it alike.
  it.each(peers.plans)('pay the capital back alike with the same instalment: $name', (plan) => {
    const instalment = centavos(plan.instalment);
    const rows = amortize(centavos(plan.principal), periodsOf(plan), {
      instalment,
      taxRate: noTax,
      rounding,
    });
    expect(rows.map(({ principal, interest, balance }) => [principal, interest, balance])).toEqual(
      rowsOf(plan).map(([, principal, interest, balance]) => [principal, interest, balance]),
    );
  });
});

describe('instalments of a peer from the rate of each period', () => {
  it.each(peers.rateFactors)('agree to the cent: $name', (table) => {
    const periods = table.rates.map((rate) => ({ rate: parseRational(rate) }));
    const principal = centavos(table.principal);
    const own = constantInstalment(principal, periods, noTax, rounding);
    // Theirs takes a cent off the instalment where that makes the last one less different from the others.
    expect([0, 1]).toContain(own - table.instalment);
    const instalment = centavos(table.instalment);
    const rows = amortize(principal, periods, { instalment, taxRate: noTax, rounding });
    expect(rows.map((row): FactorRow => [row.interest, row.principal, row.balance])).toEqual(table.rows);
  });

  it('differ by a cent in one table only', () => {
    const differing = peers.rateFactors.filter(({ rates, principal, instalment }) => {
      const periods = rates.map((rate) => ({ rate: parseRational(rate) }));
      return constantInstalment(centavos(principal), periods, noTax, rounding) !== instalment;
    });
    expect(differing.map(({ name }) => name)).toEqual([
      'disbursedAmt100_dayInYears364_daysInMonthActual_repayEvery2Week',
    ]);
  });
});
