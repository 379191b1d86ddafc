import { lenderRows } from '../../../countries/lender.ts';
import type { ContractFacts } from '../../../countries/papers/loan-contract.ts';
import { holidaysOf } from '../../../countries/holidays.ts';
import { payableUntil } from '../../../countries/law/payable-until.ts';
import { localDate, writtenTime } from '../../../countries/local-time.ts';
import { writtenDocument } from '../../../countries/identifiers/document.ts';
import { packOf } from '../../../countries/index.ts';
import { pickupPointsOf } from '../../../countries/lists.ts';
import { weekdayDate } from '../../../countries/payable-words.ts';
import { redPagos } from '../../../countries/red-pagos.ts';
import { addDays, formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { add, formatMoney, sum, type Centavos } from '../../../domain/money.ts';
import { formatCost, formatPercentExact } from '../../../domain/rate.ts';
import { defaultEffectiveRate } from '../../../domain/standing/default-interest.ts';
import type { ScheduleRow } from '../../../domain/schedule.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { basicPlanClause } from '../../../countries/messages/basic-plan-words.ts';
import type { Publisher } from '../../content/service.ts';
import type { StoredBasicPlan } from '../../loans/service.ts';
import { basicPlanWords, defaultTeaOf } from '../../servicing/memberships/service.ts';
import type { SignedLoan } from './queries.ts';
import { deliveryTermsOf } from '../../../countries/law/delivery.ts';

/** Accepted terms, found by the digest stored with the acceptance. */
export interface AcceptedTerms {
  readonly title: string;
  readonly version: string;
  readonly words: string;
}

/**
 * Facts of a stored loan for its documents: figures as stored at confirmation, texts as accepted. @throws if
 * the acceptance has no promissory note, which is a bug
 */
export function factsOf(
  loan: SignedLoan,
  terms: AcceptedTerms,
  { BRAND: brand, lenders }: Publisher,
): ContractFacts {
  const { country, rates, conditions, originationFee } = loan;
  const { taxRate, defaultInterest, schedule } = conditions;
  const rows = agreedRows(loan);
  const pack = packOf(country);
  const money = moneyOf(loan);
  const note = loan.acceptance.documents.find(({ name }) => name === 'pagare');
  if (note?.text === undefined) throw new Error(`the loan ${loan.publicId} has no promissory note`);
  const [noteTitle = '', ...noteParagraphs] = note.text.split('\n\n');
  const total = (of: (row: ScheduleRow) => Centavos) => money(sum(schedule.rows.map(of)));
  return {
    brand,
    // Loans accepted before parties were stored have the current lender: the company did not change with the
    // release.
    lender: lenderRows(pack, note.parties?.lender ?? lenders[country]),
    domicile: note.parties?.domicile ?? '',
    language: pack.locale,
    loanNumber: String(loan.id),
    customer: `${loan.firstName} ${loan.lastName}`.normalize('NFC'),
    documentLabel: pack.mainDocument,
    document: writtenDocument(country, loan.documentNumber),
    email: loan.email,
    currency: loan.currency,
    principal: money(loan.principal),
    delivered: money(loan.delivered),
    originationFee: money(add(originationFee.net, originationFee.tax)),
    tna: formatPercentExact(rates.tna),
    tea: formatPercentExact(rates.tea),
    cftna: formatPercentExact(rates.cftna),
    cftea: formatPercentExact(rates.cfteaDated),
    cfteaWithMembership: rates.cfteaWithMembership === undefined ? '' : formatCost(rates.cfteaWithMembership),
    defaultRate: formatPercentExact(defaultInterest.annualRate),
    defaultTea:
      pack.tasaSigla === 'TEA' ? formatPercentExact(defaultEffectiveRate(defaultInterest.annualRate)) : null,
    defaultMonths: defaultInterest.endsAfterMonths ?? 0,
    taxRate: formatPercentExact(taxRate),
    instalments: schedule.rows.length,
    payment: money(schedule.instalment),
    interestTotal: total(({ interest }) => interest),
    taxTotal: total(({ tax }) => tax),
    chargesTotal: total(chargesOf),
    finalAmount: money(loan.finalAmount),
    deliveryRule: deliveryRule(country, localDate(loan.createdAt, country)),
    delivery: deliveryOf(loan),
    withdrawal: pack.withdrawalNote,
    isMembership: loan.isMembership,
    basicPlan: loan.basicPlan ? clauseOf(country, loan.basicPlan) : '',
    schedule: rows.map((row) => {
      const { principal, interest, tax, amount, balance } = row;
      const amounts = [principal, interest, tax, chargesOf(row), amount, balance];
      return [String(row.number), formatDate(row.dueDate), ...amounts.map(money)];
    }),
    laterDays: rows
      .filter((row) => row.payableUntil > row.dueDate)
      .map((row) => `cuota ${row.number}, hasta el ${weekdayDate(row.payableUntil)}`),
    terms: { title: terms.title, version: terms.version, paragraphs: terms.words.split('\n\n') },
    note: { title: noteTitle, version: note.version, paragraphs: noteParagraphs },
    evidence: evidenceOf(loan),
  };
}

/** Agreed plan, even if a late delivery has moved the dates. */
function agreedRows({ country, conditions, daysMoved }: SignedLoan): readonly ScheduleRow[] {
  const { rows } = conditions.schedule;
  if (daysMoved === 0) return rows;
  return rows.map((row) => {
    const dueDate = addDays(row.dueDate, -daysMoved);
    return { ...row, dueDate, payableUntil: payableUntil(country, dueDate, holidaysOf(country)) };
  });
}

function clauseOf(country: CountryCode, basic: StoredBasicPlan): string {
  return basicPlanClause({
    ...basicPlanWords(country, basic),
    cftDated: formatPercentExact(basic.rates.cfteaDated),
    costName: packOf(country).totalCost.inText,
    defaultTea: defaultTeaOf(country, basic.terms.defaultInterest),
  });
}

function chargesOf({ fee, feeTax }: ScheduleRow): Centavos {
  return add(fee, feeTax);
}

const waysToDeliver: Readonly<Record<string, string>> = {
  'bank-transfer': 'Transferencia a la cuenta',
  'red-pagos': `En efectivo por ${redPagos.name}, con el documento`,
  pdv: 'En efectivo en',
};

function deliveryOf(loan: SignedLoan): string {
  const way = waysToDeliver[loan.deliveryType] ?? loan.deliveryType;
  const point = pickupPointsOf(loan.country).find(({ id }) => id === loan.deliveryPoint);
  return point ? `${way} ${point.name}, ${point.address}, ${point.city}` : `${way} ${loan.destination}`;
}

function evidenceOf({
  acceptance: { at, address, device, documents },
  country,
}: SignedLoan): ContractFacts['evidence'] {
  return {
    at,
    utc: `${writtenTime(at, 'UTC')} UTC`,
    local: `${writtenTime(at, packOf(country).timeZone)}, hora de ${packOf(country).country}`,
    address,
    device: device === '' ? 'No informado' : device,
    documents: documents.map(({ name, version, sha256 }) => [textName(name, country), version, sha256]),
  };
}

const textNames: Readonly<Record<string, string>> = {
  terminos: 'Términos y condiciones',
  privacidad: 'Política de privacidad',
};

function textName(name: string, country: CountryCode): string {
  return name === 'pagare' ? packOf(country).note : (textNames[name] ?? name);
}

function moneyOf({ currency }: Pick<SignedLoan, 'currency'>): (amount: Centavos) => string {
  return (amount) => formatMoney(amount, currency);
}

/** Rule of docs/product/loan-and-money.md#from-the-money-on, as worded in the contract. */
export function deliveryRule(code: CountryCode, confirmedOn: CalendarDate): string {
  const { onTimeBusinessDays, canceledAfterDays } = deliveryTermsOf(code, confirmedOn);
  return `Antes de entregar el dinero no corren intereses ni vence ninguna cuota. Si se entrega dentro de los ${onTimeBusinessDays} días hábiles de la confirmación, valen las fechas de este plan. Si se entrega después, todos los vencimientos se corren los días corridos que pasaron entre la confirmación y la entrega, los importes no cambian, y te avisamos antes de enviar el dinero para que puedas cancelar sin costo. Si pasan ${canceledAfterDays} días corridos sin que salga, el préstamo queda cancelado y no debés nada.`;
}
