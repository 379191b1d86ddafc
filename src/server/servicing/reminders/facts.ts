import { paths } from '../../../contract/paths.ts';
import { cardName } from '../../../countries/identifiers/cards.ts';
import { packOf } from '../../../countries/index.ts';
import type {
  DebitAhead,
  RemindedInstalment,
  ReminderFacts,
} from '../../../countries/messages/reminder-messages.ts';
import { reminderStage } from '../../../countries/law/reminders.ts';
import { paymentMethodsOf } from '../../../countries/payment-methods.ts';
import { addDays, daysBetween, formatDate } from '../../../domain/calendar-date.ts';
import { centavos, formatMoney, subtract, sum, toUnits } from '../../../domain/money.ts';
import { loanStanding, type InstalmentStanding } from '../../../domain/standing/standing.ts';
import type { Contact } from '../../customers/preferences/service.ts';
import type { Dependencies } from '../../dependencies.ts';
import { openPaymentsOn, standingOf, type Loan } from '../../loans/service.ts';
import type { Tx } from '../../platform/database.ts';
import { publicUrlOf } from '../../platform/public-url.ts';
import type { Day } from '../../platform/work/daily.ts';
import { debitProspect, debitsOfLoans, type DebitProspect } from '../debits/service.ts';

/** Instalment that may be reminded of today, with the reminder's stage. */
export interface Remindable {
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

/** Inputs of a reminder's facts, other than the loan. */
interface Surroundings {
  readonly config: Dependencies['config'];
  readonly day: Day;
  readonly holidays: ReadonlySet<string>;
  readonly debits: Awaited<ReturnType<typeof debitsOfLoans>>;
}

/** Reads the state of the loans' debits. Read the loans first: a charge sent meanwhile shows as `charging`. */
export async function surroundingsOf(
  tx: Tx,
  { config, holidays, clock }: Pick<Dependencies, 'config' | 'holidays' | 'clock'>,
  day: Day,
  loans: readonly Loan[],
): Promise<Surroundings> {
  const ids = loans.map(({ id }) => id);
  const debits = await debitsOfLoans(tx, day, ids);
  return { config, day, holidays: holidays.knownAt(day.country, clock.now()), debits };
}

/**
 * Builds a reminder's figures for the day, with the debit and open payment of each instalment. @returns
 * undefined if there is nothing to remind of because everything is being charged
 */
export function factsOf(
  around: Surroundings,
  loan: Loan,
  { documentNumber }: Pick<Contact, 'documentNumber'>,
  chosen: readonly Remindable[],
): ReminderFacts | undefined {
  const { config, day } = around;
  const { currency } = packOf(loan.country);
  const known = chosen.flatMap(({ standing }) => {
    const prospect = debitProspect(around.debits.get(loan.id), standing, day, around.holidays);
    return prospect.kind === 'charging' ? [] : [{ standing, prospect }];
  });
  if (known.length === 0) return undefined;
  const tomorrow = loanStanding(loan.conditions, loan.payments, addDays(day.date, 1)).instalments;
  const instalments = known.map(({ standing, prospect }): RemindedInstalment => ({
    number: standing.number,
    count: loan.conditions.schedule.rows.length,
    amount: formatMoney(standing.toPay, currency),
    dueDate: formatDate(standing.dueDate),
    payableUntil: formatDate(standing.payableUntil),
    isDue: standing.dueDate <= day.date,
    daysLate: daysBetween(standing.payableUntil, day.date),
    credit: standing.credit > 0 ? formatMoney(standing.credit, currency) : '',
    debit: debitWords(prospect, day),
    openPayment: openPaymentWords(loan, standing.number, day),
    hasDefaultInterest: standing.dues.defaultInterest > 0,
  }));
  const total = sum(known.map(({ standing }) => standing.toPay));
  const numbers = new Set(known.map(({ standing }) => standing.number));
  const then = tomorrow.filter(({ number }) => numbers.has(number));
  const added = subtract(
    sum(then.map((each) => each.total)),
    sum(known.map(({ standing }) => standing.total)),
  );
  const balance = publicUrlOf(config, loan.country) + paths.balance(documentNumber);
  // The balance preselects overdue instalments, at the price of the day the link is opened.
  const isOverdue = instalments.every(({ daysLate }) => daysLate > 0);
  return {
    instalments,
    total: formatMoney(total, currency),
    perDay: added > 0 ? formatMoney(added, currency) : '',
    url: isOverdue ? balance : `${balance}?total=${toUnits(total)}`,
    helpUrl: publicUrlOf(config, loan.country) + paths.cannotPay(),
  };
}

function debitWords(prospect: Exclude<DebitProspect, { kind: 'charging' }>, { date }: Day): DebitAhead {
  switch (prospect.kind) {
    case 'planned': {
      const on = prospect.on === date ? 'hoy' : `el ${formatDate(prospect.on)}`;
      return { kind: 'planned', on, card: cardName(prospect.card.brand, prospect.card.lastFour) };
    }
    case 'declined':
      return { kind: 'declined', card: cardName(prospect.card.brand, prospect.card.lastFour) };
    case 'dropped':
    case 'none':
      return { kind: prospect.kind };
  }
}

function openPaymentWords({ openPayments, country, currency }: Loan, number: number, { date }: Day) {
  const open = openPaymentsOn(openPayments, date).get(number);
  if (!open) return undefined;
  const method = paymentMethodsOf(country).find(({ slug }) => slug === open.method)?.name ?? open.method;
  return {
    method,
    amount: formatMoney(centavos(open.amount), currency),
    until: formatDate(open.due_date),
  };
}
