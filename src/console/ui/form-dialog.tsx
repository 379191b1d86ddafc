import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { messageOf } from '../../web/api-failure.ts';
import { Button, type ButtonKind } from '../../web/ui/button.tsx';
import { Notice } from '../../web/ui/tag.tsx';
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

/** A modal form on the platform's own dialog: Escape closes it, and focus goes back to where it was. */
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
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!busy) onClose();
  };
  return (
    <dialog ref={element} aria-labelledby={id} className={css.dialog} onCancel={cancel}>
      <h2 id={id}>{title}</h2>
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
    </dialog>
  );
}
