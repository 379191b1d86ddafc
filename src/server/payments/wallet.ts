import { packOf } from '../../countries/index.ts';
import { localDate } from '../../countries/local-time.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import type { Dependencies } from '../dependencies.ts';
import type { WalletPayment } from '../integrations/wallet/port.ts';
import { transaction, type Tx } from '../platform/database.ts';
import { recordEvent } from '../platform/events.ts';
import { cancelOutside } from './coupon.ts';
import { closeRequest, lockRequest, requestByReference, type PaymentRequest } from './queries.ts';
import { reportPayment } from './report.ts';

/** A notification leads here: only what the provider answers when asked counts. */
export async function walletReports(deps: Dependencies, paymentId: string): Promise<void> {
  const payment = await deps.ports.wallet.payment(paymentId);
  if (payment) await applyWalletPayment(deps, payment);
}

/** Asks the provider for whatever it knows of a payment, and applies it. */
export async function refreshFromWallet(deps: Dependencies, { reference }: PaymentRequest): Promise<void> {
  for (const payment of await deps.ports.wallet.paymentsOf(reference))
    await applyWalletPayment(deps, payment);
}

async function applyWalletPayment(deps: Dependencies, payment: WalletPayment): Promise<void> {
  switch (payment.state) {
    case 'approved':
      await transaction(deps.db, (tx) => bookApproved(tx, deps, payment));
      return;
    case 'rejected':
      await closeRejected(deps, payment);
      return;
    case 'reversed':
      await transaction(deps.db, (tx) => keepReversed(tx, deps, payment));
      return;
    case 'under-way':
      return;
  }
}

async function bookApproved(tx: Tx, deps: Dependencies, payment: WalletPayment): Promise<void> {
  const country = await countryOf(tx, payment);
  await reportPayment(tx, deps, {
    country,
    source: deps.ports.wallet.name,
    reportId: payment.id,
    reference: payment.reference,
    amount: payment.amount,
    currency: payment.currency,
    paidOn: localDate(deps.clock.now(), country),
  });
}

/** Of money that leads to no request only the currency tells the country. */
async function countryOf(tx: Tx, { reference, currency }: WalletPayment): Promise<CountryCode> {
  const request = await requestByReference(tx, reference);
  return request?.country ?? (packOf('UY').currency === currency ? 'UY' : 'AR');
}

/** The person can choose the instalments again; an older rejection changes nothing about what is paid. */
async function closeRejected(deps: Dependencies, { reference }: WalletPayment): Promise<void> {
  const request = await requestByReference(deps.db, reference);
  if (!request) return;
  const isClosed = await transaction(deps.db, async (tx) => {
    const { id, state, country, customerId, loanId } = await lockRequest(tx, request);
    if (state !== 'open') return false;
    const at = deps.clock.now();
    await closeRequest(tx, id, 'rejected', at);
    await recordEvent(tx, { at, country, kind: 'payment-rejected', customerId, loanId });
    return true;
  });
  if (isClosed) await cancelOutside(deps, request);
}

/** Money that was taken back stays booked until a person has looked at it; it is listed, once. */
async function keepReversed(tx: Tx, deps: Dependencies, payment: WalletPayment): Promise<void> {
  const at = deps.clock.now();
  const request = await requestByReference(tx, payment.reference);
  const country = await countryOf(tx, payment);
  const kept = await tx
    .insertInto('payment_report')
    .values({
      country,
      source: deps.ports.wallet.name,
      report_id: `${payment.id}:reversed`,
      request_reference: payment.reference,
      amount: payment.amount,
      currency: payment.currency,
      paid_on: localDate(at, country),
      outcome: 'reversed',
      request_id: request?.id ?? null,
      reported_at: at,
    })
    .onConflict((conflict) => conflict.columns(['source', 'report_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!kept) return;
  await recordEvent(tx, {
    at,
    country,
    kind: 'payment-reversed',
    customerId: request?.customerId,
    loanId: request?.loanId,
    detail: { amount: payment.amount },
  });
}
