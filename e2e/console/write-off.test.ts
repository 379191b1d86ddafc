import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { createBorrower } from '../testing/borrower.ts';
import {
  advanceClock,
  approveByKey,
  findCustomer,
  goTo,
  requestCard,
  signInAs,
  startConsole,
} from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { pressByKey, typeByKey } from '../testing/keyboard.ts';
import type { RunningProduct } from '../testing/product.ts';
import { lookAt } from '../testing/target.ts';

let product: RunningProduct;
let url: string;
beforeAll(async () => {
  ({ product, url } = await startConsole({ SESSION_IDLE_HOURS: '9000', SESSION_MAX_DAYS: '365' }));
  lookAt(product.port);
});
afterAll(() => product.stop());

const browser = useBrowser();

/** Accessible, and no wider than a tablet or a desk. */
async function expectFits(page: Page): Promise<void> {
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
}

test('a late loan is written off by two people with a file, and that is undone', async () => {
  const one = await createBorrower('UY');
  await advanceClock(product, 'P215D');
  const desk = await browser.open({ width: 1280, height: 900 });
  await signInAs(desk, url, 'Tesorería');
  await findCustomer(desk, one.document);
  await expectFits(desk);
  await pressByKey(desk, desk.getByRole('button', { name: 'Castigar' }));
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel(/^Comprobante/).setInputFiles({
    name: 'gestiones.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 gestiones'),
  });
  await dialog.getByText('gestiones.pdf').waitFor();
  await typeByKey(desk, dialog.getByLabel('Explicación'), 'No responde hace meses');
  await expectFits(desk);
  await pressByKey(desk, dialog.getByRole('button', { name: 'Ver qué pasaría' }));
  await dialog.getByRole('columnheader', { name: 'Cómo quedaría' }).waitFor();
  await expectFits(desk);
  await pressByKey(desk, dialog.getByRole('button', { name: 'Confirmar' }));
  await dialog.waitFor({ state: 'hidden' });
  const head = await browser.open({ width: 1280, height: 900 });
  await signInAs(head, url, 'Jefatura', '/aprobaciones');
  const request = requestCard(head, 'Castigar un préstamo');
  await request.getByText('La persona sigue debiendo lo mismo').waitFor();
  await expectFits(head);
  await approveByKey(head, request);
  await pressByKey(desk, desk.getByRole('button', { name: 'Actualizar' }));
  await desk.getByText(/^Castigado el \d\d-\d\d-\d{4} por/).waitFor();
  await expectFits(desk);
  await goTo(head, 'Tablero');
  await head.getByRole('link', { name: 'Cosechas y pases' }).click();
  await head.getByLabel('País').selectOption('Uruguay');
  await head.getByRole('table', { name: 'Capital castigado y recuperado por mes' }).waitFor();
  await expectFits(head);
  const person = await browser.open({ country: 'UY', token: one });
  await person.goto('/mis-datos');
  await person.getByRole('heading', { name: 'Hasta cuándo se puede informar tu atraso' }).waitFor();
  await pressByKey(desk, desk.getByRole('button', { name: 'Deshacer el castigo' }));
  await typeByKey(desk, dialog.getByLabel('Explicación'), 'Era otro préstamo');
  await pressByKey(desk, dialog.getByRole('button', { name: 'Ver qué pasaría' }));
  await dialog.getByRole('columnheader', { name: 'Cómo quedaría' }).waitFor();
  await pressByKey(desk, dialog.getByRole('button', { name: 'Confirmar' }));
  await dialog.waitFor({ state: 'hidden' });
  await goTo(head, 'Aprobaciones');
  await approveByKey(head, requestCard(head, 'Deshacer un castigo'));
  await pressByKey(desk, desk.getByRole('button', { name: 'Actualizar' }));
  await expect.poll(() => desk.getByRole('button', { name: 'Castigar' }).count()).toBe(1);
});
