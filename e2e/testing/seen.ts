import type { Locator } from 'playwright-core';

/** Whether it stands within the window, so that a press further down shows its result. */
export async function inView(locator: Locator): Promise<boolean> {
  await locator.waitFor();
  return locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });
}

/** Waits until it is on screen; for `expect(await seen(…)).toBe(true)`. */
export async function seen(locator: Locator): Promise<boolean> {
  await locator.waitFor();
  return locator.isVisible();
}
