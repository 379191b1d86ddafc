import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { useBrowser } from '../testing/harness.ts';
import { at, back, next, openStep } from '../testing/apply-steps.ts';
import { expectAccessible } from '../testing/axe.ts';
import { cardText, documentPhoto } from '../../src/server/customers/documents/testing/document-photo.ts';
import { applyBy, createAccount, overrideSettings } from '../testing/journey.ts';

const browsing = useBrowser();

describe('step 1, identity', () => {
  const tiles = ['Selfie con tu DNI', 'Frente de tu DNI', 'Dorso de tu DNI'];
  const chooser = (page: Page, tile: string) => page.getByLabel(`${tile}: Elegir archivo`);
  const noise = () =>
    sharp({
      create: {
        width: 400,
        height: 300,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 140, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer();
  const file = async (buffer: Promise<Buffer>, name = 'foto.jpg', mimeType = 'image/jpeg') => ({
    name,
    mimeType,
    buffer: await buffer,
  });

  test('three photos with previews lead to step 2; without them the message and the tiles that miss one', async () => {
    const { page } = await openStep(browsing, 'AR', '/verificacion-identidad');
    expect(await page.getByText('Paso 1 de 4').isVisible()).toBe(true);
    await next(page).click();
    await page.getByText('Por favor, completa todos los campos para avanzar.').waitFor();
    expect(await page.getByText('Falta esta foto.').count()).toBe(3);
    const first = page.getByRole('group', { name: 'Selfie con tu DNI' }).getByRole('button').first();
    expect(await first.evaluate((button) => button === document.activeElement)).toBe(true);
    await expectAccessible(page);
    for (const tile of tiles) {
      await chooser(page, tile).setInputFiles(await file(noise()));
      await page.getByRole('group', { name: tile }).getByText('Lista.').waitFor({ state: 'attached' });
      expect(await page.getByAltText(`${tile}: vista previa`).isVisible()).toBe(true);
    }
    expect(await page.getByText('Falta esta foto.').count()).toBe(0);
    await next(page).click();
    await at(page, '/verificacion-identidad/02');
    await back(page).click();
    await at(page, '/verificacion-identidad');
    // What was sent is still there, and after loading the page anew as well.
    await page.reload();
    await page.getByAltText('Dorso de tu DNI: vista previa').waitFor();
    await back(page).click();
    await at(page, '/bienvenido');
  });

  test('each tile takes one image file, from the camera that fits or from the files, and again what did not arrive; help is at hand', async () => {
    const { page } = await openStep(browsing, 'AR', '/verificacion-identidad');
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const [one, other] = await Promise.all([back(page).boundingBox(), next(page).boundingBox()]);
    expect(one?.y, 'both buttons of the bar stand on one line').toBe(other?.y);
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));

    await chooser(page, 'Frente de tu DNI').setInputFiles(
      await file(Promise.resolve(Buffer.from('no es una foto')), 'a.jpg'),
    );
    await page
      .getByText('El archivo no es una imagen válida. Subí una foto JPG, PNG o WEBP. Si es HEIC')
      .waitFor();
    expect(await page.getByAltText('Frente de tu DNI: vista previa').count()).toBe(0);

    expect(await page.locator('input[type=file]').count()).toBe(3);
    for (const [tile, camera] of [
      ['Selfie con tu DNI', 'user'],
      ['Frente de tu DNI', 'environment'],
      ['Dorso de tu DNI', 'environment'],
    ] as const) {
      const press = async (name: string) => {
        const opened = page.waitForEvent('filechooser');
        await page.getByRole('group', { name: tile }).getByRole('button', { name }).click();
        return (await opened).element();
      };
      const photo = await press('Sacar foto');
      expect(await photo.getAttribute('capture')).toBe(camera);
      expect(await photo.getAttribute('accept')).toBe('image/*');
      expect(await (await press('Elegir archivo')).getAttribute('capture')).toBeNull();
    }

    await page.route('**/api/v3/upload_avatar', (route) => route.abort(), { times: 1 });
    await chooser(page, 'Selfie con tu DNI').setInputFiles(await file(noise()));
    const tile = page.getByRole('group', { name: 'Selfie con tu DNI' });
    await tile.getByRole('button', { name: 'Reintentar' }).click();
    await tile.getByText('Lista.').waitFor({ state: 'attached' });
    expect(await tile.getByRole('button', { name: 'Reintentar' }).count()).toBe(0);

    const help = page.getByRole('button', { name: '¿Cómo sacarme la selfie con el DNI?' });
    await help.click();
    const dialog = page.getByRole('dialog', { name: '¿Cómo sacarme la selfie con el DNI?' });
    await dialog.getByRole('img', { name: /sostiene su documento/ }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await help.evaluate((button) => button === document.activeElement)).toBe(true);

    await overrideSettings(page, { 'selfie-help-url': 'https://example.com/selfie' });
    await page.goto('/verificacion-identidad');
    const link = page.getByRole('link', { name: /¿Cómo sacarme la selfie/ });
    expect(await link.getAttribute('href')).toBe('https://example.com/selfie');
    expect(await link.getAttribute('target')).toBe('_blank');
  });

  test('a photo is made smaller before it leaves; a dark, empty or blurred one is taken with a gentle word', async () => {
    const { page } = await openStep(browsing, 'AR', '/verificacion-identidad');
    const flat = (background: string) =>
      sharp({ create: { width: 3200, height: 2400, channels: 3, background } })
        .jpeg()
        .toBuffer();
    const soft = () =>
      sharp({
        create: {
          width: 16,
          height: 12,
          channels: 3,
          background: '#fff',
          noise: { type: 'gaussian', mean: 150, sigma: 40 },
        },
      })
        .resize(800, 600, { kernel: 'cubic' })
        .jpeg()
        .toBuffer();
    const sent = page.waitForRequest('**/api/v3/upload');
    await chooser(page, 'Frente de tu DNI').setInputFiles(await file(flat('#111111')));
    await page.getByText('La foto quedó oscura.').waitFor();
    await chooser(page, 'Dorso de tu DNI').setInputFiles(await file(flat('#99aabb')));
    await page.getByText('No vemos un documento en la foto.').waitFor();
    await chooser(page, 'Selfie con tu DNI').setInputFiles(await file(soft()));
    await page.getByText('La foto parece movida.').waitFor();
    expect((await sent).method()).toBe('POST');
    const size = await page
      .getByAltText('Frente de tu DNI: vista previa')
      .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
    expect(size).toEqual([1600, 1200]);
  });

  test('the barcode of the document is read and its outcome told, here and at the review; a better photo counts', async () => {
    const account = await createAccount('AR');
    await applyBy.photos(account);
    await applyBy.address(account);
    await applyBy.bankAccount(account);
    await applyBy.phone(account);
    const { page } = await openStep(browsing, 'AR', '/verificacion-identidad', account);
    await page.getByText('No pudimos leer el código de tu documento.').waitFor({ timeout: 20_000 });
    const card = (firstName: string) =>
      documentPhoto(
        cardText({ documentNumber: account.document, firstName, lastName: 'PRUEBA', birth: '23/04/1990' }),
      );
    await chooser(page, 'Dorso de tu DNI').setInputFiles(await file(card('BEATRIZ')));
    await page
      .getByText('El código de tu documento no coincide con lo que escribiste: nombre.')
      .waitFor({ timeout: 20_000 });
    await expectAccessible(page);
    await page.goto('/revisar');
    await page.getByText('El código de tu documento no coincide con lo que escribiste: nombre.').waitFor();
    await page.goto('/verificacion-identidad');
    await chooser(page, 'Dorso de tu DNI').setInputFiles(await file(card('ANA')));
    await page.getByText('El código de tu documento coincide con tus datos.').waitFor({ timeout: 20_000 });
    await page.goto('/revisar');
    await page.getByRole('checkbox', { name: /^Acepto el (pagaré|vale)$/ }).waitFor();
    expect(await page.getByText('El código de tu documento').count()).toBe(0);
  });
});
