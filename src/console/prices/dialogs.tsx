import { useState } from 'react';
import { formatPercentExact } from '../../domain/rate.ts';
import { asSeen, call } from '../api.ts';
import { AWAITS } from '../../words/texts.ts';
import { PRICE_REASON_NAMES } from '../../words/configuration-names.ts';
import css from '../ui/page.module.css';
import { answered, ReasonDialog, WordsDialog, WriteDialog } from '../ui/write-dialog.tsx';
import { CEILING_NAMES, type Draft, type List, type WholeDraft } from '../../words/prices.ts';
import { CeilingReadings } from './ceiling-readings.tsx';

interface DialogProps {
  onClose: () => void;
  onDone: (message: string) => void;
}

interface CopyDialogProps {
  list: Pick<List, 'id' | 'name'>;
  onClose: () => void;
  onCopied: (id: string) => void;
}

export function CopyDialog({ list: { id, name: copied }, onClose, onCopied }: CopyDialogProps) {
  const [name, setName] = useState('');
  return (
    <WriteDialog
      title={`Copiar la lista ${copied}`}
      action="Copiar"
      write={() =>
        call('POST /api/staff/price-lists/{id}/copy', { params: { id }, body: { name: name.trim() } })
      }
      said={({ result }) => result.id}
      onDone={onCopied}
      onClose={onClose}
    >
      <p>Queda como borrador: nadie recibe esos precios hasta que dos personas decidan desde qué día rige.</p>
      <label className={css.field}>
        <span>Nombre de la lista nueva</span>
        <input
          required
          minLength={2}
          maxLength={40}
          pattern="[a-z0-9][a-z0-9.\-]+"
          title="Minúsculas, números, puntos y guiones"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <p className={css.minor}>Minúsculas, números, puntos y guiones. Queda en los contratos.</p>
    </WriteDialog>
  );
}

type Counts = keyof typeof CEILING_NAMES;

export function ActivateDialog({ draft, ...part }: DialogProps & { draft: WholeDraft }) {
  const [day, setDay] = useState('');
  const [counts, setCounts] = useState<Counts>();
  return (
    <ReasonDialog
      {...part}
      title={`Poner en vigencia ${draft.name}`}
      action="Pedir aprobación"
      names={PRICE_REASON_NAMES}
      first="market"
      write={(reason) =>
        call('POST /api/staff/price-drafts/{id}/activate', {
          ...asSeen(draft),
          body: { valid_from: day, ...(counts && { ceiling_counts: counts }), ...reason },
        })
      }
      said={AWAITS}
    >
      <p>
        Desde ese día las ofertas nuevas salen con esta lista. Quien ya tiene una oferta conserva la suya
        hasta que vence.
      </p>
      <DayField label="Rige desde" value={day} onChange={setDay} />
      {draft.ceiling !== '' && <CountsField draft={draft} value={counts} onChange={setCounts} />}
    </ReasonDialog>
  );
}

/** Choice of the ceiling's base, with both readings visible and none preselected. */
function CountsField({
  draft: { ceiling, readings },
  value,
  onChange,
}: {
  draft: WholeDraft;
  value: Counts | undefined;
  onChange: (counts: Counts) => void;
}) {
  return (
    <fieldset className={css.set}>
      <legend>Qué se compara con el tope legal de {formatPercentExact(ceiling)}</legend>
      <CeilingReadings ceiling={ceiling} readings={readings} />
      <div className={css.choices}>
        {(['interest', 'all-charges'] as const).map((counts) => (
          <label key={counts}>
            <input
              type="radio"
              name="ceiling_counts"
              required
              checked={value === counts}
              onChange={() => onChange(counts)}
            />
            {CEILING_NAMES[counts]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function EndDialog({ list, ...part }: DialogProps & { list: List }) {
  const [day, setDay] = useState('');
  return (
    <ReasonDialog
      {...part}
      title={`Terminar la lista ${list.name}`}
      action="Pedir aprobación"
      kind="danger"
      names={PRICE_REASON_NAMES}
      first="market"
      write={(reason) =>
        call('POST /api/staff/price-lists/{id}/end', {
          ...asSeen(list),
          body: { ends_on: day, ...reason },
        })
      }
      said={AWAITS}
    >
      <p>
        Desde ese día vuelve a regir la lista anterior. Las ofertas y los préstamos hechos con ésta no
        cambian. Una lista terminada no se reabre: se copia.
      </p>
      <DayField label="Primer día sin esta lista" value={day} onChange={setDay} />
    </ReasonDialog>
  );
}

export function DiscardDialog({ draft, ...part }: DialogProps & { draft: Draft }) {
  return (
    <WordsDialog
      {...part}
      title={`Descartar el borrador ${draft.name}`}
      action="Descartar"
      kind="danger"
      write={(body) => call('POST /api/staff/price-drafts/{id}/discard', { ...asSeen(draft), body })}
      said={answered}
    />
  );
}

function DayField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (day: string) => void;
}) {
  return (
    <label className={css.field}>
      <span>{label}</span>
      <input required type="date" value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}
