import type { CountryCode } from '../../../countries/country-pack.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Centavos, Currency } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { paymentUse, receivePayments, type PaymentUse } from '../../loans/books/service.ts';
import type { BookingDependencies } from '../../dependencies.ts';
import { closeStrangersBeside } from './end-requests.ts';
import { closeRequests } from './queries.ts';
import { lockReports, reversedEarlier } from './reports/queries.ts';
import { applyEarlierReversal } from './reports/reverse-report.ts';

/** Name of instalment debits in `payment_request.method` and as the money's source. */
export const DEBIT_METHOD = 'instalment-debit';

interface DebitRequest {
  readonly country: CountryCode;
  readonly loanId: number;
  readonly instalment: number;
  readonly amount: Centavos;
  readonly reference: string;
  readonly dueDate: CalendarDate;
  readonly pricedOn: CalendarDate;
  /** Unpaid expired payments of the loan, which release their instalments. */
  readonly expired: readonly number[];
}

/**
 * Reserves instalments for their debits: until the gateway's final answer they cannot be paid or canceled
 * another way, and the database refuses an instalment in another open payment. The caller has locked the
 * loans. @returns the row of each request by its reference
 */
export async function reserveForDebits(
  tx: Tx,
  { clock, random }: Pick<Dependencies, 'clock' | 'random'>,
  debits: readonly DebitRequest[],
): Promise<ReadonlyMap<string, number>> {
  if (debits.length === 0) return new Map();
  const expired = debits.flatMap((debit) => debit.expired);
  if (expired.length > 0) await closeRequests(tx, expired, 'expired', clock.now());
  const rows = await tx
    .insertInto('payment_request')
    .values(
      debits.map((debit) => ({
        hash: random.token(),
        country: debit.country,
        loan_id: debit.loanId,
        method: DEBIT_METHOD,
        kind: 'card',
        amount: debit.amount,
        priced_on: debit.pricedOn,
        due_date: debit.dueDate,
        reference: debit.reference,
        state: 'charging',
        is_owners: true,
        created_at: clock.now(),
      })),
    )
    .returning(['id', 'reference'])
    .execute();
  const ids = new Map(rows.map(({ id, reference }) => [reference, id]));
  await tx
    .insertInto('payment_request_instalment')
    .values(
      debits.map(({ loanId, instalment, reference }) => ({
        request_id: ids.get(reference) ?? 0,
        loan_id: loanId,
        instalment,
        is_owners: true,
      })),
    )
    .execute();
  return ids;
}

/** Debit with a final answer of the gateway. */
interface EndedDebit extends Pick<
  DebitRequest,
  'country' | 'loanId' | 'instalment' | 'amount' | 'reference'
> {
  readonly currency: Currency;
  readonly requestId: number;
  /** Value date. */
  readonly paidOn: CalendarDate;
}

/**
 * Books charged debits and closes their requests; declined instalments can be paid another way. @returns use
 * of the money of each booked debit, by reference
 */
export async function settleDebits(
  tx: Tx,
  deps: BookingDependencies,
  debits: readonly EndedDebit[],
  isApproved: boolean,
): Promise<ReadonlyMap<string, PaymentUse>> {
  const charged = isApproved ? debits : [];
  const references = charged.map(({ reference }) => reference);
  await lockReports(tx, DEBIT_METHOD, references);
  const incoming = charged.map(({ loanId, instalment, amount, reference, paidOn }) => ({
    loanId,
    instalments: [instalment],
    amount,
    source: DEBIT_METHOD,
    reference,
    valueDate: paidOn,
  }));
  const received = await receivePayments(tx, deps, incoming);
  const uses = new Map<string, PaymentUse>();
  for (const [index, { reference, instalments }] of incoming.entries()) {
    const { books, publicId = '' } = received[index] ?? {};
    if (books) uses.set(reference, paymentUse(publicId, instalments, books));
  }
  const at = deps.clock.now();
  if (charged.length > 0) {
    await tx
      .insertInto('payment_report')
      .values(
        charged.map((each, index) => ({
          country: each.country,
          source: DEBIT_METHOD,
          report_id: each.reference,
          request_reference: each.reference,
          amount: each.amount,
          currency: each.currency,
          paid_on: each.paidOn,
          outcome: outcomeOf(uses.get(each.reference)),
          credited: uses.get(each.reference)?.credited ?? 0,
          request_id: each.requestId,
          payment_id: received[index]?.paymentId ?? null,
          reported_at: at,
        })),
      )
      .onConflict((conflict) => conflict.columns(['source', 'report_id']).doNothing())
      .execute();
  }
  await closeRequests(
    tx,
    debits.map(({ requestId }) => requestId),
    isApproved ? 'paid' : 'rejected',
    at,
  );
  if (charged.length > 0)
    await closeStrangersBeside(
      tx,
      charged.map(({ requestId }) => requestId),
      at,
    );
  // The reversal may have arrived before the gateway's answer.
  for (const reportId of await reversedEarlier(tx, DEBIT_METHOD, references))
    await applyEarlierReversal(tx, deps, { source: DEBIT_METHOD, reportId });
  return uses;
}

/**
 * The instalment may have been paid while the gateway decided. A debit booked before keeps its reported
 * outcome.
 */
function outcomeOf(use: PaymentUse | undefined): 'exact' | 'excess' | 'double' {
  if (use === undefined || use.credited === 0) return 'exact';
  return use.needed === 0 ? 'double' : 'excess';
}
