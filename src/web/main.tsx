import '../ui/styles/tokens.css';
import '../ui/styles/base.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createAppRouter } from './routes/routes.tsx';
import { App } from './app.tsx';
import { noteVisit } from './attribution.ts';
import { packOfThisHost } from './country.tsx';
import { rememberEarlyInput, takeOverPresses } from './early-input.ts';
import { isDrawnForThisVisitor, isPlaceholder } from './first-answer.ts';
import { followNavigation } from './routes/navigation.ts';
import { browserHistory } from './router/history.ts';
import { loadSettings } from './settings.ts';

const container = document.querySelector<HTMLElement>('#app');
if (!container) throw new Error('index.html has no #app');

// Before the first redirect, which drops the query.
noteVisit({ search: location.search, referrer: document.referrer, now: new Date() });

/**
 * A function, not awaits of the module: a screen's chunk imports this one, and would wait for it while it waits
 * for the screen.
 */
async function start(root: HTMLElement): Promise<void> {
  const asked = location.pathname;
  const router = createAppRouter(browserHistory());
  followNavigation(router);
  const rendered = root.firstElementChild !== null && !isPlaceholder();
  const loaded = router.load();
  // Only the same page can hydrate the HTML; otherwise the skeleton appears at once.
  if (rendered) await loaded;

  const app = <App pack={packOfThisHost()} router={router} />;
  // A guard may have led elsewhere; then the HTML of the asked page is of no use.
  const isSamePage = rendered && router.state.get().location.pathname === asked;
  takeOverPresses();
  if (isSamePage && isDrawnForThisVisitor()) {
    rememberEarlyInput(root);
    hydrateRoot(root, app);
  } else {
    // HTML rendered for another visitor stays visible until the visitor's own replaces it.
    if (!isSamePage) root.replaceChildren();
    createRoot(root).render(app);
  }
  void loadSettings();
}

// A task of its own, after the evaluation of the modules: together they would block input for longer.
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => void start(container);
port2.postMessage(0);
