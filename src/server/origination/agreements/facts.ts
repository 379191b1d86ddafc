import type { ContractFacts } from '../../../countries/papers/loan-contract.ts';
import { writtenDocument } from '../../../countries/identifiers/document.ts';
import { packOf } from '../../../countries/index.ts';
import { pickupPointsOf } from '../../../countries/lists.ts';
import { redPagos } from '../../../countries/red-pagos.ts';
import { calendarDate, formatDate } from '../../../domain/calendar-date.ts';
import { centavos, formatMoney } from '../../../domain/money.ts';
import { formatPercentExact } from '../../../domain/rate.ts';
import type { SignedLoan } from './queries.ts';

/** The words of the accepted terms, found by the digest that the acceptance keeps. */
export interface AcceptedTerms {
  readonly title: string;
  readonly version: string;
  readonly words: string;
}

/**
 * What the papers say of a stored loan: every figure as it was stored at confirmation, every text as it was
 * accepted.
 * @throws when the acceptance has no promissory note: a fault of the program
 */
export function factsOf(loan: SignedLoan, terms: AcceptedTerms, brand: string): ContractFacts {
  const { country, rates, documents } = loan;
  const pack = packOf(country);
  const money = moneyOf(loan);
  const note = documents.find(({ name }) => name === 'pagare');
  if (note?.text === undefined) throw new Error(`the loan ${loan.public_id} has no promissory note`);
  const [noteTitle = '', ...noteParagraphs] = note.text.split('\n\n');
  const { originationFee, taxRate, defaultInterest } = loan.terms;
  return {
    brand,
    language: pack.locale,
    loanId: loan.public_id,
    customer: `${loan.first_name} ${loan.last_name}`.normalize('NFC'),
    documentLabel: pack.mainDocument,
    document: writtenDocument(country, loan.document_number),
    email: loan.email,
    currency: loan.currency,
    principal: money(loan.principal),
    delivered: money(loan.amount_delivered),
    originationFee: money(originationFee.net + originationFee.tax),
    tna: formatPercentExact(rates.tna),
    tea: formatPercentExact(rates.tea),
    cftna: formatPercentExact(rates.cftna),
    cfteaPeriodic: formatPercentExact(rates.cftea),
    cfteaDated: formatPercentExact(rates.cfteaDated),
    defaultRate: formatPercentExact(defaultInterest.annualRate),
    taxRate: formatPercentExact(taxRate),
    instalments: loan.instalment_count,
    payment: money(loan.instalment_amount),
    ...totalsOf(loan),
    finalAmount: money(loan.final_amount),
    interestFrom: shownDate(loan.interest_from),
    delivery: deliveryOf(loan),
    withdrawal: pack.withdrawalNote,
    isMembership: loan.is_membership,
    schedule: scheduleRows(loan),
    terms: { title: terms.title, version: terms.version, paragraphs: terms.words.split('\n\n') },
    note: { title: noteTitle, version: note.version, paragraphs: noteParagraphs },
    evidence: evidenceOf(loan),
  };
}

function totalsOf({ schedule, currency }: SignedLoan) {
  const money = moneyOf({ currency });
  let [interest, tax, charges] = [0, 0, 0];
  for (const row of schedule) {
    interest += row[3];
    tax += row[4];
    charges += row[5] + row[6];
  }
  return { interestTotal: money(interest), taxTotal: money(tax), chargesTotal: money(charges) };
}

function scheduleRows({ schedule, principal, currency }: SignedLoan): string[][] {
  const money = moneyOf({ currency });
  let balance = principal;
  return schedule.map(([number, due, capital, interest, tax, fee, feeTax]) => {
    balance -= capital;
    const charges = fee + feeTax;
    const amounts = [capital, interest, tax, charges, capital + interest + tax + charges, balance];
    return [String(number), shownDate(due), ...amounts.map(money)];
  });
}

const waysToDeliver: Readonly<Record<string, string>> = {
  'bank-transfer': 'Transferencia a la cuenta',
  'red-pagos': `En efectivo por ${redPagos.name}, con el documento`,
  pdv: 'En efectivo en',
};

function deliveryOf(loan: SignedLoan): string {
  const way = waysToDeliver[loan.delivery_type] ?? loan.delivery_type;
  const point = pickupPointsOf(loan.country).find(({ id }) => id === loan.delivery_point);
  return point ? `${way} ${point.name}, ${point.address}, ${point.city}` : `${way} ${loan.destination}`;
}

function evidenceOf({ at, address, device, documents, country }: SignedLoan): ContractFacts['evidence'] {
  return {
    at,
    utc: at.toISOString().replace('T', ' ').replace('Z', ' UTC'),
    local: localTime(at, packOf(country)),
    address,
    device: device === '' ? 'No informado' : device,
    documents: documents.map(({ name, version, sha256 }) => [textNames[name] ?? name, version, sha256]),
  };
}

const textNames: Readonly<Record<string, string>> = {
  terminos: 'Términos y condiciones',
  privacidad: 'Política de privacidad',
  pagare: 'Pagaré',
};

function localTime(
  at: Date,
  { timeZone, locale, country }: { timeZone: string; locale: string; country: string },
) {
  const shown = new Intl.DateTimeFormat(locale, {
    timeZone,
    hourCycle: 'h23',
    dateStyle: 'long',
    timeStyle: 'medium',
  }).format(at);
  return `${shown}, hora de ${country}`;
}

/** Amounts as the contract writes them. */
function moneyOf({ currency }: Pick<SignedLoan, 'currency'>): (amount: number) => string {
  return (amount) => formatMoney(centavos(amount), currency);
}

function shownDate(date: string): string {
  return formatDate(calendarDate(date));
}
