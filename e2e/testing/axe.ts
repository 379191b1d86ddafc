import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type axeCore from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The whole page, or of one with an open modal dialog the dialog alone. */
type Place = 'page' | 'dialog';

/** Fails unless the page as it stands, its open dialog included, keeps WCAG 2.2 AA and axe's best practices. */
export async function expectAccessible(page: Page, place: Place = 'page'): Promise<void> {
  expect(await violations(page, { type: 'tag', values: rules }, place)).toEqual([]);
}

/** Of {@link expectAccessible} what another colour scheme can change. */
export async function expectReadableColours(page: Page, place: Place = 'page'): Promise<void> {
  const values = ['color-contrast', 'link-in-text-block'];
  expect(await violations(page, { type: 'rule', values }, place)).toEqual([]);
}

/** Checks the rules of {@link expectAccessible} that a colour scheme or a width can change. */
export async function expectStillAccessible(page: Page): Promise<void> {
  const values = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable'];
  expect(await violations(page, { type: 'rule', values })).toEqual([]);
}

/** What moves for longer is a picture, such as the offer's while it is looked for, and is not waited for. */
const longestMs = 10_000;

/** Colours that are on their way to others have arrived. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async (longest) => {
    // Asked for, it brings all styles up to date. It is no frame that is waited for: tests stop their clock.
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0) <= longest);
    await Promise.allSettled(ending.map(async ({ finished }) => finished));
  }, longestMs);
}

async function violations(
  page: Page,
  runOnly: axeCore.RunOnly,
  within: Place = 'page',
): Promise<readonly string[]> {
  await settle(page);
  // Evaluated rather than added as a script: the content security policy refuses the latter.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await source);
  return page.evaluate(
    async ([only, where]) => {
      const { axe } = globalThis as unknown as { axe: typeof axeCore };
      const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
      const place = where === 'dialog' && dialog ? dialog : document;
      const found = await axe.run(place, { runOnly: only, resultTypes: ['violations'] });
      return found.violations.map(
        ({ id, help, nodes }) =>
          `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html.slice(0, 160)} ${failureSummary}`).join('\n')}`,
      );
    },
    [runOnly, within] as const,
  );
}

/** Nothing stands outside the width of the window: no sideways scrolling (WCAG 1.4.10). */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, view] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth] as const;
  });
  expect(content).toBeLessThanOrEqual(view);
}
