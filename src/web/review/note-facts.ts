import type { CountryPack } from '../../countries/country-pack.ts';
import { writtenDocument } from '../../countries/identifiers/document.ts';
import { lenderIdentity, type Lender } from '../../countries/lender.ts';
import { basicPlanClause, type BasicPlanTerms } from '../../countries/messages/basic-plan-words.ts';
import { domicileWords } from '../../countries/papers/domicile.ts';
import { numberBeforeNoun } from '../../domain/amount-in-words.ts';
import { type CalendarDate, formatDate } from '../../domain/calendar-date.ts';
import { formatMoney, fromUnits } from '../../domain/money.ts';
import { formatPercentExact } from '../../domain/rate.ts';
import type { Profile } from '../profile.ts';
import type { Figures } from './use-review-plan.ts';
import type { NoteFacts } from '../../countries/papers/note-facts.ts';

interface NoteSubject {
  readonly profile: Profile;
  readonly plan: Figures;
  /** The plan without membership of a loan with it. */
  readonly basic: Figures | undefined;
  readonly lender: Lender;
  readonly today: CalendarDate;
}

/** Facts of this loan's note: the same words that the server stores as evidence of the acceptance. */
export function noteFactsOf(
  pack: CountryPack,
  { profile, plan, basic, lender, today }: NoteSubject,
): NoteFacts {
  const { document_number } = profile.account_information;
  const { address } = profile;
  const money = (units: number) => formatMoney(fromUnits(units), pack.currency);
  const city = address?.state || address?.city || '';
  return {
    lender: lenderIdentity(pack, lender),
    drawer: `${profile.first_name} ${profile.last_name}`,
    document: writtenDocument(pack.code, document_number),
    domicile: domicileWords(pack, {
      street: address?.street ?? '',
      streetNumber: address?.street_number ?? '',
      floor: address?.floor ?? '',
      unit: address?.office ?? '',
      city,
      province: address?.province ?? '',
    }),
    city,
    date: formatDate(today),
    amount: money(plan.amount),
    amountInWords: numberBeforeNoun(plan.amount),
    rate: formatPercentExact(pack.tasaSigla === 'TNA' ? plan.tna : plan.tea),
    tea: formatPercentExact(plan.tea),
    defaultTea: formatPercentExact(plan.default_interest.tea),
    defaultMonths: plan.default_interest.months,
    cftDated: formatPercentExact(plan.cftea),
    instalments: plan.installmentsQuantity,
    payment: money(plan.payment),
    finalAmount: money(plan.final_amount),
    firstDueDate: plan.start_date,
    basicPlan: basic ? basicPlanClause(basicPlanTerms(pack, basic)) : '',
  };
}

function basicPlanTerms(pack: CountryPack, basic: Figures): BasicPlanTerms {
  const money = (units: number) => formatMoney(fromUnits(units), pack.currency);
  const isTna = pack.tasaSigla === 'TNA';
  return {
    instalments: basic.installmentsQuantity,
    payment: money(basic.payment),
    total: money(basic.final_amount),
    rate: `${pack.tasaSigla} ${formatPercentExact(isTna ? basic.tna : basic.tea)}`,
    cftDated: formatPercentExact(basic.cftea),
    costName: pack.totalCost.inText,
    defaultTea: isTna ? '' : formatPercentExact(basic.default_interest.tea),
  };
}
