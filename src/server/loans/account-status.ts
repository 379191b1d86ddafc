import type { DocumentNumber } from '../../countries/country.ts';
import type { OutputOf } from '../../contract/contract.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import { localDate } from '../../countries/local-time.ts';
import { PAYMENT_HOLDS_DAYS } from '../../countries/payment-methods.ts';
import { addDays, formatDate, type CalendarDate } from '../../domain/calendar-date.ts';
import { delayOn } from '../../domain/standing/delay.ts';
import type { LoanStanding } from '../../domain/standing/standing.ts';
import { isCancelableByCustomer } from '../../domain/loan-state.ts';
import { add, centavos, fromUnits, toUnits, ZERO } from '../../domain/money.ts';
import type { Dependencies } from '../dependencies.ts';
import { accountDetailsOf, type Account, type StoredDebt, type StoredRefund } from './account.ts';
import type { LoanDetails } from './details.ts';
import { ownTickets, strangersTickets } from '../support/tickets/service.ts';
import { pdfAddress, type LoanLinks } from './links.ts';
import { dueTodayOf, instalmentAnswers, type InstalmentAnswer } from './instalment-answers.ts';
import { everyOpenPayment, loanSeenBy, openPaymentAnswers, paymentLink } from './open-payments.ts';
import { withdrawalAnswer } from './return.ts';
import { identityAnswer, maskName, standingOf } from './view.ts';

type StatusAnswer = OutputOf<'POST /api/v3/balance'>['model'];

/** Public answer for a document without debt, whether it is known or not. */
function nothingOwed(
  deps: Pick<Dependencies, 'vault'>,
  country: CountryCode,
  documentNumber: DocumentNumber,
): StatusAnswer {
  return {
    status: 'debtfree',
    hash: deps.vault.sign('balance', `${country}:${documentNumber}`),
    legal: '',
    filters: { document_type: 1, document_number: documentNumber },
    documentType: 1,
    documentNumber,
    debtfree: true,
    debtFreeStatus: true,
    canCancel: false,
    loanId: null,
    date: '',
    total: 0,
    next_due_date: '',
    next_payable_until: '',
    credit: 0,
    shortfall: 0,
    membership_debts: [],
    other_loans: [],
    credit_refund: null,
    installments: [],
    open_payments: [],
    withdrawal: null,
    paused: false,
    identity: null,
    delay: null,
    tickets: [],
    profile: null,
  };
}

/**
 * Account status of a document (docs/product/borrowers-area.md#what-a-stranger-sees): complete for its owner,
 * masked for others. Strangers get the same answer for a document without an active loan as for an unknown
 * one.
 */
export async function accountStatus(
  deps: Pick<Dependencies, 'db' | 'clock' | 'vault'>,
  query: {
    readonly country: CountryCode;
    readonly documentNumber: DocumentNumber;
    readonly customerId: number | undefined;
    /** Public id of the active loan to show; '' for the one with the largest debt. */
    readonly loanId: string;
    /** Scheme and host of the site, for the owner's invitation link. */
    readonly baseUrl: string;
  },
  links: Pick<LoanLinks, 'referral'>,
): Promise<StatusAnswer> {
  const { country, documentNumber } = query;
  const blank = nothingOwed(deps, country, documentNumber);
  const today = localDate(deps.clock.now(), country);
  const reader = { customerId: query.customerId ?? 0, today };
  const row = await accountDetailsOf(deps.db, country, documentNumber, reader);
  if (!row) return blank;
  const isOwner = row.customerId === query.customerId;
  const now = deps.clock.now();
  const [loan, ...others] = inOrder(row, now, isOwner ? query.loanId : '');
  const isOwing = loan !== undefined && loan.state !== 'finished';
  const tickets = isOwner ? ownTickets(row.tickets) : strangersTickets(row.tickets);
  if (!isOwner && !isOwing) return blank;
  const part = loan ? loanPart(deps, loan, isOwner) : {};
  // An active loan takes over the credit of ended loans, except membership credit without a payment. Until
  // there is an active loan, that credit is shown here.
  const ofOthers = loan?.state === 'approved' ? ZERO : centavos(row.otherCredit);
  const kept = isOwner ? add(ofOthers, centavos(row.membershipLeft)) : ZERO;
  return {
    ...blank,
    ...part,
    credit: toUnits(add(fromUnits(part.credit ?? 0), kept)),
    membership_debts: isOwner ? row.membershipDebts.map(debtAnswer) : [],
    other_loans: isOwner ? others.map((other) => otherAnswer(other, now)) : [],
    credit_refund: isOwner ? refundAnswer(row.refund, country, now) : null,
    legal: isOwner ? row.legalNumber : '',
    tickets,
    profile: {
      first_name: isOwner ? row.firstName : maskName(row.firstName),
      last_name: isOwner ? row.lastName : maskName(row.lastName),
      referral_link: isOwner ? await links.referral(deps.db, row.customerId, query.baseUrl) : '',
      document_number: documentNumber,
    },
  };
}

/**
 * Orders the account status's main loan and the customer's other active loans. After a chargeback several may
 * be active: reopened ones come first, then the largest debt today, then in total. @param wanted public id of
 * the one to show first; '' for none
 */
function inOrder(
  { loan, others, reopened }: Pick<Account<LoanDetails>, 'loan' | 'others' | 'reopened'>,
  now: Date,
  wanted: string,
): readonly LoanDetails[] {
  if (loan === undefined) return [];
  if (others.length === 0) return [loan];
  return [loan, ...others]
    .map((each) => {
      const standing = standingOf(each, now);
      const ranks = [each.publicId === wanted, reopened.has(each.publicId)].map(Number);
      return { each, ranks: [...ranks, dueTodayOf(each, standing), standing.outstandingTotal] };
    })
    .toSorted((one, other) => compareRanks(other.ranks, one.ranks))
    .map(({ each }) => each);
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  return one.map((rank, index) => rank - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

function otherAnswer(loan: LoanDetails, now: Date): StatusAnswer['other_loans'][number] {
  const standing = standingOf(loan, now);
  const { status, total, next_due_date, next_payable_until } = balanceOf(loan, now, true);
  return {
    loan_id: loan.publicId,
    amount: toUnits(loan.principal),
    date: formatDate(localDate(loan.createdAt, loan.country)),
    status,
    total,
    outstanding: toUnits(standing.outstandingTotal),
    next_due_date,
    next_payable_until,
  };
}

function debtAnswer({ loan, amount, payment }: StoredDebt): StatusAnswer['membership_debts'][number] {
  return { loan_id: loan, amount: toUnits(centavos(amount)), payment: payment && paymentLink(payment) };
}

const refundShownDays = 30;
const refundEnds: Readonly<Record<string, 'completed' | 'failed'>> = {
  completed: 'completed',
  failed: 'failed',
};

/** Refund of credit; a completed one is shown for a month. */
function refundAnswer(
  refund: StoredRefund | null,
  country: CountryCode,
  now: Date,
): StatusAnswer['credit_refund'] {
  if (refund === null) return null;
  const at = new Date(refund.changedAt);
  const end = refundEnds[refund.state];
  if (end && now.getTime() - at.getTime() > refundShownDays * 86_400_000) return null;
  return {
    amount: toUnits(centavos(refund.amount)),
    account: refund.destination.slice(-4),
    state: end ?? 'on-its-way',
    date: formatDate(localDate(at, country)),
  };
}

export function balanceOf(loan: LoanDetails, now: Date, isOwner: boolean) {
  const isFinished = loan.state === 'finished';
  // Before the payout nothing is owed or payable.
  const standing = loan.state === 'approved' || isFinished ? standingOf(loan, now) : undefined;
  const isDebtFree = isFinished || standing?.isSettled === true;
  const next = standing?.instalments.find(({ dueDate }) => dueDate === standing.nextDueDate);
  return {
    standing,
    status: statusOf(isDebtFree, standing),
    total: toUnits(standing ? dueTodayOf(loan, standing) : ZERO),
    next_due_date: next ? formatDate(next.dueDate) : '',
    next_payable_until: next ? formatDate(next.payableUntil) : '',
    credit: toUnits(standing?.credit ?? ZERO),
    shortfall: toUnits(standing?.shortfall ?? ZERO),
    installments: standing ? instalmentAnswers(loan, standing, isOwner) : [],
  };
}

function statusOf(
  isDebtFree: boolean,
  standing: LoanStanding | undefined,
): 'debtfree' | 'delayed' | 'pending' {
  if (isDebtFree) return 'debtfree';
  return standing && standing.overdue > 0 ? 'delayed' : 'pending';
}

function loanPart(
  deps: Pick<Dependencies, 'clock' | 'vault'>,
  stored: LoanDetails,
  isOwner: boolean,
): Partial<StatusAnswer> {
  const loan = loanSeenBy(stored, isOwner);
  const now = deps.clock.now();
  const today = localDate(now, loan.country);
  const { standing, installments, ...figures } = balanceOf(loan, now, isOwner);
  const isDebtFree = figures.status === 'debtfree';
  return {
    ...figures,
    debtfree: isDebtFree,
    debtFreeStatus: isDebtFree,
    canCancel: isCancelableByCustomer(loan.state, loan.payout, loan.hasCancelFromTheClient),
    // The id opens the loan's own page, so only its owner learns it here.
    loanId: isOwner ? loan.publicId : null,
    date: today,
    installments,
    open_payments: openPaymentAnswers(
      everyOpenPayment(stored),
      { country: loan.country, today, isOwner },
      (hash) => pdfAddress(deps, hash, isOwner),
    ),
    withdrawal: isOwner ? withdrawalAnswer(loan, today) : null,
    paused: isOwner && loan.isPaused,
    identity: isOwner ? identityAnswer(loan) : null,
    delay: standing ? delayAnswer(loan, installments, today) : null,
  };
}

/** Cost of the overdue instalments that have no payment in progress, and of further delay. */
function delayAnswer(
  loan: LoanDetails,
  installments: readonly InstalmentAnswer[],
  today: CalendarDate,
): StatusAnswer['delay'] {
  const free = new Set(installments.filter(({ payment }) => payment === null).map(({ number }) => number));
  const delay = delayOn(loan.conditions, loan.payments, today, (number) => free.has(number));
  if (delay === undefined) return null;
  return {
    overdue: toUnits(delay.overdue),
    next_day: toUnits(delay.nextDay),
    default_on: delay.defaultOn === null ? '' : formatDate(delay.defaultOn),
    held_until: formatDate(addDays(today, PAYMENT_HOLDS_DAYS.overdue)),
  };
}
