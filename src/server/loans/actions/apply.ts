import { sql } from 'kysely';
import { localDate } from '../../../countries/local-time.ts';
import { addDays, daysBetween, type CalendarDate } from '../../../domain/calendar-date.ts';
import { smaller, subtract, sum, type Centavos } from '../../../domain/money.ts';
import type { AgreedRow } from '../../../domain/standing/actions.ts';
import { COMPONENTS, type Component, type Dues } from '../../../domain/standing/allocation.ts';
import { loanStanding, payoffToPay, type LoanStanding } from '../../../domain/standing/standing.ts';
import type { FailureCode } from '../../../contract/failures.ts';
import type { BookingDependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { recordEvent } from '../../platform/events.ts';
import { fail, ok, type Failure, type Result } from '../../platform/http/result.ts';
import { applyChanges } from '../books/service.ts';
import { lockedLoan, type ActionBody, type Loan } from '../service.ts';
import { notifyAction } from './notify.ts';

/** Longest pause, and longest time until a settlement offer ends. */
export const MOST_DAYS = 90;

export interface NewAction {
  readonly loanId: number;
  readonly body: ActionBody;
  /** Day on which it takes effect; today if absent. */
  readonly on?: CalendarDate;
  readonly reasonCode: string;
  readonly reason: string;
  /** Names of staff; '' for none. */
  readonly requestedBy: string;
  readonly approvedBy: string;
  /** Member of staff who asked for it. */
  readonly askedBy?: number;
  /** Channel of the borrower's acceptance code; '' if it needed no acceptance. */
  readonly acceptedBy?: 'sms' | 'email' | '';
  /** False for an action that is not announced, or announced by its caller. */
  readonly isNotified?: boolean;
}

export interface AppliedAction {
  readonly id: number;
  readonly before: Loan;
  readonly after: Loan;
}

/**
 * Stores an action and books its difference: standing and ledger include it from its day on
 * (docs/product/loan-changes.md#loan-actions). Locks the loan.
 */
export async function applyAction(
  tx: Tx,
  deps: BookingDependencies,
  action: NewAction,
): Promise<Result<AppliedAction>> {
  const { loanId, body, reasonCode, reason, requestedBy, approvedBy, acceptedBy = '' } = action;
  const before = await lockedLoan(tx, loanId);
  const at = deps.clock.now();
  const today = localDate(at, before.country);
  const on = action.on ?? today;
  const refused = refusalOf(before, body, on, today);
  if (refused !== undefined) return fail(refused);
  const { kind, ...figures } = body;
  const { id } = await tx
    .insertInto('loan_action')
    .values({
      country: before.country,
      loan_id: loanId,
      kind,
      value_date: on,
      // Stored behind the loan's lock, like payments.
      place: sql<number>`nextval('payment_id_seq')`,
      body: JSON.stringify(figures),
      reason_code: reasonCode,
      reason,
      requested_by: requestedBy,
      approved_by: approvedBy,
      asked_by: action.askedBy ?? null,
      accepted_by: acceptedBy,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (body.kind === 'agreement') await storeRows(tx, loanId, id, body.rows);
  const after = await bookChange(tx, deps, before, { kind, on });
  const { country, customerId } = before;
  const detail = { kind, action: id };
  await recordEvent(tx, { at, country, kind: 'loan-action', customerId, loanId, detail });
  if (action.isNotified !== false) await notifyAction(tx, deps, after, body);
  return ok({ id, before, after });
}

/** Rows by due date, for reminders and debits. */
async function storeRows(
  tx: Tx,
  loanId: number,
  actionId: number,
  rows: readonly AgreedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('agreed_row')
    .values(
      rows.map(({ number, dueDate, principal, interest, tax, fee, feeTax }) => ({
        action_id: actionId,
        loan_id: loanId,
        number,
        due_date: dueDate,
        principal,
        interest,
        tax,
        fee,
        fee_tax: feeTax,
      })),
    )
    .execute();
}

export interface Undoing {
  readonly loanId: number;
  readonly actionId: number;
  readonly reasonCode: string;
  readonly reason: string;
  readonly requestedBy: string;
  readonly approvedBy: string;
}

/** Undoes an action, once: the loan is as if it had never been. Locks the loan. */
export async function undoAction(
  tx: Tx,
  deps: BookingDependencies,
  { loanId, actionId, reasonCode, reason, requestedBy, approvedBy }: Undoing,
): Promise<Result<AppliedAction>> {
  const before = await lockedLoan(tx, loanId);
  const at = deps.clock.now();
  const action = before.conditions.actions?.find(({ id }) => id === String(actionId));
  if (action === undefined)
    return (await wasUndone(tx, loanId, actionId)) ? fail('change_undone') : fail('not_found');
  const refused = stateRefusal(before);
  if (refused !== undefined) return fail(refused);
  await tx
    .insertInto('loan_action_undone')
    .values({
      action_id: actionId,
      loan_id: loanId,
      reason_code: reasonCode,
      reason,
      requested_by: requestedBy,
      approved_by: approvedBy,
      created_at: at,
    })
    .execute();
  const { country, customerId } = before;
  const { kind } = action;
  const after = await bookChange(tx, deps, before, { kind, on: localDate(at, country) });
  const detail = { kind, action: actionId };
  await recordEvent(tx, { at, country, kind: 'loan-action-undone', customerId, loanId, detail });
  return ok({ id: actionId, before, after });
}

/** Books the difference that a stored or undone action makes. @returns the loan with it, as loaded */
async function bookChange(
  tx: Tx,
  deps: BookingDependencies,
  before: Loan,
  { kind, on }: { readonly kind: ActionBody['kind']; readonly on: CalendarDate },
): Promise<Loan> {
  const after = await lockedLoan(tx, before.id);
  const isWaiver = kind === 'waive' || kind === 'settlement-offer';
  const change = {
    before,
    after,
    kind: isWaiver ? 'principal-waived' : 'loan-changed',
    valueDate: on,
  } as const;
  await applyChanges(tx, deps, [change]);
  return lockedLoan(tx, before.id);
}

async function wasUndone(tx: Tx, loanId: number, actionId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('loan_action_undone')
    .select('action_id')
    .where('action_id', '=', actionId)
    .where('loan_id', '=', loanId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Refusal of an action on the loan as it is on the day; undefined if it may be stored. */
function refusalOf(
  loan: Loan,
  body: ActionBody,
  on: CalendarDate,
  today: CalendarDate,
): FailureCode | undefined {
  const general = stateRefusal(loan);
  if (general !== undefined) return general;
  // The audit finds finished loans that owe something, which is waived.
  if (loan.state !== 'approved' && body.kind !== 'waive') return 'change_not_in_force';
  const standing = loanStanding(loan.conditions, loan.payments, on);
  if (on > today || standing.isSettled) return 'change_nothing_owed';
  switch (body.kind) {
    case 'pause': {
      const days = daysBetween(body.from, body.to) + 1;
      return body.from <= on || days < 1 || days > MOST_DAYS ? 'pause_days' : undefined;
    }
    case 'waive': {
      const { amount, instalment, component } = body;
      return amount <= 0 || amount > waivableOf(standing, instalment, component)
        ? 'waiver_too_much'
        : undefined;
    }
    case 'settlement-offer':
      if (body.until < today || body.until > addDays(today, MOST_DAYS)) return 'settlement_until';
      return body.amount <= 0 || body.amount >= payoffToPay(standing) ? 'settlement_amount' : undefined;
    case 'agreement':
      return undefined;
    case 'accelerate':
      return standing.acceleratedOn === null ? undefined : 'change_already';
    case 'sued':
      return loan.conditions.actions?.some(({ kind }) => kind === body.kind) ? 'change_already' : undefined;
  }
}

/** Refusal because of the loan's state, for any action. */
function stateRefusal({ state, paidOutAt, withdrawal }: Loan): FailureCode | undefined {
  if (withdrawal !== null && withdrawal.state !== 'lapsed') return 'change_withdrawn';
  if (state !== 'approved' && state !== 'finished') return 'change_not_in_force';
  return paidOutAt === null ? 'change_not_delivered' : undefined;
}

/** {@link stateRefusal} as a failure, also for a loan with nothing left to change. */
export function changeFailure(loan: Loan, today: CalendarDate): Failure | undefined {
  const code = stateRefusal(loan);
  if (code !== undefined) return fail(code);
  if (loan.state !== 'approved') return fail('change_not_in_force');
  return loanStanding(loan.conditions, loan.payments, today).isSettled
    ? fail('change_nothing_owed')
    : undefined;
}

/**
 * Part of what closing the loan costs on the standing's day that may be waived, centavos: of one instalment
 * or all, of one component or all. A shortfall is not waived.
 */
export function waivableOf(standing: LoanStanding, instalment?: number, component?: Component): Centavos {
  return smaller(owedOf(standing, instalment, component), payoffToPay(standing));
}

function owedOf(standing: LoanStanding, instalment?: number, component?: Component): Centavos {
  const rows = standing.instalments.filter(
    ({ isShortfall, settledOn, number }) =>
      !isShortfall && settledOn === null && (instalment === undefined || number === instalment),
  );
  const components = component === undefined ? COMPONENTS : [component];
  return sum(rows.flatMap((row) => components.map((each) => payoffOf(row)[each])));
}

/** Cost of an instalment when closing the loan on the day: accrued amounts, and all of its capital. */
function payoffOf({ accrued, dues }: { readonly accrued: Dues; readonly dues: Dues }): Dues {
  return { ...accrued, principal: dues.principal };
}

/** Amount by component that closes the loan on the standing's day, shortfalls included. */
export function owedByComponent({ payoff }: LoanStanding): Dues {
  return payoff;
}

/** Settlement offer that can still be completed. */
export interface OpenOffer {
  readonly id: string;
  /** Centavos: as offered, and the part still to be paid. */
  readonly amount: Centavos;
  readonly remaining: Centavos;
  readonly until: CalendarDate;
  /** Centavos less than closing the loan costs. */
  readonly saved: Centavos;
}

/** Settlement offers of a loan in force that can be completed on a day, and cost less than closing it. */
export function openOffers({ state, conditions, payments }: Loan, today: CalendarDate): OpenOffer[] {
  if (state !== 'approved') return [];
  const standing = loanStanding(conditions, payments, today);
  const closing = payoffToPay(standing);
  return standing.offers.flatMap(({ id, amount, until, paid, completedOn }) => {
    const remaining = subtract(amount, paid);
    const isOpen = completedOn === null && until >= today && remaining < closing;
    return isOpen ? { id, amount, remaining, until, saved: subtract(closing, remaining) } : [];
  });
}
