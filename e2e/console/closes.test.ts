import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packOf } from '../../src/countries/index.ts';
import { localDate } from '../../src/countries/local-time.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { createBorrower } from '../testing/borrower.ts';
import {
  advanceClock,
  approveByCall,
  goByKey,
  openApprovals,
  press,
  requestCard,
  signInAs,
  startConsole,
} from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { done } from '../testing/journey.ts';
import { pickDayByKey, pressByKey, typeByKey } from '../testing/keyboard.ts';
import type { RunningProduct } from '../testing/product.ts';
import { lookAt } from '../testing/target.ts';

let product: RunningProduct;
let url: string;
beforeAll(async () => {
  ({ product, url } = await startConsole({ DAILY_EVERY_SECONDS: '2' }));
  lookAt(product.port);
  await createBorrower('AR');
  // The month of the loans is over, and a first instalment is late.
  await advanceClock(product, 'P62D');
});
afterAll(() => product.stop());

const browser = useBrowser();
const wide = { width: 1280, height: 800 };

describe('a close', () => {
  const country = 'AR';
  const name = packOf(country).country;

  test('a month is prepared, its journal read, closed by two people and taken away as files', async () => {
    const desk = await browser.open(wide);
    await signInAs(desk, url, 'Contaduría');
    await goByKey(desk, 'Cierre');
    const next = desk.getByRole('region', { name: new RegExp(`^${name}: `) });
    await next.waitFor();
    await expect
      .poll(
        async () => {
          await desk.reload();
          await next.waitFor();
          return next.getByRole('button', { name: /Preparar/ }).count();
        },
        { timeout: 90_000 },
      )
      .toBe(1);
    await expectAccessible(desk);
    await pressByKey(desk, next.getByRole('button', { name: /Preparar/ }));
    await next.getByRole('link', { name: 'Ver el diario y cerrar' }).waitFor({ timeout: 30_000 });
    await pressByKey(desk, next.getByRole('link', { name: 'Ver el diario y cerrar' }));
    const journal = desk.getByRole('table', { name: 'Diario, por asiento y cuenta' });
    await journal.getByRole('row', { name: /Capital a cobrar/ }).waitFor();
    await journal.getByRole('row', { name: /Previsión por incobrables/ }).waitFor();
    await expectAccessible(desk);
    for (const width of [360, 768]) {
      await desk.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(desk);
    }
    await desk.setViewportSize(wide);
    await press(desk, 'Cerrar el mes');
    await desk.getByRole('dialog').waitFor();
    await typeByKey(desk, desk.getByLabel('Explicación', { exact: true }), 'Fin de mes');
    await press(desk, 'Pedir aprobación');
    await desk.getByText('Espera aprobación: lo pidió').first().waitFor();

    const head = await openApprovals(browser, url);
    const pending = requestCard(head, `Cierre de`);
    await pending
      .getByText(/Capital a cobrar: /)
      .first()
      .waitFor();
    await pressByKey(head, pending.getByRole('button', { name: 'Aprobar' }));
    await head.getByText('Aprobado.').waitFor();

    await desk.reload();
    await desk.getByText('Cerrado, n.º 1').waitFor();
    for (const file of ['Diario, CSV', 'Préstamos, XLSX']) {
      const coming = desk.waitForEvent('download');
      await pressByKey(desk, desk.getByRole('button', { name: file }));
      expect((await coming).suggestedFilename()).toMatch(
        new RegExp(`^cierre-${country.toLowerCase()}-1-\\d{4}-\\d\\d-`),
      );
    }
  });
});

test('what the law decides is confirmed by two people, from a day on', async () => {
  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Contaduría', '/valores');
  const what = 'Previsiones por clase, Argentina';
  const row = desk.getByRole('row', { name: /^Previsiones por clase Argentina/ });
  await row.getByText('Sin confirmar').waitFor();
  await expectAccessible(desk);
  await press(desk, `Confirmar: ${what}`);
  const dialog = desk.getByRole('dialog');
  await dialog.getByText('Falta que lo confirme el contador.').waitFor();
  const { now } = await done('GET /sandbox/clock', {});
  await pickDayByKey(desk, dialog.getByLabel('Vale desde el día'), localDate(new Date(now), 'AR'));
  await typeByKey(desk, dialog.getByLabel('Explicación', { exact: true }), 'Lo dijo el contador');
  await press(desk, 'Pedir aprobación');
  await row.getByText('Espera aprobación: lo pidió').waitFor();

  await approveByCall(url, 'Lo dijo el contador', 'Cumplimiento');
  await desk.reload();
  await row.getByText('Confirmado desde el').waitFor();
  await desk.setViewportSize({ width: 360, height: 800 });
  await expectNoSidewaysScroll(desk);
});
