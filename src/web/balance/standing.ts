import { DEFAULT_THRESHOLD_DAYS } from '../../domain/standing/instalment-state.ts';
import { untilWords } from '../../countries/payable-words.ts';
import type { Tone } from '../../ui/tag.tsx';
import type { Account, Instalment } from './balance-query.ts';
import { stateNames } from './texts.ts';

/** Drawing style of a state: paid, overdue, not yet due, or under way. */
type Look = 'paid' | 'late' | 'default' | 'pending';

/** More than 30 days overdue (docs/product/loan-and-money.md#default-after). */
export const isDefault = ({ state_name, days_late }: Instalment): boolean =>
  state_name === 'delayed' && days_late > DEFAULT_THRESHOLD_DAYS;

/** Paid for the customer, whether the money has arrived or not: 'waiting' is Pagada too. */
export const isPaid = ({ payed, state_name }: Instalment): boolean => payed || state_name === 'waiting';

/** True if the instalment is part of an open payment. */
export const isUnderWay = ({ state_name }: Instalment): boolean =>
  state_name === 'coupon' || state_name === 'online';

/**
 * The name of an instalment's state (docs/product/loan-and-money.md#instalment-states); one that paying ahead
 * took out of the plan was never paid as such.
 */
export function stateName(instalment: Instalment): string {
  if (instalment.advance) return stateNames.advance;
  return isDefault(instalment) ? stateNames.default : stateNames[instalment.state_name];
}

/**
 * 'hasta el lunes 14-12-2026 sin recargo' for an instalment that is not overdue and due on a non-business
 * day; else '' (docs/product/loan-and-money.md#instalment-states).
 */
export function laterDayOf(instalment: Instalment): string {
  return instalment.days_late > 0 ? '' : lastDayOf(instalment);
}

/** The same for any unpaid instalment, overdue ones included. */
export function lastDayOf(instalment: Instalment): string {
  const { due_date_format: due, payable_until_format: until } = instalment;
  return isPaid(instalment) ? '' : untilWords({ due, until });
}

const looks: Record<Instalment['state_name'], Look> = {
  pending: 'pending',
  delayed: 'late',
  late: 'paid',
  waiting: 'paid',
  payed: 'paid',
  coupon: 'pending',
  online: 'pending',
};

export function lookOf(instalment: Instalment): Look {
  return isDefault(instalment) ? 'default' : looks[instalment.state_name];
}

const tones: Record<Look, Tone> = { paid: 'good', late: 'late', default: 'bad', pending: 'off' };

export const toneOf = (instalment: Instalment): Tone => tones[lookOf(instalment)];

/** Unpaid instalments by due date, then paid ones, newest first. */
export function inReadingOrder(instalments: readonly Instalment[]): Instalment[] {
  const byNumber = instalments.toSorted((a, b) => a.number - b.number);
  return [...byNumber.filter((each) => !isPaid(each)), ...byNumber.filter(isPaid).toReversed()];
}

/** The head of the screen in figures, currency units. */
export function overview({ installments, date }: Account) {
  const open = inReadingOrder(installments).filter((each) => !isPaid(each));
  const free = open.filter(({ payment }) => payment === null);
  const delayed = free.filter(({ days_late }) => days_late > 0);
  return {
    open,
    /** Overdue, and not being paid. */
    delayed,
    /** Due, and not being paid. */
    due: free.filter(({ due_date }) => due_date <= date),
    /** An instalment covered by credit is not the next payment. */
    next: free.find(({ due_date, amount }) => due_date > date && amount > 0),
    isDefault: delayed.some(isDefault),
    defaultInterest: delayed.reduce((sum, { interest_acum_amount }) => sum + interest_acum_amount, 0),
  };
}

/** Number of instalments; undefined once new ones, numbered after all others, have replaced some. */
export function countOf({ installments }: Pick<Account, 'installments'>): number | undefined {
  const real = installments.filter(({ shortfall }) => !shortfall);
  return real.every(({ number }) => number <= real.length) ? real.length : undefined;
}
