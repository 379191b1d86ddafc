import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { PRICE_REASON_NAMES } from '../../words/configuration-names.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import css from '../ui/page.module.css';
import { ReasonFields, ReasonText, useReason } from '../ui/reason-fields.tsx';
import { WAITS, type Draft, type List } from '../../words/prices.ts';

interface DialogProps {
  onClose: () => void;
  onDone: (message: string) => void;
}

export function CopyDialog({
  list,
  onClose,
  onCopied,
}: {
  list: Pick<List, 'id' | 'name'>;
  onClose: () => void;
  onCopied: (id: string) => void;
}) {
  const [name, setName] = useState('');
  const copy = useMutation({
    mutationFn: () =>
      call('POST /api/staff/price-lists/{id}/copy', { params: { id: list.id }, body: { name: name.trim() } }),
    onSuccess: ({ result }) => onCopied(result.id),
  });
  return (
    <FormDialog title={`Copiar la lista ${list.name}`} action="Copiar" write={copy} onClose={onClose}>
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
    </FormDialog>
  );
}

export function ActivateDialog({ draft, onClose, onDone }: DialogProps & { draft: Draft }) {
  const [day, setDay] = useState('');
  const reason = useReason(PRICE_REASON_NAMES, 'market');
  const activate = useMutation({
    mutationFn: () =>
      call('POST /api/staff/price-drafts/{id}/activate', {
        params: { id: draft.id },
        version: draft.version,
        body: { valid_from: day, ...reason.body },
      }),
    onSuccess: () => onDone(WAITS),
  });
  return (
    <FormDialog
      title={`Poner en vigencia ${draft.name}`}
      action="Pedir aprobación"
      write={activate}
      onClose={onClose}
    >
      <p>
        Desde ese día las ofertas nuevas salen con esta lista. Quien ya tiene una oferta conserva la suya
        hasta que vence.
      </p>
      <DayField label="Rige desde" value={day} onChange={setDay} />
      <ReasonFields {...reason.fields} />
    </FormDialog>
  );
}

export function EndDialog({ list, onClose, onDone }: DialogProps & { list: List }) {
  const [day, setDay] = useState('');
  const reason = useReason(PRICE_REASON_NAMES, 'market');
  const end = useMutation({
    mutationFn: () =>
      call('POST /api/staff/price-lists/{id}/end', {
        params: { id: list.id },
        version: list.version,
        body: { ends_on: day, ...reason.body },
      }),
    onSuccess: () => onDone(WAITS),
  });
  return (
    <FormDialog
      title={`Terminar la lista ${list.name}`}
      action="Pedir aprobación"
      kind="danger"
      write={end}
      onClose={onClose}
    >
      <p>
        Desde ese día vuelve a regir la lista anterior. Las ofertas y los préstamos hechos con ésta no
        cambian. Una lista terminada no se reabre: se copia.
      </p>
      <DayField label="Primer día sin esta lista" value={day} onChange={setDay} />
      <ReasonFields {...reason.fields} />
    </FormDialog>
  );
}

export function DiscardDialog({ draft, onClose, onDone }: DialogProps & { draft: Draft }) {
  const [text, setText] = useState('');
  const discard = useMutation({
    mutationFn: () =>
      call('POST /api/staff/price-drafts/{id}/discard', {
        params: { id: draft.id },
        version: draft.version,
        body: { reason: text },
      }),
    onSuccess: ({ messages }) => onDone(messages.join(' ')),
  });
  return (
    <FormDialog
      title={`Descartar el borrador ${draft.name}`}
      action="Descartar"
      kind="danger"
      write={discard}
      onClose={onClose}
    >
      <ReasonText text={text} onChange={setText} />
    </FormDialog>
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
