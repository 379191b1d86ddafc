import {
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
} from 'react';
import { useRouter } from '../router/context.ts';
import { classes } from '../../ui/classes.ts';
import { CloseButton } from '../../ui/close-button.tsx';
import { FailureLine } from '../shell/failure-line.tsx';
import css from './dialog.module.css';
import { noteModal } from './top-dialog.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Covers the whole page, as terms and policy do. */
  fullScreen?: boolean;
  /** Buttons under the text; they stay in view while it scrolls. */
  actions?: ReactNode;
  /** Escape, the cross and the backdrop do nothing while it works. */
  busy?: boolean;
  children: ReactNode;
}

/**
 * A modal dialog on the platform's own: focus stays inside, Escape and a step back close it, focus goes back to where
 * it was.
 * Its children are mounted only while it is open.
 */
export function Dialog({ open, onClose, title, fullScreen, actions, busy, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { history } = useRouter();
  const closeIfIdle = useEffectEvent(() => {
    if (busy) return false;
    onClose();
    return true;
  });

  useEffect(() => {
    if (!open) return;
    return history.holdBack(() => closeIfIdle());
  }, [open, history]);

  useEffect(() => {
    const dialog = element.current;
    if (!dialog || !open) return;
    const before = document.activeElement;
    if (!dialog.open) dialog.showModal();
    const noteClosed = noteModal(dialog);
    return () => {
      noteClosed();
      if (dialog.open) dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [open]);

  // A new title means new content: the focused element may be gone.
  const said = useRef(title);
  useEffect(() => {
    if (said.current === title) return;
    said.current = title;
    const dialog = element.current;
    if (!dialog || dialog.contains(document.activeElement)) return;
    dialog.querySelector<HTMLElement>('h2')?.focus();
  }, [title]);

  function onCancel(event: SyntheticEvent) {
    // The owner decides: React's state and the dialog's must not part.
    if (event.target !== element.current) return;
    event.preventDefault();
    if (!busy) onClose();
  }

  function onBackdrop(event: MouseEvent) {
    if (event.target === element.current && !busy && !fullScreen) onClose();
  }

  if (!open) return null;
  return (
    // The keyboard's way to close is Escape, which `onCancel` handles.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={element}
      aria-labelledby={id}
      className={classes(css.dialog, fullScreen && css.full)}
      data-full={fullScreen ? '' : undefined}
      onCancel={onCancel}
      onClick={onBackdrop}
    >
      <div className={css.frame}>
        <DialogHead id={id} title={title} onClose={onClose} busy={busy} />
        {/* A long text without a control in it is scrolled by the arrow keys (WCAG 2.1.1). */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={css.body} tabIndex={0}>
          {children}
        </div>
        <div className={classes(css.actions, !actions && css.bare)}>
          <FailureLine />
          {actions}
        </div>
      </div>
    </dialog>
  );
}

function DialogHead({
  id,
  title,
  onClose,
  busy,
}: Pick<DialogProps, 'title' | 'onClose'> & { id: string; busy: boolean | undefined }) {
  return (
    <div className={css.head}>
      <h2 id={id} className={css.title} tabIndex={-1}>
        {title}
      </h2>
      <CloseButton className={css.close} onClick={onClose} disabled={busy} />
    </div>
  );
}
