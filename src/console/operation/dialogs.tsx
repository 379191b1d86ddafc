import { useMutation } from '@tanstack/react-query';
import { Notice } from '../../ui/tag.tsx';
import { call } from '../api.ts';
import { providerName } from '../../words/names.ts';
import { countryName, when } from '../../words/texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import { staleBy } from '../ui/stale-by.ts';
import { DROP_REASON_NAMES, RETRY_REASON_NAMES, SETTLE_REASON_NAMES } from '../../words/operation-reasons.ts';
import { JOB_NAMES, QUEUE_NAMES, type Difference, type Failed, type Run } from '../../words/operation.ts';

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

const whatOf = ({ queue, failed_at: at }: Failed) => `${QUEUE_NAMES[queue]}, ${when(at)}`;

export function RetryDialog({ failed, onClose, onDone, onStale }: DialogProps & { failed: Failed }) {
  const reason = useReason(RETRY_REASON_NAMES, 'cause-gone');
  const retry = useMutation({
    mutationFn: () =>
      call('POST /api/staff/operation/failed/{queue}/{id}/retry', {
        params: { queue: failed.queue, id: failed.id },
        version: failed.version,
        body: reason.body,
      }),
    onSuccess: ({ messages }) => onDone(messages.join(' ')),
    onError: staleBy(onStale),
  });
  return (
    <FormDialog title="Volver a intentar" action="Volver a intentar" write={retry} onClose={onClose}>
      <p>{whatOf(failed)}. Repetirla no hace nada dos veces.</p>
      <ReasonFields {...reason.fields} />
    </FormDialog>
  );
}

export function DropDialog({ failed, onClose, onDone, onStale }: DialogProps & { failed: Failed }) {
  const reason = useReason(DROP_REASON_NAMES, 'done-otherwise');
  const drop = useMutation({
    async mutationFn() {
      const input = {
        params: { queue: failed.queue, id: failed.id },
        version: failed.version,
        body: reason.body,
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
      write={drop}
      onClose={onClose}
    >
      <p>{whatOf(failed)}. No se vuelve a intentar y sale de esta lista; el registro lo guarda.</p>
      {failed.money && (
        <Notice tone="late">De esto depende dinero: lo tiene que aprobar otra persona.</Notice>
      )}
      <ReasonFields {...reason.fields} />
    </FormDialog>
  );
}

export function RunDialog({ run, onClose, onDone, onStale }: DialogProps & { run: Run }) {
  const reason = useReason(RETRY_REASON_NAMES, 'asked');
  const start = useMutation({
    mutationFn: () =>
      call('POST /api/staff/operation/days/{job}/run', {
        params: { job: run.job },
        body: { country: run.country, ...reason.body },
      }),
    onSuccess: ({ messages }) => onDone(messages.join(' ')),
    onError: staleBy(onStale),
  });
  return (
    <FormDialog
      title={`Correr ahora: ${JOB_NAMES[run.job]}`}
      action="Correr ahora"
      write={start}
      onClose={onClose}
    >
      <p>{countryName(run.country)}, hoy. Sigue desde donde quedó: nada se hace dos veces.</p>
      <ReasonFields {...reason.fields} />
    </FormDialog>
  );
}

export function CloseDialog({
  difference,
  onClose,
  onDone,
  onStale,
}: DialogProps & { difference: Difference }) {
  const reason = useReason(SETTLE_REASON_NAMES, 'refunded');
  const close = useMutation({
    mutationFn: () =>
      call('POST /api/staff/operation/differences/{id}/close', {
        params: { id: difference.id },
        version: difference.version,
        body: reason.body,
      }),
    onSuccess: ({ messages }) => onDone(messages.join(' ')),
    onError: staleBy(onStale),
  });
  return (
    <FormDialog title="Cerrar la diferencia" action="Cerrar diferencia" write={close} onClose={onClose}>
      <p>
        {providerName(difference.provider)}, {difference.key}. Cerrarla no mueve dinero: dice que ya te
        ocupaste.
      </p>
      <ReasonFields {...reason.fields} />
    </FormDialog>
  );
}
