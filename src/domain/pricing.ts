import type { CalendarDate } from './calendar-date.ts';
import {
  cfteaActual365,
  cfteaPeriodic12,
  cftnaWithoutCharges,
  irrPerPeriod,
  nominalRate,
  settle,
  tea,
} from './effective-cost.ts';
import {
  type Centavos,
  type Currency,
  add,
  centavos,
  centavosFromBigint,
  smaller,
  split,
  subtract,
  sum,
  type MoneyRounding,
  type Rounding,
  roundMoney,
  roundingOf,
} from './money.ts';
import type { RateTerms } from './period-rate.ts';
import {
  type Decimal,
  type Rational,
  ONE,
  addRational,
  applyRate,
  multiply,
  parseRational,
  toNumber,
} from './rate.ts';
import { type Charge, type Schedule, NO_CHARGE, buildSchedule } from './schedule.ts';

/** Charges in index units, such as Uruguay's UI (docs/product/loan-and-money.md#charges). */
export type FeeTerms = {
  /** Currency units per index unit on the day of pricing. */
  readonly unitValue: Decimal;
  /** Index units, deducted from the money delivered. */
  readonly originationUnits: Decimal;
  /** Index units per instalment, at most. */
  readonly instalmentUnits: Decimal;
  /** Index units over all instalments, at most; if this cap binds, the instalments share it. */
  readonly maxInstalmentUnits: Decimal;
  /** IVA on the charges, a fraction. */
  readonly taxRate: Decimal;
};

/** Conditions of one variant (with or without membership) of a price list. */
export type PriceTerms = {
  readonly currency: Currency;
  readonly rate: RateTerms;
  /** IVA on interest, a fraction. */
  readonly taxRate: Decimal;
  readonly rounding: Rounding;
  /** Numbers of instalments on offer, ascending. */
  readonly instalmentCounts: readonly number[];
  readonly fees?: FeeTerms;
  /** Legal bounds of default interest on the day of pricing; absent if the law sets none. */
  readonly defaultBounds?: DefaultBounds;
};

export type DefaultBounds = {
  /** Ceiling of default rates, a TEA. */
  readonly ceiling: Decimal;
  /** Months after each due date until which default interest accrues. */
  readonly endsAfterMonths: number;
};

export type PlanDates = { readonly payoutDate: CalendarDate; readonly firstDueDate: CalendarDate };

/** All rates are fractions. */
type PlanRates = {
  readonly tna: number;
  readonly tea: number;
  /** TNA with its tax; with other charges, twelve times the IRR per period of all flows. */
  readonly cftna: number;
  /** Advertised cost, by periods rather than dates. */
  readonly cfteaPeriodic12: number;
  /** Based on the actual dates. */
  readonly cfteaActual365: number;
};

export type Plan = PlanDates & {
  readonly currency: Currency;
  readonly instalments: number;
  /** Amounts in centavos. */
  readonly principal: Centavos;
  /** Principal less the origination charge. */
  readonly amountDelivered: Centavos;
  readonly originationFee: Charge;
  /** Instalment with charges; the first one where rounding makes them differ. */
  readonly payment: Centavos;
  readonly finalAmount: Centavos;
  readonly rates: PlanRates;
  readonly schedule: Schedule;
};

/**
 * Prices one plan: a pure function of terms, principal, number of instalments and dates. @throws RangeError
 * when the charges use up the whole principal, or as {@link buildSchedule}.
 */
export function pricePlan(
  terms: PriceTerms,
  principal: Centavos,
  instalments: number,
  dates: PlanDates,
): Plan {
  const { rate, taxRate, currency } = terms;
  const rounding = roundingOf(currency, terms.rounding);
  const originationFee = terms.fees === undefined ? NO_CHARGE : originationCharge(terms.fees, rounding);
  const instalmentFees = terms.fees === undefined ? [] : instalmentCharges(terms.fees, instalments, rounding);
  const amountDelivered = subtract(principal, add(originationFee.net, originationFee.tax));
  const schedule = buildSchedule({
    principal,
    instalments,
    rate,
    taxRate,
    rounding,
    ...dates,
    instalmentFees,
  });
  const fee = instalmentFees[0] ?? NO_CHARGE;
  const amounts = schedule.rows.map(({ amount }) => amount);
  const flows = schedule.rows.map(({ dueDate, amount }) => ({ date: dueDate, amount }));
  return {
    ...dates,
    currency,
    instalments,
    principal,
    amountDelivered,
    originationFee,
    // A single instalment is also the last one, which takes the rounding remainder.
    payment: instalments === 1 ? sum(amounts) : sum([schedule.instalment, fee.net, fee.tax]),
    finalAmount: sum(amounts),
    rates: {
      tna: toNumber(nominalRate(rate)),
      tea: tea(rate),
      cftna:
        terms.fees === undefined
          ? cftnaWithoutCharges(rate, taxRate)
          : settle(12 * irrPerPeriod(amountDelivered, amounts)),
      cfteaPeriodic12: cfteaPeriodic12(amountDelivered, amounts),
      cfteaActual365: cfteaActual365(amountDelivered, dates.payoutDate, flows),
    },
    schedule,
  };
}

/** Prices every offered number of instalments, in the order of the price list. */
export function priceVariant(terms: PriceTerms, principal: Centavos, dates: PlanDates): Plan[] {
  return terms.instalmentCounts.map((count) => pricePlan(terms, principal, count, dates));
}

/** Origination charge and its tax, rounded together so that the parts add up to the rounded whole. */
export function originationCharge(fees: FeeTerms, rounding: MoneyRounding): Charge {
  const net = valueOf(fees.originationUnits, fees);
  const netCentavos = toCentavos(net, rounding);
  const gross = multiply(net, addRational(ONE, parseRational(fees.taxRate)));
  return { net: netCentavos, tax: subtract(toCentavos(gross, rounding), netCentavos) };
}

/**
 * Charge of each instalment and the tax on it. Rounding must not exceed the cap over all instalments: if the
 * rounded charges would, they share the cap cut to a whole step, and the first ones take the remainder
 * (docs/product/loan-and-money.md#charges).
 */
export function instalmentCharges(fees: FeeTerms, instalments: number, rounding: MoneyRounding): Charge[] {
  const each = toCentavos(valueOf(fees.instalmentUnits, fees), rounding);
  const cap = valueOf(fees.maxInstalmentUnits, fees);
  const capSteps = centavosFromBigint((cap.num * 100n) / (cap.den * BigInt(rounding.step)));
  const shares = split(capSteps, instalments).map((steps) => centavos(steps * rounding.step));
  const taxRate = parseRational(fees.taxRate);
  return shares.map((share) => {
    const net = smaller(each, share);
    return { net, tax: applyRate(net, taxRate, rounding) };
  });
}

function valueOf(units: Decimal, { unitValue }: FeeTerms): Rational {
  return multiply(parseRational(units), parseRational(unitValue));
}

function toCentavos(units: Rational, rounding: MoneyRounding): Centavos {
  return roundMoney(units.num * 100n, units.den, rounding);
}
