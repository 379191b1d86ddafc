import type { ReactNode, SyntheticEvent } from 'react';
import { messageOf } from '../../web/api-failure.ts';
import { Button, type ButtonKind } from '../../web/ui/button.tsx';
import { Notice } from '../../web/ui/tag.tsx';
import { Modal } from './modal.tsx';
import css from './page.module.css';

interface FormDialogProps {
  title: string;
  /** What the button does, as a verb. */
  action: string;
  kind?: ButtonKind;
  busy: boolean;
  error: Error | null;
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

/** A modal form. */
export function FormDialog({
  title,
  action,
  kind,
  busy,
  error,
  onClose,
  onSubmit,
  children,
}: FormDialogProps) {
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  return (
    <Modal title={title} onClose={onClose} busy={busy}>
      <form className={css.form} onSubmit={submit}>
        {children}
        {error && (
          <Notice tone="bad" urgent answers>
            {messageOf(error)}
          </Notice>
        )}
        <div className={css.foot}>
          <Button kind="ghost" small onClick={onClose} disabled={busy}>
            Cancelar
          </Button>
          <Button type="submit" small busy={busy} {...(kind ? { kind } : {})}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
