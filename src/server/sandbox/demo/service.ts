import { localDate } from '../../../countries/local-time.ts';
import { addDays, type CalendarDate, addMonthsAnchored, dayOfMonth } from '../../../domain/calendar-date.ts';
import type { Dependencies } from '../../dependencies.ts';
import { cancelUncheckedLoan, holdPayout, lockPayout } from '../../loans/service.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { lockName } from '../../platform/work/named-locks.ts';
import { noteForSandbox, sandboxNote } from '../../platform/sandbox-notes.ts';
import { hashPassword } from '../../customers/sessions/service.ts';
import { insertDemoCustomer, type Progress } from './customer.ts';
import { confirmDemoLoan, giveOffer, on, payDemoInstalments, payoutDemoLoan } from './loan.ts';
import { demoPassword, demoPeople, type DemoKind, type DemoPerson } from './people.ts';
import type { CountryCode } from '../../../countries/countries.ts';
import { holidaysOf } from '../../../countries/holidays.ts';
import { payableUntil } from '../../../countries/law/payable-until.ts';

/**
 * Confirmation day of a loan with its `number`-th instalment late since `daysAgo` days before a day: one or
 * more months earlier, on a day of the month that the due date preserves. If banks were closed, it is late
 * since the business day before.
 */
function confirmedFor(
  country: CountryCode,
  today: CalendarDate,
  daysAgo: number,
): { readonly date: CalendarDate; readonly number: number } {
  const since = addDays(today, -daysAgo);
  let due = since;
  while (payableUntil(country, due, holidaysOf(country)) > since) due = addDays(due, -1);
  const anchor = dayOfMonth(due);
  // Two months earlier such a day may not exist (a 31st); it then exists one, three or four months earlier.
  for (const number of [2, 1, 3, 4]) {
    const date = addMonthsAnchored(due, -number, anchor);
    if (dayOfMonth(date) === anchor) return { date, number };
  }
  throw new Error(`no month before ${due} has its day`);
}

export interface DemoLogin {
  readonly country: string;
  readonly kind: DemoKind;
  readonly email: string;
  readonly documentNumber: string;
  readonly password: string;
}

/** Logins of the demo customers; `npm start` prints them. */
export function demoLogins(): DemoLogin[] {
  return demoPeople.map(({ country, kind, email, documentNumber }) => ({
    country,
    kind,
    email,
    documentNumber,
    password: demoPassword,
  }));
}

const marker = 'demo-customers';

/**
 * Creates the demo customers (docs/product/providers.md#demo-customers) by the product's own rules, dated
 * from the business clock at the first start. All or none; once per database; only with the sandbox on.
 */
export async function seedDemoCustomers(deps: Dependencies): Promise<void> {
  const { SANDBOX, DEMO_CUSTOMERS } = deps.config;
  if (!SANDBOX || !DEMO_CUSTOMERS || (await isSeeded(deps.db))) return;
  const passwordHash = await hashPassword(demoPassword);
  await transaction(deps.db, async (tx) => {
    // Two processes may start at once; the second waits here and finds the marker.
    await lockName(tx, marker);
    if (await isSeeded(tx)) return;
    for (const person of demoPeople) await seedPerson(tx, deps, person, passwordHash);
    await noteForSandbox(tx, marker, deps.clock.now().toISOString());
  });
}

async function isSeeded(db: Dependencies['db'] | Tx): Promise<boolean> {
  return (await sandboxNote(db, marker)) !== undefined;
}

async function seedPerson(
  tx: Tx,
  deps: Dependencies,
  person: DemoPerson,
  passwordHash: string,
): Promise<void> {
  const today = localDate(deps.clock.now(), person.country);
  const { date, progress } = storyOf(person, today);
  const then = on(deps, date, person.country);
  const customerId = await insertDemoCustomer(tx, then, person, { passwordHash, progress });
  await giveOffer(tx, then, person, customerId);
  if (progress !== 'all') return;
  const loan = await confirmDemoLoan(tx, then, person, customerId, person.kind === 'membership');
  if (person.kind === 'in-send') {
    const order = await lockPayout(tx, loan.loanId);
    if (order) await holdPayout(tx, then, order, heldForDemo);
    return;
  }
  if (person.kind === 'canceled') {
    await cancelUncheckedLoan(tx, then, loan.loanId, 'customer');
    return;
  }
  await payoutDemoLoan(tx, then, loan);
  await payDemoInstalments(tx, deps, person, loan, paidInstalments(person, today));
}

/** Hold as staff place one: the borrower is given no day, and the console says why. */
const heldForDemo = { by: 'El sistema', reason: 'Ejemplo de un envío retenido' };

type Who = Pick<DemoPerson, 'kind' | 'country'>;

interface Story {
  /** Day on which the person registered and, if applicable, confirmed. */
  readonly date: CalendarDate;
  readonly progress: Progress;
}

function storyOf({ kind, country }: Who, today: CalendarDate): Story {
  switch (kind) {
    case 'new':
      return { date: today, progress: 'nothing' };
    case 'half-done':
      return { date: today, progress: 'half' };
    case 'in-send':
      return { date: today, progress: 'all' };
    case 'current':
      return { date: addDays(today, -75), progress: 'all' };
    case 'delayed-10':
      return { date: confirmedFor(country, today, 10).date, progress: 'all' };
    case 'delayed-45':
      return { date: confirmedFor(country, today, 45).date, progress: 'all' };
    case 'finished':
      return { date: addDays(today, -200), progress: 'all' };
    case 'canceled':
      return { date: addDays(today, -5), progress: 'all' };
    case 'membership':
      return { date: addDays(today, -8), progress: 'all' };
  }
}

/** Days late of each paid instalment. */
function paidInstalments({ kind, country }: Who, today: CalendarDate): number[] {
  switch (kind) {
    case 'current':
      return [0, 4];
    case 'delayed-10':
      return Array<number>(confirmedFor(country, today, 10).number - 1).fill(0);
    case 'delayed-45':
      return Array<number>(confirmedFor(country, today, 45).number - 1).fill(0);
    case 'finished':
      return [0, 0, 3, 0, 0, 0];
    case 'new':
    case 'half-done':
    case 'in-send':
    case 'canceled':
    case 'membership':
      return [];
  }
}
