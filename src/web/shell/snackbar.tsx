import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { paths } from '../paths.ts';
import { shellTexts } from '../text/shared.ts';
import { classes } from '../ui/classes.ts';
import { Link } from './link.tsx';
import css from './snackbar.module.css';
import { snackbar } from './snackbar-store.ts';

/** Default time on screen, milliseconds (A §9). */
const defaultTimeoutMs = 3000;

/** The page's one snackbar. It waits while it is pointed at or holds the focus. */
export function Snackbar() {
  const shown = useSyncExternalStore(snackbar.subscribe, snackbar.get, () => null);
  const [held, setHeld] = useState(false);

  useEffect(() => {
    if (!shown || held) return;
    const timer = setTimeout(snackbar.close, shown.timeout ?? defaultTimeoutMs);
    return () => clearTimeout(timer);
  }, [shown, held]);

  const bar = (
    // Pointing and focusing only keep it; what can be done is done by its button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={css.place}
      role="status"
      aria-live="assertive"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {shown && (
        <div key={shown.id} className={classes(css.snackbar, css[shown.kind ?? 'error'])}>
          <p className={css.words}>{shown.message}</p>
          {shown.login ? (
            <Link to={paths.login()} className={css.action} onClick={snackbar.close}>
              {shellTexts.enterHere}
            </Link>
          ) : (
            <button type="button" className={css.action} onClick={snackbar.close}>
              {shellTexts.close}
            </button>
          )}
        </div>
      )}
    </div>
  );

  // Everything outside an open modal is covered and inert: then the snackbar belongs inside it.
  const modal = shown ? Array.from(document.querySelectorAll('dialog[open]')).at(-1) : undefined;
  return modal ? createPortal(bar, modal) : bar;
}
