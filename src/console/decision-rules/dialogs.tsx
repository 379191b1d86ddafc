import { useState } from 'react';
import { RULES_REASON_NAMES, type RulesDraft, type RulesVersion } from '../../words/decision-rules.ts';
import { AWAITS } from '../../words/texts.ts';
import { asSeen, call } from '../api.ts';
import css from '../ui/page.module.css';
import { answered, ReasonDialog, WordsDialog, WriteDialog } from '../ui/write-dialog.tsx';

interface DialogProps {
  onClose: () => void;
  onDone: (message: string) => void;
}

interface CopyDialogProps {
  version: Pick<RulesVersion, 'id' | 'name'>;
  onClose: () => void;
  onCopied: (id: string) => void;
}

export function CopyDialog({ version: { id, name: copied }, onClose, onCopied }: CopyDialogProps) {
  const [name, setName] = useState('');
  return (
    <WriteDialog
      title={`Copiar las reglas ${copied}`}
      action="Copiar"
      write={() =>
        call('POST /api/staff/decision-rules/{id}/copy', { params: { id }, body: { name: name.trim() } })
      }
      said={({ result }) => result.id}
      onDone={onCopied}
      onClose={onClose}
    >
      <p>Quedan como borrador: no deciden nada hasta que dos personas acuerden desde qué día.</p>
      <label className={css.field}>
        <span>Nombre de las reglas nuevas</span>
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
    </WriteDialog>
  );
}

export function ActivateDialog({ draft, ...part }: DialogProps & { draft: RulesDraft }) {
  const [day, setDay] = useState('');
  const [share, setShare] = useState(100);
  return (
    <ReasonDialog
      {...part}
      title={`Poner en vigencia ${draft.name}`}
      action="Pedir aprobación"
      names={RULES_REASON_NAMES}
      first="risk"
      write={(reason) =>
        call('POST /api/staff/decision-drafts/{id}/activate', {
          ...asSeen(draft),
          body: { valid_from: day, share, ...reason },
        })
      }
      said={AWAITS}
    >
      <p>Desde ese día deciden las solicitudes nuevas. Las que ya se decidieron o esperan no cambian.</p>
      <DayField label="Rigen desde" value={day} onChange={setDay} />
      <label className={css.field}>
        <span>A quiénes alcanzan</span>
        <select value={share} onChange={(event) => setShare(Number(event.target.value))}>
          <option value={100}>A todas las personas</option>
          {[5, 10, 20, 50].map((percent) => (
            <option key={percent} value={percent}>
              A prueba: {percent} % de las personas, siempre las mismas
            </option>
          ))}
        </select>
      </label>
    </ReasonDialog>
  );
}

export function EndDialog({ version, ...part }: DialogProps & { version: RulesVersion }) {
  const [day, setDay] = useState('');
  return (
    <ReasonDialog
      {...part}
      title={`Terminar las reglas ${version.name}`}
      action="Pedir aprobación"
      kind="danger"
      names={RULES_REASON_NAMES}
      first="risk"
      write={(reason) =>
        call('POST /api/staff/decision-rules/{id}/end', {
          ...asSeen(version),
          body: { ends_on: day, ...reason },
        })
      }
      said={AWAITS}
    >
      <p>Desde ese día vuelven a decidir las anteriores. No se puede deshacer.</p>
      <DayField label="Dejan de regir el" value={day} onChange={setDay} />
    </ReasonDialog>
  );
}

export function DiscardDialog({ draft, ...part }: DialogProps & { draft: RulesDraft }) {
  return (
    <WordsDialog
      {...part}
      title={`Descartar el borrador ${draft.name}`}
      action="Descartar"
      kind="danger"
      write={(body) => call('POST /api/staff/decision-drafts/{id}/discard', { ...asSeen(draft), body })}
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
