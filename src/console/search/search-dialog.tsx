import { Modal } from '../ui/modal.tsx';
import { SearchPanel } from './search-panel.tsx';
import css from './search.module.css';

/** The search over the page; Escape closes it, and focus goes back. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Buscar clientes" onClose={onClose} closable first="input" className={css.dialog}>
      <SearchPanel onOpen={onClose} />
    </Modal>
  );
}
