import { countryOfCurrency } from '../../../countries/index.ts';
import { localDate } from '../../../countries/local-time.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { ZERO } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Notification, WalletPayment } from '../../integrations/wallet/port.ts';
import { raiseAlarm } from '../../platform/alarm.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import type { Origin } from '../../platform/http/route.ts';
import { networkOf } from '../../platform/network.ts';
import { cancelOutside } from './coupon.ts';
import { requestByReference, type PaymentRequest } from './queries.ts';
import { reportRefund } from './refund.ts';
import { rejectPayment } from './reject.ts';
import { reportPayment } from './report.ts';
import { reportReversal } from './reverse-report.ts';

export const walletQueue = 'wallet-notification';
export interface WalletJob {
  readonly paymentId: string;
}

/** Where a webhook came from, for the audit log. */
type From = { readonly country: CountryCode; readonly origin: Pick<Origin, 'address' | 'requestId'> };

/**
 * Takes the provider's webhook of a payment; what became of it is looked up by the worker. A webhook
 * that the provider did not sign may be an attack: it leaves an event.
 * @param kind what the webhook is about; anything but a payment is taken and left at that
 * @returns false when the provider did not sign it within the last minutes
 */
export async function takeNotification(
  deps: Dependencies,
  notification: Notification,
  kind: string,
  from?: From,
): Promise<boolean> {
  if (!deps.ports.wallet.isGenuine(notification, deps.clock.now())) {
    if (from) await tellForged(deps, from);
    return false;
  }
  if (kind === 'payment') {
    const job: WalletJob = { paymentId: notification.dataId };
    await transaction(deps.db, (tx) => deps.jobs.send(tx, walletQueue, job));
  }
  return true;
}

async function tellForged({ db, clock, log, ports }: Dependencies, { country, origin }: From): Promise<void> {
  const { address, requestId } = origin;
  const isNew = await raiseAlarm(db, `webhook:${networkOf(address)}`, {
    at: clock.now(),
    country,
    kind: 'webhook-forged',
    address,
    requestId,
    detail: { source: ports.wallet.name },
  });
  if (isNew) log.warn({ country, source: ports.wallet.name }, 'a notification has no valid signature');
}

/** A webhook leads here: only what the provider answers when asked counts. */
export async function walletReports(deps: Dependencies, paymentId: string): Promise<void> {
  const payment = await deps.ports.wallet.payment(paymentId);
  if (payment) await applyWalletPayment(deps, payment);
}

/** Asks the provider for what it knows of a payment, and applies it. */
export async function refreshFromWallet(deps: Dependencies, { reference }: PaymentRequest): Promise<void> {
  for (const payment of await deps.ports.wallet.paymentsOf(reference))
    await applyWalletPayment(deps, payment);
}

async function applyWalletPayment(deps: Dependencies, payment: WalletPayment): Promise<void> {
  switch (payment.state) {
    case 'approved':
      await transaction(deps.db, (tx) => bookApproved(tx, deps, payment));
      await applyRefund(deps, payment);
      return;
    case 'rejected':
      await closeRejected(deps, payment);
      return;
    case 'reversed':
      await transaction(deps.db, (tx) => takeBack(tx, deps, payment));
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

/** The wallet leaves a payment approved of which a part was given back. */
async function applyRefund(deps: Dependencies, payment: WalletPayment): Promise<void> {
  const { id: reportId, amount, refunded = ZERO } = payment;
  if (refunded <= 0) return;
  await transaction(deps.db, async (tx) => {
    if (refunded >= amount) return takeBack(tx, deps, payment);
    const refundedOn = localDate(deps.clock.now(), await countryOf(tx, payment));
    await reportRefund(tx, deps, { source: deps.ports.wallet.name, reportId, refunded, refundedOn });
  });
}

/** Of money that leads to no request only the currency tells the country. */
async function countryOf(tx: Tx, { reference, currency }: WalletPayment): Promise<CountryCode> {
  const request = await requestByReference(tx, reference);
  return request?.country ?? countryOfCurrency(currency);
}

/** An older rejection changes nothing about what is paid. */
async function closeRejected(deps: Dependencies, { reference }: WalletPayment): Promise<void> {
  const request = await requestByReference(deps.db, reference);
  if (!request) return;
  if (await rejectPayment(deps, request)) await cancelOutside(deps, request);
}

/** What the provider has taken back does not count any more, whether it had been counted or not. */
async function takeBack(tx: Tx, deps: Dependencies, payment: WalletPayment): Promise<void> {
  const country = await countryOf(tx, payment);
  await reportReversal(tx, deps, {
    country,
    source: deps.ports.wallet.name,
    reportId: payment.id,
    reference: payment.reference,
    amount: payment.amount,
    currency: payment.currency,
    reason: payment.isChargedBack === true ? 'charged-back' : 'refunded',
    reversedOn: localDate(deps.clock.now(), country),
  });
}
