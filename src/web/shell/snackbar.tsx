import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { SNACKBAR_TIMEOUT_MS } from '../../countries/constants.ts';
import { paths } from '../paths.ts';
import { shellTexts } from '../text/shared.ts';
import { classes } from '../ui/classes.ts';
import { topDialog } from '../ui/top-dialog.ts';
import { Link } from './link.tsx';
import css from './snackbar.module.css';
import { type ShownMessage, snackbar } from './snackbar-store.ts';

/** The page's one snackbar. */
export function Snackbar() {
  const shown = useSyncExternalStore(snackbar.subscribe, snackbar.get, () => null);
  const modal = useSyncExternalStore(topDialog.subscribe, topDialog.get, () => null);
  const place = (
    <div className={css.place} role="status" aria-live="assertive">
      {shown && <Bar key={shown.id} {...shown} />}
    </div>
  );
  // Everything outside an open modal is covered and inert: then the snackbar belongs inside it.
  return modal ? createPortal(place, modal) : place;
}

/** It waits while it is pointed at or holds the focus. */
function Bar({ message, kind = 'error', timeout = SNACKBAR_TIMEOUT_MS, login }: ShownMessage) {
  const [held, setHeld] = useState(false);

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(snackbar.close, timeout);
    return () => clearTimeout(timer);
  }, [held, timeout]);

  return (
    <div
      className={classes(css.snackbar, css[kind])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p className={css.words}>{message}</p>
      {login ? (
        <Link to={paths.login()} className={css.action} onClick={snackbar.close}>
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
