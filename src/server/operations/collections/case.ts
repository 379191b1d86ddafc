import type { CollectionCase } from '../../../contract/staff/collections.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { contactTermsOf } from '../../../countries/law/contact-terms.ts';
import { localDate } from '../../../countries/local-time.ts';
import { addDays, type CalendarDate } from '../../../domain/calendar-date.ts';
import { centavos, toUnits, type Centavos } from '../../../domain/money.ts';
import type { ContactChannel } from '../../../domain/contact-gate.ts';
import { loanStanding, payoffToPay, type LoanStanding } from '../../../domain/standing/standing.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Queryable, Tx } from '../../platform/database.ts';
import { contactHistory, hardshipOf, owedOn, promisesOf } from '../../servicing/collections/service.ts';
import { maskEmail, maskPhone } from '../../staff/masks/service.ts';
import { membersWho } from '../../staff/team/service.ts';
import { paymentsOf } from '../customers/service.ts';
import { gateAnswers } from './gate.ts';
import { isTaken, storedCase } from './reserve.ts';
import { standingsOf, type CaseStanding, type StandingLoan } from './standing.ts';

/** Contacts, promises and payments shown; the customer's page has all. */
const mostShown = 50;

interface Person {
  readonly id: number;
  readonly country: CountryCode;
  readonly first_name: string;
  readonly last_name: string;
  readonly cellphone: string;
  readonly email: string;
}

/** Debt, contacts and promises of a customer. @param day for `due_on_day`; default: tomorrow */
export async function wholeCase(
  db: Tx,
  deps: Dependencies,
  person: Person,
  { staffId, day }: { readonly staffId: number; readonly day?: CalendarDate | undefined },
): Promise<CollectionCase> {
  const { id, country } = person;
  const now = deps.clock.now();
  const today = localDate(now, country);
  const then = day !== undefined && day > today ? day : addDays(today, 1);
  const standings = await standingsOf(db, [id], today);
  const standing = standings.get(id);
  const gate = await gateAnswers(db, deps, country, { standings, staffId });
  const hardship = (await hardshipOf(db, id)).find(({ until }) => until >= today);
  const stored = await storedCase(db, id);
  const contacts = await contactsOf(db, id, staffId);
  const people = await membersWho(db, 'collections.work', country);
  return {
    customer: String(id),
    country,
    person: `${person.first_name} ${person.last_name}`.trim(),
    phone: maskPhone(person.cellphone),
    email: maskEmail(person.email),
    version: stored.version,
    today,
    day: then,
    promise_until: addDays(today, contactTermsOf(country, today).promiseDays),
    ...factorsOf(standing, country),
    loans: (standing?.loans ?? []).map((each) => debtOf(each, today, then)),
    gate: [...(gate.get(id) ?? [])],
    ...contacts,
    promises: await promisesShown(db, deps, person),
    payments: (await paymentsOf(db, id)).slice(0, mostShown).map((row) => ({
      id: String(row.id),
      loan: String(row.loan_id),
      value_date: row.value_date,
      amount: toUnits(centavos(row.amount)),
      currency: row.currency,
      source: row.source,
      reversed_on: row.reversed_on ?? '',
    })),
    hardship_until: hardship?.until ?? '',
    assigned: stored.assigned ?? '',
    assigned_to: stored.assigned_to === null ? '' : String(stored.assigned_to),
    next_look: stored.next_look ?? '',
    ...reservationOf(stored, staffId, now),
    people: people.map(({ id: member, name }) => ({ id: String(member), name })),
  };
}

function reservationOf(stored: Awaited<ReturnType<typeof storedCase>>, staffId: number, now: Date) {
  const isReserved = stored.reserved_until !== null && stored.reserved_until > now;
  return {
    reserved_by: isReserved ? (stored.reserver ?? '') : '',
    is_taken: isTaken(stored, staffId, now),
    reserved_until: isReserved ? (stored.reserved_until?.toISOString() ?? '') : '',
  };
}

function factorsOf(standing: CaseStanding | undefined, country: CountryCode) {
  return {
    days_late: standing?.daysLate ?? 0,
    overdue: toUnits(standing?.overdue ?? centavos(0)),
    currency: standing?.currency ?? packOf(country).currency,
    broken_promises: standing?.brokenPromises ?? 0,
    priority: standing?.priority ?? 0,
  };
}

const isOverdue = ({ payableUntil, settledOn }: LoanStanding['instalments'][number], day: CalendarDate) =>
  settledOn === null && payableUntil < day;

/** Increase by tomorrow of the instalments that are overdue today. */
function costOfDay({ loan, standing }: StandingLoan, today: CalendarDate): Centavos {
  const tomorrow = loanStanding(loan.conditions, loan.payments, addDays(today, 1));
  const overdue = standing.instalments.filter((each) => isOverdue(each, today));
  const totalThen = (number: number) =>
    tomorrow.instalments.find((each) => each.number === number)?.total ?? 0;
  return centavos(overdue.reduce((more, { number, total }) => more + totalThen(number) - total, 0));
}

function debtOf(
  each: StandingLoan,
  today: CalendarDate,
  then: CalendarDate,
): CollectionCase['loans'][number] {
  const { loan, standing } = each;
  const overdue = standing.instalments.filter((instalment) => isOverdue(instalment, today));
  return {
    id: String(loan.id),
    public_id: loan.publicId,
    currency: loan.currency,
    days_late: standing.daysLate,
    overdue: toUnits(standing.overdue),
    due: toUnits(owedOn(loan, today)),
    per_day: toUnits(costOfDay(each, today)),
    payoff: toUnits(payoffToPay(standing)),
    due_on_day: toUnits(owedOn(loan, then)),
    overdue_instalments: overdue.map(({ number, payableUntil, total }) => ({
      number,
      payable_until: payableUntil,
      owed: toUnits(total),
    })),
  };
}

/** Contacts, newest first, and the person's own call that still lacks a result. */
async function contactsOf(
  db: Queryable,
  customerId: number,
  staffId: number,
): Promise<Pick<CollectionCase, 'contacts' | 'open_contact'>> {
  const rows = await contactHistory(db, customerId, mostShown);
  const names = await staffNames(
    db,
    rows.flatMap(({ staffId: by }) => (by === null ? [] : [by])),
  );
  const open = rows.find(
    ({ channel, staffId: by, result }) => channel === 'call' && by === staffId && result === null,
  );
  return {
    open_contact: open ? String(open.id) : '',
    contacts: rows.map(({ id, at, channel, kind, staffId: by, result, note }) => ({
      id: String(id),
      at: at.toISOString(),
      channel: channel as ContactChannel,
      kind,
      by: by === null ? '' : (names.get(by) ?? ''),
      result: result ?? '',
      note,
    })),
  };
}

async function staffNames(db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('staff_member')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Promises, newest first, each judged by the payments that count now. */
async function promisesShown(
  db: Queryable,
  deps: Pick<Dependencies, 'clock'>,
  { id, country }: Person,
): Promise<CollectionCase['promises']> {
  const promises = (await promisesOf(db, deps, id)).slice(0, mostShown);
  const names = await staffNames(
    db,
    promises.flatMap(({ staffId }) => (staffId === null ? [] : [staffId])),
  );
  return promises.map((promise) => ({
    id: promise.publicId,
    loan: String(promise.loanId),
    amount: toUnits(promise.amount),
    currency: packOf(country).currency,
    made_on: promise.madeOn,
    until: promise.until,
    is_extended: promise.isExtended,
    state: promise.state,
    paid: toUnits(promise.paid),
    by: promise.staffId === null ? '' : (names.get(promise.staffId) ?? ''),
  }));
}
