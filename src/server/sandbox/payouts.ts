import type { OutputOf } from '../../contract/contract.ts';
import type { CalendarDate } from '../../domain/calendar-date.ts';
import { centavos, toUnits } from '../../domain/money.ts';
import type { Dependencies } from '../dependencies.ts';
import { decidePayout, type DecidedOutcome } from '../integrations/payouts/sandbox.ts';
import { isOpen } from '../loans/outgoing-orders/service.ts';
import { cancelUncheckedLoan, takeStep } from '../loans/service.ts';
import { advanceRefundInSandbox, openRefunds } from '../servicing/payments/sandbox/service.ts';
import { transaction } from '../platform/database.ts';
import { fail, ok, type Result } from '../platform/http/result.ts';

type Advanced = OutputOf<'POST /sandbox/loans/{id}/advance'>;
type OpenPayout = OutputOf<'GET /sandbox/state'>['disbursements'][number];

/**
 * Advances a payout by one step (docs/product/providers.md#stand-ins): the check, or the rail's response.
 * 'unknown' leaves it unchanged for another query; a finished payout takes no more steps.
 */
export async function advance(
  deps: Dependencies,
  publicId: string,
  outcome: 'ok' | 'failed' | 'unknown',
  deliveredOn?: CalendarDate,
): Promise<Result<Advanced>> {
  const loan = await statesOf(deps, publicId);
  if (!loan) return fail('not_found');
  if (!isOpen({ state: loan.payout })) return fail('loan_state');
  if (loan.state === 'send') {
    if (outcome === 'ok') await takeStep(deps, loan.id, true);
    if (outcome === 'failed')
      await transaction(deps.db, (tx) => cancelUncheckedLoan(tx, deps, loan.id, 'check-failed'));
  } else {
    if (loan.payout === 'planned') await takeStep(deps, loan.id, true);
    // Announcing a late payout takes a step of its own, and an expired one may have ended.
    const { payout } = (await statesOf(deps, publicId)) ?? loan;
    if (payout === 'planned' || !isOpen({ state: payout })) return answerOf(deps, publicId);
    await decidePayout(deps.db, loan.reference, decided[outcome], deliveredOn);
    await takeStep(deps, loan.id, true);
  }
  return answerOf(deps, publicId);
}

async function answerOf(deps: Dependencies, publicId: string): Promise<Result<Advanced>> {
  const now = await statesOf(deps, publicId);
  return now ? ok({ state_slug: now.state, disbursement: now.payout }) : fail('not_found');
}

const decided = { ok: 'completed', failed: 'failed', unknown: 'unknown' } as const satisfies Record<
  string,
  DecidedOutcome
>;

function statesOf({ db }: Dependencies, publicId: string) {
  return db
    .selectFrom('loan')
    .innerJoin('payout', 'payout.loan_id', 'loan.id')
    .select(['loan.id', 'loan.state', 'payout.state as payout', 'reference'])
    .where('public_id', '=', publicId)
    .executeTakeFirst();
}

/** Advances a refund of credit by one step; the bank answers with the outcome. */
export async function advanceRefund(
  deps: Dependencies,
  reference: string,
  outcome: keyof typeof decided,
): Promise<Result<OutputOf<'POST /sandbox/refunds/{reference}/advance'>>> {
  const decide = (order: string) => decidePayout(deps.db, order, decided[outcome]);
  const state = await advanceRefundInSandbox(deps, decide, reference);
  return state === undefined ? fail('not_found') : ok({ state });
}

const shown = 50;

/** Pending refunds of credit, newest first. */
export async function pendingRefunds({
  db,
}: Pick<Dependencies, 'db'>): Promise<OutputOf<'GET /sandbox/state'>['refunds']> {
  const rows = await openRefunds(db, shown);
  return rows.map((row) => ({ ...row, amount: toUnits(centavos(row.amount)) }));
}

/** Pending payouts, newest first. */
export async function openPayouts({ db }: Pick<Dependencies, 'db'>): Promise<OpenPayout[]> {
  const rows = await db
    .selectFrom('payout')
    .innerJoin('loan', 'loan.id', 'payout.loan_id')
    .select(['public_id', 'loan.state as loan_state', 'payout.state', 'rail', 'amount'])
    .where('payout.state', 'in', ['planned', 'sent', 'unknown'])
    .orderBy('loan_id', 'desc')
    .limit(shown)
    .execute();
  return rows.map(({ public_id, loan_state, state, rail, amount }) => ({
    loan_id: public_id,
    loan_state,
    state,
    rail,
    amount: toUnits(centavos(amount)),
  }));
}
