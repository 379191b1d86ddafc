import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
} from 'react';
import { classes } from './classes.ts';
import css from './dialog.module.css';
import { noteModal } from './top-dialog.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Covers the whole page, as terms and policy do (B §2). */
  fullScreen?: boolean;
  /** Buttons under the text; they stay in view while it scrolls. */
  actions?: ReactNode;
  /** Stands beside the page, which stays usable; it takes no focus: for what opens unasked. */
  beside?: boolean;
  /** Escape, the cross and the backdrop do nothing while it works. */
  busy?: boolean;
  children: ReactNode;
}

/**
 * A modal dialog on the platform's own: focus stays inside, Escape closes, focus goes back to where it was.
 * Its children are mounted only while it is open.
 */
export function Dialog({ open, onClose, title, fullScreen, beside, actions, busy, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const dialog = element.current;
    if (!dialog || !open || beside) return;
    const before = document.activeElement;
    if (!dialog.open) dialog.showModal();
    const noteClosed = noteModal(dialog);
    return () => {
      noteClosed();
      if (dialog.open) dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [open, beside]);

  // With another title come other contents: what held the focus may have gone with the old ones.
  const said = useRef(title);
  useEffect(() => {
    if (said.current === title) return;
    said.current = title;
    const dialog = element.current;
    if (!dialog || beside || dialog.contains(document.activeElement)) return;
    dialog.querySelector<HTMLElement>('h2')?.focus();
  }, [title, beside]);

  function onCancel(event: SyntheticEvent) {
    // The owner decides: React's state and the dialog's must not part.
    if (event.target !== element.current) return;
    event.preventDefault();
    if (!busy) onClose();
  }

  function onBackdrop(event: MouseEvent) {
    if (event.target === element.current && !busy && !fullScreen) onClose();
  }

  function onKeyDown(event: KeyboardEvent) {
    // The platform sends 'cancel' to modal dialogs only.
    if (beside && event.key === 'Escape' && !busy) onClose();
  }

  if (!open) return null;
  return (
    // The keyboard's way to close is Escape, which `onCancel` handles.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={element}
      aria-labelledby={id}
      className={classes(css.dialog, fullScreen && css.full, beside && css.beside)}
      open={beside || undefined}
      data-full={fullScreen ? '' : undefined}
      onCancel={onCancel}
      onClick={onBackdrop}
      onKeyDown={onKeyDown}
    >
      <div className={css.frame}>
        <DialogHead id={id} title={title} onClose={onClose} busy={busy} />
        {/* A long text without a control in it is scrolled by the arrow keys (WCAG 2.1.1). */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={css.body} tabIndex={0}>
          {children}
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
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
      <button type="button" className={css.close} aria-label="Cerrar" onClick={onClose} disabled={busy}>
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path
            d="M6 6l12 12M18 6L6 18"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.2"
            strokeLinecap="round"
          />
        </svg>
      </button>
    </div>
  );
}
