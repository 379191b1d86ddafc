import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../testing/axe.ts';
import {
  expectAccessibleInBoth,
  goByKey,
  goTo,
  press,
  signInAs,
  startConsole,
} from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { chooseByKey, pressByKey, typeByKey } from '../testing/keyboard.ts';
import type { RunningProduct } from '../testing/product.ts';

let product: RunningProduct;
let url: string;
beforeAll(async () => {
  ({ product, url } = await startConsole());
});
afterAll(() => product.stop());

const browser = useBrowser();
const wide = { width: 1280, height: 800 };

test('a person keeps a view of a list, finds it on another machine, renames and deletes it: by keyboard', async () => {
  const page = await browser.open(wide);
  await signInAs(page, url, 'Atención');
  await goByKey(page, 'Tickets');
  await chooseByKey(page, page.getByLabel('Tipo'), 'Reclamo');
  await chooseByKey(page, page.getByLabel('País'), 'Uruguay');
  await press(page, 'Guardar vista');
  await typeByKey(page, page.getByLabel('Nombre de la vista'), 'Reclamos de Uruguay');
  await page.keyboard.press('Enter');
  await page.getByText('Guardaste la vista “Reclamos de Uruguay”.').waitFor();
  // The keyboard goes on where it was.
  const change = page.getByRole('button', { name: 'Cambiar nombre' });
  await expect.poll(() => change.evaluate((element) => element === document.activeElement)).toBe(true);

  const elsewhere = await browser.open(wide);
  await signInAs(elsewhere, url, 'Atención', '/tickets');
  const mine = elsewhere.getByRole('navigation', { name: 'Mis vistas' });
  await pressByKey(elsewhere, mine.getByRole('link', { name: 'Reclamos de Uruguay' }));
  await expect
    .poll(() => Object.fromEntries(new URL(elsewhere.url()).searchParams))
    .toEqual({ tipo: 'reclamo', pais: 'UY' });
  expect(await elsewhere.getByLabel('Tipo').inputValue()).toBe('reclamo');
  await press(elsewhere, 'Cambiar nombre');
  const name = elsewhere.getByLabel('Nombre de la vista');
  await typeByKey(elsewhere, name, 'Reclamos del otro lado');
  await elsewhere.keyboard.press('Enter');
  await elsewhere.getByText('La vista se llama “Reclamos del otro lado”.').waitFor();

  // What the first page saw is not the view any more: it is not overwritten, and the new one is read.
  await press(page, 'Borrar vista');
  await press(page, 'Borrar');
  await page.getByText('Cambiaste esta vista en otra pantalla.').waitFor();
  await page.getByRole('heading', { name: 'Borrar la vista “Reclamos del otro lado”' }).waitFor();
  await press(page, 'Borrar');
  await page.getByText('Borraste la vista “Reclamos del otro lado”.').waitFor();
  const save = page.getByRole('button', { name: 'Guardar vista' });
  await expect.poll(() => save.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(new URL(page.url()).searchParams.get('tipo')).toBe('reclamo');

  // Views of another list stay there; nobody else's are here.
  await goByKey(page, 'Bloqueos');
  await save.waitFor();
  expect(await page.getByRole('navigation', { name: 'Mis vistas' }).count()).toBe(0);
});

test('views of each list are accessible 768 px wide and dark, 1280 px wide and light', async () => {
  const page = await browser.open(wide);
  await signInAs(page, url, 'Auditoría');
  const look = () => expectAccessibleInBoth(page);
  for (const screen of ['Tickets', 'Dinero que entra', 'Tablero', 'Configuración', 'Aprobaciones']) {
    await goTo(page, screen);
    await page.getByRole('button', { name: 'Guardar vista' }).click();
    await page.getByLabel('Nombre de la vista').fill('La que miro a la mañana, a 768 píxeles');
    if (screen === 'Tickets') await look();
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Mis vistas' }).waitFor();
    await look();
  }
  // Beside the views of the filters, their rows as a file.
  await goTo(page, 'Tickets');
  await page.getByLabel('País').selectOption('UY');
  const take = page.getByRole('button', { name: 'Exportar CSV' });
  const [file] = await Promise.all([page.waitForEvent('download'), take.press('Enter')]);
  expect(file.suggestedFilename()).toBe('tickets.csv');
});

test('a list that could not be read is asked for again in place, and the keyboard stays: by keyboard', async () => {
  const page = await browser.open(wide);
  await signInAs(page, url, 'Atención');
  const busy = { status: 'error', code: 'unavailable', messages: ['Probá de nuevo en unos minutos.'] };
  await page.route(/\/api\/staff\/tickets\?/, (route) => route.fulfill({ status: 503, json: busy }), {
    times: 1,
  });
  await goByKey(page, 'Tickets');
  await page.getByText('Probá de nuevo en unos minutos.').waitFor();
  await expectAccessible(page);
  await press(page, 'Volver a intentar');
  await page.getByText('No hay tickets.').waitFor();
  const title = page.getByRole('heading', { level: 1 });
  expect(await title.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('a list without rows because of its filters says so, and takes them away', async () => {
  const page = await browser.open(wide);
  await signInAs(page, url, 'Análisis');
  for (const [list, nothing] of [
    ['excepciones', 'Nadie espera que una persona decida'],
    ['identidad', 'No hay nadie esperando que miren sus fotos'],
  ]) {
    await page.goto(`${url}/${list}?pais=UY`);
    await page.getByText(`${nothing} con estos filtros.`).waitFor();
    await page.getByRole('link', { name: 'Sacar los filtros' }).click();
    await page.getByText(`${nothing}.`).waitFor();
    expect(new URL(page.url()).search).toBe('');
  }
});
