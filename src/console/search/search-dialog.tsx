import { type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { CloseButton } from '../../web/ui/close-button.tsx';
import page from '../ui/page.module.css';
import { SearchPanel } from './search-panel.tsx';
import css from './search.module.css';

/** The search over the page; Escape closes it, and focus goes back. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    element.current?.querySelector('input')?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };
  return (
    <dialog ref={element} aria-labelledby={id} className={`${page.dialog} ${css.dialog}`} onCancel={cancel}>
      <div className={css.head}>
        <h2 id={id}>Buscar clientes</h2>
        <CloseButton onClick={onClose} />
      </div>
      <SearchPanel onOpen={onClose} />
    </dialog>
  );
}
