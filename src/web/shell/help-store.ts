import { track } from '../analytics.ts';
import { createStore } from '../store.ts';

/** Whether the help panel is open. */
export const helpOpen = createStore(false);

export function openHelp(): void {
  track('help_opened');
  helpOpen.set(true);
}
