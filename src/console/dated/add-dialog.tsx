import { useState } from 'react';
import { call } from '../api.ts';
import { DATED_REASON_NAMES } from '../../words/configuration-names.ts';
import { fractionOf } from '../prices/cells.ts';
import { AWAITS, countryName } from '../../words/texts.ts';
import { FileField } from '../ui/file-field.tsx';
import css from '../ui/page.module.css';
import { Day } from '../ui/when.tsx';
import { ReasonDialog } from '../ui/write-dialog.tsx';
import { parseLines, plainDecimal } from './parse.ts';
import { formatDecimal, isRate, KIND_NAMES, KIND_SOURCES, type Source } from '../../words/dated.ts';

interface AddDialogProps {
  source: Source;
  onClose: () => void;
  onDone: (message: string) => void;
  /** Called after a concurrent change. */
  onStale: () => void;
}

/** The next values, typed, pasted or out of a file. */
export function AddDialog({ source, ...part }: AddDialogProps) {
  const { country, kind, version } = source;
  const [text, setText] = useState('');
  const values = parseLines(text, isRate(kind) ? fractionOf : plainDecimal);
  return (
    <ReasonDialog
      {...part}
      title={`Cargar: ${KIND_NAMES[kind]}, ${countryName(country)}`}
      action="Pedir aprobación"
      field="values"
      names={DATED_REASON_NAMES}
      first="published"
      write={(reason) =>
        call('POST /api/staff/dated-values/{country}/{kind}', {
          params: { country, kind },
          version,
          body: { values, ...reason },
        })
      }
      said={AWAITS}
    >
      <p>
        Hoy rige <strong>{formatDecimal(kind, source.value)}</strong>, desde el <Day iso={source.from} />.
        {source.last_from !== source.from && (
          <>
            {' '}
            Desde el <Day iso={source.last_from} /> va a regir{' '}
            <strong>{formatDecimal(kind, source.last_value)}</strong>, el último cargado.
          </>
        )}
      </p>
      <p>
        {KIND_SOURCES[kind]} Desde mañana en adelante; para corregir un día que falta llegar, cargalo de
        nuevo.
      </p>
      <label className={css.field}>
        <span>Un valor por línea: día y {isRate(kind) ? 'porcentaje' : 'valor'}</span>
        <textarea
          required
          rows={6}
          placeholder={isRate(kind) ? '01-01-2027 118,45' : '01-12-2026 6,5123'}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <FileField
        label="O un archivo CSV"
        accept=".csv,.txt,text/csv,text/plain"
        onFile={(file) => void file?.text().then(setText)}
      />
      <p role="status">
        {values.length === 0 ? 'Todavía no escribiste ninguno.' : `Valores para cargar: ${values.length}.`}
      </p>
    </ReasonDialog>
  );
}
