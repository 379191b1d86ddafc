import { paths } from '../../../contract/paths.ts';
import { packOf } from '../../../countries/index.ts';
import type { RemindedInstalment, ReminderFacts } from '../../../countries/messages/reminder-messages.ts';
import { reminderStage } from '../../../countries/law/reminders.ts';
import { daysBetween, formatDate } from '../../../domain/calendar-date.ts';
import { formatMoney, sum, toUnits } from '../../../domain/money.ts';
import type { InstalmentStanding } from '../../../domain/standing/standing.ts';
import type { Contact } from '../../customers/preferences/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { standingOf, type Loan } from '../../loans/service.ts';
import { publicUrlOf } from '../../platform/public-url.ts';

/** An instalment that a reminder may be about today, and which of its reminders that would be. */
interface Remindable {
  readonly standing: InstalmentStanding;
  readonly kind: string;
}

/**
 * Owed instalments that have reached a stage, oldest first. An instalment with a card payment in progress
 * counts as paid, as the borrower believes.
 */
export function remindableOf(loan: Loan, now: Date): Remindable[] {
  const { date, owed } = owedOf(loan, now);
  return owed.flatMap((standing) => {
    const stage = reminderStage(loan.country, standing.payableUntil, date);
    return stage ? [{ standing, kind: stage.kind }] : [];
  });
}

/** Instalments payable today, oldest first: all that are due, else the next one. */
export function payableOf(loan: Loan, now: Date): Remindable[] {
  const { date, owed } = owedOf(loan, now);
  const due = owed.filter(({ dueDate }) => dueDate <= date);
  return (due.length > 0 ? due : owed.slice(0, 1)).map((standing) => ({ standing, kind: 'asked' }));
}

function owedOf(loan: Loan, now: Date) {
  const { date, instalments } = standingOf(loan, now);
  const owed = instalments.filter(
    ({ settledOn, toPay, state }) => settledOn === null && toPay > 0 && state !== 'waiting',
  );
  return { date, owed: loan.state === 'approved' ? owed : [] };
}

/** The figures of a reminder as of the day of the standings. */
export function factsOf(
  config: Dependencies['config'],
  loan: Loan,
  { documentNumber }: Pick<Contact, 'documentNumber'>,
  chosen: readonly Remindable[],
  date: InstalmentStanding['dueDate'],
): ReminderFacts {
  const { currency } = packOf(loan.country);
  const instalments = chosen.map(({ standing }): RemindedInstalment => ({
    number: standing.number,
    count: loan.conditions.schedule.rows.length,
    amount: formatMoney(standing.toPay, currency),
    dueDate: formatDate(standing.dueDate),
    payableUntil: formatDate(standing.payableUntil),
    isDue: standing.dueDate <= date,
    daysLate: daysBetween(standing.payableUntil, date),
  }));
  const total = sum(chosen.map(({ standing }) => standing.toPay));
  const balance = publicUrlOf(config, loan.country) + paths.balance(documentNumber);
  // The balance preselects overdue instalments, at the price of the day that the link is opened.
  const isOverdue = instalments.every(({ daysLate }) => daysLate > 0);
  return {
    instalments,
    total: formatMoney(total, currency),
    url: isOverdue ? balance : `${balance}?total=${toUnits(total)}`,
  };
}
