import { useEffect, useState } from 'react';
import css from './search.module.css';
import { Modal } from '../ui/modal.tsx';
import { SearchPanel } from './search-panel.tsx';

/** The search over the page; Escape closes it, and focus goes back. */
function SearchDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Buscar" onClose={onClose} closable first="input" className={css.dialog}>
      <SearchPanel onOpen={onClose} />
    </Modal>
  );
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The way to the search from every page: a button, ⌘K or Ctrl+K. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey) return;
      event.preventDefault();
      // Another dialog preserves its input.
      if (!document.querySelector('dialog[open]')) setOpen(true);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <button
        type="button"
        className={css.open}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
          <path
            d="M16 16l4.5 4.5M18 11a7 7 0 1 1-14 0 7 7 0 0 1 14 0z"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
          />
        </svg>
        Buscar <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  );
}
