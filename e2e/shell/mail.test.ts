import { expect, test } from 'vitest';
import { sampleMessages } from '../../src/countries/testing/sample-messages.ts';
import { letterHtml } from '../../src/server/messages/letter-html.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { useBrowser } from '../testing/harness.ts';

const browsing = useBrowser();

test('every e-mail is readable on a phone of 320 px and loads nothing from elsewhere', async () => {
  const page = await browsing.open({ width: 320 });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (const message of Object.values(sampleMessages('AR'))) {
    if (!('letter' in message)) continue;
    await page.setContent(letterHtml(message.letter));
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    const button = await page.getByRole('link').first().boundingBox();
    expect(button?.height).toBeGreaterThanOrEqual(44);
    await page.setViewportSize({ width: 1280, height: 740 });
    const column = await page.locator('table table').boundingBox();
    expect(column?.width).toBeLessThanOrEqual(600);
    await page.setViewportSize({ width: 320, height: 740 });
  }
  expect(asked).toEqual([]);
});
