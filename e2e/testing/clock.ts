import type { Locator, Page } from 'playwright-core';

/**
 * Stops the page's time, which then passes only as the test says. `page.clock.install` comes before it: before
 * the page is opened where timers of its first drawing count.
 */
export async function stopTime(page: Page): Promise<void> {
  // Time goes on until it is stopped, at a later moment than now: on a busy machine the nearest may be past already.
  for (let aheadMs = 100; ; aheadMs *= 2) {
    const now = await page.evaluate(() => Date.now());
    try {
      await page.clock.pauseAt(now + aheadMs);
      return;
    } catch (error) {
      if (!String(error).includes('fast-forward to the past')) throw error;
    }
  }
}

/** Moves the page's clock on until something is visible, for data that the page requests again by itself. */
export async function leapUntil(page: Page, sight: Locator, leapMs = 2000): Promise<void> {
  const end = Date.now() + 15_000;
  while (!(await sight.isVisible())) {
    if (Date.now() > end) throw new Error(`${String(sight)} does not show`);
    await page.clock.fastForward(leapMs);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Lets the page end what it has begun, effects of what was drawn included, without any of its time passing. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', resolve);
        port1.start();
        port2.postMessage(null);
      });
    }
  });
}

/**
 * Lets the stopped page's time pass by single milliseconds until something is so: answers are told by a timer.
 * @returns the milliseconds that passed
 */
export async function passUntil(page: Page, isSo: () => Promise<boolean>): Promise<number> {
  const end = Date.now() + 10_000;
  for (let passedMs = 0; ; passedMs += 1) {
    if (await isSo()) {
      await settled(page);
      return passedMs;
    }
    if (Date.now() > end) throw new Error(`not so after ${passedMs} ms of the page's time`);
    await page.clock.runFor(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
