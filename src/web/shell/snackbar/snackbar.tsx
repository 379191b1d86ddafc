import { useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { paths } from '../../../contract/paths.ts';
import { shellTexts } from '../../text/shared.ts';
import { classes } from '../../../ui/classes.ts';
import { topDialog } from '../../ui/top-dialog.ts';
import { Link } from '../link.tsx';
import css from './snackbar.module.css';
import { useFreePlace } from '../help/use-free-place.ts';
import { type MessageView, snackbar } from './snackbar-store.ts';

/** The page's one snackbar. */
export function Snackbar() {
  const shown = useSyncExternalStore(snackbar.subscribe, snackbar.get, () => null);
  const modal = useSyncExternalStore(topDialog.subscribe, topDialog.get, () => null);
  const isMoved = useMoved(shown, modal);
  const place = (
    <div role="status" aria-live={isMoved ? 'off' : 'assertive'}>
      {shown && <Bar key={shown.id} {...shown} />}
    </div>
  );
  // Everything outside an open modal is covered and inert: then the snackbar belongs inside it.
  return modal ? createPortal(place, modal) : place;
}

/** True if the message moved after its announcement: a dialog opened or closed meanwhile. */
function useMoved(shown: MessageView | null, modal: HTMLDialogElement | null): boolean {
  const [said, setSaid] = useState({ id: shown?.id, modal, isMoved: false });
  const isSame = said.id === shown?.id;
  const isMoved = shown !== null && isSame && (said.isMoved || said.modal !== modal);
  if (!isSame || said.isMoved !== isMoved) setSaid({ id: shown?.id, modal, isMoved });
  return isMoved;
}

function Bar({ message, kind = 'error', login }: MessageView) {
  const element = useRef<HTMLDivElement>(null);
  useFreePlace(element);

  return (
    <div ref={element} className={classes(css.snackbar, css[kind])}>
      <p className={css.words}>{message}</p>
      {login ? (
        <Link
          to={typeof login === 'string' ? login : paths.login()}
          className={css.action}
          onClick={snackbar.close}
        >
          {shellTexts.enterHere}
        </Link>
      ) : (
        <button type="button" className={css.action} onClick={snackbar.close}>
          {shellTexts.close}
        </button>
      )}
    </div>
  );
}
