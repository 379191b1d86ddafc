import { DRAW } from '../../countries/promotions.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import { deviceStorage } from '../storage.ts';
import { createStore } from '../store.ts';

/** Open state of the draw's dialog; an address ending in #sorteo opens it. */
export const drawOpen = createStore(typeof location !== 'undefined' && location.hash === '#sorteo');

export type DrawState = 'early' | 'running' | 'ended';

/**
 * State of the draw on a day (`YYYY-MM-DD`), the business day from the settings. Hidden until the settings load, as
 * after its end.
 */
export function drawStateOn(today: string | undefined, country: CountryCode): DrawState {
  if (!today || !DRAW.countries.includes(country) || today > DRAW.to) return 'ended';
  return today < DRAW.from ? 'early' : 'running';
}

const dismissedKey = 'cuota.draw-dismissed';
/** True if this person closed the banner of this draw. */
export const isDrawDismissed = (): boolean => deviceStorage.getItem(dismissedKey) === DRAW.from;
export const dismissDraw = (): void => deviceStorage.setItem(dismissedKey, DRAW.from);
