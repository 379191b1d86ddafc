import type { z } from 'zod';
import type { membershipEnding } from '../../../contract/memberships.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import type { BasicPlanWords } from '../../../countries/messages/basic-plan-words.ts';
import type { MembershipEndingWords } from '../../../countries/messages/withdrawal-messages.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { formatMoney, toUnits, ZERO, type Centavos } from '../../../domain/money.ts';
import { formatPercentExact } from '../../../domain/rate.ts';
import {
  defaultEffectiveRate,
  type DefaultInterestTerms,
} from '../../../domain/standing/default-interest.ts';
import type { StoredBasicPlan } from '../../loans/service.ts';
import type { Ending } from './ending.ts';

type MembershipEnding = z.output<typeof membershipEnding>;
type Effect = Pick<Ending, 'plan' | 'inFavour' | 'owed'>;

/** Effect of ending a membership that has no price: none. */
export const NO_ENDING: Effect = { plan: undefined, inFavour: ZERO, owed: ZERO };

export function basicPlanWords(
  country: CountryCode,
  {
    instalments,
    payment,
    finalAmount,
    rates,
  }: Pick<StoredBasicPlan, 'instalments' | 'payment' | 'finalAmount' | 'rates'>,
): BasicPlanWords {
  const { currency, tasaSigla } = packOf(country);
  return {
    instalments,
    payment: formatMoney(payment, currency),
    total: formatMoney(finalAmount, currency),
    rate: `${tasaSigla} ${formatPercentExact(rates.interestRate)}`,
  };
}

/** Maximum default interest per year, if the country's rate is a TEA; '' otherwise. */
export function defaultTeaOf(country: CountryCode, { annualRate }: DefaultInterestTerms): string {
  return packOf(country).tasaSigla === 'TEA' ? formatPercentExact(defaultEffectiveRate(annualRate)) : '';
}

export function endingWords(country: CountryCode, { plan, inFavour, owed }: Effect): MembershipEndingWords {
  const { currency } = packOf(country);
  const written = (amount: Centavos) => (amount === 0 ? '' : formatMoney(amount, currency));
  return {
    plan: plan ? basicPlanWords(country, plan) : null,
    inFavour: written(inFavour),
    owed: written(owed),
  };
}

/** Effects of ending a membership, as calls answer them. */
export function endingAnswer({ freeUntil, plan, inFavour, owed }: Ending): MembershipEnding {
  return {
    free_until: formatDate(freeUntil),
    plan: plan ? basicPlanAnswer(plan) : null,
    credit: toUnits(inFavour),
    owed: toUnits(owed),
  };
}

function basicPlanAnswer({ instalments, payment, finalAmount, rates }: StoredBasicPlan) {
  return {
    installmentsQuantity: instalments,
    payment: toUnits(payment),
    final_amount: toUnits(finalAmount),
    interest_rate: rates.interestRate,
    cft: rates.cft,
    tna: rates.tna,
    tea: rates.tea,
    cftea: rates.cfteaDated,
  };
}
