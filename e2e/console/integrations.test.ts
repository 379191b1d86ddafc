import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { api } from '../testing/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { goTo, openApprovals, press, requestCard, signInAs } from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { consoleUrl } from '../testing/target.ts';

const url = consoleUrl();
const browser = useBrowser();
const wide = { width: 1280, height: 800 };

test('a key asked for, approved and fetched once works; a webhook gets its secret; both are cut off', async () => {
  const receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/avisos`;

  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Administración', '/integraciones');
  await press(desk, 'Agregar un socio o sistema');
  await expectAccessible(desk);
  await desk.getByLabel('Nombre').fill('Tienda Sur');
  await desk.getByLabel(/^Código/).fill('tienda-sur');
  await press(desk, 'Agregar');
  const section = desk.getByRole('region', { name: 'Tienda Sur' });
  await section.getByText('Sin claves.').waitFor();

  await press(desk, 'Pedir una clave');
  await desk.getByLabel('Nombre de la clave').fill('Principal');
  await desk.getByLabel('Mandar personas').check();
  await desk.getByLabel('Explicación').fill('Empiezan el lunes');
  await expectAccessible(desk);
  await press(desk, 'Pedir aprobación');
  await desk.getByText(/^Espera aprobación/).waitFor();

  const head = await openApprovals(browser, url);
  const asked = requestCard(head, /Crear una clave de API/);
  await asked.getByRole('button', { name: 'Aprobar' }).press('Enter');
  await head.getByText('Aprobado.').waitFor();
  await goTo(head, 'Integraciones');
  await head.getByText('Aprobada, sin retirar').waitFor();
  expect(await head.getByRole('button', { name: /^Retirar/ }).count()).toBe(0);

  await desk.reload();
  await press(desk, 'Retirar: Principal');
  await press(desk, 'Mostrar la clave');
  const key = await desk.getByRole('textbox', { name: 'Clave de API' }).inputValue();
  expect(key).toMatch(/^cuota_\d{12}_/);
  await expectAccessible(desk);
  await desk.keyboard.press('Escape');
  const ask = () => api('GET /partners-api/v1/key', { country: 'AR', token: key });
  expect((await ask()).status).toBe(200);
  await section.getByText('Vigente', { exact: true }).waitFor();

  await press(desk, 'Agregar un webhook');
  await desk.getByLabel('Dirección (https)').fill(hook);
  await press(desk, 'Agregar');
  expect(await desk.getByRole('textbox', { name: 'Secreto del webhook' }).inputValue()).toMatch(/^whsec_/);
  await desk.keyboard.press('Escape');
  await section.getByText('Anda', { exact: true }).waitFor();
  await expectAccessible(desk);
  await section.getByRole('link', { name: hook }).click();
  await desk.getByText('Todavía no se mandó nada').waitFor();
  await expectAccessible(desk);

  await goTo(desk, 'Integraciones');
  await press(desk, 'Revocar: Principal');
  await desk.getByLabel('Explicación').fill('Se terminó el acuerdo');
  await press(desk, 'Revocar');
  await section.getByText('Revocada', { exact: true }).waitFor();
  expect((await ask()).status).toBe(401);
  receiver.close();
});

test('the reference fits a phone and is accessible, light and dark', async () => {
  const country = 'AR';
  const page = await browser.open({ country, width: 360, height: 740 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/desarrolladores');
    await page.getByRole('heading', { name: 'Empezar en cinco minutos' }).waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
});
