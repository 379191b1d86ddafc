import { useState } from 'react';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import { MoneyDialog, type MoneyDialogProps } from './money-dialog.tsx';
import { RequestField, TargetFacts } from './target-fields.tsx';
import { MATCH_NAMES, type Target, type Waiting } from '../../words/money.ts';

/** Books money that led nowhere on the loan that it is for. */
export function MatchDialog({ row, target, ...dialog }: MoneyDialogProps & { row: Waiting; target: Target }) {
  const exact = target.requests.find(({ amount }) => amount === row.amount);
  const [request, setRequest] = useState(exact?.id ?? '');
  const reason = useReason(MATCH_NAMES, 'receipt');
  return (
    <MoneyDialog
      {...dialog}
      title={`Aplicar ${money(row.amount, row.currency)}`}
      done="Listo: el dinero ya es un pago del préstamo."
      write={(query) =>
        call('POST /api/staff/money/unmatched/{id}/match', {
          params: { id: row.id },
          query,
          version: row.version,
          body: {
            loan: target.loan,
            ...(request ? { request } : {}),
            books: target.books,
            ...reason.body,
          },
        })
      }
    >
      <TargetFacts target={target} />
      <RequestField target={target} request={request} onChange={setRequest} />
      <ReasonFields {...reason.fields} />
    </MoneyDialog>
  );
}
