import type { CountryCode } from '../../../../countries/country-pack.ts';
import { localDate } from '../../../../countries/local-time.ts';
import { formatDate } from '../../../../domain/calendar-date.ts';
import { creditRefundSent, membershipRefundSent } from '../../../../domain/ledger.ts';
import { negate, smaller, subtract, type Centavos } from '../../../../domain/money.ts';
import { contactChangeWait } from '../../../customers/contact-changes/service.ts';
import { bankAccountsOf } from '../../../customers/profile/service.ts';
import type { BookingDependencies, Dependencies } from '../../../dependencies.ts';
import { receivePayment } from '../../../loans/books/service.ts';
import { post } from '../../../loans/ledger/service.ts';
import { CREDIT_REFUND, lockedLoan, openPaymentsOn, type Loan } from '../../../loans/service.ts';
import type { Tx } from '../../../platform/database.ts';
import { recordEvent } from '../../../platform/events.ts';
import { fail, ok, type Failure, type Result } from '../../../platform/http/result.ts';
import { maskAccount } from '../../../staff/masks/service.ts';
import { membershipCredit, refundable } from './contradicted.ts';
import { notifyRefund } from './notify-refund.ts';
import { sql } from 'kysely';
import type { RowQueue } from '../../../platform/work/row-queue.ts';
import type { JobSender } from '../../../platform/work/jobs.ts';

export type RefundDependencies = BookingDependencies & Pick<Dependencies, 'ports'>;

interface Refund {
  readonly loanId: number;
  /** Above zero. */
  readonly amount: Centavos;
  /** Row of the customer's bank account. */
  readonly account: number;
  readonly requestedBy: string;
  readonly approvedBy: string;
}

/**
 * Takes money out of the credit and orders its transfer: the row is the order, and a worker submits it once
 * (docs/decisions/0084-money-in.md). @returns the account, masked
 */
export async function beginRefund(
  tx: Tx,
  deps: RefundDependencies,
  { loanId, amount, account, requestedBy, approvedBy }: Refund,
): Promise<Result<{ readonly account: string }>> {
  const loan = await lockedLoan(tx, loanId);
  const { country, currency, customerId } = loan;
  const at = deps.clock.now();
  const valueDate = localDate(at, country);
  if (await isAnyUnderWay(tx, loanId)) return fail('refund_under_way');
  if (openPaymentsOn(loan.openPayments, valueDate).size > 0) return fail('refund_payment_open');
  const waitsUntil = await contactChangeWait(tx, deps, customerId);
  if (waitsUntil !== undefined) return failContactNew(waitsUntil, country);
  const chosen = (await bankAccountsOf(tx, customerId)).find(({ id }) => id === account);
  const holder = await tx
    .selectFrom('customer')
    .select(['first_name', 'last_name', 'legal_number', 'erased_at'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  if (!chosen || holder.erased_at !== null) return fail('refund_account');
  const held = await refundable(tx, loan, valueDate);
  const ofPayments = smaller(amount, held.amount);
  const ofMembership = subtract(amount, ofPayments);
  if (ofMembership > (await membershipCredit(tx, loan)))
    return fail(held.isLess ? 'refund_contradicted' : 'refund_too_much');
  const reference = deps.random.digits(15);
  const paymentId = ofPayments > 0 ? await takeOut(tx, deps, loan, ofPayments, reference) : null;
  const posting = { country, currency, loanId, customerId, valueDate, at, kind: 'credit-refunded' } as const;
  await post(
    tx,
    { ...posting, entries: creditRefundSent(ofPayments) },
    { ...posting, entries: membershipRefundSent(ofMembership) },
  );
  await tx
    .insertInto('credit_refund')
    .values({
      country,
      loan_id: loanId,
      customer_id: customerId,
      amount,
      of_membership: ofMembership,
      currency,
      rail: deps.ports.payouts['bank-transfer'].name,
      reference,
      bank_account_id: account,
      holder: chosen.account_holder || `${holder.first_name} ${holder.last_name}`,
      legal_number: chosen.legal_number || holder.legal_number,
      bank_id: chosen.bank_id,
      destination: chosen.account_number,
      state: 'planned',
      payment_id: paymentId,
      requested_by: requestedBy,
      approved_by: approvedBy,
      created_at: at,
      changed_at: at,
    })
    .execute();
  deps.jobs.wake(tx, refundRows.name);
  await recordEvent(tx, { at, country, kind: 'credit-refund-sent', customerId, loanId, detail: { amount } });
  await notifyRefund(tx, deps, { loanId, amount, destination: chosen.account_number }, 'sent');
  return ok({ account: maskAccount(chosen.account_number) });
}

/** Failure shown to staff, because the reader of the corrected contact may not be the customer. */
function failContactNew(waitsUntil: Date, country: CountryCode): Failure {
  const day = formatDate(localDate(waitsUntil, country));
  return fail('refund_contact_changed', {
    message: `Hace poco se corrigió el mail o el celular de esta persona. Las devoluciones esperan hasta el ${day}, o hasta que vuelva a subir las fotos de su documento.`,
  });
}

/** Stores the negative payment that takes the money out of the loan. @returns its row */
async function takeOut(
  tx: Tx,
  deps: RefundDependencies,
  { id: loanId, country }: Loan,
  amount: Centavos,
  reference: string,
): Promise<number> {
  const valueDate = localDate(deps.clock.now(), country);
  const leg = { source: CREDIT_REFUND, reference, valueDate, instalments: [] };
  return (await receivePayment(tx, deps, { ...leg, loanId, amount: negate(amount) })).paymentId;
}

async function isAnyUnderWay(tx: Tx, loanId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('credit_refund')
    .select('id')
    .where('loan_id', '=', loanId)
    .where('state', 'in', ['planned', 'sent', 'unknown'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Refunds of credit without a final result. */
export const refundRows: RowQueue = {
  name: 'credit-refund',
  table: 'credit_refund',
  columns: { id: 'id', dueAt: 'due_at', tries: 'tries' },
  isOpen: sql`state in ('planned', 'sent', 'unknown')`,
  policy: { retryDelaySeconds: 1, retryDelayMaxSeconds: 900, timeLimitSeconds: 120 },
};

/** Makes refunds with news due now, like payouts. */
export async function resumeRefunds(tx: Tx, jobs: JobSender, references: readonly string[]): Promise<void> {
  await tx
    .updateTable('credit_refund')
    .set({ due_at: sql<Date>`now()`, tries: 0 })
    .where('reference', '=', sql<string>`any(${references}::text[])`)
    .where('state', 'in', ['sent', 'unknown'])
    .execute();
  jobs.wake(tx, refundRows.name);
}
