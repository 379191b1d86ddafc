import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { CloseButton } from '../../ui/close-button.tsx';
import { classes } from '../../ui/classes.ts';
import css from './modal.module.css';

interface ModalProps {
  title: string;
  onClose: () => void;
  /** Works: it cannot be closed now. */
  busy?: boolean;
  /** Close button next to the title; a form has its own. */
  closable?: boolean;
  /** Selector of the element to focus first. */
  first?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** On the platform's own dialog: Escape closes it, and focus goes back to where it was. */
export function Modal({ title, onClose, busy, closable, first, className, children }: ModalProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    if (first !== undefined) element.current?.querySelector<HTMLElement>(first)?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [first]);
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!busy) onClose();
  };
  return (
    <dialog ref={element} aria-labelledby={id} className={classes(css.dialog, className)} onCancel={cancel}>
      {closable ? (
        <div className={css.head}>
          <h2 id={id}>{title}</h2>
          <CloseButton onClick={onClose} />
        </div>
      ) : (
        <h2 id={id}>{title}</h2>
      )}
      {children}
    </dialog>
  );
}
