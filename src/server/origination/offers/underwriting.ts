import { type CalendarDate, ageOn } from '../../../domain/calendar-date.ts';
import type { DocumentNumber } from '../../../countries/country.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { cuitsOfDni } from '../../../countries/identifiers/cuit.ts';
import { parseDni } from '../../../countries/identifiers/dni.ts';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import { fromUnits } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { after } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import { currentPriceList, type StoredPriceList } from './price-lists.ts';
import { insertDecision, insertOffer } from './queries.ts';
import { hasSuitableAge } from '../../../countries/identifiers/birthdate.ts';
import { type BureauRecord, type PriceList, type Segment, segmentOf } from '../../../countries/price-list.ts';
import type { BureauReport } from '../../integrations/bureau/port.ts';

/** Deciding rule, stored in the decision log. */
type DecisionRule = 'age' | 'bureau-bad' | 'bureau-none' | 'bureau-good' | 'no-segment';

interface Decision {
  readonly rule: DecisionRule;
  /** Segment that sets the maximum amount; undefined for a rejection. */
  readonly segment: Segment | undefined;
}

interface Applicant {
  readonly birthdate: CalendarDate;
  readonly today: CalendarDate;
}

/**
 * True if the age alone leads to a rejection (docs/product/signup-and-login.md#age); the bureau is then not
 * queried.
 */
function isRejectedByAge({ birthdate, today }: Applicant): boolean {
  return !hasSuitableAge(birthdate, today);
}

/** Decides the amount for a person: a pure function of age, bureau result and price list. */
export function decide(applicant: Applicant, report: BureauReport | undefined, list: PriceList): Decision {
  if (isRejectedByAge(applicant)) return { rule: 'age', segment: undefined };
  if (!report) throw new Error('a person of suitable age is decided with a bureau report');
  const segment = segmentOf(list, recordOf(report));
  if (report.standing === 'bad') return { rule: 'bureau-bad', segment: undefined };
  // A list may omit a grade, or people without a record: they get no offer.
  return segment ? { rule: `bureau-${report.standing}`, segment } : { rule: 'no-segment', segment };
}

/** Inputs stored in the decision log: facts only, without the document or the bureau's whole response. */
export function decisionInputs(
  { birthdate, today }: Applicant,
  report: BureauReport | undefined,
): Readonly<Record<string, unknown>> {
  return { today, age: ageOn(birthdate, today), bureau: report ?? null };
}

/** A good standing without a grade counts as the lowest. */
function recordOf({ standing, grade }: BureauReport): BureauRecord {
  return standing === 'good' ? { record: 'good', grade: grade ?? 1 } : { record: standing };
}

export interface Person {
  readonly country: CountryCode;
  readonly documentNumber: DocumentNumber;
  /** YYYY-MM-DD. */
  readonly birthdate: CalendarDate;
}

export interface Underwriting extends Decision {
  readonly country: CountryCode;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly priceList: StoredPriceList;
}

/**
 * Queries the bureau and decides. Call it before the transaction that stores the decision, because it calls a
 * provider. The bureau is not queried about a person rejected by age: there is no need to disclose their
 * number. @returns undefined if the bureau is unavailable; then nothing is decided
 */
export async function underwrite(
  { db, clock, ports, log }: Pick<Dependencies, 'db' | 'clock' | 'ports' | 'log'>,
  person: Person,
): Promise<Underwriting | undefined> {
  const { country, documentNumber } = person;
  const applicant: Applicant = {
    birthdate: person.birthdate,
    today: localDate(clock.now(), country),
  };
  const priceList = await currentPriceList(db, country, applicant.today);
  let report;
  if (!isRejectedByAge(applicant)) {
    try {
      report = await ports.bureau.report({ country, documentNumber, legalNumbers: legalNumbers(person) });
    } catch (error) {
      log.warn({ err: error, country }, 'the credit bureau could not be queried');
      return undefined;
    }
  }
  const decision = decide(applicant, report, priceList.list);
  return { ...decision, country, inputs: decisionInputs(applicant, report), priceList };
}

function legalNumbers({ country, documentNumber }: Person): readonly string[] {
  const dni = parseDni(documentNumber);
  return packOf(country).hasLegalNumber && dni.ok ? cuitsOfDni(dni.value) : [];
}

/** Stores the decision with the resulting offer or rejection. */
export async function storeUnderwriting(
  tx: Tx,
  { clock, random }: Pick<Dependencies, 'clock' | 'random'>,
  { country, segment, rule, inputs, priceList }: Underwriting,
  who: { readonly leadId?: number; readonly customerId?: number },
): Promise<void> {
  const now = clock.now();
  const { list } = priceList;
  const range = segment && { minAmount: fromUnits(list.minAmount), maxAmount: fromUnits(segment.maxAmount) };
  const decisionId = await insertDecision(tx, {
    country,
    ...who,
    inputs,
    rule,
    outcome: {
      approved: segment !== undefined,
      segment: segment?.name ?? null,
      maxAmount: segment?.maxAmount ?? null,
      priceList: list.version,
    },
    at: now,
  });
  await insertOffer(tx, {
    hash: random.token(),
    country,
    ...who,
    decisionId,
    priceListId: priceList.id,
    segment: segment?.name ?? '',
    minAmount: range?.minAmount ?? null,
    maxAmount: range?.maxAmount ?? null,
    createdAt: now,
    expiresAt: after(now, list.offerLifetimeDays, 'days'),
  });
}
