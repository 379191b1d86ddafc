import { Notice } from '../../ui/tag.tsx';
import { asSeen, call } from '../api.ts';
import { providerName } from '../../words/names.ts';
import { countryName, when } from '../../words/texts.ts';
import { answered, ReasonDialog } from '../ui/write-dialog.tsx';
import { contradictionName, type Contradiction } from '../../words/contradictions.ts';
import {
  DROP_REASON_NAMES,
  RETRY_REASON_NAMES,
  SETTLE_REASON_NAMES,
  WAIVER_REASON_NAMES,
} from '../../words/operation-reasons.ts';
import { unitsText } from '../amounts.ts';
import { JOB_NAMES, QUEUE_NAMES, type Difference, type Failed, type Run } from '../../words/operation.ts';
import { Day } from '../ui/when.tsx';

export type Doing =
  | { readonly what: 'retry' | 'drop'; readonly failed: Failed }
  | { readonly what: 'run'; readonly run: Run }
  | { readonly what: 'close'; readonly difference: Difference }
  | { readonly what: 'waive'; readonly contradiction: Contradiction };

interface DialogProps {
  onClose: () => void;
  onDone: (message: string) => void;
  /** Called after a concurrent change. */
  onStale: () => void;
}

const whatOf = ({ queue, failed_at: at }: Failed) => `${QUEUE_NAMES[queue]}, ${when(at)}`;

export function RetryDialog({ failed, ...part }: DialogProps & { failed: Failed }) {
  return (
    <ReasonDialog
      {...part}
      title="Volver a intentar"
      action="Volver a intentar"
      names={RETRY_REASON_NAMES}
      first="cause-gone"
      write={(body) =>
        call('POST /api/staff/operation/failed/{queue}/{id}/retry', {
          params: { queue: failed.queue, id: failed.id },
          version: failed.version,
          body,
        })
      }
      said={answered}
    >
      <p>{whatOf(failed)}. Repetirla no hace nada dos veces.</p>
    </ReasonDialog>
  );
}

export function DropDialog({ failed, ...part }: DialogProps & { failed: Failed }) {
  return (
    <ReasonDialog
      {...part}
      title="Descartar"
      action={failed.money ? 'Pedir aprobación' : 'Descartar'}
      kind="danger"
      names={DROP_REASON_NAMES}
      first="done-otherwise"
      write={async (body) => {
        const input = { params: { queue: failed.queue, id: failed.id }, version: failed.version, body };
        if (!failed.money)
          return answered(await call('POST /api/staff/operation/failed/{queue}/{id}/drop', input));
        await call('POST /api/staff/operation/failed/{queue}/{id}/drop-money', input);
        return 'Espera aprobación: se descarta cuando otra persona lo apruebe.';
      }}
      said={String}
    >
      <p>{whatOf(failed)}. No se vuelve a intentar y sale de esta lista; el registro lo guarda.</p>
      {failed.money && (
        <Notice tone="late">De esto depende dinero: lo tiene que aprobar otra persona.</Notice>
      )}
    </ReasonDialog>
  );
}

export function RunDialog({ run, ...part }: DialogProps & { run: Run }) {
  return (
    <ReasonDialog
      {...part}
      title={`Correr ahora: ${JOB_NAMES[run.job]}`}
      action="Correr ahora"
      names={RETRY_REASON_NAMES}
      first="asked"
      write={(reason) =>
        call('POST /api/staff/operation/days/{job}/run', {
          params: { job: run.job },
          body: { country: run.country, ...reason },
        })
      }
      said={answered}
    >
      <p>{countryName(run.country)}, hoy. Sigue desde donde quedó: nada se hace dos veces.</p>
    </ReasonDialog>
  );
}

export function CloseDialog({ difference, ...part }: DialogProps & { difference: Difference }) {
  return (
    <ReasonDialog
      {...part}
      title="Cerrar la diferencia"
      action="Cerrar diferencia"
      names={SETTLE_REASON_NAMES}
      first="refunded"
      write={(body) =>
        call('POST /api/staff/operation/differences/{id}/close', { ...asSeen(difference), body })
      }
      said={answered}
    >
      <p>
        {providerName(difference.provider)}, {difference.key}. Cerrarla no mueve dinero: dice que ya te
        ocupaste.
      </p>
    </ReasonDialog>
  );
}

export function WaiveDialog({ contradiction, ...part }: DialogProps & { contradiction: Contradiction }) {
  const { country, loan, owed, owed_on: day } = contradiction;
  return (
    <ReasonDialog
      {...part}
      title="No cobrar la deuda"
      action="Pedir aprobación"
      kind="danger"
      names={WAIVER_REASON_NAMES}
      first="certificate-given"
      write={(body) =>
        call('POST /api/staff/operation/contradictions/{id}/waive', {
          ...asSeen(contradiction),
          body: { amount: owed, day, ...body },
        })
      }
      said={() => 'Espera aprobación: la deuda deja de cobrarse cuando otra persona lo apruebe.'}
    >
      <p>
        {contradictionName(contradiction)}. El préstamo {loan} debe {unitsText(owed, country)} al{' '}
        <Day iso={day} /> por las reglas de hoy: desde ese día no lo debe más.
      </p>
      <Notice tone="late">Lo tiene que aprobar otra persona y no se deshace.</Notice>
    </ReasonDialog>
  );
}
