import { packOf } from '../../../../countries/index.ts';
import { centavos, formatMoney, parseUnits } from '../../../../domain/money.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { ledgerFacts } from '../../../loans/ledger/service.ts';
import { ok } from '../../../platform/http/result.ts';
import {
  countriesOf,
  DONE_AS_SEEN,
  movedBy,
  staffCommand,
  type StaffCommand,
} from '../../../staff/actions/service.ts';
import { recordMove } from '../../../staff/limits/service.ts';
import { lockTarget } from '../money-in/match.ts';
import { beginRefund } from './begin.ts';

/** Staff commands for refunding credit by transfer (docs/console.md#devolver-saldo-a-favor). */
export function refundCommands(deps: Dependencies): StaffCommand[] {
  return [
    staffCommand(deps, 'POST /api/staff/money/credits/{id}/refund', async (tx, asked) => {
      const { params, body, seenVersion, by, approver } = asked;
      const target = await lockTarget(tx, params.id, countriesOf(asked), seenVersion);
      if (!target.ok) return target;
      const { country, state } = target.value;
      const amount = parseUnits(body.amount.toFixed(2)) ?? centavos(0);
      const before = await ledgerFacts(tx, country, params.id);
      const begun = await beginRefund(tx, deps, {
        loanId: params.id,
        amount,
        account: body.account,
        requestedBy: by.name,
        approvedBy: approver?.name ?? '',
      });
      if (!begun.ok) return begun;
      const { customerId } = target.value;
      const subject = `credit:${params.id}`;
      await recordMove(tx, {
        ...movedBy(asked),
        at: deps.clock.now(),
        country,
        kind: 'refund',
        amount,
        loanId: params.id,
        customerId,
        subject,
      });
      const money = formatMoney(amount, packOf(country).currency);
      return ok({
        answer: DONE_AS_SEEN,
        facts: {
          subject,
          subjectName: `Saldo a favor del préstamo ${params.id}, ${money}`,
          amount,
          country,
          customerId,
          before: { loan_state: state, ...before },
          after: {
            refund: money,
            destination: begun.value.account,
            ...(await ledgerFacts(tx, country, params.id)),
          },
        },
      });
    }),
  ];
}
