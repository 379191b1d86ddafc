import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../../ui/api-failure.ts';
import { call } from '../api.ts';
import { DATED_REASON_NAMES } from '../../words/configuration-names.ts';
import { fractionOf } from '../prices/cells.ts';
import { countryName } from '../../words/texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import css from '../ui/page.module.css';
import { ReasonFields, useReason } from '../ui/reason-fields.tsx';
import { staleBy } from '../ui/stale-by.ts';
import { parseLines, plainDecimal } from './parse.ts';
import { KIND_NAMES, KIND_SOURCES, type Source } from '../../words/dated.ts';

interface AddDialogProps {
  source: Source;
  onClose: () => void;
  onDone: (message: string) => void;
  /** Somebody entered values meanwhile. */
  onStale: () => void;
}

/** The next values, typed, pasted or out of a file. */
export function AddDialog({ source, onClose, onDone, onStale }: AddDialogProps) {
  const { country, kind } = source;
  const [text, setText] = useState('');
  const reason = useReason(DATED_REASON_NAMES, 'published');
  const values = parseLines(text, kind === 'ceiling' ? fractionOf : plainDecimal);
  const add = useMutation({
    mutationFn: () =>
      call('POST /api/staff/dated-values/{country}/{kind}', {
        params: { country, kind },
        version: source.version,
        body: { values, ...reason.body },
      }),
    onSuccess: () => onDone('Espera aprobación: se hace cuando otra persona lo apruebe.'),
    onError: staleBy(onStale),
  });
  return (
    <FormDialog
      title={`Cargar: ${KIND_NAMES[kind]}, ${countryName(country)}`}
      action="Pedir aprobación"
      busy={add.isPending}
      error={add.error && explained(add.error)}
      onClose={onClose}
      onSubmit={() => add.mutate()}
    >
      <p>
        {KIND_SOURCES[kind]} Desde mañana en adelante; para corregir un día que falta llegar, cargalo de
        nuevo.
      </p>
      <label className={css.field}>
        <span>Un valor por línea: día y {kind === 'ceiling' ? 'porcentaje' : 'valor'}</span>
        <textarea
          required
          rows={6}
          placeholder={kind === 'ceiling' ? '01-01-2027 118,45' : '01-12-2026 6,5123'}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <label className={css.field}>
        <span>O un archivo CSV</span>
        <input
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={(event) => void event.target.files?.[0]?.text().then(setText)}
        />
      </label>
      <p role="status">
        {values.length === 0 ? 'Todavía no hay valores.' : `Valores para cargar: ${values.length}.`}
      </p>
      <ReasonFields {...reason.fields} />
    </FormDialog>
  );
}

/** The sentence about the rows, where there is one. */
function explained(error: Error): Error {
  if (!(error instanceof ApiFailure) || error.fields.values === undefined) return error;
  return new ApiFailure({ code: error.code, status: error.status, message: error.fields.values });
}
