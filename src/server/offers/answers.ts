import type { z } from 'zod';
import type { offer, plan, planOptions, variant } from '../../contract/offers.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import { packOf } from '../../countries/index.ts';
import type { PriceList } from '../../countries/price-list.ts';
import { type CalendarDate, formatDate } from '../../domain/calendar-date.ts';
import { add, type Centavos, larger, sum, toUnits, ZERO } from '../../domain/money.ts';
import { flagMoreProfitable } from '../../domain/plan-flagging.ts';
import { membershipSavings, type Plan } from '../../domain/pricing.ts';
import { optionId } from './option-id.ts';
import { planDates, pricedPlans } from './pricing.ts';

export type PlanAnswer = z.output<typeof plan>;
export type VariantAnswer = z.output<typeof variant>;
export type PlanOptionsAnswer = z.output<typeof planOptions>;
export type OfferAnswer = z.output<typeof offer>;

/** What an offer without a maximum answers (product decisions §2). */
export const rejection: OfferAnswer = { max_amount: null, min_amount: null, max_option: null, expires: null };

/** Plans of an offer for an amount, both variants, as the wire has them (A §3). */
export function planOptionsAnswer(
  offerHash: string,
  country: CountryCode,
  list: PriceList,
  amount: Centavos,
  today: CalendarDate,
): PlanOptionsAnswer {
  const priced = pricedPlans(list, amount, today);
  const [sample] = priced.membership;
  const flagged = sample ? flagMoreProfitable(priced.membership, sample.amountDelivered) : [];
  const without = new Map(priced.no_membership.map((plan) => [plan.instalments, plan]));
  const context = { offerHash, country, amount, start: formatDate(planDates(today).firstDueDate) };
  return {
    membership: variantAnswer(
      { ...context, isMembership: true },
      flagged.map((plan) => ({ ...plan, savings: savingsOf(plan, without.get(plan.instalments)) })),
    ),
    no_membership: variantAnswer(
      { ...context, isMembership: false },
      priced.no_membership.map((plan) => ({ ...plan, moreProfitable: false, savings: ZERO })),
    ),
  };
}

function savingsOf(plan: Plan, without: Plan | undefined): Centavos {
  return without ? larger(ZERO, membershipSavings(plan, without)) : ZERO;
}

interface VariantContext {
  readonly offerHash: string;
  readonly country: CountryCode;
  readonly amount: Centavos;
  readonly start: string;
  readonly isMembership: boolean;
}

type ListedPlan = Plan & { readonly moreProfitable: boolean; readonly savings: Centavos };

function variantAnswer(context: VariantContext, plans: readonly ListedPlan[]): VariantAnswer {
  const counts = plans.map(({ instalments }) => instalments).toSorted((a, b) => a - b);
  return {
    id: idOf(context),
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
    moreProfitable: plan.moreProfitable,
    installmentsOptions: [...counts],
    selectedInstallmentsQuantity: instalments,
    deliveryType: null,
    bank: null,
    card: null,
    savings: toUnits(plan.savings),
    tna: rates.tna,
    tea: rates.tea,
    cftna: rates.cftna,
    cftea: rates.cfteaPeriodic12,
    cftea_dated: rates.cfteaActual365,
    composition: {
      principal: toUnits(principal),
      interest: toUnits(sum(rows.map(({ interest }) => interest))),
      tax: toUnits(sum(rows.map(({ tax, feeTax }) => add(tax, feeTax)))),
      fees: toUnits(sum(rows.map(({ fee }) => fee))),
    },
  };
}
