import type { Dependencies } from '../../dependencies.ts';
import type { Tx } from '../../platform/database.ts';
import { fail, ok, type Failure, type Result } from '../../platform/http/result.ts';
import { after as moved } from '../../platform/clock.ts';
import { staffCommand, type StaffCommand } from '../../staff/actions/service.ts';
import { hasFile } from '../../staff/files/service.ts';
import { lastAnswer } from '../answers/service.ts';
import { ledgerFacts } from '../ledger/service.ts';
import { isWaitingForFile } from '../payouts/service.ts';
import { ruleDisbursement } from '../rulings/service.ts';
import { lockDisbursement, type LockedDisbursement } from '../service.ts';
import { aboutOrder, changedBy, unchangedOrder } from './access.ts';

/** How old the provider's word may be when somebody asks to settle without one. */
const askedWithinMinutes = 30;

/**
 * Ends an order without a final word as its evidence says. The provider is asked first, its answer is part of what is
 * asked for, and another answer since then refuses the approval.
 */
export function ruleCommand(deps: Dependencies): StaffCommand {
  return staffCommand(deps, 'POST /api/staff/pay-outs/{id}/settle', async (tx, asked) => {
    const found = await unchangedOrder(tx, asked);
    if (!found.ok) return found;
    const loan = found.value;
    if (loan.state !== 'sent' && loan.state !== 'unknown') return fail('pay_out_state');
    const { body, by, approver } = asked;
    const receiptCode = body.receipt_code?.trim() ?? '';
    const country = loan.country;
    if (!(await hasFile(tx, country, body.file))) return fail('evidence_missing');
    if (body.outcome === 'paid' && receiptCode === '') return missingCode();
    if (await isWaitingForFile(tx, loan.reference)) return fail('pay_out_leaving');
    const seen = await answerSeen(tx, deps, loan, { id: body.answer, isApproved: approver !== undefined });
    if (!seen.ok) return seen;
    const before = {
      state: loan.state,
      answer: seen.value,
      ...(await ledgerFacts(tx, country, loan.loan_id)),
    };
    await ruleDisbursement(tx, deps, loan, {
      outcome: body.outcome,
      fileId: body.file,
      receiptCode,
      answer: seen.value,
      askedBy: by.staffId,
      approvedBy: (approver ?? by).staffId,
    });
    const after = {
      outcome: body.outcome,
      loan_state: (await lockDisbursement(tx, loan.loan_id))?.loan_state ?? '',
      file: body.file,
      ...(receiptCode === '' ? {} : { receipt: receiptCode }),
      ...(await ledgerFacts(tx, country, loan.loan_id)),
    };
    const { reason_code: reasonCode, reason } = body;
    const facts = { ...aboutOrder(loan), reasonCode, reason, before, after };
    return ok({ answer: { outcome: 'done' as const, approval: '', before: '', after: '' }, facts });
  });
}

const missingCode = (): Failure =>
  fail('invalid', { fields: { receipt_code: 'Escribí el número de la transferencia.' } });

/** What the provider said, if it is what was seen: of a question asked just now, or by then of the frozen request. */
async function answerSeen(
  tx: Tx,
  { clock }: Pick<Dependencies, 'clock'>,
  loan: LockedDisbursement,
  seen: { readonly id: number; readonly isApproved: boolean },
): Promise<Result<string>> {
  const last = await lastAnswer(tx, loan.loan_id);
  if (!last) return fail('pay_out_ask_first');
  if (last.id !== seen.id) return changedBy('', 'la respuesta sobre este envío');
  const oldest = moved(clock.now(), -askedWithinMinutes, 'minutes');
  return !seen.isApproved && last.last_at < oldest ? fail('pay_out_ask_first') : ok(last.state);
}
