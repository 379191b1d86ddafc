import { hasSuitableAge } from '../../../countries/identifiers/birthdate.ts';
import { type BureauRecord, type PriceList, type Segment, segmentOf } from '../../../countries/price-list.ts';
import { ageOn, type CalendarDate } from '../../../domain/calendar-date.ts';
import type { BureauReport } from '../../integrations/bureau/port.ts';

/** What decided; kept in the decision log. */
export type DecisionRule = 'age' | 'bureau-bad' | 'bureau-none' | 'bureau-good' | 'no-segment';

export interface Decision {
  readonly rule: DecisionRule;
  /** What the person may borrow; undefined is a rejection. */
  readonly segment: Segment | undefined;
}

export interface Applicant {
  readonly birthdate: CalendarDate;
  /** The local date. */
  readonly today: CalendarDate;
}

/** Whether the age alone rejects (docs/product/signup-and-login.md#age); the bureau is then not asked. */
export function isRejectedByAge({ birthdate, today }: Applicant): boolean {
  return !hasSuitableAge(birthdate, today);
}

/** Who may borrow how much: a pure function of the person's age, the bureau's answer and the price list. */
export function decide(applicant: Applicant, report: BureauReport | undefined, list: PriceList): Decision {
  if (isRejectedByAge(applicant)) return { rule: 'age', segment: undefined };
  if (!report) throw new Error('a person of suitable age is decided with a bureau report');
  const segment = segmentOf(list, recordOf(report));
  if (report.standing === 'bad') return { rule: 'bureau-bad', segment: undefined };
  // A list may leave a grade or the people without a record out: then there is nothing to offer them.
  return segment ? { rule: `bureau-${report.standing}`, segment } : { rule: 'no-segment', segment };
}

/** What the decision log keeps as inputs: facts, neither the document nor the bureau's whole answer. */
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
