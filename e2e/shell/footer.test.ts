import { describe, expect, test } from 'vitest';
import { packOf } from '../../src/countries/index.ts';
import { lenderNotice } from '../../src/countries/lender.ts';
import { SERVER_ENTRIES } from '../../src/countries/server-entries.ts';
import { formatPercentExact } from '../../src/web/ui/percent.ts';
import { expectAccessible } from '../testing/axe.ts';
import { useBrowser } from '../testing/harness.ts';
import { createAccount, done, overrideSettings } from '../testing/journey.ts';

const browsing = useBrowser();

describe.each(['AR', 'UY'] as const)('the footer in %s', (country) => {
  test('has the country’s legal texts, its authorities in new tabs, the version, and where the law wants them both legal buttons at first access', async () => {
    const page = await browsing.open({ country });
    await page.goto('/signup');
    const footer = page.getByRole('contentinfo');
    const { legal, highlightedCost, links } = packOf(country).footer;
    const text = (await footer.innerText()).replaceAll(/\s+/g, ' ');
    for (const paragraph of [...legal, highlightedCost ?? '']) {
      expect(text).toContain(paragraph.replaceAll('{brand}', 'Wayni').replaceAll(/\s+/g, ' '));
    }
    for (const { label, defaultUrl } of links) {
      const link = footer.getByRole('link', { name: label });
      expect(await link.getAttribute('href')).toBe(defaultUrl);
      expect(await link.getAttribute('target')).toBe('_blank');
      expect(await link.getAttribute('rel')).toContain('noopener');
    }
    expect(text).toMatch(/v\.1\.\w+/);
    const { demonstration } = SERVER_ENTRIES[country].lender;
    await footer.getByText(lenderNotice(packOf(country), 'Wayni', demonstration)).waitFor();

    const isWanted = country === 'AR';
    for (const path of ['/signup', '/login', '/estado-cuenta']) {
      if (path !== '/signup') await page.goto(path);
      await footer.getByText(/v\.1/).waitFor();
      const first = page.getByRole('navigation', { name: 'Arrepentimiento y baja' });
      expect(await first.count()).toBe(isWanted && path !== '/estado-cuenta' ? 1 : 0);
      if ((await first.count()) === 0) continue;
      expect(await first.getByRole('link').allInnerTexts()).toEqual([
        'Botón de arrepentimiento',
        'Botón de baja',
      ]);
    }
  });
});

describe('the footer of any country', () => {
  const country = 'AR';

  test('leads a customer to the referral programme until its last day', async () => {
    const page = await browsing.open({ country, token: await createAccount(country) });
    for (const [today, count] of [
      ['2026-03-31', 1],
      ['2026-04-01', 0],
    ] as const) {
      await page.unrouteAll();
      await overrideSettings(page, { today, 'referral-to': '2026-03-31' });
      await page.goto('/mis-datos');
      const footer = page.getByRole('contentinfo');
      await footer.getByRole('link', { name: 'Mis datos' }).waitFor();
      const link = footer.getByRole('link', { name: 'Programa de referidos' });
      await expect.poll(() => link.count()).toBe(count);
    }
  });

  test('opens terms and policy over the whole page, and leads everybody to the pages of withdrawal and of leaving the membership', async () => {
    const page = await browsing.open({ country });
    await page.goto('/signup');
    const footer = page.getByRole('contentinfo');
    for (const name of ['Términos y condiciones', 'Política de privacidad']) {
      await footer.getByRole('button', { name }).click();
      const dialog = page.getByRole('dialog', { name });
      await dialog.getByRole('heading', { level: 3 }).first().waitFor();
      // The scrollbar keeps its gutter, so that nothing shifts.
      const width = await page.evaluate(() => document.body.clientWidth);
      await expect.poll(async () => dialog.boundingBox()).toEqual({ x: 0, y: 0, width, height: 740 });
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    for (const [name, path] of [
      [packOf(country).footer.waysOut.withdrawal, '/arrepentimiento'],
      [packOf(country).footer.waysOut.membershipEnd, '/baja-membresia'],
    ] as const) {
      await footer.getByRole('link', { name, exact: true }).click();
      await expect.poll(() => new URL(page.url()).pathname).toBe(path);
      await page.goBack();
      await page.waitForURL('**/signup');
    }
  });

  test('shows the withdrawal button on the balance route only, while it is switched on, and the contact form that there is', async () => {
    const account = await createAccount(country);
    const button = (name = 'Botón de arrepentimiento') => ({ name, exact: true });
    const page = await browsing.open({ country });
    await overrideSettings(page, { 'loan-withdrawal': 'on', 'contact-form': 'https://contacto.example/' });
    await page.goto(`/balance/1/${account.document}`);
    await page.getByRole('contentinfo').getByRole('link', button()).waitFor();
    await page.goto('/estado-cuenta');
    await page.getByRole('contentinfo').getByText(/v\.1/).waitFor();
    expect(await page.getByRole('contentinfo').getByRole('link', button()).count()).toBe(0);
    const form = page.getByRole('contentinfo').getByRole('link', { name: 'Formulario de contacto' });
    expect(await form.getAttribute('href')).toBe('https://contacto.example/');
    const other = await browsing.open({ country });
    await overrideSettings(other, { 'loan-withdrawal': 'off' });
    const arrived = other.waitForResponse('**/api/v3/enviroments');
    await other.goto(`/balance/1/${account.document}`);
    await arrived;
    expect(await other.getByRole('contentinfo').getByRole('link', button()).count()).toBe(0);
  });
});

describe('the footer after registration', () => {
  const country = 'AR';

  test('is unobtrusive and shows the own cost, of the choice and then of the offer', async () => {
    const account = await createAccount(country);
    const page = await browsing.open({ country, token: account });
    await page.goto('/bienvenido');
    const { max_option: options } = (
      await done('GET /api/v1/clients/credit-ratings', { country, token: account.token })
    ).result;
    const longest = options.no_membership.plans.at(-1);
    const shown = ({ cftea }: { cftea: number }) => `CFTEA ${formatPercentExact(cftea)}`;
    const footer = page.getByRole('contentinfo');
    await footer.getByText(shown(longest), { exact: true }).waitFor();
    const { legal, highlightedCost } = packOf(country).footer;
    for (const words of [...legal, ...(highlightedCost ? [highlightedCost] : [])])
      expect(await footer.getByText(words).isVisible()).toBe(false);
    await footer.getByText('Información legal').click();
    await footer.getByText(legal[0] ?? '').waitFor();
    await expectAccessible(page);

    await page.goto('/oferta-comercial');
    await page.getByRole('radio', { name: /^6 cuotas/ }).check();
    await page.goto('/bienvenido');
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('cuota.proposal') ?? 'null'));
    await footer.getByText(shown(kept), { exact: true }).waitFor();
    await footer.getByText('El préstamo que elegiste').waitFor();
  });
});
