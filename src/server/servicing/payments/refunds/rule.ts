import { packOf } from '../../../../countries/index.ts';
import { centavos, formatMoney } from '../../../../domain/money.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { ledgerFacts } from '../../../loans/ledger/service.ts';
import {
  changedBy,
  questionCommand,
  resolutionOn,
  resolveOrder,
} from '../../../loans/manual-resolutions/service.ts';
import { askOnce, isOpen, recordAnswer } from '../../../loans/outgoing-orders/service.ts';
import { isWaitingForFile } from '../../../loans/payout-files/service.ts';
import type { Tx } from '../../../platform/database.ts';
import { fail, ok } from '../../../platform/http/result.ts';
import {
  countriesOf,
  DONE_AS_SEEN,
  doerOf,
  staffCommand,
  type StaffCommand,
} from '../../../staff/actions/service.ts';
import { lockWithLoans } from './freeze.ts';
import { refundView } from './list.ts';
import { lockRefund, type Row } from './refund-record.ts';
import { REFUNDS } from './send.ts';

/** Refunds are resolved by people like payouts (docs/decisions/0012-failed-payout.md). */
export function refundResolutionCommands(deps: Dependencies): StaffCommand[] {
  return [askCommand(deps), settleCommand(deps)];
}

function askCommand(deps: Dependencies): StaffCommand {
  return questionCommand(deps, 'POST /api/staff/money/refunds/{id}/ask', {
    shown: (db, id, { countries }) => refundView(db, countries, { id, now: deps.clock.now() }),
    ask: (id) => askOnce(deps, REFUNDS, id),
    async take(tx, id, answer, { countries }) {
      const row = await lockWithLoans(tx, id);
      if (!row || !countries.includes(row.country)) return fail('not_found');
      if (!isOpen(row)) return fail('pay_out_state');
      await recordAnswer(tx, deps, REFUNDS, id, answer, 'staff');
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
    await resolveOrder(tx, deps, REFUNDS, row.id, row, ruling.value);
    await nameDoer(tx, row.id, doerOf(asked).name);
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
