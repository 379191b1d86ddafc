import { type ReactNode, useState } from 'react';
import { AWAITS } from '../../words/texts.ts';
import type { DraftLine, VersionLine } from '../../words/versioned-lists.ts';
import css from '../ui/page.module.css';
import type { ReasonBody } from '../ui/reason-fields.tsx';
import { answered, ReasonDialog, WordsDialog, WriteDialog } from '../ui/write-dialog.tsx';
import type { ListKind, Types } from './kind.ts';

interface CopyDialogProps<T extends Types> {
  kind: ListKind<T>;
  row: Pick<VersionLine, 'id' | 'name'>;
  onClose: () => void;
  onCopied: (id: string) => void;
}

export function CopyDialog<T extends Types>({ kind, row, onClose, onCopied }: CopyDialogProps<T>) {
  const { words } = kind;
  const [name, setName] = useState('');
  return (
    <WriteDialog
      title={`${words.copyTitle} ${row.name}`}
      action="Copiar"
      write={() => kind.copy(row.id, name.trim())}
      said={({ result }) => result.id}
      onDone={onCopied}
      onClose={onClose}
    >
      <p>{words.copyText}</p>
      <label className={css.field}>
        <span>{words.copyLabel}</span>
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
      {words.copyHint && <p className={css.minor}>{words.copyHint}</p>}
    </WriteDialog>
  );
}

interface DayDialogProps<Code extends string> {
  title: string;
  kind?: 'danger';
  names: Readonly<Record<Code, string>>;
  first: NoInfer<Code>;
  text: string;
  /** Label of the day. */
  label: string;
  write: (day: string, reason: ReasonBody<Code>) => Promise<unknown>;
  onClose: () => void;
  onDone: (message: string) => void;
  children?: ReactNode;
}

/** Asks a second person for something that counts from a day on. */
export function DayDialog<Code extends string>({
  text,
  label,
  write,
  children,
  ...dialog
}: DayDialogProps<Code>) {
  const [day, setDay] = useState('');
  return (
    <ReasonDialog {...dialog} action="Pedir aprobación" write={(reason) => write(day, reason)} said={AWAITS}>
      <p>{text}</p>
      <label className={css.field}>
        <span>{label}</span>
        <input required type="date" value={day} onChange={(event) => setDay(event.target.value)} />
      </label>
      {children}
    </ReasonDialog>
  );
}

interface EndDialogProps<T extends Types> {
  kind: ListKind<T>;
  row: T['row'];
  onClose: () => void;
  onDone: (message: string) => void;
}

export function EndDialog<T extends Types>({ kind, row, ...part }: EndDialogProps<T>) {
  const { words } = kind;
  return (
    <DayDialog<T['code']>
      {...part}
      title={`${words.endTitle} ${row.name}`}
      kind="danger"
      names={kind.reasons}
      first={kind.firstReason}
      text={words.endText}
      label={words.endLabel}
      write={(day, reason) => kind.end(row, { ends_on: day, ...reason })}
    />
  );
}

interface DiscardDialogProps<T extends Types> {
  kind: ListKind<T>;
  draft: DraftLine;
  onClose: () => void;
  onDone: () => void;
}

export function DiscardDialog<T extends Types>({ kind, draft, ...part }: DiscardDialogProps<T>) {
  return (
    <WordsDialog
      {...part}
      title={`Descartar el borrador ${draft.name}`}
      action="Descartar"
      kind="danger"
      write={(body) => kind.discard(draft, body)}
      said={answered}
    />
  );
}
