import { sql } from 'kysely';
import { centavos } from '../../../../domain/money.ts';
import { contactChangeWait } from '../../../customers/contact-changes/service.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { noteFrozen } from '../../../loans/manual-resolutions/service.ts';
import {
  lookedAtAgain,
  takeOrderStep,
  type OutgoingOrders,
  type RailStep,
  type StepDependencies,
} from '../../../loans/outgoing-orders/service.ts';
import { isPayoutStopped } from '../../../loans/payout-checks/service.ts';
import type { Tx } from '../../../platform/database.ts';
import type { RowWork } from '../../../platform/work/dispatcher.ts';
import { leaseSeconds } from '../../../platform/work/row-queue.ts';
import { refundRows } from './begin.ts';
import { paysTwice } from './contradicted.ts';
import { freezeGoneOut, lockWithLoans } from './freeze.ts';
import { bySystem, goneOutBefore, lockRefund, recordFailed, recordPaid, type Row } from './refund-record.ts';

/** Refunds of credit, which the bank that also pays out takes. */
export const REFUNDS: OutgoingOrders<Row> = {
  kind: 'refund',
  lock: lockRefund,
  lockToEnd: lockWithLoans,
  prepare: prepareStep,
  railOf: ({ ports }) => ports.payouts['bank-transfer'],
  requestOf: ({ config }, row) => ({
    reference: row.reference,
    amount: centavos(row.amount),
    currency: row.currency,
    holder: row.holder,
    legalNumber: row.legal_number,
    bankId: row.bank_id,
    destination: row.destination,
    description: `Devolucion ${config.BRAND}`,
  }),
  recordPaid,
  recordFailed,
  async recordUnknown(tx, _deps, { id, state }) {
    if (state === 'unknown') return;
    await tx
      .updateTable('credit_refund')
      .set({ state: 'unknown', ...bySystem })
      .where('id', '=', id)
      .execute();
  },
  unknownEvent: 'credit-refund-unknown',
  paidAfterAll: async (tx, deps, row) =>
    noteFrozen(tx, { kind: 'refund', id: row.id }, await freezeGoneOut(tx, deps, row)),
};

export function refundWork(deps: Dependencies): RowWork {
  return {
    queue: refundRows,
    pools: [{ where: sql`true`, concurrency: deps.config.PAYOUT_CONCURRENCY }],
    run: (id) => takeRefundStep(deps, id),
  };
}

/** One step of a refund: {@link takeOrderStep}. */
export const takeRefundStep = (deps: StepDependencies, id: number): Promise<void> =>
  takeOrderStep(deps, REFUNDS, id);

/** An order that the rail has never seen is not submitted while payouts are stopped, or if it would pay twice. */
async function prepareStep(tx: Tx, deps: StepDependencies, row: Row): Promise<RailStep | undefined> {
  const isFirst = row.state === 'planned';
  const isTwice = await paysTwice(tx, row);
  if (isFirst && isTwice) {
    await recordFailed(tx, deps, row, goneOutBefore);
    return undefined;
  }
  const isStopped = isTwice || (await isPayoutStopped(tx, row));
  const isContactNew = isFirst && (await contactChangeWait(tx, deps, row.customer_id)) !== undefined;
  const waits = isFirst && (isStopped || isContactNew);
  await tx
    .updateTable('credit_refund')
    .set({
      ...(isFirst && !waits ? { state: 'sent', changed_at: deps.clock.now(), ...bySystem } : {}),
      ...(waits
        ? { due_at: lookedAtAgain, tries: 0 }
        : { due_at: sql<Date>`now() + make_interval(secs => ${leaseSeconds})` }),
    })
    .where('id', '=', row.id)
    .execute();
  if (waits) return undefined;
  return isFirst ? 'submit' : isStopped ? 'only-ask' : 'ask';
}
