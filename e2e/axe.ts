import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type axeCore from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Fails unless the page as it stands, its open dialog included, keeps WCAG 2.2 AA and axe's best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated rather than added as a script: the content security policy refuses the latter.
  await page.evaluate(await source);
  const found = await page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as { axe: typeof axeCore };
    const { violations } = await axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
    return violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html.slice(0, 160)} ${failureSummary}`).join('\n')}`,
    );
  }, rules);
  expect(found).toEqual([]);
}

/** Nothing stands outside the width of the window: no sideways scrolling (WCAG 1.4.10). */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, view] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth] as const;
  });
  expect(content).toBeLessThanOrEqual(view);
}
