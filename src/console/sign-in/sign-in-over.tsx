import { useEffect, useRef } from 'react';
import { SignInPage } from './sign-in-page.tsx';
import css from './sign-in.module.css';

/** Covers the page after a session timeout; input, also in a dialog, reappears after the sign-in. */
export function SignInOver({ onDone }: { onDone: () => void }) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { activeElement: before, title } = document;
    element.current?.showModal();
    return () => {
      document.title = title;
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      className={css.over}
      aria-label="Tu sesión terminó"
      onCancel={(event) => event.preventDefault()}
    >
      <p className={css.ended}>Tu sesión terminó. Ingresá de nuevo para seguir donde estabas.</p>
      <SignInPage onDone={onDone} />
    </dialog>
  );
}
