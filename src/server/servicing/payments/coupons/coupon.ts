import type { OutputOf } from '../../../../contract/contract.ts';
import type { CountryCode } from '../../../../countries/country-pack.ts';
import { localDate } from '../../../../countries/local-time.ts';
import { formatDate } from '../../../../domain/calendar-date.ts';
import { toUnits, centavos } from '../../../../domain/money.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { maskName, paymentUrl, pdfAddress } from '../../../loans/service.ts';
import type { Tx, Queryable } from '../../../platform/database.ts';
import { recordEvent } from '../../../platform/events.ts';
import { fail, ok, type Result } from '../../../platform/http/result.ts';
import type { Identity } from '../../../platform/http/route.ts';
import { bankAnswer, methodOf } from '../methods.ts';
import { closeRequests, lockRequest, requestByHash, stateOn, type PaymentRequest } from '../queries.ts';

const bookedOutcomes = [
  'exact',
  'partial',
  'excess',
  'late',
  'closed',
  'double',
  'reversed',
  'refunded',
] as const;

/** Latest report of money for a payment, currency units; null before the first. */
async function lastReportOf(db: Queryable, requestId: number) {
  const row = await db
    .selectFrom('payment_report')
    .select(['outcome', 'amount', 'refunded', 'credited'])
    .where('request_id', '=', requestId)
    .where('outcome', 'in', bookedOutcomes)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  // A reversal covers the part not refunded before.
  const part = row.outcome === 'reversed' ? row.amount - row.refunded : row.amount;
  return {
    outcome: row.outcome as (typeof bookedOutcomes)[number],
    amount: toUnits(centavos(part)),
    credited: toUnits(centavos(row.credited)),
  };
}

export type CouponAnswer = OutputOf<'GET /api/v3/coupon/{hash}'>['result'];

/** Payment for its own page (docs/product/payments.md#coupon); the name is masked for strangers. */
export async function couponAnswer(
  deps: Pick<Dependencies, 'config' | 'clock' | 'db' | 'vault'>,
  request: PaymentRequest,
  isOwner: boolean,
): Promise<CouponAnswer> {
  const method = methodOf(request.country, request.method);
  const name = (part: string) => (isOwner ? part : maskName(part));
  const state = stateOn(request, localDate(deps.clock.now(), request.country));
  return {
    hash: request.hash,
    coupon_hash: request.hash,
    coupon_url: paymentUrl(request),
    supplier_name: method?.name ?? request.method,
    supplier_slug: request.method,
    logo: `/logos/${request.method}.svg`,
    fullname: `${name(request.firstName)} ${name(request.lastName)}`.trim(),
    loan_id: isOwner ? request.loanPublicId : '',
    loan_number: isOwner ? String(request.loanId) : '',
    document_number: request.documentNumber,
    document_type: 1,
    due_date: formatDate(request.dueDate),
    amount: toUnits(request.amount),
    barcode: request.barcode,
    reference: request.reference,
    state,
    bank: method ? bankAnswer(deps, request.country, method) : null,
    purpose: request.purpose,
    kind: request.kind,
    info: method?.info ?? '',
    extra: method?.extra ?? '',
    installments: [...request.numbers],
    report: await lastReportOf(deps.db, request.id),
    pdf_url: state === 'open' && isPrinted(request) ? pdfAddress(deps, request.hash, isOwner) : '',
  };
}

/** True if it has a printable sheet; cards and wallets are paid on screen. */
export const isPrinted = ({ kind }: PaymentRequest): boolean => kind === 'coupon' || kind === 'transfer';

/**
 * Expires an open payment, so that its instalments can be chosen again; idempotent. Money received for it
 * later is booked as late.
 */
export async function giveUp(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  request: PaymentRequest,
): Promise<Result<{ messages: string[] }>> {
  const locked = await lockRequest(tx, request);
  const { id, country, customerId, loanId } = locked;
  const state = stateOn(locked, localDate(clock.now(), country));
  const gone = ok({ messages: ['El pago fue cancelado.'] });
  if (state === 'deleted') return gone;
  if (state === 'charging') return fail('payment_in_progress');
  if (state !== 'open') return fail('payment_closed');
  const at = clock.now();
  await closeRequests(tx, [id], 'deleted', at);
  await recordEvent(tx, { at, country, kind: 'payment-given-up', customerId, loanId });
  return gone;
}

/**
 * Cancels the wallet's checkout after {@link giveUp}. Money that the wallet takes anyway is still counted.
 */
export async function cancelOutside(deps: Dependencies, { kind, providerId }: PaymentRequest): Promise<void> {
  if (kind !== 'wallet' || providerId === '') return;
  try {
    await deps.ports.wallet.cancelCheckout(providerId);
  } catch (error) {
    deps.log.warn({ err: error }, 'the wallet did not cancel a checkout');
  }
}

export async function requestOfCall(
  deps: Pick<Dependencies, 'db'>,
  country: CountryCode,
  hash: string,
): Promise<Result<PaymentRequest>> {
  const request = await requestByHash(deps.db, country, hash);
  return request ? ok(request) : fail('not_found');
}

/** Finds a payment that the caller wants to end; `not_found` if the owner opened it and is not the caller. */
export async function requestToEnd(
  deps: Pick<Dependencies, 'db'>,
  { country, identity }: { readonly country: CountryCode; readonly identity: Identity | undefined },
  hash: string,
): Promise<Result<PaymentRequest>> {
  const request = await requestOfCall(deps, country, hash);
  if (!request.ok) return request;
  const { isOwners, customerId } = request.value;
  return isOwners && customerId !== identity?.customerId ? fail('not_found') : request;
}
