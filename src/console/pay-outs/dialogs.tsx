import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { ACCOUNT_REASON_NAMES, HOLD_REASON_NAMES, RELEASE_REASON_NAMES } from '../../words/pay-out-names.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import css from '../ui/page.module.css';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import { staleBy } from '../ui/stale-by.ts';
import { heldBy, type Order } from '../../words/pay-outs.ts';

export interface OrderDialogProps {
  order: Order;
  onClose: () => void;
  onDone: (message: string) => void;
  /** Somebody or the provider changed it meanwhile. */
  onStale: () => void;
}

/** One write on the order; a refusal because it changed also shows how it stands. */
export function useOrderWrite<Answer>(
  { onDone, onStale }: Pick<OrderDialogProps, 'onDone' | 'onStale'>,
  write: () => Promise<Answer>,
  messageOf: (answer: Answer) => string,
) {
  return useMutation({
    mutationFn: write,
    onSuccess: (answer) => onDone(messageOf(answer)),
    onError: staleBy(onStale),
  });
}

const said = ({ messages }: { messages: readonly string[] }) => messages.join(' ');

export function HoldDialog({ order, onClose, ...part }: OrderDialogProps) {
  const reason = useReason(HOLD_REASON_NAMES, 'account-doubt');
  const hold = useOrderWrite(
    part,
    () =>
      call('POST /api/staff/pay-outs/{id}/hold', {
        params: { id: order.id },
        version: order.version,
        body: reason.body,
      }),
    said,
  );
  return (
    <FormDialog title="Retener el envío" action="Retener" kind="danger" write={hold} onClose={onClose}>
      <p>No sale hasta que alguien lo suelte. La persona ve que todavía no salió, sin el motivo.</p>
      <ReasonFields {...reason.fields} />
    </FormDialog>
  );
}

export function ReleaseDialog({ order, onClose, ...part }: OrderDialogProps) {
  const reason = useReason(RELEASE_REASON_NAMES, 'checked');
  const release = useOrderWrite(
    part,
    () =>
      call('POST /api/staff/pay-outs/{id}/release', {
        params: { id: order.id },
        version: order.version,
        body: reason.body,
      }),
    said,
  );
  return (
    <FormDialog title="Soltar el envío" action="Soltar" write={release} onClose={onClose}>
      <p>{heldBy(order)}Al soltarlo sale como cualquier otro, una sola vez.</p>
      <ReasonFields {...reason.fields} />
    </FormDialog>
  );
}

const CHANNELS = { email: 'Mail', sms: 'SMS' } as const;

export function AccountDialog({ order, onClose, ...part }: OrderDialogProps) {
  const [channel, setChannel] = useState<keyof typeof CHANNELS>('email');
  const reason = useReason(ACCOUNT_REASON_NAMES, 'account-wrong');
  const ask = useOrderWrite(
    part,
    () =>
      call('POST /api/staff/pay-outs/{id}/account', {
        params: { id: order.id },
        version: order.version,
        body: { channel, ...reason.body },
      }),
    said,
  );
  return (
    <FormDialog title="Pedir otra cuenta" action="Mandar el link" write={ask} onClose={onClose}>
      <p>
        La persona entra con el link a la página de este préstamo, carga la cuenta y confirma de nuevo. Nadie
        más puede elegir adónde va su dinero.
      </p>
      <label className={css.field}>
        <span>Cómo</span>
        <select value={channel} onChange={(event) => setChannel(event.target.value as keyof typeof CHANNELS)}>
          {Object.entries(CHANNELS).map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <ReasonFields {...reason.fields} />
    </FormDialog>
  );
}
