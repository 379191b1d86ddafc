import { DRAW } from '../../countries/promotions.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import { deviceStorage } from '../storage.ts';
import { createStore } from '../store.ts';

/** Whether the dialog of the draw is open; an address that ends in #sorteo opens it. */
export const drawOpen = createStore(typeof location !== 'undefined' && location.hash === '#sorteo');

export type DrawState = 'early' | 'running' | 'ended';

/**
 * Where the draw stands on a day (`YYYY-MM-DD`): the business day that the settings tell. While they have
 * not said, nothing is shown, as after its end.
 */
export function drawStateOn(today: string | undefined, country: CountryCode): DrawState {
  if (!today || !DRAW.countries.includes(country) || today > DRAW.to) return 'ended';
  return today < DRAW.from ? 'early' : 'running';
}

const dismissedKey = 'cuota.draw-dismissed';
/** Whether this person has closed the banner of this very draw. */
export const isDrawDismissed = (): boolean => deviceStorage.getItem(dismissedKey) === DRAW.from;
export const dismissDraw = (): void => deviceStorage.setItem(dismissedKey, DRAW.from);
