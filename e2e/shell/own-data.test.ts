import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { api } from '../testing/api.ts';
import { useBrowser } from '../testing/harness.ts';
import { createAccount, done } from '../testing/journey.ts';
import { proofDialog } from '../testing/login-steps.ts';
import { loginOf } from '../testing/screens.ts';
import { seen } from '../testing/seen.ts';

const browsing = useBrowser();
const moveClock = (aheadMs: number) =>
  done('POST /sandbox/clock', { body: { now: new Date(Date.now() + aheadMs).toISOString() } });
afterEach(() => moveClock(0));

const erase = { name: 'Pedir la supresión de mis datos' };
const dialogOf = { name: '¿Suprimir tus datos?' };

describe.each([
  ['AR', 'AGENCIA DE ACCESO A LA INFORMACIÓN PÚBLICA'],
  ['UY', 'Unidad Reguladora y de Control de Datos Personales (URCDP)'],
] as const)("one's own data in %s", (country, authority) => {
  test('are found from the footer, downloaded whole, and erased for ever', async () => {
    const account = await createAccount(country);
    const page = await browsing.open({ country, token: account });
    await page.goto('/bienvenido');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Mis datos' }).click();
    await page.getByRole('heading', { name: 'Qué guardamos' }).waitFor();
    await page.getByText(authority).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Descargar mis datos' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('mis-datos.json');
    const { datos } = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(datos['Datos personales']).toMatchObject([
      { document_number: account.document, email: account.email },
    ]);

    await page.getByText('Este equipo').waitFor();
    await page.getByText('Como nunca tuviste un préstamo').waitFor();
    await page.getByRole('button', erase).click();
    const dialog = page.getByRole('dialog', dialogOf);
    await dialog.getByRole('button', { name: 'No, volver' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', erase).click();
    await dialog.getByRole('button', { name: 'Sí, suprimir mis datos' }).click();
    await page
      .getByRole('dialog', { name: 'Suprimimos tus datos' })
      .getByRole('button', { name: 'Volver al inicio' })
      .click();
    await page.waitForURL('**/signup');
    const { country: at, token } = account;
    expect((await api('GET /api/v3/account-new', { country: at, token })).status).toBe(401);
  });
});

test('what must be kept is said, with a date, to somebody whose loan has ended', async () => {
  const page = await browsing.open({ token: await loginOf('pagado', 'AR') });
  await page.goto('/mis-datos');
  const kept = page.getByText(/Las normas contables .* hasta el \d\d-\d\d-20\d\d y luego también/);
  expect(await seen(kept)).toBe(true);
});

test('with a debt the request waits; an old login is asked to prove who it is', async () => {
  const page = await browsing.open({ country: 'UY', token: await loginOf('demora45', 'UY') });
  await page.goto('/mis-datos');
  await page.getByText('Tenés un préstamo que todavía estás pagando.').waitFor();
  await moveClock(13 * 3_600_000);
  await page.getByRole('button', { name: 'Descargar mis datos' }).click();
  await proofDialog(page).getByRole('button', { name: 'Ingresar de otra forma' }).click();
  await page.waitForURL('**/login?redirectTo=%2Fmis-datos');
  expect(await seen(page.getByRole('heading', { level: 1 }))).toBe(true);
});
