import type { z } from 'zod';
import type { offer, plan, planOptions, variant } from '../../../contract/offers.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { payableUntil } from '../../../countries/law/payable-until.ts';
import { membershipChargeDay } from '../../../countries/law/withdrawal-window.ts';
import type { PriceList } from '../../../countries/price-list.ts';
import { type CalendarDate, formatDate } from '../../../domain/calendar-date.ts';
import { add, type Centavos, larger, sum, toUnits, ZERO } from '../../../domain/money.ts';
import { flagMoreProfitable } from '../../../domain/plan-flagging.ts';
import { cfteaWithMembership, membershipSum } from '../../../domain/membership.ts';
import { optionId } from '../../../domain/option-id.ts';
import type { Plan, PriceTerms } from '../../../domain/pricing.ts';
import { defaultEffectiveRate } from '../../../domain/standing/default-interest.ts';
import { defaultInterestOf } from '../../loans/service.ts';
import { planDates, pricedPlans } from './pricing.ts';

type PlanAnswer = z.output<typeof plan>;
type VariantAnswer = z.output<typeof variant>;
export type PlanOptionsAnswer = z.output<typeof planOptions>;
export type OfferAnswer = z.output<typeof offer>;

/** Response for an offer without a maximum (docs/product/offer.md#decision). */
export const rejection: OfferAnswer = {
  max_amount: null,
  min_amount: null,
  max_option: null,
  expires: null,
  rejection: null,
};

/** Response for a person with a lending hold; no decision was made. */
export const heldRejection: OfferAnswer = {
  ...rejection,
  rejection: { consulted: false, again_from: '', held: true, waiting: false, reason: '', correct: '' },
};

interface Answered {
  readonly offerHash: string;
  readonly maxAmount: Centavos;
  readonly country: CountryCode;
  readonly list: PriceList;
  readonly amount: Centavos;
  readonly today: CalendarDate;
  /** Bank holidays as currently known. */
  readonly holidays: ReadonlySet<string>;
  /** One-off price of the membership. */
  readonly membershipPrice: Centavos;
}

/** Plans of an offer for an amount, both variants, in wire format. */
export function planOptionsAnswer(answered: Answered): PlanOptionsAnswer {
  const { list, amount, today, membershipPrice: price } = answered;
  const { membership, no_membership: basic } = pricedPlans(list, amount, today);
  const [sample] = membership.plans;
  const flagged = sample ? flagMoreProfitable(membership.plans, sample.amountDelivered) : [];
  const without = new Map(basic.plans.map((plan) => [plan.instalments, plan]));
  const { firstDueDate } = planDates(today);
  const { country, holidays } = answered;
  const context = {
    ...answered,
    start: formatDate(firstDueDate),
    startPayableUntil: formatDate(payableUntil(country, firstDueDate, holidays)),
  };
  return {
    membership: variantAnswer(
      {
        ...context,
        isMembership: true,
        charge: { price, on: membershipChargeDay(country, today, today, holidays) },
        defaultInterest: defaultAnswer(membership.terms),
      },
      flagged.map((plan) => ({
        ...plan,
        price,
        savings: savingsOf(plan, without.get(plan.instalments), price),
      })),
    ),
    no_membership: variantAnswer(
      { ...context, isMembership: false, defaultInterest: defaultAnswer(basic.terms) },
      basic.plans.map((plan) => ({ ...plan, moreProfitable: false, price: ZERO, savings: ZERO })),
    ),
  };
}

function defaultAnswer(terms: PriceTerms) {
  const { annualRate, endsAfterMonths = 0 } = defaultInterestOf(terms);
  return { rate: Number(annualRate), tea: defaultEffectiveRate(annualRate), months: endsAfterMonths };
}

/** Total saving by the membership, less its price. */
function savingsOf(plan: Plan, without: Plan | undefined, price: Centavos): Centavos {
  return without ? larger(ZERO, membershipSum(plan, without, price).gain) : ZERO;
}

interface VariantContext extends Pick<
  Answered,
  'offerHash' | 'maxAmount' | 'country' | 'amount' | 'holidays'
> {
  readonly start: string;
  /** Last day to pay the first instalment without surcharge. */
  readonly startPayableUntil: string;
  readonly isMembership: boolean;
  /** Membership's price and the day it is charged if promised and delivered today; absent in a plan without it. */
  readonly charge?: { readonly price: Centavos; readonly on: CalendarDate };
  readonly defaultInterest: PlanAnswer['default_interest'];
}

type ListedPlan = Plan & {
  readonly moreProfitable: boolean;
  readonly savings: Centavos;
  readonly price: Centavos;
};

function variantAnswer(context: VariantContext, plans: readonly ListedPlan[]): VariantAnswer {
  const counts = plans.map(({ instalments }) => instalments).toSorted((a, b) => a - b);
  return {
    id: idOf(context),
    max_id: idOf({ ...context, amount: context.maxAmount }),
    start_date: context.start,
    plans: plans.map((plan) => planAnswer(context, plan, counts)),
  };
}

function idOf({ offerHash, amount, isMembership }: VariantContext, instalments?: number): string {
  return optionId({
    offerHash,
    amount: toUnits(amount),
    isMembership,
    ...(instalments === undefined ? {} : { instalments }),
  });
}

function planAnswer(context: VariantContext, plan: ListedPlan, counts: readonly number[]): PlanAnswer {
  const { instalments, principal, rates, schedule } = plan;
  const id = idOf(context, instalments);
  const { rows } = schedule;
  return {
    plan_id: id,
    id,
    installmentsQuantity: instalments,
    max_installments_quantity: counts.at(-1) ?? instalments,
    payment: toUnits(plan.payment),
    interestRate: packOf(context.country).tasaSigla === 'TNA' ? rates.tna : rates.tea,
    cft: rates.cftna,
    final_amount: toUnits(plan.finalAmount),
    amount: toUnits(principal),
    amount_delivery: toUnits(plan.amountDelivered),
    start_date: context.start,
    start_payable_until: context.startPayableUntil,
    moreProfitable: plan.moreProfitable,
    installmentsOptions: [...counts],
    selectedInstallmentsQuantity: instalments,
    deliveryType: null,
    bank: null,
    card: null,
    savings: toUnits(plan.savings),
    membership_price: toUnits(plan.price),
    tna: rates.tna,
    tea: rates.tea,
    cftna: rates.cftna,
    cftea: rates.cfteaActual365,
    cftea_dated: rates.cfteaActual365,
    cftea_with_membership: context.charge ? cfteaWithMembership(plan, context.charge) : 0,
    default_interest: context.defaultInterest,
    schedule: rows.map(({ dueDate, amount, fee, feeTax }) => ({
      due_date: formatDate(dueDate),
      payable_until: formatDate(payableUntil(context.country, dueDate, context.holidays)),
      amount: toUnits(amount),
      charges: toUnits(add(fee, feeTax)),
    })),
    composition: {
      principal: toUnits(principal),
      interest: toUnits(sum(rows.map(({ interest }) => interest))),
      tax: toUnits(sum(rows.map(({ tax, feeTax }) => add(tax, feeTax)))),
      fees: toUnits(sum(rows.map(({ fee }) => fee))),
      origination_tax: toUnits(plan.originationFee.tax),
    },
  };
}
