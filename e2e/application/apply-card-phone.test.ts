import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useBrowser } from '../testing/harness.ts';
import { inView } from '../testing/seen.ts';
import { api } from '../testing/api.ts';
import { at, back, errorOf, helpPanel, next, openStep } from '../testing/apply-steps.ts';
import { expectAccessible } from '../testing/axe.ts';
import { settled, stopTime } from '../testing/clock.ts';
import { applyBy, createAccount, done, phoneCode, visa } from '../testing/journey.ts';

const browsing = useBrowser();

const declined = 'La tarjeta fue rechazada. Revisá los datos o probá con otra.';

describe('step 4, debit card', () => {
  const path = '/verificacion-identidad/04';
  const number = 'Número de la tarjeta';

  async function fillCard(page: Page, cvv: string): Promise<void> {
    await page.getByLabel(number).fill(visa);
    await page.getByLabel('Nombre del titular').fill('ANA PRUEBA');
    await page.getByLabel('Vencimiento').fill('1239');
    await page.getByLabel('Código de seguridad').fill(cvv);
  }

  test('masks, brand and messages, the server’s among them', async () => {
    const { page } = await openStep(browsing, 'AR', path);
    await next(page).click();
    expect(await errorOf(page, 'Nombre del titular')).toBe('El campo nombre es obligatorio.');
    const asked = page.waitForRequest('**/api/v3/info_credit_card');
    await page.getByLabel(number).fill(visa);
    expect(await page.getByLabel(number).inputValue()).toBe('4111-1111-1111-1111');
    expect((await asked).postDataJSON()).toEqual({ number: visa });
    await page.getByText('Visa', { exact: true }).waitFor();
    await page.getByLabel(number).fill('9111111111111117');
    await page.getByLabel(number).blur();
    await expect.poll(() => errorOf(page, number)).toBe('No se pudo detectar el tipo de tarjeta.');
    await page.getByLabel('Nombre del titular').fill('X'.repeat(30));
    expect(await page.getByLabel('Nombre del titular').inputValue()).toHaveLength(30);
    await page.getByLabel('Nombre del titular').blur();
    await expect.poll(() => errorOf(page, 'Nombre del titular')).toBe('Ingresá hasta 20 caracteres.');
    await page.getByLabel('Vencimiento').fill('13-39');
    expect(await errorOf(page, 'Vencimiento')).toBe('La fecha de vencimiento es inválida (ej. 12/25).');
    await page.getByLabel('Vencimiento').fill('01-20');
    expect(await errorOf(page, 'Vencimiento')).toBe('El campo vencimiento es menor a la fecha actual.');
    await page.getByLabel('Código de seguridad').fill('12345');
    expect(await page.getByLabel('Código de seguridad').inputValue()).toBe('12345');
    await expectAccessible(page);

    await page.route('**/api/v3/info_credit_card', (route) =>
      route.fulfill({
        status: 422,
        json: { status: 'error', code: 'card_type', message: 'Probá con otra.' },
      }),
    );
    await page.getByLabel(number).fill(visa);
    await page.getByLabel(number).blur();
    await expect.poll(() => errorOf(page, number)).toBe('Probá con otra.');
  });

  test('a declined card: message, help panel; then a good one leads on. Nothing of it is kept in the browser', async () => {
    const { page, account } = await openStep(browsing, 'AR', path);
    await fillCard(page, '999');
    await next(page).click();
    const refusal = helpPanel(page).getByRole('region', { name: 'La tarjeta no fue aceptada' });
    await refusal.getByText(declined).waitFor();
    for (const name of ['Probar con otra tarjeta', 'Continuar sin tarjeta'])
      expect(await inView(refusal.getByRole('button', { name }))).toBe(true);
    // The primary button is the one filled action; help is unfilled behind it.
    const filling = (of: Locator) => of.evaluate((each) => getComputedStyle(each).backgroundColor);
    const other = refusal.getByRole('button', { name: 'Probar con otra tarjeta' });
    const write = helpPanel(page).getByRole('link', { name: /Escribinos por WhatsApp/ });
    expect(await filling(write)).not.toBe(await filling(other));
    await other.click();
    await helpPanel(page).waitFor({ state: 'detached' });
    expect(await errorOf(page, number)).toBe(declined);
    await fillCard(page, '123');
    const kept = () =>
      page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));
    // Four digits alone may occur in a token or a document number.
    const typed = /41111111|4111-1111|PRUEBA|12\/39/;
    expect(await kept()).not.toMatch(typed);
    await next(page).click();
    await at(page, '/validacion-celular');
    expect(await kept()).not.toMatch(typed);
    const { result } = await done('GET /api/v3/account-new', { country: 'AR', token: account.token });
    expect(result.credit_rating.credit_card_verified).toBe(1);
    await back(page).click();
    expect(await page.getByRole('radio', { name: /Visa .*1111/ }).isChecked()).toBe(true);
  });

  test('may be skipped: to the phone, or to the review when that is verified', async () => {
    const { page, account } = await openStep(browsing, 'AR', path);
    await page.getByRole('button', { name: 'Continuar sin tarjeta' }).click();
    await at(page, '/validacion-celular');
    await applyBy.phone(account);
    await page.goto(path);
    await page.getByRole('button', { name: 'Continuar sin tarjeta' }).click();
    await at(page, '/revisar');
    const { result } = await done('GET /api/v3/account-new', { country: 'AR', token: account.token });
    expect(result.credit_rating.credit_card_verified).toBe(0);
  });
});

test('a card is not requested again in an application after the person said they have none', async () => {
  const account = await createAccount('AR');
  await applyBy.photos(account);
  await applyBy.address(account);
  await applyBy.bankAccount(account);
  const { page } = await openStep(browsing, 'AR', '/verificacion-identidad/04', account);
  await page.getByRole('button', { name: 'Continuar sin tarjeta' }).click();
  await at(page, '/validacion-celular');
  await page.goto('/bienvenido');
  await page.getByText('No hace falta').waitFor();
  await page.getByRole('button', { name: 'Continuar mi solicitud' }).click();
  await at(page, '/validacion-celular');
  expect(await page.getByRole('button', { name: 'Continuar sin tarjeta' }).count()).toBe(0);
});

describe('phone', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Ingresá el código' });
  const send = next;
  const wrongText = 'El código ingresado es incorrecto / Por favor volvé a intentarlo.';
  const messagesTo = async (phone: string): Promise<number> =>
    (await api(`GET /sandbox/messages?to=${phone}`)).body.length;
  const wrongCode = (code: string) => code.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10));

  test('prefilled; a code is sent, counted down and the dialog closes at 0; sent again it verifies', async () => {
    const { page, account } = await openStep(browsing, 'AR', '/validacion-celular');
    await page.clock.install();
    expect(await page.getByLabel('Celular').inputValue()).toBe(account.phone);
    await send(page).click();
    await dialog(page).getByText('¿No te llegó el SMS? Esperemos 60 segundos.').waitFor();
    await page.clock.runFor(30_000);
    await dialog(page)
      .getByText(/Esperemos (30|2\d) segundos/)
      .waitFor();
    await page.clock.runFor(31_000);
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByText('¿No te llegó el SMS?').waitFor();
    const before = await messagesTo(account.phone);
    // The next button keeps its name in the bar.
    expect(await next(page).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Enviar otro código' }).click();
    await dialog(page).waitFor();
    await expect.poll(() => messagesTo(account.phone)).toBe(before + 1);
    await page.getByLabel('Código de 4 números').fill(await phoneCode(account.phone));
    await at(page, '/revisar');
    const { result } = await done('GET /api/v3/account-new', { country: 'AR', token: account.token });
    expect(result.credit_rating.contact_data_verified).toBe(1);
  });

  test('a wrong code stays red for six seconds, a lost answer until it is requested again', async () => {
    const { page, account } = await openStep(browsing, 'AR', '/validacion-celular');
    await page.clock.install();
    await stopTime(page);
    await send(page).click();
    const field = page.getByLabel('Código de 4 números');
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
    const code = await phoneCode(account.phone);
    await field.fill(wrongCode(code));
    await dialog(page).getByText(wrongText).first().waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    // One reason at a time, and no wait for a code that can be asked for.
    const before = dialog(page).getByText('El código que escribiste no era el correcto');
    expect(await before.count()).toBe(0);
    expect(
      await dialog(page)
        .getByText(/Esperemos/)
        .count(),
    ).toBe(0);
    await settled(page);
    await page.clock.runFor(5_500);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await page.clock.runFor(1_000);
    await expect.poll(() => field.getAttribute('aria-invalid')).toBeNull();
    // The explanation and the next two choices stay after the error colour has gone.
    await before.waitFor();
    for (const name of ['Enviar otro código', 'Cambiar el número'])
      expect(await inView(dialog(page).getByRole('button', { name }))).toBe(true);
    expect(await field.inputValue()).toBe('');
    // A network failure says nothing about the code: it stays, and one press resends it.
    await page.route('**/api/v3/checkcode', (route) => route.abort(), { times: 1 });
    await field.fill(code);
    await dialog(page)
      .getByText(/^No pudimos conectarnos/)
      .first()
      .waitFor();
    await page.clock.runFor(7_000);
    expect(await field.inputValue()).toBe(code);
    await dialog(page).getByRole('button', { name: 'Volver a intentar' }).click();
    await at(page, '/revisar');
    expect(await dialog(page).count()).toBe(0);
  });

  test('the right code is typed over a wrong one at once', async () => {
    const { page, account } = await openStep(browsing, 'UY', '/validacion-celular');
    await send(page).click();
    await dialog(page).waitFor();
    const code = await phoneCode(account.phone);
    await page.keyboard.type(wrongCode(code));
    await dialog(page).getByText(wrongText).first().waitFor();
    await page.keyboard.type(code);
    await at(page, '/revisar');
    const { result } = await done('GET /api/v3/account-new', { country: 'UY', token: account.token });
    expect(result.credit_rating.contact_data_verified).toBe(1);
  });

  test('a reload with the dialog open sends no second code and lets the first be typed in', async () => {
    const { page, account } = await openStep(browsing, 'UY', '/validacion-celular');
    let sent = 0;
    page.on('request', (request) => (sent += request.url().endsWith('/api/v3/sendcode') ? 1 : 0));
    await send(page).click();
    await dialog(page).waitFor();
    const code = await phoneCode(account.phone);
    await page.reload();
    await page.getByRole('button', { name: 'Ya tengo el código' }).click();
    await dialog(page).waitFor();
    await page.keyboard.type(code);
    await at(page, '/revisar');
    expect(sent).toBe(1);
  });

  test('the hint explains a wrong number; Escape closes the dialog and returns the focus', async () => {
    const { page, account } = await openStep(browsing, 'AR', '/validacion-celular');
    await page.getByLabel('Celular').fill('0115555');
    await send(page).click();
    expect(await errorOf(page, 'Celular')).toBe(
      'Incluye el código de área de tu ciudad, sin el 0 y sin el 15.',
    );
    await page.getByLabel('Celular').fill(account.phone);
    await send(page).click();
    await dialog(page).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Ya tengo el código' }).click();
    await dialog(page).waitFor();
  });
});
