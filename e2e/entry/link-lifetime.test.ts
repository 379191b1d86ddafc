import { afterEach, expect, test } from 'vitest';
import { api } from '../testing/api.ts';
import { useBrowser } from '../testing/harness.ts';
import { applyBy, createAccount, done } from '../testing/journey.ts';
import { linkTo, pathOf, says } from '../testing/login-steps.ts';

const browsing = useBrowser();

/** Moves the product's clock so far beyond the real one. */
const moveClock = (aheadMs: number) =>
  api('POST /sandbox/clock', { body: { now: new Date(Date.now() + aheadMs).toISOString() } });

afterEach(() => moveClock(0));

const hourMs = 3_600_000;

/** Both kinds of login link (docs/product/signup-and-login.md#links). */
test.each([
  ['SMS', 'POST /api/auth/sendpin', 'login'],
  ['e-mail', 'POST /api/auth/magic-link', 'magic-link'],
] as const)(
  'a link by %s enters until its three hours are over, and then asks for a new one',
  async (_by, ask, kind) => {
    const account = await createAccount('AR');
    if (kind === 'login') await applyBy.phone(account);
    const [to, body] =
      kind === 'login'
        ? [account.phone, { cellphone: account.phone }]
        : [account.email, { email: account.email }];
    const links: string[] = [];
    while (links.length < 2) {
      await done(ask, { country: 'AR', body });
      let link = await linkTo(to, kind);
      while (links.includes(link)) link = await linkTo(to, kind);
      links.push(link);
    }
    const [early = '', late = ''] = links;
    const page = await browsing.open();
    await moveClock(3 * hourMs - 60_000);
    await page.goto(early);
    await expect.poll(() => pathOf(page)).toBe('/oferta-comercial');
    await moveClock(3 * hourMs + 60_000);
    const other = await browsing.open();
    await other.goto(late);
    await says(other, 'El link no es válido o ya venció. Pedí uno nuevo.');
    expect(other.url()).toMatch(/\/login$/);
  },
);
