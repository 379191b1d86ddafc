import { useRouterState } from '../router/context.ts';
import { useSyncExternalStore } from 'react';
import { callsInFlight } from '../api.ts';
import { shellTexts } from '../text/shared.ts';
import css from './progress-bar.module.css';

/**
 * The bar at the top edge while anything is on its way (docs/product/shell.md#progress-bar): every query and
 * mutation is a call.
 */
export function ProgressBar() {
  const calls = useSyncExternalStore(callsInFlight.subscribe, callsInFlight.get, () => 0);
  const navigating = useRouterState({ select: (state) => state.isLoading });
  if (calls === 0 && !navigating) return null;
  return <div role="progressbar" aria-label={shellTexts.progress} className={css.bar} />;
}
