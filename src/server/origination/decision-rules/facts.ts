import { sql } from 'kysely';
import type { DocumentNumber } from '../../../countries/country.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { ageOn, type CalendarDate } from '../../../domain/calendar-date.ts';
import type { DecisionFacts } from '../../../domain/credit-decision.ts';
import { loanStanding } from '../../../domain/standing/standing.ts';
import type { BureauReport } from '../../integrations/bureau/port.ts';
import { loansById } from '../../loans/service.ts';
import { after } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';

export interface Person {
  readonly country: CountryCode;
  readonly documentNumber: DocumentNumber;
  /** YYYY-MM-DD. */
  readonly birthdate: CalendarDate;
  /** National number; '' if unknown. */
  readonly phone: string;
}

/** Counts are of no use beyond this. */
const mostCounted = 20;
/** Days of sign-ups that are counted. */
const signUpDays = 30;

/**
 * Facts about a person that need no bureau (docs/product/credit-decisions.md#facts). @param now for the
 * sign-ups of the last days
 */
export async function ownFacts(
  db: Queryable,
  { country, documentNumber, birthdate, phone }: Person,
  { today, now }: { readonly today: CalendarDate; readonly now: Date },
): Promise<DecisionFacts> {
  const { rows } = await sql<{
    finished: number;
    open: number[];
    shared: number;
    signups: number;
  }>`
    select
      (select count(*)::int from customer c join loan l on l.customer_id = c.id
        where c.country = ${country} and c.document_number = ${documentNumber} and l.state = 'finished') as finished,
      (select coalesce(json_agg(l.id), '[]') from customer c join loan l on l.customer_id = c.id
        where c.country = ${country} and c.document_number = ${documentNumber} and l.state = 'approved') as open,
      (select count(*)::int from (select from customer
        where country = ${country} and cellphone = ${phone} and ${phone} <> ''
          and document_number <> ${documentNumber} limit ${mostCounted}) s) as shared,
      (select count(*)::int from (select from lead
        where country = ${country} and document_number = ${documentNumber}
          and created_at > ${after(now, -signUpDays, 'days')} limit ${mostCounted}) s) as signups
  `.execute(db);
  const [own] = rows;
  if (!own) throw new Error('a query without a table gives a row');
  const loans = own.open.length === 0 ? [] : await loansById(db, own.open);
  const late = loans.map(({ conditions, payments }) => loanStanding(conditions, payments, today).daysLate);
  return {
    age: ageOn(birthdate, today),
    bureau: 'not-asked',
    grade: null,
    situation: null,
    lenders: null,
    finished_loans: own.finished,
    open_loans: own.open.length,
    days_late: Math.max(0, ...late),
    phone_shared: own.shared,
    document_signups: own.signups,
  };
}

/** Facts with the bureau's answer; undefined if it could not be asked. */
export function withBureau(facts: DecisionFacts, report: BureauReport | undefined): DecisionFacts {
  if (!report) return { ...facts, bureau: 'unavailable' };
  const { standing, grade } = report;
  return {
    ...facts,
    bureau: standing,
    // A good standing without a grade counts as the lowest.
    grade: standing === 'good' ? (grade ?? 1) : null,
    situation: numberOf(report.facts['worstSituation']),
    lenders: numberOf(report.facts['lenders']),
  };
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
