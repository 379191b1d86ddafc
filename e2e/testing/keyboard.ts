import type { Locator, Page } from 'playwright-core';

/** One stop of the Tab key. */
interface Stop {
  /** Number of the element among those that should be reached; -1 for another one. */
  readonly index: number;
  /** Position among the stops of the walk. */
  readonly at: number;
  readonly name: string;
  readonly isFocusSeen: boolean;
  /** Of a dialog that is open: in it. */
  readonly isInside: boolean;
}

/** Kept by the page while it is walked. */
interface Walked {
  /** What got the focus, in order. */
  readonly elements: HTMLElement[];
  /** Stops that were not looked at yet. */
  readonly stops: Stop[];
}

declare global {
  // oxlint-disable-next-line no-var -- a global of the page
  var walked: Walked;
}

/** What the keyboard should reach and how far it got. */
export interface Walk {
  readonly missed: readonly string[];
  readonly unseen: readonly string[];
  /** What held the focus beside the open dialog. */
  readonly outside: readonly string[];
}

/** Longer than the longest screen has elements. */
const mostStops = 160;

/**
 * Presses Tab from the top until the focus comes round: every link, button and field in sight (of the top
 * open dialog, if there is one) has to be reached, and its focus has to be seen.
 */
export async function walkWithTab(page: Page): Promise<Walk> {
  const expected = await page.evaluate(markReachable);
  // Each stop is noted as the focus gets there: to ask the page after each key would double the cost.
  await page.evaluate(noteStops);
  const reached = new Set<number>();
  const unseen: Stop[] = [];
  const outside: string[] = [];
  for (let presses = 0, isRound = false; !isRound && presses < mostStops;) {
    // The press beyond the missing stops must not leave a dialog.
    const wanted = expected.length - reached.size + 1;
    for (let press = 0; press < wanted; press += 1) await page.keyboard.press('Tab');
    presses += wanted;
    for (const stop of await page.evaluate(takeStops)) {
      if (!stop.isInside) outside.push(stop.name);
      isRound = reached.has(stop.index);
      if (isRound) break;
      if (stop.index >= 0) reached.add(stop.index);
      if (!stop.isFocusSeen) unseen.push(stop);
    }
    isRound ||= reached.size === expected.length;
  }
  const hidden: string[] = [];
  for (const { at, name } of unseen) if (!(await looksDifferent(page, at))) hidden.push(name);
  return { missed: expected.filter((_name, index) => !reached.has(index)), unseen: hidden, outside };
}

/** Whether a stop looks otherwise without the focus: a slider's thumb has no style to ask for. */
async function looksDifferent(page: Page, at: number): Promise<boolean> {
  const field = (await page.evaluateHandle((stop) => globalThis.walked.elements[stop], at)).asElement();
  await field?.focus();
  const box = await field?.boundingBox();
  if (!field || !box) return false;
  const clip = {
    x: Math.max(0, box.x - 8),
    y: Math.max(0, box.y - 8),
    width: box.width + 16,
    height: box.height + 16,
  };
  const withFocus = await page.screenshot({ clip });
  await field.evaluate((element) => element.blur());
  const without = await page.screenshot({ clip });
  await field.focus();
  return !withFocus.equals(without);
}

/** Goes on with Tab until the focus is there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  // Found once: to look for it at each stop would take longer than the key.
  let element = await target.elementHandle();
  for (let presses = 0; presses < mostStops; presses += 1) {
    const at = await element?.evaluate((each) =>
      each === document.activeElement ? 'there' : each.isConnected ? 'elsewhere' : 'gone',
    );
    if (at === 'there') return;
    if (at === 'gone') element = await target.elementHandle();
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${String(target)}`);
}

/** Goes to a button or link by Tab and presses it. */
export async function pressByKey(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Goes to a field by Tab and types over what is there. */
export async function typeByKey(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** Goes to a list of choices by Tab and types the one that is wanted. */
export async function chooseByKey(page: Page, target: Locator, option: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(option);
  const chosen = await target.evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.label);
  if (chosen !== option) throw new Error(`the keyboard chose ${chosen} in place of ${option}`);
}

/** Goes to a date's field by Tab and types a day of the form 2026-11-23, in whichever order the browser has its parts. */
export async function pickDayByKey(page: Page, target: Locator, day: string): Promise<void> {
  await tabTo(page, target);
  const [year = '', month = '', date = ''] = day.split('-');
  for (const parts of [month + date + year, date + month + year, year + month + date]) {
    await page.keyboard.type(parts);
    if ((await target.inputValue()) === day) return;
    for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('ArrowLeft');
  }
  throw new Error(`the keyboard does not make ${day}`);
}

/** Goes to a checkbox by Tab and turns it over. */
export async function tickByKey(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Space');
}

/** Runs in the page: numbers what Tab should reach, and puts the focus before all of it. */
function markReachable(): string[] {
  for (const marked of document.querySelectorAll<HTMLElement>('[data-walk]')) delete marked.dataset.walk;
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
  const all = scope.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex]',
  );
  const groups = new Set<string>();
  const names: string[] = [];
  for (const element of all) {
    const isOff =
      element.matches(':disabled, [tabindex="-1"], [type="hidden"]') || !element.checkVisibility();
    if (isOff || element.closest('[inert]')) continue;
    if (element instanceof HTMLInputElement && element.type === 'radio') {
      // The arrow keys go on from the group's one stop.
      const group = [...scope.querySelectorAll<HTMLInputElement>('input[type="radio"]')].filter(
        ({ name }) => name === element.name,
      );
      const stop = group.find(({ checked }) => checked);
      if ((stop && stop !== element) || (!stop && groups.has(element.name))) continue;
      groups.add(element.name);
    }
    element.dataset.walk = String(names.length);
    names.push(
      `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent ?? ''}`.slice(0, 60),
    );
  }
  if (scope === document) {
    // A blur would leave the place from which Tab goes on where it was.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  }
  return names;
}

/** Runs in the page: notes what gets the focus from now on. */
function noteStops(): void {
  const isDrawn = (candidate: Element | null | undefined) => {
    if (!candidate) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(candidate);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
  };
  const walked: Walked = { elements: [], stops: [] };
  document.addEventListener('focusin', ({ target: element }) => {
    if (globalThis.walked !== walked || !(element instanceof HTMLElement)) return;
    // A field that is drawn by its label or by what stands beside it shows its focus there.
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : null;
    const { width, height } = element.getBoundingClientRect();
    const stands = [element, element.nextElementSibling, element.parentElement, label];
    const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent ?? ''}`;
    walked.stops.push({
      index: Number(element.dataset.walk ?? -1),
      at: walked.elements.push(element) - 1,
      name: `${name} ${width}×${height}`.slice(0, 80),
      isFocusSeen: stands.some(isDrawn),
      isInside: [...document.querySelectorAll('dialog:modal')].at(-1)?.contains(element) ?? true,
    });
  });
  globalThis.walked = walked;
}

/** Runs in the page: the stops since the last look. */
function takeStops(): Stop[] {
  return globalThis.walked.stops.splice(0);
}
