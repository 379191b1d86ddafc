import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { writtenDocument } from '../../src/countries/identifiers/document.ts';
import { done } from '../testing/journey.ts';
import { useBrowser } from '../testing/harness.ts';
import { loginOf } from '../testing/screens.ts';
import { seen } from '../testing/seen.ts';

const browsing = useBrowser();

const loanOf = async (name: 'aldia' | 'demora45' | 'enviando', country: 'AR' | 'UY') => {
  const login = await loginOf(name, country);
  const { result } = await done('GET /api/loan', { country, token: login.token });
  return { login, id: String(result[0].id) };
};

describe('movements of a loan', () => {
  const country = 'UY';
  test('are reached from the balance, add up to what is owed, and come as files', async () => {
    const { login, id } = await loanOf('demora45', country);
    const page = await browsing.open({ country, token: login });
    const { result } = await done('GET /api/v3/account-new', { country, token: login.token });
    await page.goto(`/balance/1/${result.account_information.document_number}`);
    await page.getByRole('link', { name: 'Ver todos los movimientos' }).click();
    await page.waitForURL(`**/movimientos/${id}`);
    const table = page.getByRole('table', { name: 'Movimientos' });
    await table.getByRole('row', { name: /Préstamo: dinero entregado/ }).waitFor();
    const document = writtenDocument(country, result.account_information.document_number);
    const named = `Cédula ${document}`;
    expect(await seen(page.getByText(` · ${named}`))).toBe(true);
    const balances = await table.getByRole('row').locator('td:last-child').allTextContents();
    const [first, last] = await page
      .getByRole('main')
      .locator('dl')
      .evaluate((list) => {
        const value = (label: string) =>
          [...list.querySelectorAll('dt')].find(({ textContent }) => textContent?.startsWith(label))
            ?.nextElementSibling?.textContent;
        return [value('Saldo de los movimientos'), value('Intereses por mora')];
      });
    expect(balances.at(-1)).toBe(`Saldo ${first}`);
    expect(last).toMatch(/^\$/);
    for (const [name, begins] of [
      ['Descargar planilla (CSV)', '\uFEFF"Fecha";"Concepto";"Detalle";"Cargo";"Pago";"Saldo"\r\n'],
      ['Descargar PDF', '%PDF-1.7'],
    ] as const) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^movimientos-\d{4}-\d\d-\d\d\.(csv|pdf)$/);
      const bytes = await readFile(await file.path());
      expect(bytes.subarray(0, 80).toString('utf8').startsWith(begins)).toBe(true);
    }
  });
});

test('a loan on its way has nothing owed yet, and another person sees nothing of it', async () => {
  const { id } = await loanOf('aldia', 'AR');
  const { login, id: own } = await loanOf('enviando', 'AR');
  const page = await browsing.open({ token: login });
  await page.goto(`/movimientos/${own}`);
  await page.getByRole('row', { name: /Préstamo: dinero entregado/ }).waitFor();
  await page.goto(`/movimientos/${id}`);
  await page.getByRole('heading', { name: 'No pudimos mostrar tus movimientos' }).waitFor();
  expect(await seen(page.getByRole('alert').getByText('No encontramos lo que buscás.'))).toBe(true);
});

test('prints the table as a table, without the shell', async () => {
  const { login, id } = await loanOf('aldia', 'AR');
  const page = await browsing.open({ token: login, width: 360 });
  await page.goto(`/movimientos/${id}`);
  const head = page.getByRole('columnheader', { name: 'Concepto' });
  await head.waitFor();
  expect(await head.evaluate((cell) => getComputedStyle(cell.closest('thead') ?? cell).position)).toBe(
    'absolute',
  );
  await page.emulateMedia({ media: 'print' });
  expect(await head.evaluate((cell) => getComputedStyle(cell.closest('thead') ?? cell).position)).toBe(
    'static',
  );
  expect(await page.getByRole('link', { name: 'Descargar PDF' }).isVisible()).toBe(false);
});
