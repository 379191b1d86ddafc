import { type RefObject, useLayoutEffect } from 'react';
import { type Area, freeTop } from './free-place.ts';

/** What does something when it is pressed: never covered as long as there is any room. */
const actions = 'a[href], button, summary, label:has(input), [role="tab"], [type="submit"]';
/** What is typed into: left free too where there is room enough. */
const fields = 'input, select, textarea';
/** What a field asks for: left free where there is room for that too. */
const labels = 'label[for]';
const marginPx = 8;
/** What the page draws meanwhile, an error under a field or a dialog that slides in, is followed at this pace. */
const paceMs = 200;

/** Where the elements are that can be reached now, apart from the bar's own: under a modal dialog only those in it. */
function areasOf(selector: string, bar: HTMLElement): Area[] {
  const scope = bar.closest('dialog') ?? document;
  return [...scope.querySelectorAll<HTMLElement>(selector)]
    .filter((each) => !bar.contains(each))
    .map((each) => each.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
}

/**
 * Where nothing of an open dialog is covered, what it says included; else no field of the scope with its label, else no
 * field, else no action.
 */
function freePlaces(bar: HTMLElement): Area[][] {
  const pressed = areasOf(actions, bar);
  const dialog = bar.closest('dialog')?.getBoundingClientRect();
  const typed = [...pressed, ...areasOf(fields, bar)];
  return [...(dialog ? [[dialog]] : []), [...typed, ...areasOf(labels, bar)], typed, pressed];
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
