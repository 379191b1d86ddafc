import type { Locator } from 'playwright-core';

/** Waits until it is on screen; for `expect(await seen(…)).toBe(true)`. */
export async function seen(locator: Locator): Promise<boolean> {
  await locator.waitFor();
  return locator.isVisible();
}
