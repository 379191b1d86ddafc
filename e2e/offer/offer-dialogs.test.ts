import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { formatRoundMoney } from '../testing/money.ts';
import { stopTime } from '../testing/clock.ts';
import { type PageOptions, useBrowser } from '../testing/harness.ts';
import { createAccount, createLead, done, type TestLead } from '../testing/journey.ts';
import { answerOf } from '../testing/offer-steps.ts';

const browsing = useBrowser();
const soon = { timeout: 10_000 };

const pathOf = (page: Page) => new URL(page.url()).pathname;
const tab = (page: Page) => page.getByRole('tab', { selected: true }).textContent();

async function openOffer(lead: TestLead, options: PageOptions = {}): Promise<Page> {
  const page = await browsing.open({ country: lead.country, ...options });
  await page.goto(`/vendors/${lead.hash}`);
  await page.getByRole('heading', { name: 'Hola, Ana. Este es tu préstamo' }).waitFor();
  return page;
}

/** Presses a button and waits for its dialog. */
async function openDialog(page: Page, button: string, name: string): Promise<Locator> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.waitFor();
  return dialog;
}

const openRegistration = (page: Page) => openDialog(page, 'Continuar', 'Registrate para continuar');

describe('registration', () => {
  const country = 'UY';
  test('by e-mail makes the account with the chosen plan and goes to /bienvenido', async () => {
    const lead = await createLead(country);
    const page = await openOffer(lead);
    await page.getByRole('radio', { name: /^6 cuotas/ }).check();
    const dialog = await openRegistration(page);
    await dialog.getByRole('checkbox').check();
    const [request] = await Promise.all([
      page.waitForRequest('**/api/v3/account'),
      dialog.getByRole('button', { name: 'Registrarme' }).click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({
      email: lead.email,
      hash: lead.hash,
      referrer: '',
      parameter: '',
    });
    expect(request.postDataJSON().option).toMatch(/\.m\.6$/);
    await page.waitForURL('**/bienvenido');
    const { token } = JSON.parse(await page.evaluate(() => localStorage.getItem('cuota.session') ?? 'null'));
    const { result } = await done('GET /api/v3/account-new', { country, token });
    expect(result.account_information.document_number).toBe(lead.document);
    expect(await page.evaluate(() => localStorage.getItem('cuota.proposal'))).not.toBeNull();
  });

  test('of a known person warns for 6 seconds and offers the login', async () => {
    const known = await createAccount(country);
    const page = await openOffer(known);
    const dialog = await openRegistration(page);
    await dialog.getByRole('checkbox').check();
    await page.clock.install();
    await stopTime(page);
    await dialog.getByRole('button', { name: 'Registrarme' }).click();
    const warning = page.getByText(
      'El correo y/o DNI ya se encuentran registrados. Hace clic en INGRESAR AQUÍ para poder completar tu solicitud.',
    );
    await warning.waitFor();
    await page.getByRole('link', { name: 'INGRESAR AQUÍ' }).waitFor();
    await page.clock.runFor(5999);
    expect(await warning.isVisible()).toBe(true);
    await page.clock.runFor(1);
    await warning.waitFor({ state: 'hidden' });
  });
});

describe('registration', () => {
  test('can be sent with an e-mail and the terms, says what is wrong, and leads to login and legal texts; a failure shows no message and can be tried again', async () => {
    const lead = await createLead('AR');
    const page = await openOffer(lead);
    const dialog = await openRegistration(page);
    const [send, terms, field] = [
      dialog.getByRole('button', { name: 'Registrarme' }),
      dialog.getByRole('checkbox'),
      dialog.getByLabel('Mail'),
    ];
    expect(await send.isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Ingresá', exact: true }).click();
    const login = page.getByRole('dialog', { name: 'Ingresá a tu cuenta' });
    await login.getByLabel('Contraseña').waitFor();
    await page.keyboard.press('Escape');
    await login.waitFor({ state: 'hidden' });
    await dialog.getByRole('button', { name: 'términos y condiciones' }).click();
    await page.getByRole('dialog', { name: 'Términos y condiciones' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await terms.isChecked()).toBe(false);
    expect(await dialog.isVisible()).toBe(true);

    await terms.check();
    expect(await send.isDisabled()).toBe(false);
    await terms.uncheck();
    await terms.blur();
    await dialog.getByText('Debes aceptar los términos del sitio para continuar').waitFor();
    await terms.check();
    await field.fill(' ');
    expect(await field.inputValue()).toBe('');
    expect(await send.isDisabled()).toBe(true);
    await field.fill('ana@');
    await send.click();
    await page.getByText('Por favor, revisa los campos para avanzar.').waitFor();
    await dialog.getByText('El mail ingresado no es válido. Volvé a intentarlo.').waitFor();
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await field.getAttribute('aria-invalid')).toBe('true');

    await field.fill(lead.email);
    await page.route('**/api/v3/account', (route) =>
      route.fulfill({ status: 500, json: { status: 'error', code: 'internal', message: 'Se rompió algo.' } }),
    );
    await send.click();
    await dialog.getByRole('button', { name: 'Volver a intentar' }).waitFor();
    expect(await page.getByText('Se rompió algo.').count()).toBe(0);
  });

  test('goes by Google too', async () => {
    const provider = 'Google';
    const lead = await createLead('AR');
    const page = await openOffer(lead);
    const dialog = await openRegistration(page);
    const go = dialog.getByRole('button', { name: `Continuar con ${provider}` });
    await go.click();
    const box = dialog.getByRole('checkbox');
    await dialog.getByText('Debes aceptar los términos del sitio para continuar').waitFor();
    expect(await box.evaluate((each) => each === document.activeElement)).toBe(true);
    await box.check();
    await go.click();
    const social = page.getByRole('dialog', { name: `Continuar con ${provider}` });
    await social.getByLabel('Mail').fill(lead.email);
    const [request] = await Promise.all([
      page.waitForRequest(`**/api/social/${provider.toLowerCase()}`),
      social.getByRole('button', { name: 'Ingresar' }).click(),
    ]);
    expect(request.postDataJSON()).toMatchObject({
      token: `sandbox:${lead.email}`,
      hash: lead.hash,
      terms: true,
    });
    await page.waitForURL('**/bienvenido');
  });

  test('by a social identity that fails says why', async () => {
    const page = await openOffer(await createLead('UY'));
    const dialog = await openRegistration(page);
    await dialog.getByRole('checkbox').check();
    const social = page.getByRole('dialog', { name: 'Continuar con Facebook' });
    const fail = async (json: object) => {
      await page.route('**/api/social/facebook', (route) => route.fulfill({ status: 422, json }), {
        times: 1,
      });
      await dialog.getByRole('button', { name: 'Continuar con Facebook' }).click();
      await social.getByLabel('Mail').fill('ana@example.com');
      await social.getByRole('button', { name: 'Ingresar' }).click();
    };
    await fail({ status: 'error', code: 'too_many', messages: ['Hiciste demasiados intentos.'] });
    await page.getByText('Hiciste demasiados intentos.').waitFor();
    await social.waitFor({ state: 'detached' });
    await fail({ status: 'error', code: 'account_create_exception', messages: ['otra cosa'] });
    await page.getByText('No podes iniciar sesión si no te registraste antes.').waitFor();
    await expect.poll(() => pathOf(page)).toBe('/signup');
  });
});

describe('the membership promotion', () => {
  test('leads to Basic or to the membership, and the answer is remembered', async () => {
    const page = await openOffer(await createLead('AR'));
    expect(await tab(page)).toBe('Wayni+');
    const dialog = await openDialog(page, 'Conocé Wayni+', 'Sumate a Wayni+');
    const words = await dialog.innerText();
    expect(words).toContain('Por solo $6.300');
    expect(words).toContain('Descuentos de hasta el 50%');
    await dialog.getByRole('button', { name: 'No por ahora' }).click();
    await expect.poll(() => tab(page), soon).toBe('Basic');
    await page.reload();
    await page.getByRole('tab', { name: 'Basic', selected: true }).waitFor();
    await openDialog(page, 'Conocé Wayni+', 'Sumate a Wayni+');
    await page.getByRole('button', { name: 'Me interesa' }).click();
    await expect.poll(() => tab(page), soon).toBe('Wayni+');
  });
});

describe('why an offer is not interesting', () => {
  const open = (page: Page) =>
    openDialog(page, 'Esta opción no me parece interesante', '¿Por qué no te parece interesante?');

  test('asks for words when it is another reason, answers with the limits of the offer in force, and thanks', async () => {
    const lead = await createLead('AR');
    const { result } = await answerOf(lead);
    const most = Math.max(
      ...result.max_option.no_membership.plans.map(
        (plan: { installmentsQuantity: number }) => plan.installmentsQuantity,
      ),
    );
    const page = await openOffer(lead);
    const dialog = await open(page);
    const send = dialog.getByRole('button', { name: 'Enviar' });
    expect(await send.isDisabled()).toBe(true);
    expect(await dialog.getByRole('radio').count()).toBe(6);
    await dialog.getByRole('radio', { name: 'Otro motivo' }).check();
    expect(await send.isDisabled()).toBe(true);
    await dialog.getByLabel('Contanos el motivo').fill('Ya conseguí en otro lado');
    expect(await send.isDisabled()).toBe(false);
    await dialog.getByRole('radio', { name: 'Necesito otro monto' }).check();
    await dialog.getByText(`puede ser de ${formatRoundMoney(result.max_amount)}.`).waitFor();
    await dialog.getByRole('radio', { name: 'Necesito otro plazo para devolverlo' }).check();
    await dialog.getByText(`de hasta ${most} meses.`).waitFor();
    const [request] = await Promise.all([
      page.waitForRequest(`**/api/v3/lead/feedback/${lead.hash}`),
      send.click(),
    ]);
    expect(request.postDataJSON()).toEqual({ feedback: 'return_time', comment: '' });
    await page.getByRole('dialog', { name: '¡Gracias por contarnos!' }).waitFor();
    await page.getByRole('button', { name: 'Volver a mi oferta' }).click();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

test('the offer has the times of the grant of the country, and a footer with its parts', async () => {
  const page = await openOffer(await createLead('UY'));
  for (const step of ['Validá tu identidad', 'Ingresá tu cuenta bancaria', 'Recibí el dinero'])
    expect(await page.getByRole('heading', { name: step }).count()).toBe(1);
  await page.getByText('Tiene que ser una cuenta bancaria a tu nombre.').waitFor();
  const times = await openDialog(page, 'Ver tiempos de acreditación', '¿Cuándo recibo el dinero?');
  expect(await times.innerText()).toContain('entre 6 y 24 horas hábiles');
  await page.keyboard.press('Escape');
  await times.waitFor({ state: 'hidden' });
  const footer = page.getByRole('region', { name: 'Más sobre tu oferta' });
  await footer.getByRole('link', { name: /Ayuda por WhatsApp/ }).waitFor();
  expect(await footer.innerText()).toMatch(/v\.1\.\S+/);
  await footer.getByRole('button', { name: 'Sugerencias y mejoras' }).click();
  await page.getByRole('dialog', { name: 'Sugerencias y mejoras' }).waitFor();
  await page.keyboard.press('Escape');
  await footer.getByRole('button', { name: 'Ver oferta' }).click();
  await expect.poll(() => page.evaluate(() => window.scrollY), soon).toBe(0);
  expect(pathOf(page)).toMatch(/^\/vendors\//);
});

describe('going on by other ways', () => {
  const openWith = async (model: Record<string, string>) => {
    const lead = await createLead('AR');
    const page = await browsing.open({ country: 'AR' });
    await page.route('**/api/v3/enviroments', (route) =>
      route.fulfill({
        json: { status: 'success', model: { 'whatsapp-origination-lead': '5491155550100', ...model } },
      }),
    );
    await page.goto(`/vendors/${lead.hash}`);
    await page.getByRole('button', { name: 'Continuar', exact: true }).waitFor();
    return { page, lead };
  };

  test('is WhatsApp with the message filled in', async () => {
    const template = { 'whatsapp-origination-lead-message': '{first_name} {option_amount} {hash}' };
    const { page, lead } = await openWith({ channel: 'whatsapp', ...template });
    const href = await page.getByRole('link', { name: /Continuar por WhatsApp/ }).getAttribute('href');
    expect(new URL(href ?? '').searchParams.get('text')).toMatch(new RegExp(`^Ana \\$[\\d.]+ ${lead.hash}$`));
  });

  test('is the chat where that is the channel, and neither when out of office', async () => {
    const { page } = await openWith({ channel: 'chat', 'chat-url': 'https://chat.example/' });
    await page.getByRole('button', { name: 'Continuar por chat' }).waitFor();
    const form = await openWith({ channel: 'chat' });
    await form.page.getByRole('main').getByRole('button', { name: 'Escribinos' }).waitFor();
    const away = await openWith({ channel: 'whatsapp', 'whatsapp-out-of-office': '1' });
    expect(await away.page.getByText(/Continuar por (WhatsApp|chat)/).count()).toBe(0);
  });
});
