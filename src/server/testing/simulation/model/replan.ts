import { type CalendarDate, daysBetween } from '../../../../domain/calendar-date.ts';
import { centavos } from '../../../../domain/money.ts';
import { multiply, parseRational, rational } from '../../../../domain/rate.ts';
import { amortize, constantInstalment } from '../../../../domain/schedule.ts';
import { accruedOf, type Cell, dueOf, nothing, owedOf, type Terms, totalOf, type Amounts } from './cells.ts';

export type Ahead = 'fewer' | 'smaller';

interface Paid {
  readonly cell: Cell;
  readonly amounts: Amounts;
}

/**
 * Money paid ahead (docs/decisions/0026-early-payments.md): first what is due and the interest that has run up, then
 * capital, and the instalments to come are planned anew at the rate of each agreed period.
 * @returns false when nothing is left for the capital
 */
export function payAhead(
  cells: readonly Cell[],
  terms: Terms,
  day: CalendarDate,
  amount: number,
  mode: Ahead,
): boolean {
  const open = cells.filter(({ settledOn }) => settledOn === null);
  const future = open.filter(({ due }) => due > day);
  const dues = open.map((cell): Paid => ({ cell, amounts: dueOf(cell, terms, day) }));
  const lowers = amount - dues.reduce((sum, { amounts }) => sum + totalOf(amounts), 0);
  if (lowers <= 0 || future.length === 0) return false;
  const periods = future.map((cell) => periodOf(cell, terms, day));
  const capitals = future.map((cell) => owedOf(cell, terms).capital);
  const left = centavos(sumOf(capitals) - lowers);
  const taxRate = parseRational(terms.taxRate);
  const { rounding } = terms;
  const most = Math.max(...future.map(({ level }) => level));
  const needed =
    mode === 'smaller'
      ? periods.length
      : countOf(left, periods, { instalment: centavos(most), taxRate, rounding });
  const kept = periods.slice(0, needed);
  const instalment = constantInstalment(left, kept, taxRate, rounding);
  const planned = amortize(left, kept, { instalment, taxRate, rounding });
  const shares = sharesOf(lowers, capitals, needed, rounding.step);
  for (const { cell, amounts } of dues) {
    const ahead = shares[future.indexOf(cell)] ?? 0;
    for (const part of Object.keys(amounts) as (keyof Amounts)[]) cell.paid[part] += amounts[part];
    cell.paid.capital += ahead;
    if (totalOf(owedOf(cell, terms)) === 0) cell.settledOn = day;
  }
  for (const [index, cell] of future.entries()) replan(cell, planned[index], terms, day);
  return true;
}

type Planned = ReturnType<typeof amortize>[number];

function periodOf(cell: Cell, terms: Terms, day: CalendarDate) {
  const run = accruedOf(cell, terms, day);
  const from = cell.from > day ? cell.from : day;
  const { days, interest, capital } = cell.agreed;
  const whole = capital === 0 ? rational(0n, 1n) : rational(BigInt(interest), BigInt(capital));
  return {
    rate: multiply(whole, rational(BigInt(daysBetween(from, cell.due)), BigInt(days))),
    most: {
      interest: centavos(cell.plan.interest - run.interest),
      tax: centavos(Math.max(0, cell.plan.interestTax - run.tax)),
    },
  };
}

/** As few instalments as pay the capital back without one that is higher than it was. */
function countOf(
  capital: ReturnType<typeof centavos>,
  periods: readonly ReturnType<typeof periodOf>[],
  limits: Parameters<typeof amortize>[2],
): number {
  const last = periods.at(-1);
  const endless = amortize(capital, [...periods, ...(last ? [{ rate: last.rate }] : [])], limits);
  return Math.min(endless.findIndex(({ balance }) => balance === 0) + 1, periods.length);
}

/** Capital paid ahead: of the instalments that are dropped first, of each in proportion, in whole steps. */
function sharesOf(amount: number, capitals: readonly number[], kept: number, step: number): number[] {
  const dropped = Math.min(amount, sumOf(capitals.slice(kept)));
  return [
    ...proportions(amount - dropped, capitals.slice(0, kept), step),
    ...proportions(dropped, capitals.slice(kept), step),
  ];
}

function proportions(amount: number, capitals: readonly number[], step: number): number[] {
  const whole = BigInt(sumOf(capitals));
  const shares: number[] = [];
  let passed = 0n;
  let given = 0;
  for (const [index, capital] of capitals.entries()) {
    passed += BigInt(capital);
    const steps = whole === 0n ? 0n : (passed * BigInt(amount)) / (whole * BigInt(step));
    const until = index === capitals.length - 1 || passed === whole ? amount : Number(steps) * step;
    shares.push(until - given);
    given = until;
  }
  return shares;
}

function replan(cell: Cell, planned: Planned | undefined, terms: Terms, day: CalendarDate): void {
  const { plan, paid } = cell;
  if (planned === undefined) {
    cell.plan = { ...paid, penalty: 0, penaltyTax: 0 };
    cell.settledOn ??= day;
    return;
  }
  const run = accruedOf(cell, terms, day);
  const from = cell.from > day ? cell.from : day;
  cell.plan = {
    ...nothing(),
    charge: plan.charge,
    chargeTax: plan.chargeTax,
    interest: Math.max(paid.interest, run.interest + planned.interest),
    interestTax: Math.max(paid.interestTax, run.tax + planned.tax),
    capital: paid.capital + planned.principal,
  };
  cell.level = planned.principal + planned.interest + planned.tax;
  if (day > cell.from) cell.before = run;
  cell.from = from;
  cell.days = daysBetween(from, cell.due);
  cell.settledOn = totalOf(owedOf(cell, terms)) === 0 ? day : null;
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
