import type { Page } from 'playwright-core';

/**
 * Opens a page that was rendered at build time and waits until its script listens: what is pressed before
 * is pressed on a picture.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => {
    const button = document.querySelector('main button');
    return button !== null && Object.keys(button).some((key) => key.startsWith('__reactProps'));
  });
}
