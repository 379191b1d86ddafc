import { describe, test } from 'vitest';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { expectNoSidewaysScroll } from '../testing/axe.ts';
import { useBrowser } from '../testing/harness.ts';
import { loginOf, visits } from '../testing/screens.ts';
import { visit } from '../testing/visit.ts';

const browsing = useBrowser();

/** Screens with sums, tables of figures, tabs and bars. */
const names = [
  'signup',
  'lead-offer',
  'welcome',
  'bank',
  'review',
  'finish',
  'loan-old',
  'balance',
  'balance-late',
  'balance-public',
  'statement',
  'own-data',
];
const screens = visits.filter(([name]) => names.includes(name));

const phones = [
  ['150 %', { width: 360, height: 640 }],
  ['200 %', { width: 360, height: 640 }],
  ['100 %', { width: 360, height: 560 }],
  ['100 %', { width: 640, height: 360 }],
] as const;

describe('text as large as a phone makes it cuts nothing off', () => {
  test.each(screens)('%s in %s', async (_name, country: CountryCode, screen) => {
    const login = screen.who && (await loginOf(screen.who, country));
    const page = await browsing.open({ country, ...(login && { token: login }) });
    await page.setViewportSize(phones[0][1]);
    await visit(page, screen, login, country);
    for (const [size, viewport] of phones) {
      await page.setViewportSize(viewport);
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize.replace(' ', '');
      }, size);
      await expectNoSidewaysScroll(page);
    }
  });
});
