import { paths } from '../../contract/paths.ts';
import { useRouterState } from '../router/context.ts';
import { useLoggedIn } from '../session.ts';
import { useBrand } from '../settings.ts';
import { shellTexts } from '../text/shared.ts';
import css from './header.module.css';
import { openHelp } from './help/help-store.ts';
import { Link } from './link.tsx';
import { useLogout } from './use-logout.ts';
import { useSyncExternalStore } from 'react';
import { callsInFlight } from '../api.ts';

/** Wordmark, help, and the logout button during a session (docs/product/shell.md#header-and-logout). */
export function Header() {
  const brand = useBrand();
  const loggedIn = useLoggedIn();
  const menuHidden = useRouterState({
    select: (state) => state.shown?.route.menuHidden === true,
  });
  const logout = useLogout();
  return (
    <header className={css.header}>
      <ProgressBar />
      <div className={css.column}>
        <Link
          to={loggedIn ? paths.welcome() : paths.root()}
          className={css.brand}
          aria-label={`${brand}, ${shellTexts.home}`}
        >
          {brand.toLowerCase()}
          <span className={css.dot} aria-hidden="true">
            .
          </span>
        </Link>
        <nav className={css.menu} aria-label="Menú">
          <button type="button" className={css.item} onClick={openHelp}>
            {shellTexts.help}
          </button>
          {loggedIn && !menuHidden && (
            <button type="button" className={css.item} onClick={logout}>
              {shellTexts.logout}
            </button>
          )}
        </nav>
      </div>
    </header>
  );
}

/**
 * The bar at the top edge while anything is on its way (docs/product/shell.md#progress-bar): every query and
 * mutation is a call.
 */
function ProgressBar() {
  const calls = useSyncExternalStore(callsInFlight.subscribe, callsInFlight.get, () => 0);
  const navigating = useRouterState({ select: (state) => state.isLoading });
  if (calls === 0 && !navigating) return null;
  return <div role="progressbar" aria-label={shellTexts.progress} className={css.bar} />;
}
