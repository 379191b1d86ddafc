import { type RefObject, useLayoutEffect } from 'react';

/** A rectangle of the window, CSS pixels. */
interface Area {
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

/** Buttons and links: never covered while there is any room. */
const actions = 'a[href], button, summary, label:has(input), [role="tab"], [type="submit"]';
/** Inputs: also free if there is room. */
const fields = 'input, select, textarea';
/** Labels and titles with the lines under them: also free if there is room for them too. */
const words = 'label, legend, h1, h2, h3, [id$="-error"], [id$="-hint"], [role="status"] > p';
const marginPx = 8;
/** Poll interval for changes such as an error under a field or a dialog sliding in. */
const paceMs = 200;

/** Areas of reachable elements outside the bar: under a modal dialog only those in it. */
function areasOf(selector: string, bar: HTMLElement): Area[] {
  const scope = bar.closest('dialog') ?? document;
  return [...scope.querySelectorAll<HTMLElement>(selector)]
    .filter((each) => !bar.contains(each))
    .map((each) => each.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
}

/**
 * Position that covers nothing of an open dialog, its text included; else no field, label or title, else no field, else
 * no action.
 */
function freePlaces(bar: HTMLElement): Area[][] {
  const pressed = areasOf(actions, bar);
  const dialog = bar.closest('dialog')?.getBoundingClientRect();
  const typed = [...pressed, ...areasOf(fields, bar)];
  return [...(dialog ? [[dialog]] : []), [...typed, ...areasOf(words, bar)], typed, pressed];
}

/** Puts a fixed bar where it covers no action. */
function place(bar: HTMLElement): void {
  const { left, right, height } = bar.getBoundingClientRect();
  const range = { top: marginPx, bottom: window.innerHeight - marginPx };
  const size = { left, right, height };
  let top = range.bottom;
  for (const taken of freePlaces(bar)) {
    const found = freeTop(size, range, taken);
    top = found.top;
    if (found.isFree) break;
  }
  bar.style.top = `${top}px`;
}

/** Keeps a fixed bar where it covers no action, as the page scrolls and changes. */
export function useFreePlace(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const follow = () => {
      if (element.current) place(element.current);
    };
    follow();
    const timer = setInterval(follow, paceMs);
    window.addEventListener('scroll', follow, { passive: true, capture: true });
    window.addEventListener('resize', follow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('scroll', follow, { capture: true });
      window.removeEventListener('resize', follow);
    };
  }, [element]);
}
