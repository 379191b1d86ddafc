import { packOf } from '../../../countries/index.ts';
import { calendarDate } from '../../../domain/calendar-date.ts';
import { centavos, formatMoney, parseUnits } from '../../../domain/money.ts';
import type { Dependencies } from '../../dependencies.ts';
import { waiveDebt } from '../../loans/actions/service.ts';
import { ledgerFacts } from '../../loans/ledger/service.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { countriesOf, DONE, staffCommand, type StaffCommand } from '../../staff/actions/service.ts';

/** Waives debt shown by a contradiction; needs two people (docs/runbook.md#loancontradicts). */
export function waiverCommands(deps: Dependencies): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/operation/contradictions/{id}/waive', async (tx, asked) => {
      const { params, body, by, approver, seenVersion } = asked;
      const row = await tx
        .selectFrom('loan_contradiction as c')
        .innerJoin('loan', 'loan.id', 'c.loan_id')
        .select(['c.country', 'c.loan_id', 'c.found_at', 'c.closed_at', 'loan.customer_id', 'loan.state'])
        .where('c.id', '=', params.id)
        .where('c.country', 'in', [...countriesOf(asked)])
        .forUpdate('c')
        .executeTakeFirst();
      if (!row) return fail('not_found');
      if (row.closed_at !== null || row.found_at.getTime() !== seenVersion)
        return fail('changed_meanwhile', {
          message: 'El control de los préstamos encontró otra cosa. Actualizá la página y revisala.',
        });
      const amount = parseUnits(body.amount.toFixed(2)) ?? centavos(0);
      const before = await ledgerFacts(tx, row.country, row.loan_id);
      const isWaived = await waiveDebt(tx, deps, {
        loanId: row.loan_id,
        amount,
        date: calendarDate(body.day),
        reasonCode: body.reason_code,
        reason: body.reason,
        requestedBy: by.name,
        approvedBy: approver?.name ?? '',
      });
      if (!isWaived) return fail('waiver_too_much');
      const money = formatMoney(amount, packOf(row.country).currency);
      return ok({
        answer: DONE,
        facts: {
          subject: `loan:${row.loan_id}`,
          subjectName: `Deuda del préstamo ${row.loan_id}, ${money}`,
          amount,
          country: row.country,
          customerId: row.customer_id,
          before: { loan_state: row.state, ...before },
          after: { waived: money, day: body.day, ...(await ledgerFacts(tx, row.country, row.loan_id)) },
        },
      });
    }),
  ];
}
