import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { money } from '../amounts.ts';
import { call } from '../api.ts';
import { SettleFields, SettleReason, useSettling } from '../payouts/settle-fields.tsx';
import { answerName } from '../../words/payouts.ts';
import { allows, useMe } from '../session.ts';
import { EvidenceLinks } from '../ui/evidence.tsx';
import { Trouble } from '../ui/list-parts.tsx';
import css from '../ui/page.module.css';
import { MoneyDialog, type MoneyDialogProps } from './money-dialog.tsx';
import own from './money.module.css';
import type { Refund } from '../../words/money.ts';
import { When } from '../ui/when.tsx';
import { Waits } from '../ui/waits.tsx';

interface Props extends Pick<MoneyDialogProps, 'onDone' | 'onStale'> {
  refund: Refund;
}

/** Provider's last response about a refund, and the actions on one without a final response. */
export function RefundWord({ refund, onDone, onStale }: Props) {
  const me = useMe();
  const [isSettling, setSettling] = useState(false);
  const ask = useMutation({
    mutationFn: () => call('POST /api/staff/money/refunds/{id}/ask', { params: { id: refund.id } }),
    onSuccess: ({ result }) => onDone(`El proveedor contestó: ${answerName(result.answer?.state ?? '')}.`),
  });
  const isQuestion = refund.state === 'sent' || refund.state === 'unknown';
  const to = `${money(refund.amount, refund.currency)} a ${refund.person || 'quien no tiene nombre'}`;
  return (
    <>
      {isQuestion && refund.answer && (
        <span className={css.minor}>
          {answerName(refund.answer.state)}, <When at={refund.answer.last_at} />
        </span>
      )}
      {refund.contradicted && (
        <span className={css.minor}>El proveedor dice lo contrario: se resuelve en Operación.</span>
      )}
      {refund.file && <EvidenceLinks files={[refund.file]} />}
      <Waits by={refund.asked_by} />
      {isQuestion && (
        <div className={classes(css.row, own.asked)}>
          {allows(me, 'POST /api/staff/money/refunds/{id}/ask') && (
            <Button kind="ghost" small busy={ask.isPending} onClick={() => ask.mutate()}>
              Preguntar al proveedor<span className="visually-hidden"> por {to}</span>
            </Button>
          )}
          {refund.answer && !refund.asked_by && allows(me, 'POST /api/staff/money/refunds/{id}/settle') && (
            <Button kind="ghost" small onClick={() => setSettling(true)}>
              Resolver con comprobante<span className="visually-hidden"> {to}</span>
            </Button>
          )}
        </div>
      )}
      <Trouble error={ask.error} />
      {isSettling && (
        <SettleRefundDialog
          refund={refund}
          onClose={() => setSettling(false)}
          onStale={onStale}
          onDone={(message) => {
            setSettling(false);
            onDone(message);
          }}
        />
      )}
    </>
  );
}

function SettleRefundDialog({ refund, ...dialog }: MoneyDialogProps & { refund: Refund }) {
  const { body, fields } = useSettling(refund.answer ?? undefined);
  return (
    <MoneyDialog
      {...dialog}
      title={`Resolver la devolución de ${money(refund.amount, refund.currency)}`}
      done="Listo: la devolución quedó resuelta."
      write={(query) =>
        call('POST /api/staff/money/refunds/{id}/settle', {
          params: { id: refund.id },
          query,
          version: refund.version,
          body,
        })
      }
    >
      <p>Si no se pagó, el dinero vuelve a quedar a favor. El sistema no manda ni devuelve nada.</p>
      <SettleFields fields={fields} country={refund.country} />
      <SettleReason fields={fields} />
    </MoneyDialog>
  );
}
