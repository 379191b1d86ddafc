import { countryOfCurrency } from '../../../countries/index.ts';
import { sql } from 'kysely';
import { localDate } from '../../../countries/local-time.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { addDays } from '../../../domain/calendar-date.ts';
import { ZERO } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Notification, WalletPayment } from '../../integrations/wallet/port.ts';
import { raiseAlarm } from '../../platform/alarm.ts';
import type { RowWork } from '../../platform/work/dispatcher.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import type { Origin } from '../../platform/http/route.ts';
import { addressLimits } from '../../platform/limits/address-limits.ts';
import { overAny } from '../../platform/limits/limits.ts';
import { neighbourhoodOf } from '../../platform/limits/network.ts';
import type { RowQueue } from '../../platform/work/row-queue.ts';
import { cancelOutside } from './coupons/coupon.ts';
import { requestById, requestByReference, type PaymentRequest } from './queries.ts';
import { reportRefund } from './reports/refund.ts';
import { rejectPayment } from './reports/reject.ts';
import { reportPayment } from './reports/report.ts';
import { reportReversal } from './reports/reverse-report.ts';

export const walletQueue = 'wallet-notification';
export interface WalletJob {
  readonly paymentId: string;
}

/** Origin of a webhook, for the audit log. */
type From = { readonly country: CountryCode; readonly origin: Pick<Origin, 'address' | 'requestId'> };

/**
 * Accepts the provider's webhook about a payment; the worker then looks up the payment. An unsigned webhook
 * may be an attack and is recorded as an event. @param kind subject of the webhook; any but a payment is
 * accepted and ignored @returns false unless the provider signed it within the last minutes
 */
export async function takeNotification(
  deps: Dependencies,
  notification: Notification,
  kind: string,
  from?: From,
): Promise<boolean> {
  if (!deps.ports.wallet.isGenuine(notification, deps.clock.now())) {
    if (from) await notifyForged(deps, from);
    return false;
  }
  if (kind === 'payment') {
    const job: WalletJob = { paymentId: notification.dataId };
    await transaction(deps.db, (tx) => deps.jobs.send(tx, walletQueue, job));
  }
  return true;
}

/** Unsigned notifications accepted per hour; each causes one query to the provider. */
const maxUnsigned = { all: 3_000, network: 600 };

/**
 * Accepts the provider's older notification format (`topic`, `id`), which carries no signature. It proves and
 * changes nothing: it only triggers a query to the provider, a limited number of times per hour.
 */
export async function takeOldNotification(
  deps: Dependencies,
  { topic, id }: { readonly topic: string; readonly id: string },
  { origin }: Pick<From, 'origin'>,
): Promise<void> {
  if (topic !== 'payment' || !/^\d{1,20}$/.test(id)) return;
  const at = deps.clock.now();
  const windowSeconds = 3600;
  const limits = [
    ...addressLimits('wallet-unsigned', origin.address, { max: maxUnsigned.network, windowSeconds }),
    { key: 'wallet-unsigned:all', max: maxUnsigned.all, windowSeconds },
  ];
  if ((await overAny(deps.db, limits, at)) !== undefined) return;
  await transaction(deps.db, (tx) => deps.jobs.send(tx, walletQueue, { paymentId: id } satisfies WalletJob));
}

async function notifyForged(
  { db, clock, log, ports }: Dependencies,
  { country, origin }: From,
): Promise<void> {
  const { address, requestId } = origin;
  const isNew = await raiseAlarm(db, `webhook:${neighbourhoodOf(address)}`, {
    at: clock.now(),
    country,
    kind: 'webhook-forged',
    address,
    requestId,
    detail: { source: ports.wallet.name },
  });
  if (isNew) log.warn({ country, source: ports.wallet.name }, 'a notification has no valid signature');
}

/** Handles a webhook: only the provider's answer to our query counts. */
export async function walletReports(deps: Dependencies, paymentId: string): Promise<void> {
  const payment = await deps.ports.wallet.payment(paymentId);
  if (payment) await applyWalletPayment(deps, payment);
}

/**
 * Queries the provider about a payment and applies the answer.
 * @returns the answer
 */
export async function refreshFromWallet(
  deps: Dependencies,
  { reference }: Pick<PaymentRequest, 'reference'>,
): Promise<readonly WalletPayment[]> {
  const payments = await deps.ports.wallet.paymentsOf(reference);
  for (const payment of payments) await applyWalletPayment(deps, payment);
  return payments;
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
      await transaction(deps.db, (tx) => reverse(tx, deps, payment));
      return;
    case 'under-way':
      return;
  }
}

async function bookApproved(tx: Tx, deps: Dependencies, payment: WalletPayment): Promise<void> {
  const country = await countryOf(tx, payment);
  await reportPayment(tx, deps, {
    ...reportedOf(deps, payment),
    country,
    paidOn: localDate(deps.clock.now(), country),
  });
}

function reportedOf({ ports }: Dependencies, { id, reference, amount, currency }: WalletPayment) {
  return { source: ports.wallet.name, reportId: id, reference, amount, currency };
}

/** Applies a partial refund; the wallet keeps such a payment as approved. */
async function applyRefund(deps: Dependencies, payment: WalletPayment): Promise<void> {
  const { id: reportId, amount, refunded = ZERO } = payment;
  if (refunded <= 0) return;
  await transaction(deps.db, async (tx) => {
    if (refunded >= amount) return reverse(tx, deps, payment);
    const refundedOn = localDate(deps.clock.now(), await countryOf(tx, payment));
    await reportRefund(tx, deps, { source: deps.ports.wallet.name, reportId, refunded, refundedOn });
  });
}

/** If no request matches, only the currency identifies the country. */
async function countryOf(tx: Tx, { reference, currency }: WalletPayment): Promise<CountryCode> {
  const request = await requestByReference(tx, reference);
  return request?.country ?? countryOfCurrency(currency);
}

/** Rejects the open payment; an older rejection does not change a paid one. */
async function closeRejected(deps: Dependencies, { reference }: WalletPayment): Promise<void> {
  const request = await requestByReference(deps.db, reference);
  if (!request) return;
  if (await rejectPayment(deps, request)) await cancelOutside(deps, request);
}

/** Reverses a payment that the provider took back, even if it did not count. */
async function reverse(tx: Tx, deps: Dependencies, payment: WalletPayment): Promise<void> {
  const country = await countryOf(tx, payment);
  await reportReversal(tx, deps, {
    ...reportedOf(deps, payment),
    country,
    reason: payment.isChargedBack === true ? 'charged-back' : 'refunded',
    reversedOn: localDate(deps.clock.now(), country),
  });
}

/** Checkouts that may still be paid. */
export const walletCheckRows: RowQueue = {
  name: 'wallet-check',
  table: 'wallet_check',
  columns: { id: 'request_id', dueAt: 'due_at', tries: 'tries' },
  isOpen: sql`due_at is not null`,
  policy: {
    // The provider may be down for hours; its data stays available.
    retryDelaySeconds: 60,
    retryDelayMaxSeconds: 3600,
    // Three times the provider's own timeout.
    timeLimitSeconds: 30,
  },
};

/** Backoff after the first five minutes: doubled each time, from ten minutes to six hours. */
const firstDelaySeconds = 600;
const longestDelaySeconds = 21_600;
/** A wallet payment in cash may stay in progress for days after the checkout has ended. */
const underWayDays = 10;
/** Responses are small, and no user waits for them. */
const concurrency = 8;

/**
 * Polls the wallet about open checkouts, in case a notification is lost and the customer does not return to
 * the page.
 */
export function walletCheckWork(deps: Dependencies): RowWork {
  return {
    queue: walletCheckRows,
    pools: [{ where: sql`true`, concurrency }],
    run: (id) => checkWallet(deps, id),
  };
}

async function checkWallet(deps: Dependencies, requestId: number): Promise<void> {
  const { db, clock } = deps;
  const before = await requestById(db, requestId);
  const payments = before?.state === 'open' ? await refreshFromWallet(deps, before) : [];
  const request = await requestById(db, requestId);
  if (!request) throw new Error('a checkout without its payment');
  const { state, country, dueDate } = request;
  const isUnderWay = payments.some((payment) => payment.state === 'under-way');
  const last = addDays(dueDate, isUnderWay ? underWayDays : 0);
  const isOpen = state === 'open' && localDate(clock.now(), country) <= last;
  const delay = sql`least(${longestDelaySeconds}::float8, ${firstDelaySeconds}::float8 * 2 ^ least(tries - 1, 20))`;
  await db
    .updateTable('wallet_check')
    .set({ due_at: isOpen ? sql<Date>`now() + make_interval(secs => ${delay})` : null })
    .where('request_id', '=', requestId)
    .execute();
}
