import { packOf } from '../../../../countries/index.ts';
import { centavos, formatMoney } from '../../../../domain/money.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { PayoutAnswer } from '../../../integrations/payouts/port.ts';
import { ledgerFacts } from '../../../loans/ledger/service.ts';
import { isWaitingForFile } from '../../../loans/payout-files/service.ts';
import {
  changedBy,
  ENDS,
  storeResolution,
  noteFrozen,
  questionCommand,
  refundResolutionRows,
  resolutionOn,
  resolutionWork,
  type ResolvedOrders,
} from '../../../loans/manual-resolutions/service.ts';
import { isOpen } from '../../../loans/service.ts';
import type { Tx } from '../../../platform/database.ts';
import { fail, ok } from '../../../platform/http/result.ts';
import type { RowWork } from '../../../platform/work/dispatcher.ts';
import {
  countriesOf,
  DONE_AS_SEEN,
  doerOf,
  staffCommand,
  type StaffCommand,
} from '../../../staff/actions/service.ts';
import { freezeGoneOut, lockWithLoans } from './freeze.ts';
import { refundView } from './list.ts';
import {
  askAboutRefund,
  eventOf,
  lockRefund,
  recordAnswer,
  recordFailed,
  recordPaid,
  type Row,
} from './send.ts';

/** Refunds that people resolve like payouts (docs/decisions/0012-failed-payout.md). */
export const REFUNDS: ResolvedOrders = {
  kind: 'refund',
  queue: refundResolutionRows,
  ask: askAboutRefund,
  async byReference(tx, reference) {
    const row = await tx
      .selectFrom('credit_refund')
      .select('id')
      .where('reference', '=', reference)
      .executeTakeFirst();
    return row?.id;
  },
  end: recordAnswer,
  async isResolved(tx, id) {
    const row = await tx
      .selectFrom('credit_refund_ruling')
      .select('refund_id')
      .where('refund_id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  },
  async ended(tx, id) {
    const row = await lockWithLoans(tx, id);
    const word = row && ENDS[row.state];
    return word && { word, amount: row.amount, currency: row.currency };
  },
  async lock(tx, id, at) {
    const row = await lockWithLoans(tx, id);
    return row && eventOf(row, at);
  },
  async paidAfterAll(tx, deps, { id }) {
    const row = await lockWithLoans(tx, id);
    if (row) await noteFrozen(tx, { kind: 'refund', id }, await freezeGoneOut(tx, deps, row));
  },
};

/** @param isPaused true while the sandbox steps payouts manually */
export const refundResolutionWork = (deps: Dependencies, isPaused: () => Promise<boolean>): RowWork =>
  resolutionWork(deps, isPaused, REFUNDS);

export function refundResolutionCommands(deps: Dependencies): StaffCommand[] {
  return [askCommand(deps), settleCommand(deps)];
}

function askCommand(deps: Dependencies): StaffCommand {
  return questionCommand(deps, 'POST /api/staff/money/refunds/{id}/ask', {
    shown: (db, id, { countries }) => refundView(db, countries, { id, now: deps.clock.now() }),
    ask: (id) => askAboutRefund(deps, id),
    async take(tx, id, answer, { countries }) {
      const row = await lockRefund(tx, id);
      if (!row || !countries.includes(row.country)) return fail('not_found');
      if (!isOpen(row)) return fail('pay_out_state');
      await recordAnswer(tx, deps, id, answer, 'staff');
      return ok({ ...about(row), before: { state: row.state } });
    },
  });
}

function settleCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/money/refunds/{id}/settle', async (tx, asked) => {
    const { params, seenVersion } = asked;
    const row = await lockRefund(tx, params.id);
    const country = row?.country;
    if (!row || !country || !countriesOf(asked).includes(country)) return fail('not_found');
    if (row.version !== seenVersion) return changedBy(row.changed_by, 'esta devolución');
    const isLeaving = await isWaitingForFile(tx, row.reference);
    const ruling = await resolutionOn(tx, deps, { ...row, country, kind: 'refund', isLeaving }, asked);
    if (!ruling.ok) return ruling;
    const { outcome, receiptCode, answer, fileId: file } = ruling.value;
    const before = { state: row.state, answer, ...(await ledgerFacts(tx, country, row.loan_id)) };
    const said = { providerId: receiptCode, receiptCode };
    const word: PayoutAnswer =
      outcome === 'paid'
        ? { ...said, state: 'completed', reason: '' }
        : { ...said, state: 'failed', reason: 'ruled' };
    await (outcome === 'paid' ? recordPaid : recordFailed)(tx, deps, row, word);
    await nameDoer(tx, row.id, doerOf(asked).name);
    await storeResolution(tx, deps, REFUNDS, { ...eventOf(row, deps.clock.now()), id: row.id }, ruling.value);
    const after = {
      outcome,
      file,
      ...(receiptCode === '' ? {} : { receipt: receiptCode }),
      ...(await ledgerFacts(tx, country, row.loan_id)),
    };
    return ok({ answer: DONE_AS_SEEN, facts: { ...about(row), amount: row.amount, before, after } });
  });
}

async function nameDoer(tx: Tx, id: number, name: string): Promise<void> {
  await tx.updateTable('credit_refund').set({ changed_by: name }).where('id', '=', id).execute();
}

function about(row: Row) {
  const { country } = row;
  const money = formatMoney(centavos(row.amount), packOf(country).currency);
  return {
    subject: `refund:${row.id}`,
    subjectName: `Devolución de ${money} del préstamo ${row.loan_id}`,
    customerId: row.customer_id,
    country,
  };
}
