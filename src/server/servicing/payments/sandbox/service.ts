import { localDate } from '../../../../countries/local-time.ts';
import { centavos, type Centavos } from '../../../../domain/money.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { DecideWalletPayment } from '../../../integrations/wallet/port.ts';
import { chargeUnderWay, settleCharges } from '../../../charges/service.ts';
import { transaction, type Queryable } from '../../../platform/database.ts';
import { paymentCharges } from '../charges.ts';
import { takeRefundStep } from '../refunds/send.ts';
import { requestAnywhere, stateByHash, type PaymentRequest } from '../queries.ts';
import { rejectPayment } from '../reports/reject.ts';
import { reportPayment } from '../reports/report.ts';
import { reportReversal } from '../reports/reverse-report.ts';
import { walletReports } from '../wallet.ts';

/**
 * Simulates the network's or provider's report of a payment (docs/product/providers.md#sandbox). Idempotent.
 * @returns the resulting state of the payment; undefined for an unknown hash
 */
export async function settleInSandbox(
  deps: Dependencies,
  decide: DecideWalletPayment,
  hash: string,
  amount?: Centavos,
): Promise<string | undefined> {
  return afterReport(deps, hash, async (request) => {
    const paid = amount ?? request.amount;
    if (request.kind !== 'wallet') return networkReports(deps, request, paid);
    const { reference, currency } = request;
    const id = `wallet-${reference}`;
    await walletReports(deps, await decide({ id, reference, currency, amount: paid, state: 'approved' }));
  });
}

/** @returns state of the payment after the report; undefined for an unknown hash */
async function afterReport(
  { db, clock }: Dependencies,
  hash: string,
  report: (request: PaymentRequest) => Promise<unknown>,
): Promise<string | undefined> {
  const request = await requestAnywhere(db, hash);
  if (!request) return undefined;
  await report(request);
  return stateByHash(db, hash, clock.now());
}

async function networkReports(deps: Dependencies, request: PaymentRequest, amount: Centavos): Promise<void> {
  const { country, currency, method, reference } = request;
  const charge = request.kind === 'card' ? await chargeUnderWay(deps.db, request.id) : undefined;
  await transaction(deps.db, async (tx) => {
    if (charge !== undefined) {
      const answer = {
        state: 'approved',
        providerId: `card-${charge.reference}`,
        authorizationCode: '000000',
      } as const;
      await settleCharges(tx, deps, paymentCharges, new Map([[charge.id, answer]]));
      return;
    }
    await reportPayment(tx, deps, {
      country,
      source: method,
      reportId: `sandbox-${reference}`,
      reference,
      amount,
      currency,
      paidOn: localDate(deps.clock.now(), country),
    });
  });
}

/** Simulates a rejection by the network or provider; paid payments stay paid. */
export async function rejectInSandbox(
  deps: Dependencies,
  decide: DecideWalletPayment,
  hash: string,
): Promise<string | undefined> {
  return afterReport(deps, hash, async (request) => {
    if (request.kind !== 'wallet') return rejectPayment(deps, request);
    const { reference, currency, amount } = request;
    const id = `wallet-${reference}-rejected`;
    return walletReports(deps, await decide({ id, reference, currency, amount, state: 'rejected' }));
  });
}

/**
 * Simulates a reversal by the network or provider; without a report it is stored until one arrives. @param
 * part total refunded by the wallet so far, if not everything; networks have no partial reversals
 */
export async function reverseInSandbox(
  deps: Dependencies,
  decide: DecideWalletPayment,
  hash: string,
  part?: Centavos,
): Promise<string | undefined> {
  return afterReport(deps, hash, async (request) => {
    const { country, kind, reference, currency, amount } = request;
    if (kind === 'wallet') {
      const id = `wallet-${reference}`;
      const outcome =
        part === undefined
          ? ({ state: 'reversed' } as const)
          : ({ state: 'approved', refunded: part } as const);
      return walletReports(deps, await decide({ id, reference, currency, amount, ...outcome }));
    }
    const booked = await reportOf(deps, request);
    return transaction(deps.db, (tx) =>
      reportReversal(tx, deps, {
        country,
        source: booked?.source ?? request.method,
        reportId: booked?.report_id ?? `sandbox-${reference}`,
        reference,
        // A network takes back the amount that it had brought, maybe a part.
        amount: centavos(booked?.amount ?? amount),
        currency,
        reason: kind === 'card' ? 'charged-back' : 'network',
        reversedOn: localDate(deps.clock.now(), country),
      }),
    );
  });
}

function reportOf({ db }: Dependencies, { id }: PaymentRequest) {
  return db
    .selectFrom('payment_report')
    .select(['source', 'report_id', 'amount'])
    .where('request_id', '=', id)
    .where('outcome', '<>', 'reversed')
    .orderBy('id')
    .executeTakeFirst();
}

/**
 * Advances a refund by one step: sends it, or asks the rail, which answers as decided. A final refund stays as it is.
 * @param decide sets the rail's answer to the order with the reference
 * @returns state of the refund afterwards; undefined for an unknown reference
 */
export async function advanceRefundInSandbox(
  deps: Dependencies,
  decide: (reference: string) => Promise<unknown>,
  reference: string,
): Promise<string | undefined> {
  const refund = await refundOf(deps.db, reference);
  if (!refund) return undefined;
  if (refund.state === 'planned') await takeRefundStep(deps, refund.id);
  // A stopped or held refund has not been sent.
  if ((await refundOf(deps.db, reference))?.state !== 'planned') {
    await decide(reference);
    await takeRefundStep(deps, refund.id);
  }
  return (await refundOf(deps.db, reference))?.state;
}

function refundOf(db: Queryable, reference: string) {
  return db
    .selectFrom('credit_refund')
    .select(['id', 'state'])
    .where('reference', '=', reference)
    .executeTakeFirst();
}

/** Refunds without a final answer, newest first. Amounts in centavos. */
export function openRefunds(db: Queryable, limit: number) {
  return db
    .selectFrom('credit_refund')
    .select(['reference', 'state', 'amount'])
    .where('state', 'in', ['planned', 'sent', 'unknown'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
