import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '../../contract/contract.ts';
import type { ListName } from '../../contract/staff/views.ts';
import { call } from '../api.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import css from '../ui/page.module.css';
import { staleBy } from '../ui/outcome.ts';

type View = OutputOf<'GET /api/staff/views'>['result'][number];

interface DialogProps {
  onClose: () => void;
  /** It was changed on another page. */
  onStale: () => void;
  onDone: (view: View) => void;
}

function NameField({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  return (
    <label className={css.field}>
      <span>Nombre de la vista</span>
      <input required maxLength={40} value={name} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}

/** Gives the present filters a name. */
export function SaveDialog({ list, filters, ...dialog }: DialogProps & { list: ListName; filters: Filters }) {
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: async () => (await call('POST /api/staff/views', { body: { list, name, filters } })).result,
    onSuccess: dialog.onDone,
    onError: staleBy(dialog.onStale),
  });
  return (
    <FormDialog title="Guardar vista" action="Guardar" write={save} onClose={dialog.onClose}>
      <p>Guarda los filtros que elegiste. La ves sólo vos, en cualquier equipo.</p>
      <NameField name={name} onChange={setName} />
    </FormDialog>
  );
}

export function RenameDialog({ view, ...dialog }: DialogProps & { view: View }) {
  const [name, setName] = useState(view.name);
  const rename = useMutation({
    mutationFn: async () =>
      (
        await call('POST /api/staff/views/{id}/rename', {
          params: { id: view.id },
          version: view.version,
          body: { name },
        })
      ).result,
    onSuccess: dialog.onDone,
    onError: staleBy(dialog.onStale),
  });
  return (
    <FormDialog
      title={`Cambiar el nombre de “${view.name}”`}
      action="Cambiar"
      write={rename}
      onClose={dialog.onClose}
    >
      <NameField name={name} onChange={setName} />
    </FormDialog>
  );
}

export function DeleteDialog({ view, ...dialog }: DialogProps & { view: View }) {
  const remove = useMutation({
    mutationFn: () =>
      call('POST /api/staff/views/{id}/delete', { params: { id: view.id }, version: view.version }),
    onSuccess: () => dialog.onDone(view),
    onError: staleBy(dialog.onStale),
  });
  return (
    <FormDialog
      title={`Borrar la vista “${view.name}”`}
      action="Borrar"
      kind="danger"
      write={remove}
      onClose={dialog.onClose}
    >
      <p>Los filtros quedan como están: la podés guardar de nuevo.</p>
    </FormDialog>
  );
}

/** Filters of a list by their names in its address. */
type Filters = Readonly<Record<string, string>>;

/** Filters set in an address. */
export function filtersOf(search: URLSearchParams): Filters {
  return Object.fromEntries([...search].filter(([, value]) => value !== ''));
}

/** Address of a list with these filters: the same for any order of choosing them. */
export function addressOf(list: string, filters: Filters): string {
  const sorted = new URLSearchParams(Object.entries(filters));
  sorted.sort();
  const search = sorted.toString();
  return search ? `${list}?${search}` : list;
}
