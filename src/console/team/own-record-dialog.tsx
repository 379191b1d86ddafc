import { useState } from 'react';
import { asSeen, call } from '../api.ts';
import css from '../ui/page.module.css';
import { WordsDialog } from '../ui/write-dialog.tsx';
import type { PersonDialogProps } from './person.ts';

/** Identifies a staff member's own customer record, so that they never work on it. */
export function OwnRecordDialog({ person, ...part }: PersonDialogProps) {
  const [document, setDocument] = useState('');
  const [cellphone, setCellphone] = useState('');
  const [email, setEmail] = useState('');
  return (
    <WordsDialog
      {...part}
      title={`Ficha propia de ${person.name}`}
      action="Pedir aprobación"
      write={({ reason }) =>
        call('POST /api/staff/people/{id}/own-record', {
          ...asSeen(person),
          body: { document_number: document, cellphone, email, reason },
        })
      }
      said={`Espera aprobación: la ficha propia de ${person.name} se cierra cuando otra persona lo apruebe.`}
    >
      <p>Nadie lee ni cambia su propia ficha de cliente. Reemplaza lo que estaba cargado.</p>
      <label className={css.field}>
        <span>Documento</span>
        <input inputMode="numeric" value={document} onChange={(event) => setDocument(event.target.value)} />
      </label>
      <label className={css.field}>
        <span>Celular, con el código del país</span>
        <input inputMode="tel" value={cellphone} onChange={(event) => setCellphone(event.target.value)} />
      </label>
      <label className={css.field}>
        <span>Mail personal</span>
        <input type="email" value={email} onChange={(event) => setEmail(event.target.value)} />
      </label>
    </WordsDialog>
  );
}
