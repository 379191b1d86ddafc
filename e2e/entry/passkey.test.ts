import { describe, expect, test } from 'vitest';
import { addAuthenticator } from '../testing/authenticator.ts';
import { expectAccessible } from '../testing/axe.ts';
import { useBrowser } from '../testing/harness.ts';
import { pathOf, says, withPassword, logIn } from '../testing/login-steps.ts';
import { seen } from '../testing/seen.ts';

const browsing = useBrowser();
const otherSessions = { name: 'Cerrar las otras sesiones' };
const offer = { name: 'Ingresar con huella, cara o PIN' };

describe('a passkey', () => {
  const country = 'UY';
  test('is added in /mis-datos and lets its owner in, where they wanted to go', async () => {
    const account = await withPassword(country);
    const page = await browsing.open({ country });
    await addAuthenticator(page);
    await page.goto('/login?redirectTo=%2Fmis-datos');
    expect(await page.getByRole('button', offer).count()).toBe(0);
    await logIn(page, account);
    await page.getByRole('button', { name: 'Agregar una llave de acceso' }).click();
    await says(page, 'Listo: ya podés ingresar sin contraseña.');
    await page.getByText(/^Agregada el \d\d-\d\d-20\d\d$/).waitFor();

    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await page.goto('/login?redirectTo=%2Fmis-datos');
    await page.getByRole('button', offer).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', offer).press('Enter');
    await page.waitForURL('**/mis-datos');
    await page.getByText(/^Usada por última vez el /).waitFor();

    await page.getByRole('button', { name: /^Quitar la llave de/ }).click();
    await says(page, 'Quitamos esa llave.');
    // No other session is left: the earlier one was ended.
    expect(await page.getByRole('button', otherSessions).count()).toBe(0);
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await page.goto('/login');
    await page.getByRole('button', offer).click();
    await page.getByText('No pudimos confirmar la llave de acceso. Volvé a intentarlo.').waitFor();
    expect(pathOf(page)).toBe('/login');
    expect(await seen(page.getByLabel('Mail', { exact: true }))).toBe(true);
  });

  test('added or removed offers to end the sessions of other devices', async () => {
    const account = await withPassword(country);
    const [page, other] = [await browsing.open({ country }), await browsing.open({ country })];
    await addAuthenticator(page);
    for (const each of [other, page]) {
      await each.goto('/login?redirectTo=%2Fmis-datos');
      await logIn(each, account);
      await each.getByRole('heading', { name: 'Sesiones abiertas' }).waitFor();
    }
    expect(await page.getByRole('button', otherSessions).count()).toBe(0);
    await page.getByRole('button', { name: 'Agregar una llave de acceso' }).click();
    await page.getByRole('button', otherSessions).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Quitar la llave de/ }).click();
    await says(page, 'Quitamos esa llave.');
    await page.getByRole('button', otherSessions).click();
    await page.getByRole('button', otherSessions).waitFor({ state: 'detached' });
    await page.getByText('Este equipo').waitFor();

    await other.reload();
    await other.waitForURL('**/signup');
  });
});
