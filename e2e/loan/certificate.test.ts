import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../testing/api.ts';
import { useBrowser } from '../testing/harness.ts';
import { loginOf } from '../testing/screens.ts';
import { seen } from '../testing/seen.ts';
import { byCountry } from '../../src/countries/countries.ts';
import { writtenDocument } from '../../src/countries/identifiers/document.ts';
import { demoPerson } from '../../src/server/sandbox/demo/testing/demo-person.ts';

/** The debt-free certificate (docs/product/borrowers-area.md#debt-free-certificate). */

const browsing = useBrowser();

/** Documents of demo customers (docs/demo.md) who have paid everything. */
const paid = byCountry((code) => {
  const { documentNumber } = demoPerson(code, 'finished');
  return { document: documentNumber, shown: writtenDocument(code, documentNumber) };
});

async function openTab(page: Page, document: string): Promise<void> {
  await page.goto(`/balance/1/${document}`);
  await page.getByRole('tab', { name: 'LIBRE DEUDA' }).click();
}

/** Generates the certificate and gives the window that it opens in. */
async function generate(page: Page): Promise<Page> {
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Generar libre deuda' }).click(),
  ]);
  await opened.waitForURL('**/libre-deuda/*');
  return opened;
}

describe('the certificate', () => {
  const country = 'AR';
  it('opens in a new window, prints, is a PDF, and can be checked without a login', async () => {
    const login = await loginOf('pagado', country);
    const page = await browsing.open({ country, token: login });
    await openTab(page, paid[country].document);
    const sheet = await generate(page);
    await sheet.getByText(/^Wayni certifica que Pedro Pagani, .* no registra deuda/).waitFor();
    await sheet.getByText(paid[country].shown, { exact: true }).waitFor();
    expect(await sheet.getByText('CUIL', { exact: true }).count()).toBe(1);
    await sheet.getByText(/^\d\d-\d\d-\d{4}$/).waitFor();
    await expect
      .poll(() =>
        sheet
          .getByRole('img', { name: 'Código QR para comprobar este certificado' })
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(0);

    const [file] = await Promise.all([
      sheet.waitForEvent('download'),
      sheet.getByRole('link', { name: 'Descargar PDF' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^libre-deuda-.+\.pdf$/);

    const address = await sheet.getByRole('link', { name: /verificar-libre-deuda/ }).getAttribute('href');
    await sheet.emulateMedia({ media: 'print' });
    expect(await sheet.getByRole('link', { name: 'Descargar PDF' }).isVisible()).toBe(false);
    expect(await sheet.getByText('Wayni certifica').isVisible()).toBe(true);
    expect(await sheet.getByRole('contentinfo').isVisible()).toBe(false);

    const stranger = await browsing.open({ country });
    await stranger.goto(new URL(address ?? '').pathname);
    await stranger.getByText('El certificado es auténtico').waitFor();
    await stranger.getByText('P*** P***').waitFor();
    await stranger.getByText(`****${paid[country].document.slice(-3)}`).waitFor();
    await stranger.getByText(/^[0-9a-f]{64}$/).waitFor();
    expect(await stranger.getByText('Pagani').count()).toBe(0);
  });

  it('shows the document as it is printed to whoever checks it and may read it', async () => {
    const { document, shown } = paid[country];
    const page = await browsing.open({ country });
    await page.route('**/api/v3/debtfree-check/*', (route) =>
      route.fulfill({
        json: {
          status: 'success',
          result: {
            valid: true,
            issuer: 'Wayni',
            full_name: 'Pedro Pagani',
            document_number: document,
            created_at: '2026-11-01T02:30:00Z',
            sha256: '',
          },
        },
      }),
    );
    await page.goto('/verificar-libre-deuda/una-clave');
    await page.getByText('Pedro Pagani', { exact: true }).waitFor();
    expect(await seen(page.getByText(shown, { exact: true }))).toBe(true);
    expect(await page.getByText(document).count()).toBe(0);
    // In neither country that instant is the first of November yet.
    expect(await seen(page.getByRole('definition').getByText('31-10-2026'))).toBe(true);
  });

  it('carries no name without a login', async () => {
    const page = await browsing.open({ country });
    await openTab(page, paid[country].document);
    const hint = page.getByRole('link', { name: 'ingresá a tu cuenta' });
    expect(await hint.getAttribute('href')).toContain('redirectTo=%2Fbalance%2F1%2F');
    const sheet = await generate(page);
    await sheet.getByText(/^Wayni certifica que el documento .* no registra deuda/).waitFor();
    await sheet.getByText('no acredita la identidad de quien lo presenta').waitFor();
    expect(await sheet.getByText('Pagani').count()).toBe(0);
  });
});

describe('without a new window', () => {
  it('a dialog leads to the certificate on Safari', async () => {
    const page = await browsing.open();
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'vendor', { get: () => 'Apple Computer, Inc.' }),
    );
    await openTab(page, paid.AR.document);
    await page.getByRole('button', { name: 'Generar libre deuda' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tu libre deuda está listo' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Generar libre deuda' }).click();
    const [sheet] = await Promise.all([
      page.waitForEvent('popup'),
      dialog.getByRole('link', { name: /^Abrir mi libre deuda/ }).click(),
    ]);
    expect(await seen(sheet.getByText('Wayni certifica'))).toBe(true);
  });

  it('is generated again after an error, of which nothing is said', async () => {
    const page = await browsing.open();
    await page.route('**/api/v3/debtfree', (route) => route.fulfill({ status: 500, body: '{}' }), {
      times: 1,
    });
    await openTab(page, paid.AR.document);
    const button = page.getByRole('button', { name: 'Generar libre deuda' });
    const answered = page.waitForResponse('**/api/v3/debtfree');
    await button.click();
    await answered;
    await expect.poll(() => button.getAttribute('aria-busy')).toBe(null);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.getByText('Tuvimos un problema').count()).toBe(0);
    expect(await seen((await generate(page)).getByText('Wayni certifica'))).toBe(true);
  });
});

describe('no certificate', () => {
  it('while a loan is under way or has instalments left', async () => {
    const login = await loginOf('enviando', 'AR');
    const page = await browsing.open({ token: login });
    const { account_information } = await page.goto('/bienvenido').then(() =>
      page.evaluate(async (token) => {
        const answer = await fetch('/api/v3/account-new', { headers: { authorization: `Bearer ${token}` } });
        return (await answer.json()).result;
      }, login.token),
    );
    await openTab(page, account_information.document_number);
    await page.getByText('Tu préstamo todavía está en trámite.').waitFor();
    expect(await page.getByRole('button', { name: 'Generar libre deuda' }).count()).toBe(0);
    await openTab(page, '30500058');
    await page.getByText('Tu libre deuda no se puede emitir').waitFor();
    await page.getByText(/^Todavía tenés (1 cuota|\d+ cuotas) sin pagar/).waitFor();
    expect(await page.getByRole('button', { name: 'Generar libre deuda' }).count()).toBe(0);
  });

  it('leads to the account status after 2 seconds, and the check says that it is not ours', async () => {
    const page = await browsing.open({ country: 'UY' });
    const start = Date.now();
    await page.clock.install({ time: start });
    await page.clock.pauseAt(start + 1_000);
    await page.goto('/libre-deuda/0000000000000000');
    const failed = page.getByRole('heading', { name: 'No encontramos el certificado' });
    await eventually(async () => {
      await page.clock.runFor(20);
      return failed.isVisible();
    }, Boolean);
    await page.clock.runFor(1_900);
    expect(page.url()).toContain('/libre-deuda/');
    await page.clock.runFor(200);
    await page.waitForURL('**/estado-cuenta');
    await page.clock.resume();
    await page.goto('/verificar-libre-deuda/0000000000000000');
    await page.getByText('No es un certificado nuestro').waitFor();
  });

  it('is told of one that became void, on its sheet and in its check', async () => {
    const said = {
      hash: 'x',
      full_name: 'Ana Prueba',
      document_number: '30700078',
      legal_number: '',
      created_at: '2026-11-01T15:00:00Z',
      valid: false,
      issuer: 'Wayni',
      check_url: 'https://ar.example.com/verificar-libre-deuda/x',
      sha256: '',
    };
    const page = await browsing.open();
    await page.route('**/api/v3/debtfree*/x', (route) =>
      route.fulfill({ json: { status: 'success', result: said } }),
    );
    for (const address of ['/libre-deuda/x', '/verificar-libre-deuda/x']) {
      await page.goto(address);
      await page.getByText('El certificado ya no vale').waitFor();
      expect(
        await page.getByText(/es auténtico|no registra deuda|Vale por la situación|Descargar PDF/).count(),
      ).toBe(0);
    }
  });
});
