import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import page from '../ui/page.module.css';
import type { CustomerDialogProps } from './dialog-props.ts';

export function NoteDialog({ customer, onClose, onDone }: CustomerDialogProps) {
  const [text, setText] = useState('');
  const add = useMutation({
    mutationFn: () =>
      call('POST /api/staff/customers/{id}/notes', { params: { id: customer.id }, body: { text } }),
    onSuccess: ({ messages }) => onDone(messages.join(' ')),
  });
  return (
    <FormDialog title="Agregar una nota" action="Guardar nota" write={add} onClose={onClose}>
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
    </FormDialog>
  );
}
