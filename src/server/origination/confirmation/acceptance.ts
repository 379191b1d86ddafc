import { writtenDocument } from '../../../countries/identifiers/document.ts';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import { lenderIdentity, type Lender } from '../../../countries/lender.ts';
import { noteText, promissoryNote } from '../../../countries/papers/promissory-note.ts';
import { numberBeforeNoun } from '../../../domain/amount-in-words.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { formatMoney } from '../../../domain/money.ts';
import type { Plan } from '../../../domain/pricing.ts';
import { formatPercentExact } from '../../../domain/rate.ts';
import {
  type DefaultInterestTerms,
  defaultEffectiveRate,
} from '../../../domain/standing/default-interest.ts';
import { basicPlanClause } from '../../../countries/messages/basic-plan-words.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { defaultInterestOf, ratesOf, type BasicPlan } from '../../loans/service.ts';
import { basicPlanWords, defaultTeaOf } from '../../servicing/memberships/service.ts';
import { shownText, type Publisher } from '../../content/service.ts';
import { digestOf } from '../../platform/secrets.ts';
import type { Applicant } from './applicant.ts';
import type { NoteParties } from '../../../countries/papers/note-facts.ts';

interface AcceptedDocument {
  readonly name: 'terminos' | 'privacidad' | 'pagare';
  readonly version: string;
  readonly sha256: string;
  /** Text itself, if it exists for this loan only. */
  readonly text?: string;
  /** Parties bound by the note, for the contract printed later. */
  readonly parties?: NoteParties;
}

interface AcceptedPrice {
  readonly plan: Plan;
  readonly defaultInterest: DefaultInterestTerms;
  readonly basicPlan: BasicPlan | undefined;
}

/**
 * Texts accepted by the confirmation (docs/product/confirmation.md#acceptance): terms, privacy policy, and
 * the promissory note, stored as text because it names this person and loan.
 */
export function acceptedDocuments(
  applicant: Applicant,
  price: AcceptedPrice,
  publisher: Publisher,
  now: Date,
): AcceptedDocument[] {
  const { country, domicile } = applicant;
  const lender = publisher.lenders[country];
  const note = promissoryNote(country, noteFacts(applicant, price, lender, now));
  const text = noteText(note);
  return [
    shownText(country, 'terminos', publisher),
    shownText(country, 'privacidad', publisher),
    { name: 'pagare', version: note.version, sha256: sha256(text), text, parties: { lender, domicile } },
  ];
}

function noteFacts(
  applicant: Applicant,
  { plan, defaultInterest, basicPlan }: AcceptedPrice,
  lender: Lender,
  now: Date,
) {
  const { country, documentNumber } = applicant;
  const { rates, schedule } = plan;
  const pack = packOf(country);
  const { currency, tasaSigla } = pack;
  return {
    lender: lenderIdentity(pack, lender),
    drawer: `${applicant.firstName} ${applicant.lastName}`,
    document: writtenDocument(country, documentNumber),
    domicile: applicant.domicile,
    city: applicant.city,
    date: formatDate(localDate(now, country)),
    amount: formatMoney(plan.principal, currency),
    amountInWords: numberBeforeNoun(plan.principal / 100),
    rate: formatPercentExact(tasaSigla === 'TNA' ? rates.tna : rates.tea),
    tea: formatPercentExact(rates.tea),
    defaultTea: formatPercentExact(defaultEffectiveRate(defaultInterest.annualRate)),
    defaultMonths: defaultInterest.endsAfterMonths ?? 0,
    cftDated: formatPercentExact(rates.cfteaActual365),
    instalments: plan.instalments,
    payment: formatMoney(plan.payment, currency),
    finalAmount: formatMoney(plan.finalAmount, currency),
    firstDueDate: formatDate(schedule.rows[0]?.dueDate ?? plan.firstDueDate),
    basicPlan: basicPlan ? clauseOf(country, basicPlan) : '',
  };
}

function clauseOf(country: CountryCode, { plan, terms }: BasicPlan): string {
  const { instalments, payment, finalAmount, rates } = plan;
  const figures = { instalments, payment, finalAmount, rates: ratesOf(plan, country) };
  return basicPlanClause({
    ...basicPlanWords(country, figures),
    cftDated: formatPercentExact(rates.cfteaActual365),
    costName: packOf(country).totalCost.inText,
    defaultTea: defaultTeaOf(country, defaultInterestOf(terms)),
  });
}

function sha256(text: string): string {
  return digestOf(text).toString('hex');
}
