import type { ReactNode, SyntheticEvent } from 'react';
import { messageOf } from '../../ui/api-failure.ts';
import { Button, type ButtonKind } from '../../ui/button.tsx';
import { Notice } from '../../ui/tag.tsx';
import { Modal } from './modal.tsx';
import own from './form-dialog.module.css';
import css from './page.module.css';

export interface FormDialogProps {
  title: string;
  /** Button label, a verb. */
  action: string;
  kind?: ButtonKind;
  /** Submit handler; the three below default to those of `write`. */
  write?: { isPending: boolean; error: Error | null; mutate: () => void };
  busy?: boolean;
  error?: Error | null;
  onSubmit?: () => void;
  onClose: () => void;
  /** Enter confirms at once: the button has the focus. */
  confirms?: boolean;
  /** As wide as a table needs. */
  wide?: boolean;
  children: ReactNode;
}

/** A modal form. */
export function FormDialog({
  title,
  action,
  kind,
  write,
  busy = write?.isPending ?? false,
  error = write?.error ?? null,
  onSubmit = () => write?.mutate(),
  onClose,
  confirms = false,
  wide = false,
  children,
}: FormDialogProps) {
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  return (
    <Modal
      title={title}
      onClose={onClose}
      busy={busy}
      className={wide ? own.wide : undefined}
      {...(confirms ? { first: '[type=submit]' } : {})}
    >
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
