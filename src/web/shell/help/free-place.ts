/** A rectangle of the window, CSS pixels. */
export interface Area {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

const stepPx = 4;

const overlap = (a: Area, b: Area): number =>
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)) *
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left));

/**
 * Position of a bar in the window that covers none of the given areas, as low as possible; if there is none, the one
 * that covers least.
 * @returns the bar's top in CSS pixels, and whether it covers nothing there
 */
export function freeTop(
  bar: { readonly height: number; readonly left: number; readonly right: number },
  range: { readonly top: number; readonly bottom: number },
  taken: readonly Area[],
): { readonly top: number; readonly isFree: boolean } {
  const lowest = Math.max(range.top, range.bottom - bar.height);
  let best = { top: lowest, covered: Infinity };
  for (let top = lowest; top >= range.top; top -= stepPx) {
    const area = { ...bar, top, bottom: top + bar.height };
    const covered = taken.reduce((sum, each) => sum + overlap(area, each), 0);
    if (covered === 0) return { top, isFree: true };
    if (covered < best.covered) best = { top, covered };
  }
  return { top: best.top, isFree: false };
}
