import { useState } from 'react';
import { call } from '../api.ts';
import page from '../ui/page.module.css';
import { answered, WriteDialog } from '../ui/write-dialog.tsx';
import type { CustomerDialogProps } from './dialog-props.ts';

export function NoteDialog({ customer: { id }, ...part }: CustomerDialogProps) {
  const [text, setText] = useState('');
  return (
    <WriteDialog
      {...part}
      title="Agregar una nota"
      action="Guardar nota"
      write={() => call('POST /api/staff/customers/{id}/notes', { params: { id }, body: { text } })}
      said={answered}
    >
      <label className={page.field}>
        <span>Nota</span>
        <textarea
          required
          maxLength={4000}
          rows={5}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <p className={page.minor}>
        La lee el equipo, y la persona si pide sus datos. No se puede cambiar después.
      </p>
    </WriteDialog>
  );
}
