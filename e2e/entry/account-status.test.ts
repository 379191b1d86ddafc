import { expect, it, describe } from 'vitest';
import { useBrowser } from '../testing/harness.ts';
import { newDocument, overrideSettings } from '../testing/journey.ts';
import { seen } from '../testing/seen.ts';
import { testCountry } from '../../src/countries/testing/test-country.ts';

/** /estado-cuenta (docs/product/borrowers-area.md#query). */

const browsing = useBrowser();

describe.each(['AR', 'UY'] as const)('account status query in %s', (country) => {
  it('takes the country’s document, says what is wrong with it, keeps it, and leads to the balance', async () => {
    const page = await browsing.open({ country });
    await page.goto('/estado-cuenta');
    const { labels, document: examples } = testCountry(country);
    const field = page.getByLabel(labels.document);
    const send = page.getByRole('button', { name: 'Consultar Estado' });
    for (const [value, message] of examples.refused) {
      await field.fill(value);
      await send.click();
      await page.getByText(message).waitFor();
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    }
    const [typed, shown] = examples.twoDigitsMore;
    await field.fill(typed);
    expect(await field.inputValue()).toBe(shown);
    await send.click();
    await page.getByText(examples.refused[0]?.[1] ?? '').waitFor();
    const right = newDocument(country, 5);
    await field.fill(right);
    await page.reload();
    expect((await field.inputValue()).replaceAll(/\D/g, '')).toBe(right);
    expect(await page.getByRole('link', { name: 'Ingresá y pedí otro préstamo' }).getAttribute('href')).toBe(
      '/login',
    );
    await send.click();
    await page.waitForURL(`**/balance/1/${right}`);
    expect(await seen(page.getByRole('tab', { name: 'CUOTAS' }))).toBe(true);
  });
});

it.each([
  ['AR', 'Consultá tu estado de cuenta con tu DNI.'],
  ['UY', 'Consultá tu estado de cuenta con tu cédula.'],
] as const)('the balance of another type of document says in %s which one to use', async (country, words) => {
  const page = await browsing.open({ country });
  const asked = page.waitForRequest('**/api/v3/balance');
  await page.goto(`/balance/2/${newDocument(country, 5)}`);
  expect((await asked).postDataJSON().document_type).toBe(2);
  expect(await seen(page.getByText(words))).toBe(true);
  await page.getByRole('button', { name: 'Consultar otro documento' }).click();
  await page.waitForURL('**/estado-cuenta');
});

it('leads to the self-service site that the settings name', async () => {
  const page = await browsing.open();
  await overrideSettings(page, { 'self-service-url': '/login?hash={document_number}', brand: 'Presto' });
  await page.goto('/estado-cuenta');
  await expect.poll(() => page.title()).toContain('Presto');
  await page.getByLabel('DNI').fill('30400048');
  await page.getByRole('button', { name: 'Consultar Estado' }).click();
  await page.waitForURL('**/login?hash=30400048');
});
