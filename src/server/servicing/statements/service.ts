import type { DocumentNumber } from '../../../countries/country.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { packOf } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import { changeWords } from '../../../countries/papers/loan-change-texts.ts';
import { LOAN_CHANGED, statementTexts } from '../../../countries/papers/statement-texts.ts';
import { formatDate, type CalendarDate } from '../../../domain/calendar-date.ts';
import { type Account, accruedAtPayment, paymentReceived } from '../../../domain/ledger.ts';
import {
  add,
  centavos,
  negate,
  subtract,
  sum,
  ZERO,
  type Centavos,
  type Currency,
} from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { NO_DUES, COMPONENTS, totalDues } from '../../../domain/standing/allocation.ts';
import { closingAmount } from '../../loans/ledger/service.ts';
import {
  dueTodayOf,
  loanByPublicId,
  openPaymentsOn,
  openReturnOf,
  standingOf,
  type Loan,
  type LoanDetails,
} from '../../loans/service.ts';
import { basicPlanFigures } from '../../../countries/messages/basic-plan-words.ts';
import { basicPlanWords } from '../memberships/service.ts';
import { movementsOf, type Movement, type PlanChangeNotice } from './movements.ts';
import { holderOf, ledgerOf, type StoredTransaction } from './queries.ts';
import type { CreditUse } from '../../../domain/standing/credit.ts';

/**
 * Uses of credit that the daily job has not booked yet, as the transactions it will write, so that a
 * statement is the same before and after. @param uses all uses until the statement's date, in order @param
 * dueOn first day not booked yet; null if nothing waits
 */
function pendingCredit(uses: readonly CreditUse[], dueOn: string | null): StoredTransaction[] {
  const pending = dueOn === null ? [] : uses.filter(({ date }) => date >= dueOn);
  return pending.map(({ date, parts }) => {
    const used = { parts, excess: negate(sum(parts.map(({ dues }) => totalDues(dues)))) };
    return {
      kind: 'credit-applied',
      value_date: date,
      entries: [...accruedAtPayment(used), ...paymentReceived(ZERO, used)].map(
        ({ account, amount }) => [account, amount] as const,
      ),
      source: null,
      is_advance: false,
      method: null,
      lines: [],
      applied: parts.flatMap(({ number, dues }) =>
        COMPONENTS.filter((component) => dues[component] > 0).map(
          (component) => [number, component, dues[component]] as const,
        ),
      ),
    };
  });
}

/** Movements and standing of a loan. Amounts in centavos. */
export interface Statement {
  readonly loanId: string;
  /** Loan number for display. */
  readonly loanNumber: string;
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly fullName: string;
  readonly documentNumber: DocumentNumber;
  readonly date: CalendarDate;
  readonly state: string;
  readonly principal: Centavos;
  readonly movements: readonly Movement[];
  readonly closing: Closing;
}

/** `balance` + `inFavour` - `membership` + `toCome` + `defaultInterest` = `outstanding`. */
interface Closing {
  readonly balance: Centavos;
  /** Future interest, charges and taxes of the instalments still to be paid. */
  readonly toCome: Centavos;
  /** Default interest with tax, up to the date. */
  readonly defaultInterest: Centavos;
  /** Credit, already deducted from the balance. */
  readonly inFavour: Centavos;
  /** Part of `balance` that is refunded credit found missing afterwards. */
  readonly shortfall: Centavos;
  /** Membership price due: not part of the loan (decision 0031). */
  readonly membership: Centavos;
  readonly outstanding: Centavos;
  /** Part already due, at the prices of payments in progress, as in the balance. */
  readonly due: Centavos;
  /** Amount that ends the loan: closing it, or returning its money after a withdrawal. */
  readonly payoff: Centavos;
  /** Last day of `payoff` as the amount of an open payment or of the return; null if it is today's amount. */
  readonly payoffUntil: CalendarDate | null;
  /** True while the money can be returned after a withdrawal. */
  readonly isReturn: boolean;
}

export function payoffLabel({ payoffUntil, isReturn }: Closing): string {
  const until = payoffUntil === null ? '' : formatDate(payoffUntil);
  return isReturn ? statementTexts.giveBack(until) : statementTexts.payoff(until);
}

interface StatementQuery {
  readonly country: CountryCode;
  readonly publicId: string;
  /** Required owner; absent for a signed address. */
  readonly customerId?: number;
}

/** Statement of a loan; undefined for an unknown loan or another customer's. */
export async function statementOf(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { country, publicId, customerId }: StatementQuery,
): Promise<Statement | undefined> {
  const loan = await loanByPublicId(db, country, publicId);
  if (!loan || (customerId !== undefined && loan.customerId !== customerId)) return undefined;
  const now = clock.now();
  const isInForce = loan.state === 'approved' || loan.state === 'finished';
  const standing = isInForce ? standingOf(loan, now) : undefined;
  const pending = pendingCredit(standing?.creditUses ?? [], loan.creditDueOn);
  const transactions = [...(await ledgerOf(db, loan.id)), ...pending];
  const holder = await holderOf(db, loan.customerId);
  const posted = movementsOf(transactions, country, loan.daysMoved, planChangeOf(loan));
  const movements = isInForce ? withChanges(posted, loan) : posted;
  const due = standing ? dueTodayOf(loan, standing) : ZERO;
  const closing = { ...closingOf(movements, transactions, standing, loan.membershipDue), due };
  return {
    loanId: loan.publicId,
    loanNumber: String(loan.id),
    country,
    currency: packOf(country).currency,
    fullName: `${holder.first_name} ${holder.last_name}`,
    documentNumber: holder.document_number,
    date: localDate(now, country),
    state: loan.state,
    principal: loan.principal,
    movements,
    closing: closing.payoff > 0 ? { ...closing, ...endUnderWay(loan, now) } : closing,
  };
}

/** Movements with a notice of each action, after those of its day. */
function withChanges(
  movements: readonly Movement[],
  { conditions: { actions = [] }, currency }: Pick<Loan, 'conditions' | 'currency'>,
): readonly Movement[] {
  const all = [...movements];
  for (const action of actions) {
    const { on: date } = action;
    const after = all.findLastIndex((movement) => movement.date <= date);
    const balance = all[after]?.balance ?? ZERO;
    const detail = changeWords(action, currency);
    all.splice(after + 1, 0, { date, ...LOAN_CHANGED, detail, charge: ZERO, credit: ZERO, balance });
  }
  return all;
}

function planChangeOf(loan: LoanDetails): PlanChangeNotice | undefined {
  const { country, planChangedAt, conditions, finalAmount, rates } = loan;
  if (planChangedAt === null) return undefined;
  const { rows, instalment: payment } = conditions.schedule;
  const words = basicPlanWords(country, { instalments: rows.length, payment, finalAmount, rates });
  return { on: localDate(planChangedAt, country), detail: basicPlanFigures(words) };
}

/**
 * Amount that ends the loan while its money can be returned after a withdrawal, or while a closing payment is
 * in progress; the statement then shows no other figure (docs/product/borrowers-area.md#payments-under-way).
 */
function endUnderWay(
  loan: Loan,
  now: Date,
): Pick<Closing, 'payoff' | 'payoffUntil' | 'isReturn'> | undefined {
  const today = localDate(now, loan.country);
  const open = openReturnOf(loan, today);
  if (open) return { payoff: open.amount, payoffUntil: open.until, isReturn: true };
  const underWay = [...openPaymentsOn(loan.openPayments, today).values()];
  const payment = underWay.find(({ purpose }) => purpose === 'settlement');
  if (!payment) return undefined;
  return { payoff: centavos(payment.amount), payoffUntil: payment.due_date, isReturn: false };
}

/** Balance of an account of the loan, debit positive. */
function balanceOf(transactions: readonly StoredTransaction[], wanted: Account): Centavos {
  return sum(
    transactions.flatMap(({ entries }) =>
      entries.filter(([account]) => account === wanted).map(([, amount]) => centavos(amount)),
    ),
  );
}

/**
 * Closing figures. For a loan that was never and will never be paid out, nothing is owed beyond the ledger's
 * balance.
 */
function closingOf(
  movements: readonly Movement[],
  transactions: readonly StoredTransaction[],
  standing: ReturnType<typeof standingOf> | undefined,
  membershipDue: Centavos,
): Omit<Closing, 'due'> {
  const balance = movements.at(-1)?.balance ?? ZERO;
  const shortfall = standing?.shortfall ?? ZERO;
  const inFavour = add(negate(balanceOf(transactions, 'customer-credit')), shortfall);
  const membership = balanceOf(transactions, 'membership-receivable');
  const { outstanding, outstandingTotal } = standing ?? { outstanding: NO_DUES, outstandingTotal: ZERO };
  const defaultInterest = add(outstanding.defaultInterest, outstanding.defaultInterestTax);
  return {
    balance,
    toCome: subtract(subtract(outstandingTotal, outstanding.principal), defaultInterest),
    defaultInterest,
    inFavour,
    shortfall,
    membership,
    outstanding: outstandingTotal,
    payoff: standing ? closingAmount(standing, membershipDue) : ZERO,
    payoffUntil: null,
    isReturn: false,
  };
}
