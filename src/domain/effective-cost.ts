import { type CalendarDate, daysBetween } from './calendar-date.ts';
import type { Centavos } from './money.ts';
import { monthlyRateOfTea } from './period-rate.ts';
import type { RateTerms } from './period-rate.ts';
import { type Decimal, type Rational, ONE, addRational, multiply, parseRational, toNumber } from './rate.ts';

/** Payment by the customer, `time` periods (or years) after receiving the money. */
type Flow = { readonly time: number; readonly amount: Centavos };

const MAX_STEPS = 200;

/**
 * Solves Σ flow·e^(−δ·time) = received for δ: the rate per unit of time at which `flows` are worth
 * `received`. The sum is convex and decreasing in δ, so Newton's method converges from below from any start.
 * @param received centavos that the customer received. @returns e^δ − 1, a fraction per unit of time. @throws
 * RangeError when nothing is received or nothing is paid back.
 */
export function internalRate(received: Centavos, flows: readonly Flow[]): number {
  return Math.expm1(intensity(received, flows));
}

function intensity(received: Centavos, flows: readonly Flow[]): number {
  if (received <= 0) throw new RangeError('nothing was received');
  if (!flows.some(({ amount, time }) => amount > 0 && time > 0)) throw new RangeError('nothing is paid back');
  let delta = 0;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    let value = 0 - received;
    let slope = 0;
    for (const { time, amount } of flows) {
      const present = amount * Math.exp(-delta * time);
      value += present;
      slope += time * present;
    }
    const change = value / slope;
    delta += change;
    if (Math.abs(change) <= 1e-15 * Math.max(1, Math.abs(delta))) break;
  }
  return delta;
}

type DatedAmount = { readonly date: CalendarDate; readonly amount: Centavos };

/** IRR per monthly period, a fraction; the calendar is ignored. */
export function irrPerPeriod(received: Centavos, amounts: readonly Centavos[]): number {
  return internalRate(received, periodic(amounts));
}

/** Advertised CFTEA: (1 + IRR per period)^12 − 1 (docs/product/loan-and-money.md#effective-cost). */
export function cfteaPeriodic12(received: Centavos, amounts: readonly Centavos[]): number {
  return settle(Math.expm1(12 * intensity(received, periodic(amounts))));
}

function periodic(amounts: readonly Centavos[]): Flow[] {
  return amounts.map((amount, index) => ({ time: index + 1, amount }));
}

/** CFTEA over the actual dates (XIRR, 365-day years), as contracts must state it. */
export function cfteaActual365(
  received: Centavos,
  receivedOn: CalendarDate,
  payments: readonly DatedAmount[],
): number {
  const flows = payments.map(({ date, amount }) => ({ time: daysBetween(receivedOn, date) / 365, amount }));
  return settle(internalRate(received, flows));
}

/** TEA = (1 + TNA/12)^12 − 1; a price quoted as TEA is returned as it is. */
export function tea(terms: RateTerms): number {
  if (terms.basis === 'tea') return toNumber(parseRational(terms.tea));
  return settle(Math.expm1(12 * Math.log1p(toNumber(parseRational(terms.tna)) / 12)));
}

/** Nominal annual rate, a fraction; for a TEA, twelve times its monthly equivalent cut at 40 decimals. */
export function nominalRate(terms: RateTerms): Rational {
  if (terms.basis !== 'tea') return parseRational(terms.tna);
  return multiply(monthlyRateOfTea(terms.tea), { num: 12n, den: 1n });
}

/**
 * CFTNA = TNA · (1 + tax), for loans without other charges (docs/product/loan-and-money.md#effective-cost).
 */
export function cftnaWithoutCharges(terms: RateTerms, taxRate: Decimal): number {
  return settle(toNumber(multiply(nominalRate(terms), addRational(ONE, parseRational(taxRate)))));
}

/** Rounds to ten decimals: doubles agree on that many on every machine, and no text shows more. */
export function settle(rate: number): number {
  return Math.round(rate * 1e10) / 1e10 + 0;
}
