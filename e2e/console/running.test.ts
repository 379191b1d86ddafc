import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../src/server/platform/embedded-postgres/embedded-postgres.ts';
import { createBorrower, type TestBorrower } from '../testing/borrower.ts';
import { expectAccessibleInBoth, goTo, press, signInAs, startConsole } from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { pressByKey, typeByKey } from '../testing/keyboard.ts';
import { askForNext, settle } from '../testing/payment-steps.ts';
import type { RunningProduct } from '../testing/product.ts';
import { lookAt } from '../testing/target.ts';

let product: RunningProduct;
let url: string;
beforeAll(async () => {
  ({ product, url } = await startConsole());
  lookAt(product.port);
});
afterAll(() => product.stop());

const browser = useBrowser();
const wide = { width: 1280, height: 800 };

async function inDatabase<T extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<T[]> {
  const silent = { info: () => undefined, warn: () => undefined };
  const database = await startEmbeddedPostgres({ dataDir: product.dataDir, log: silent });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
    await database.stop();
  }
}

/** The newest message of somebody, as its last try leaves it. */
async function giveUpMessage({ document }: TestBorrower): Promise<number> {
  const [row] = await inDatabase<{ id: string }>(
    `update message set state = 'failed', given_up_at = now(), due_at = null, tries = 15, sent_at = null,
      failure = 'Error: no answer from the provider'
    where id = (select max(m.id) from message m join customer c on c.id = m.customer_id
      where c.document_number = $1 and m.body is not null) returning id`,
    [document],
  );
  return Number(row?.id);
}

/** Opens the folded tasks of each day. */
async function unfold(page: Page): Promise<void> {
  const folds = page.getByRole('main').locator('summary');
  await folds.first().waitFor();
  for (const fold of await folds.all()) await fold.click();
}

describe('failed work', () => {
  const country = 'UY';
  test('what failed is seen with its cause, tried again by keyboard alone, and done; the screens are accessible 768 px wide and dark, 1280 px wide and light', async () => {
    const person = await createBorrower('AR');
    const id = await giveUpMessage(person);
    const page = await browser.open(wide);
    const look = () => expectAccessibleInBoth(page);
    await signInAs(page, url, 'Jefatura');
    await press(page, 'Operación', 'link');
    await page.getByRole('heading', { name: 'Operación', level: 1 }).waitFor();
    await page.getByRole('cell', { name: 'Error: no answer from the provider' }).waitFor();
    await look();
    await page
      .getByRole('button', { name: /^Descartar: / })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    await look();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await pressByKey(page, page.getByRole('button', { name: /^Volver a intentar: Mensaje/ }).first());
    await page.getByRole('dialog', { name: 'Volver a intentar' }).waitFor();
    await look();
    await typeByKey(page, page.getByRole('textbox', { name: 'Explicación' }), 'El proveedor volvió');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Se vuelve a intentar ahora.').waitFor();
    await page.getByText('Nada falló en la última semana.').waitFor();
    await expect
      .poll(
        async () =>
          (await inDatabase<{ state: string }>('select state from message where id = $1', [id]))[0]?.state,
      )
      .toBe('sent');
    await goTo(page, 'Operación');
    await page.getByRole('link', { name: 'Trabajo de cada día' }).click();
    await unfold(page);
    await page
      .getByRole('button', { name: /^Correr ahora: Control del libro/ })
      .first()
      .click();
    await page.getByLabel('Explicación').fill('Antes del cierre');
    await page.getByRole('button', { name: 'Correr ahora', exact: true }).click();
    await page.getByText('Empieza ahora. El resultado aparece acá.').waitFor();
    await page
      .getByRole('cell', { name: /asientos, todos suman cero/ })
      .first()
      .waitFor();
    // What the day did for the portfolio is what the dashboard shows of it.
    await page.getByRole('button', { name: 'Correr ahora: Foto de la cartera, Argentina' }).click();
    await page.getByRole('dialog').waitFor();
    await look();
    await page.getByLabel('Explicación').fill('Para mirarla hoy');
    await page.getByRole('button', { name: 'Correr ahora', exact: true }).click();
    await page
      .getByRole('cell', { name: /préstamos, \d+ en mora/ })
      .first()
      .waitFor();
    await page.getByRole('link', { name: /^Diferencias/ }).click();
    await page.getByText('Nuestros libros dicen lo mismo que los proveedores.').waitFor();
    await look();
    await goTo(page, 'Tablero');
    await page.getByRole('region', { name: 'Solicitudes y decisiones' }).getByRole('table').waitFor();
    await look();
    await page.getByRole('link', { name: 'Cartera' }).click();
    await page.getByRole('heading', { name: /^Cartera de Argentina \(ARS\) al cierre del/ }).waitFor();
    await look();
    await page.getByRole('link', { name: 'Cosechas y pases' }).click();
    await page.getByText('Todavía no cerró ningún mes').waitFor();
    await look();
  });

  test('the dashboard shows what a borrower has just paid, leads to it, and gives a file', async () => {
    const person = await createBorrower(country);
    const { hash } = await askForNext(person, 'abitab');
    await settle(hash);
    const page = await browser.open(wide);
    await signInAs(page, url, 'Contaduría', '/tablero');
    await page.getByLabel('País').selectOption('Uruguay');
    const method = 'Abitab';
    const money = page.getByRole('region', { name: 'Dinero que entró' });
    const figure = money.getByRole('link', { name: new RegExp(`^${method}, .*: `) });
    const words = (await figure.getAttribute('aria-label')) ?? '';
    const sum = words.slice(words.indexOf(': ') + 2);
    await figure.click();
    await page.getByRole('heading', { name: new RegExp(`^Dinero que entró: ${method}`), level: 1 }).waitFor();
    await page.getByRole('cell', { name: sum, exact: true }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Exportar CSV/ }).click(),
    ]);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.split('\r\n')[0]).toBe(
      '\uFEFFN.º;Cuándo;Nombre;Parte;Importe;Días de atraso;Vencido;Clase;Cliente n.º',
    );
    expect(text.split('\r\n')[1]).toContain(`;${method};`);
    await page.getByRole('link', { name: 'Volver al tablero' }).click();
    await page.getByRole('heading', { name: 'Tablero', level: 1 }).waitFor();
  });
});

test('what cannot be read is said once, not for each part of the screen', async () => {
  const page = await browser.open(wide);
  await signInAs(page, url, 'Tesorería');
  for (const [screen, part] of [
    ['Operación', 'Lo que espera y los controles no se pueden ver ahora.'],
    ['Dinero que entra', 'Los totales no se pueden ver ahora.'],
  ] as const) {
    const pattern = /\/api\/staff\/(?:operation|money)/;
    await page.route(pattern, (route) => route.abort());
    await goTo(page, screen);
    await page.getByText(part).waitFor();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.unroute(pattern);
  }
});
