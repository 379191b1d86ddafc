import type { Dependencies } from '../../dependencies.ts';
import { ok } from '../../platform/http/result.ts';
import { DONE_AS_SEEN, staffCommand, type StaffCommand } from '../../staff/actions/service.ts';
import { ledgerFacts } from '../ledger/service.ts';
import { isWaitingForFile } from '../payouts/service.ts';
import { ruleDisbursement, rulingOn } from '../rulings/service.ts';
import { lockDelivery, lockDisbursement } from '../service.ts';
import { aboutOrder, unchangedOrder } from './access.ts';

/** Resolves an order without a final result by evidence. */
export function ruleCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/pay-outs/{id}/settle', async (tx, asked) => {
    const found = await unchangedOrder(tx, asked, lockDelivery);
    if (!found.ok) return found;
    const loan = found.value;
    const isLeaving = await isWaitingForFile(tx, loan.reference);
    const order = { ...loan, kind: 'pay-out', id: loan.loan_id, isLeaving } as const;
    const ruling = await rulingOn(tx, deps, order, asked);
    if (!ruling.ok) return ruling;
    const { outcome, fileId: file, receiptCode, answer } = ruling.value;
    const { country, state, loan_id: loanId } = loan;
    const before = { state, answer, ...(await ledgerFacts(tx, country, loanId)) };
    await ruleDisbursement(tx, deps, loan, ruling.value);
    const after = {
      outcome,
      loan_state: (await lockDisbursement(tx, loanId))?.loan_state ?? '',
      file,
      ...(receiptCode === '' ? {} : { receipt: receiptCode }),
      ...(await ledgerFacts(tx, country, loanId)),
    };
    return ok({ answer: DONE_AS_SEEN, facts: { ...aboutOrder(loan), before, after } });
  });
}
