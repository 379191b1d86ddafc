import { track } from '../../analytics.ts';
import { createStore } from '../../store.ts';

/** Open state of the help, and whether it was requested or opened by itself (docs/product/shell.md#support). */
export type HelpState = 'closed' | 'asked' | 'by-itself';

/** Last refusal and its two next steps: help repeats them above everything else. */
export interface Refusal {
  readonly title: string;
  readonly message: string;
  readonly choices: readonly {
    readonly label: string;
    /** Called once help is closed; without it the person is back where it was refused. */
    readonly onChoose?: () => void;
  }[];
}

// Read when this module loads: a guard may lead on and drop the hash. '#ayuda' is the default help centre.
const askedByAddress = typeof location !== 'undefined' && location.hash === '#ayuda';

export const helpOpen = createStore<HelpState>(askedByAddress ? 'asked' : 'closed');
/** Refusal shown in the open help; null for none. */
export const refusalShown = createStore<Refusal | null>(null);

export function openHelp(): void {
  track('help_opened');
  helpOpen.set('asked');
}

/** Help that comes because something was refused. */
export function openHelpAfter(refusal: Refusal): void {
  refusalShown.set(refusal);
  openHelp();
}

export function closeHelp(): void {
  helpOpen.set('closed');
  refusalShown.set(null);
}
