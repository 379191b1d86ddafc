import { track } from '../analytics.ts';
import { createStore } from '../store.ts';

/** Whether help is open, and whether somebody asked for it or it came by itself (A §1 'chat-autostart'). */
export type HelpState = 'closed' | 'asked' | 'by-itself';

// Read when this module loads: a guard may lead on and drop the hash. '#ayuda' is the default help centre.
const askedByAddress = typeof location !== 'undefined' && location.hash === '#ayuda';

export const helpOpen = createStore<HelpState>(askedByAddress ? 'asked' : 'closed');

export function openHelp(): void {
  track('help_opened');
  helpOpen.set('asked');
}

export function closeHelp(): void {
  helpOpen.set('closed');
}
