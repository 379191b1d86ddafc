import { expect, test } from 'vitest';
import { openStep } from '../testing/apply-steps.ts';
import { expectAccessible } from '../testing/axe.ts';
import { viewport } from '../testing/browser.ts';
import { useBrowser } from '../testing/harness.ts';

/** A camera that shows a moving picture, and a person who allows it. */
const browsing = useBrowser({
  flags: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
});
/** A tablet and a desk. */
const windows = [
  { width: 768, height: 740 },
  { width: 1280, height: 800 },
];
/** A browser without any camera. */
const blind = useBrowser();

test('the camera opens in the page with a guide and a hint; its photo is sent', async () => {
  const { page } = await openStep(browsing, 'AR', '/verificacion-identidad');
  const tile = page.getByRole('group', { name: 'Frente de tu DNI' });
  const open = tile.getByRole('button', { name: 'Sacar foto' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Frente de tu DNI' });
  const shoot = dialog.getByRole('button', { name: 'Sacar la foto' });
  await expect.poll(() => shoot.getAttribute('aria-busy')).toBeNull();
  expect(await dialog.getByText('Abriendo la cámara…').count()).toBe(0);
  await expectAccessible(page);
  const hint = dialog.getByRole('status').first();
  const picture = dialog.getByLabel('Imagen de la cámara');
  for (const size of windows) {
    await page.setViewportSize(size);
    const [shown, below, button] = await Promise.all([
      picture.boundingBox(),
      hint.boundingBox(),
      shoot.boundingBox(),
    ]);
    if (!shown || !below || !button) throw new Error('the camera is not drawn');
    expect(shown.y + shown.height).toBeLessThanOrEqual(below.y);
    expect(below.y + below.height).toBeLessThanOrEqual(button.y);
    // In the middle of the dialog, like its button.
    expect(Math.abs(shown.x + shown.width / 2 - (button.x + button.width / 2))).toBeLessThan(1);
  }
  await page.setViewportSize(viewport);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await open.evaluate((button) => button === document.activeElement)).toBe(true);
  await open.click();
  await expect.poll(() => shoot.getAttribute('aria-busy')).toBeNull();
  await shoot.click();
  await tile.getByText('Lista.').waitFor({ state: 'attached' });
  await page.getByAltText('Frente de tu DNI: vista previa').waitFor();
  expect(await dialog.count()).toBe(0);
});

test('without a camera the device’s own chooser opens, and the tile says how to go on', async () => {
  const { page } = await openStep(blind, 'AR', '/verificacion-identidad');
  const tile = page.getByRole('group', { name: 'Selfie con tu DNI' });
  for (const asked of [1, 0]) {
    const chooser = page.waitForEvent('filechooser');
    await tile.getByRole('button', { name: 'Sacar foto' }).click();
    expect((await chooser).page()).toBe(page);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await tile.getByText('No pudimos abrir la cámara en la página.').waitFor();
    // Refused once, the page does not ask again.
    if (asked === 1)
      await page.evaluate(() => {
        navigator.mediaDevices.getUserMedia = () => new Promise(() => undefined);
      });
  }
});
