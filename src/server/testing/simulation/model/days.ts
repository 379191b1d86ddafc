import { debitAttemptOn, lastDueDateAnnouncedOn } from '../../../../countries/law/debits.ts';
import { membershipRetryDay } from '../../../../countries/law/withdrawal-window.ts';
import { holidaysOf } from '../../../../countries/holidays.ts';
import {
  addBusinessDays,
  addDays,
  type CalendarDate,
  isBusinessDay,
} from '../../../../domain/calendar-date.ts';
import { PAYMENT_HOLDS_DAYS } from '../../../../countries/payment-methods.ts';
import { endRequest, type LoanModel } from './loan.ts';
import type { PersonModel } from './person.ts';

/** What a day brings to a customer, in the order of the product's daily jobs. */
export function workOfDay(person: PersonModel, day: CalendarDate): void {
  for (const loan of person.loans)
    if (loan.isExpired(day)) {
      loan.payout = 'failed';
      person.follow(loan, day);
    }
  // Money in favour has paid what fell due, and may have finished the loan.
  for (const loan of person.loans) if (loan.noted === 'approved') person.follow(loan, day);
  person.moveCredit(day);
  for (const loan of person.loans) announce(person, loan, day);
  if (isBusinessDay(day, holidaysOf(person.country)))
    for (const loan of person.loans) attempt(person, loan, day);
  for (const { withdrawal } of person.loans)
    if (withdrawal?.state === 'return-due' && withdrawal.until < addDays(day, -PAYMENT_HOLDS_DAYS.overdue))
      withdrawal.state = 'lapsed';
  for (const loan of person.loans) chargeMembership(person, loan, day);
}

function isBarred({ withdrawal }: LoanModel, day: CalendarDate): boolean {
  return withdrawal?.state === 'return-due' && withdrawal.until >= day;
}

function announce(person: PersonModel, loan: LoanModel, day: CalendarDate): void {
  const { card, country } = person;
  if (card === undefined || loan.state(day) !== 'approved' || isBarred(loan, day)) return;
  const until = lastDueDateAnnouncedOn(day, holidaysOf(country));
  for (const { cell, credit } of loan.on(day).owing()) {
    if (cell.due < day || cell.due > until || cell.payable - credit <= 0 || loan.debits.has(cell.number))
      continue;
    const on = debitAttemptOn(cell.due, holidaysOf(country));
    if (card.savedOn <= on)
      loan.debits.set(cell.number, { attemptOn: on > day ? on : day, state: 'announced' });
  }
}

function attempt(person: PersonModel, loan: LoanModel, day: CalendarDate): void {
  const due = [...loan.debits].filter(
    ([, { state, attemptOn }]) => state === 'announced' && attemptOn <= day,
  );
  due.sort(([, one], [, other]) =>
    one.attemptOn < other.attemptOn ? -1 : one.attemptOn > other.attemptOn ? 1 : 0,
  );
  for (const [number, debit] of due) {
    const row = loan
      .on(day)
      .owing()
      .find(({ cell }) => cell.number === number);
    const isOwed = row !== undefined && row.cell.settledOn === null && row.cell.payable - row.credit > 0;
    const isPutOff = isBarred(loan, day) || (isOwed && loan.isTaken(number, day));
    const isDue = loan.state(day) === 'approved' && row !== undefined && row.cell.until >= day;
    const next = addBusinessDays(day, 1, holidaysOf(person.country));
    if (isDue && isPutOff && next <= row.cell.until) {
      debit.attemptOn = next;
      continue;
    }
    if (!isDue || !isOwed || isPutOff || person.card === undefined) {
      debit.state = 'skipped';
      continue;
    }
    debit.charged = { on: day, amount: row.cell.payable - row.credit };
    debit.state = 'charging';
    if (person.card.kind === 'declined') debit.state = 'declined';
    if (person.card.kind === 'approved') settleDebit(person, loan, number, day);
  }
}

/** The gateway has taken the money. */
export function settleDebit(person: PersonModel, loan: LoanModel, number: number, day: CalendarDate): void {
  const debit = loan.debits.get(number);
  if (debit?.charged === undefined) return;
  const { on, amount } = debit.charged;
  debit.state = 'approved';
  const source = 'instalment-debit';
  const isReplaced = loan.isReplaced({ purpose: 'instalments', numbers: [number] }, on);
  const meant = isReplaced ? 'oldest' : [number];
  person.take(loan, { id: `debit ${number}`, source, day: on, amount, meant }, day);
  // Strangers' payments give way to it.
  for (const request of loan.inProgress(day))
    if (request.isStrangers && request.state === 'open' && request.numbers.includes(number))
      endRequest(request, 'expired', day);
}

function chargeMembership(person: PersonModel, loan: LoanModel, day: CalendarDate): void {
  const { membership } = loan.agreed;
  if (membership?.charge !== 'planned' || (membership.chargeOn ?? day) > day) return;
  const isClosing = loan.underWay(day).some(({ purpose }) => purpose === 'settlement');
  if (isClosing && membership.tries > 0) return;
  person.payPrice(loan, day);
  const amount = membership.owed(loan.paidOfPrice);
  const isOver = loan.state(day) === 'canceled' || membership.isEnded || amount === 0;
  if (isOver || person.card === undefined) {
    membership.charge = 'skipped';
    return;
  }
  membership.tries += 1;
  membership.sent = { on: day, amount };
  membership.charge = 'charging';
  if (person.card.kind === 'approved') settleMembership(person, loan, day);
  if (person.card.kind === 'declined') {
    const next = membershipRetryDay(day, membership.tries, holidaysOf(person.country));
    membership.charge = next === undefined ? 'declined' : 'planned';
    membership.chargeOn = next ?? membership.chargeOn;
  }
}

function settleMembership(person: PersonModel, loan: LoanModel, day: CalendarDate): void {
  const { membership } = loan.agreed;
  if (membership?.charge !== 'charging' || membership.sent === undefined) return;
  const { on, amount } = membership.sent;
  membership.charge = 'approved';
  const money = {
    id: `membership ${membership.tries}`,
    source: 'membership-charge',
    day: on,
    amount,
    meant: [],
  };
  person.take(loan, money, day, true);
}

/** The gateway is asked what became of charges whose answers were lost: it had taken the money. */
export function askForLost(person: PersonModel, day: CalendarDate): void {
  for (const loan of person.loans) {
    for (const [number, { state }] of loan.debits)
      if (state === 'charging') settleDebit(person, loan, number, day);
    settleMembership(person, loan, day);
  }
}
