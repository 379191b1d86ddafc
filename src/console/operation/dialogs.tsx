import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../../web/api-failure.ts';
import { Notice } from '../../web/ui/tag.tsx';
import { call } from '../api.ts';
import { countryName, when } from '../texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ReasonFields, type Reason } from '../ui/reason-fields.tsx';
import { DROP_REASON_NAMES, RETRY_REASON_NAMES, SETTLE_REASON_NAMES } from './reasons.ts';
import { JOB_NAMES, QUEUE_NAMES, type Difference, type Failed, type Run } from './texts.ts';

export type Doing =
  | { readonly what: 'retry' | 'drop'; readonly failed: Failed }
  | { readonly what: 'run'; readonly run: Run }
  | { readonly what: 'close'; readonly difference: Difference };

interface DialogProps {
  onClose: () => void;
  onDone: (message: string) => void;
  /** Somebody was faster. */
  onStale: () => void;
}

type RetryReason = keyof typeof RETRY_REASON_NAMES;
type DropReason = keyof typeof DROP_REASON_NAMES;
type SettleReason = keyof typeof SETTLE_REASON_NAMES;

function staleBy(onStale: () => void) {
  return (error: Error) => {
    if (error instanceof ApiFailure && error.status === 409) onStale();
  };
}

const whatOf = ({ queue, failed_at: at }: Failed) => `${QUEUE_NAMES[queue]}, ${when(at)}`;

export function RetryDialog({ failed, onClose, onDone, onStale }: DialogProps & { failed: Failed }) {
  const [reason, setReason] = useState<Reason<RetryReason>>({ code: 'cause-gone', text: '' });
  const retry = useMutation({
    mutationFn: () =>
      call('POST /api/staff/operation/failed/{queue}/{id}/retry', {
        params: { queue: failed.queue, id: failed.id },
        version: failed.version,
        body: { reason_code: reason.code, reason: reason.text },
      }),
    onSuccess: ({ messages }) => onDone(messages.join(' ')),
    onError: staleBy(onStale),
  });
  return (
    <FormDialog
      title="Volver a intentar"
      action="Volver a intentar"
      busy={retry.isPending}
      error={retry.error}
      onClose={onClose}
      onSubmit={() => retry.mutate()}
    >
      <p>{whatOf(failed)}. Repetirla no hace nada dos veces.</p>
      <ReasonFields names={RETRY_REASON_NAMES} reason={reason} onChange={setReason} />
    </FormDialog>
  );
}

export function DropDialog({ failed, onClose, onDone, onStale }: DialogProps & { failed: Failed }) {
  const [reason, setReason] = useState<Reason<DropReason>>({ code: 'done-otherwise', text: '' });
  const drop = useMutation({
    async mutationFn() {
      const input = {
        params: { queue: failed.queue, id: failed.id },
        version: failed.version,
        body: { reason_code: reason.code, reason: reason.text },
      };
      if (failed.money) {
        await call('POST /api/staff/operation/failed/{queue}/{id}/drop-money', input);
        return 'Espera aprobación: se descarta cuando otra persona lo apruebe.';
      }
      const { messages } = await call('POST /api/staff/operation/failed/{queue}/{id}/drop', input);
      return messages.join(' ');
    },
    onSuccess: onDone,
    onError: staleBy(onStale),
  });
  return (
    <FormDialog
      title="Descartar"
      action={failed.money ? 'Pedir aprobación' : 'Descartar'}
      kind="danger"
      busy={drop.isPending}
      error={drop.error}
      onClose={onClose}
      onSubmit={() => drop.mutate()}
    >
      <p>{whatOf(failed)}. No se vuelve a intentar y sale de esta lista; el registro lo guarda.</p>
      {failed.money && (
        <Notice tone="late">De esto depende dinero: lo tiene que aprobar otra persona.</Notice>
      )}
      <ReasonFields names={DROP_REASON_NAMES} reason={reason} onChange={setReason} />
    </FormDialog>
  );
}

export function RunDialog({ run, onClose, onDone, onStale }: DialogProps & { run: Run }) {
  const [reason, setReason] = useState<Reason<RetryReason>>({ code: 'asked', text: '' });
  const start = useMutation({
    mutationFn: () =>
      call('POST /api/staff/operation/days/{job}/run', {
        params: { job: run.job },
        body: { country: run.country, reason_code: reason.code, reason: reason.text },
      }),
    onSuccess: ({ messages }) => onDone(messages.join(' ')),
    onError: staleBy(onStale),
  });
  return (
    <FormDialog
      title={`Correr ahora: ${JOB_NAMES[run.job]}`}
      action="Correr ahora"
      busy={start.isPending}
      error={start.error}
      onClose={onClose}
      onSubmit={() => start.mutate()}
    >
      <p>{countryName(run.country)}, hoy. Sigue desde donde quedó: nada se hace dos veces.</p>
      <ReasonFields names={RETRY_REASON_NAMES} reason={reason} onChange={setReason} />
    </FormDialog>
  );
}

export function CloseDialog({
  difference,
  onClose,
  onDone,
  onStale,
}: DialogProps & { difference: Difference }) {
  const [reason, setReason] = useState<Reason<SettleReason>>({ code: 'refunded', text: '' });
  const close = useMutation({
    mutationFn: () =>
      call('POST /api/staff/operation/differences/{id}/close', {
        params: { id: difference.id },
        version: difference.version,
        body: { reason_code: reason.code, reason: reason.text },
      }),
    onSuccess: ({ messages }) => onDone(messages.join(' ')),
    onError: staleBy(onStale),
  });
  return (
    <FormDialog
      title="Cerrar la diferencia"
      action="Cerrar diferencia"
      busy={close.isPending}
      error={close.error}
      onClose={onClose}
      onSubmit={() => close.mutate()}
    >
      <p>
        {difference.provider}, {difference.key}. Cerrarla no mueve dinero: dice que ya te ocupaste.
      </p>
      <ReasonFields names={SETTLE_REASON_NAMES} reason={reason} onChange={setReason} />
    </FormDialog>
  );
}
