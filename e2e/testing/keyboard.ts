import type { Locator, Page } from 'playwright-core';

/** One stop of the Tab key. */
interface Stop {
  /** Number of the element among those that should be reached; -1 for another one. */
  readonly index: number;
  readonly name: string;
  readonly isFocusSeen: boolean;
  /** Of a dialog that is open: in it. */
  readonly isInside: boolean;
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
  const reached = new Set<number>();
  const unseen: string[] = [];
  const outside: string[] = [];
  for (let presses = 0; presses < mostStops; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(lookAtFocus);
    if (stop === null) {
      if (reached.size > 0) break;
      continue;
    }
    if (!stop.isInside) outside.push(stop.name);
    if (reached.has(stop.index)) break;
    if (stop.index >= 0) reached.add(stop.index);
    if (!stop.isFocusSeen && !(await looksDifferent(page))) unseen.push(stop.name);
  }
  return { missed: expected.filter((_name, index) => !reached.has(index)), unseen, outside };
}

/** Whether what holds the focus looks otherwise without it: a slider's thumb has no style to ask for. */
async function looksDifferent(page: Page): Promise<boolean> {
  const field = await page.locator(':focus').elementHandle();
  const box = await field?.boundingBox();
  if (!field || !box) return false;
  const clip = {
    x: Math.max(0, box.x - 8),
    y: Math.max(0, box.y - 8),
    width: box.width + 16,
    height: box.height + 16,
  };
  const withFocus = await page.screenshot({ clip });
  await field.evaluate((element) => (element as HTMLElement).blur());
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

/** Runs in the page: what holds the focus, or null where it is on nothing of the page. */
function lookAtFocus(): Stop | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  const isDrawn = (candidate: Element | null | undefined) => {
    if (!candidate) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(candidate);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
  };
  // A field that is drawn by its label or by what stands beside it shows its focus there.
  const label = element instanceof HTMLInputElement ? element.labels?.[0] : null;
  const { width, height } = element.getBoundingClientRect();
  const stands = [element, element.nextElementSibling, element.parentElement, label];
  return {
    index: Number(element.dataset.walk ?? -1),
    name: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent ?? ''} ${width}×${height}`.slice(
      0,
      80,
    ),
    isFocusSeen: stands.some(isDrawn),
    isInside: [...document.querySelectorAll('dialog:modal')].at(-1)?.contains(element) ?? true,
  };
}
