import { track } from '../analytics.ts';
import type { AppRouter } from './routes.tsx';
import { noteVisit } from '../attribution.ts';
import { leftDraftsKey } from '../forms/drafts.ts';
import type * as LeftDrafts from '../forms/left-drafts.ts';
import { session } from '../session.ts';
import { brandOf, currentSettings } from '../settings.ts';
import { deviceStorage } from '../storage.ts';
import { pageTitle } from '../shell/page-title.ts';
import { noteRendered } from './not-found.ts';
import { storeReturn } from './return-to.ts';
import { privateOnly } from './route-guards.ts';

/**
 * Effects of each navigation: campaign, title, analytics, and the focus for screen readers
 * (docs/product/shell.md#title-and-scroll).
 */
export function followNavigation(router: AppRouter): void {
  const setTitle = () => {
    document.title = pageTitle(router.state.get().shown?.route.title, brandOf(currentSettings.get()));
  };
  router.onBeforeLoad(({ searchStr }) => {
    noteVisit({ search: searchStr, referrer: document.referrer, now: new Date() });
  });
  router.onRendered(({ pathChanged, fromLocation }) => {
    setTitle();
    noteRendered(pathChanged);
    track('page_view', { path: router.state.get().shown?.route.path ?? '' });
    if (fromLocation && pathChanged)
      document.querySelector<HTMLElement>('#contenido')?.focus({ preventScroll: true });
  });
  currentSettings.subscribe(setTitle);
  if (deviceStorage.getItem(leftDraftsKey) !== null)
    void withLeftDrafts(({ forgetStaleDrafts }) => forgetStaleDrafts(Date.now()));
  // Guards follow the session: a logout in another tab leaves this one's private page too.
  // A login does not ask them: the screen that made it knows better than a guard where it leads.
  session.subscribe(() => {
    if (session.get() !== null) return;
    const { shown, location } = router.state.get();
    if (session.hasEnded() && shown?.route.guard === privateOnly) {
      storeReturn(`${location.pathname}${location.searchStr}${location.hash}`, 'ended');
      void withLeftDrafts(({ leaveDrafts }) => leaveDrafts(Date.now()));
    }
    void router.invalidate();
  });
}

/** If the import fails, the login falls back to the server's draft. */
function withLeftDrafts(use: (module: typeof LeftDrafts) => void): Promise<void> {
  return import('../forms/left-drafts.ts').then(use, () => undefined);
}
