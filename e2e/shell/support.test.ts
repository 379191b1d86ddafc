import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { settled, stopTime } from '../testing/clock.ts';
import { type PageOptions, useBrowser } from '../testing/harness.ts';
import { createAccount, createLead, done, overrideSettings } from '../testing/journey.ts';
import { seen } from '../testing/seen.ts';

const browsing = useBrowser();
const suggest = '**/api/v3/suggest';
const panel = (page: Page) => page.getByRole('dialog', { name: 'Ayuda' });
const onboarding = (page: Page) => page.getByRole('link', { name: 'Te ayudamos por WhatsApp' });

/** A page whose time stands still since before its settings came, and passes only as the test says. */
async function openStill(
  path: string,
  settings: Record<string, string>,
  options: PageOptions = {},
): Promise<Page> {
  const page = await browsing.open(options);
  await page.clock.install();
  await openAgain(page, path, settings);
  return page;
}

/** Loads a page whose clock is installed, with other settings. */
async function openAgain(page: Page, path: string, settings: Record<string, string>): Promise<void> {
  await page.unrouteAll();
  await page.clock.resume();
  const { promise: stopped, resolve: answer } = Promise.withResolvers<void>();
  await overrideSettings(page, { ...settings, brand: 'Presto' }, stopped);
  await page.goto(path);
  await page.locator('h1').waitFor();
  await stopTime(page);
  answer();
  // The brand tells that the settings have come.
  await expect.poll(() => page.title()).toContain('Presto');
  await settled(page);
}

const chat = { channel: 'chat', 'chat-autostart': 'on' };

describe('help', () => {
  const country = 'AR';
  test('takes a visitor’s message and says thanks', async () => {
    const page = await browsing.open({ country });
    await page.goto('/signup');
    await page.getByRole('button', { name: 'Ayuda', exact: true }).click();
    await panel(page).getByRole('button', { name: 'Enviar mensaje' }).click();
    await panel(page).getByText('Escribí tu mensaje.').waitFor();
    await panel(page).getByLabel('Nombre y apellido').fill('Ana Prueba');
    await panel(page).getByLabel('Mail').fill('ana@example.com');
    await panel(page).getByLabel('Tu mensaje').fill('¿Cuándo llega el dinero?');
    const asked = page.waitForRequest(suggest);
    await panel(page).getByRole('button', { name: 'Enviar mensaje' }).click();
    expect((await asked).postDataJSON()).toEqual({
      name: 'Ana Prueba',
      email_address: 'ana@example.com',
      document_number: '',
      subject: 'Consulta al chat de ayuda',
      content: '¿Cuándo llega el dinero?',
    });
    await panel(page).getByText('¡Gracias! Recibimos tu mensaje.').waitFor();
  });

  test('a customer’s message is a ticket of theirs, and a failure loses nothing that was typed', async () => {
    const account = await createAccount(country);
    const page = await browsing.open({ country, token: account });
    await page.goto('/bienvenido');
    await page.getByRole('button', { name: 'Ayuda', exact: true }).click();
    await panel(page).getByText(`te respondemos a ${account.email}`).waitFor();
    await panel(page).getByLabel('Tu mensaje').fill('Me equivoqué de cuenta');
    await page.route(suggest, (route) => route.abort(), { times: 1 });
    await panel(page).getByRole('button', { name: 'Enviar mensaje' }).click();
    await panel(page).getByRole('alert').filter({ hasText: 'No pudimos enviar tu mensaje' }).waitFor();
    expect(await panel(page).getByLabel('Tu mensaje').inputValue()).toBe('Me equivoqué de cuenta');
    await panel(page).getByRole('button', { name: 'Enviar mensaje' }).click();
    await panel(page).getByRole('link', { name: 'Ver mis reclamos' }).waitFor();
    const { model } = await done('POST /api/v3/balance', {
      country,
      token: account.token,
      body: { document_type: 1, document_number: account.document, referrer: '', parameter: '' },
    });
    expect(JSON.stringify(model.tickets)).toContain('Consulta al chat de ayuda');
  });

  test('the chat opens by itself after 8 seconds, takes no focus, and stays closed once it was closed', async () => {
    const page = await openStill('/signup', chat, { country });
    await page.getByLabel('Apellido', { exact: true }).focus();
    await page.clock.fastForward(7999);
    expect(await panel(page).count()).toBe(0);
    await page.clock.fastForward(1);
    await page.clock.resume();
    await panel(page).waitFor();
    // It takes a quarter of the screen at most, and nothing of the bar at its lower edge.
    const box = await panel(page).boundingBox();
    const send = await page.getByRole('button', { name: 'Continuar' }).boundingBox();
    expect((box?.width ?? 0) * (box?.height ?? 0)).toBeLessThanOrEqual((360 * 740) / 4);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(send?.y ?? 0);
    // Its words are lines and not a narrow column.
    const words = panel(page).getByText('No tenemos chat en vivo');
    expect((await words.boundingBox())?.width).toBeGreaterThan((box?.width ?? 0) / 2);
    // There is no chat provider here, and the page says so.
    await panel(page).getByText('No tenemos chat en vivo').waitFor();
    await page.keyboard.type('Pereyra');
    expect(await page.getByLabel('Apellido', { exact: true }).inputValue()).toBe('Pereyra');
    await panel(page).getByRole('button', { name: 'Cerrar' }).click();
    const arrived = page.waitForResponse('**/api/v3/enviroments');
    await page.reload();
    await arrived;
    await page.clock.fastForward(20_000);
    expect(await panel(page).count()).toBe(0);
  });

  test('what opened by itself leads to a form that says that there is no chat', async () => {
    const page = await openStill('/signup', chat, { country });
    await page.clock.fastForward(8000);
    await page.clock.resume();
    await panel(page).getByRole('button', { name: 'Escribinos' }).click();
    await panel(page).getByText('Por ahora no tenemos chat en vivo.').waitFor();
    expect(await seen(panel(page).getByLabel('Tu mensaje'))).toBe(true);
  });
});

describe('how people are answered', () => {
  const open = async (settings: Record<string, string>) => {
    const page = await browsing.open();
    await overrideSettings(page, settings);
    await page.goto('/login#ayuda');
    await panel(page).getByLabel('Tu mensaje').waitFor();
    return page;
  };

  test('by WhatsApp, with the message of the template', async () => {
    const page = await open({
      'whatsapp-support': '5491155550100',
      'whatsapp-support-message': 'Hola, estoy en {page_name}.',
    });
    const link = panel(page).getByRole('link', { name: /Escribinos por WhatsApp/ });
    const address = new URL((await link.getAttribute('href')) ?? '');
    expect(address.origin + address.pathname).toBe('https://api.whatsapp.com/send');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      phone: '5491155550100',
      text: 'Hola, estoy en Iniciá sesión.',
    });
    expect(await link.getAttribute('target')).toBe('_blank');
  });

  test('by chat, then no WhatsApp', async () => {
    const page = await open({ channel: 'chat', 'chat-url': 'https://chat.example/' });
    expect(
      await panel(page)
        .getByRole('link', { name: /Abrir el chat de ayuda/ })
        .getAttribute('href'),
    ).toBe('https://chat.example/');
    expect(
      await panel(page)
        .getByRole('link', { name: /WhatsApp/ })
        .count(),
    ).toBe(0);
  });

  test('out of office by neither', async () => {
    const page = await open({ 'whatsapp-out-of-office': 'on', 'chat-url': 'https://chat.example/' });
    await panel(page).getByText('En este momento no estamos atendiendo.').waitFor();
    expect(
      await panel(page)
        .getByRole('link', { name: /WhatsApp|chat/ })
        .count(),
    ).toBe(0);
  });
});

describe('a configured Chatwoot', () => {
  /** Served from this site's own address: the content policy for another one is the server's own test. */
  async function openWith(script: string | null, token?: PageOptions['token']): Promise<Page> {
    const page = await browsing.open({ ...(token && { token }) });
    await page.route('**/chatwoot/packs/js/sdk.js', (route) =>
      script === null ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    const { origin } = new URL(page.url() === 'about:blank' ? await originOf(page) : page.url());
    await overrideSettings(page, {
      channel: 'chat',
      'chatwoot-base-url': `${origin}/chatwoot/`,
      'chatwoot-website-token': 'site-token',
    });
    await page.goto(token ? '/bienvenido' : '/login');
    await page.getByRole('button', { name: 'Ayuda', exact: true }).click();
    return page;
  }

  async function originOf(page: Page): Promise<string> {
    await page.goto('/login');
    return page.url();
  }

  const widget = `
    window.calls = [];
    window.chatwootSDK = { run(site) {
      window.calls.push(['run', site, window.chatwootSettings]);
      window.$chatwoot = {
        toggle: (to) => window.calls.push(['toggle', to]),
        setUser: (id, user) => window.calls.push(['setUser', user]),
        reset: () => window.calls.push(['reset']),
      };
      window.dispatchEvent(new Event('chatwoot:ready'));
    } };`;
  const calls = (page: Page, count: number) =>
    page.waitForFunction((least) => {
      const { calls: made = [] } = window as unknown as { calls?: unknown[][] };
      return made.length >= least ? made : null;
    }, count);

  test('is loaded when help is asked for, opened, and told who asks; a logout makes it forget', async () => {
    const account = await createAccount('AR');
    const page = await openWith(widget, account);
    const made = await (await calls(page, 3)).jsonValue();
    expect(made?.[0]).toMatchObject([
      'run',
      { websiteToken: 'site-token' },
      { hideMessageBubble: true, locale: 'es' },
    ]);
    expect(made?.[1]).toEqual(['setUser', { name: 'Ana Prueba', email: account.email }]);
    expect(made?.[2]).toEqual(['toggle', 'open']);
    expect(await panel(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    expect((await (await calls(page, 4)).jsonValue())?.[3]).toEqual(['reset']);
  });

  test('gives way to the built-in panel when it cannot be reached', async () => {
    const page = await openWith(null);
    expect(await seen(panel(page).getByLabel('Tu mensaje'))).toBe(true);
  });
});

describe('the WhatsApp button of the onboarding', () => {
  const country = 'UY';
  test('comes after the seconds of the setting, with the template filled for a lead', async () => {
    const lead = await createLead(country);
    const page = await openStill(
      `/vendors/${lead.hash}`,
      { 'whatsapp-onboarding-top': '5', 'whatsapp-origination-lead-message': 'Código {hash} en {page_name}' },
      { country },
    );
    await page.clock.fastForward(4999);
    expect(await onboarding(page).count()).toBe(0);
    await page.clock.fastForward(1);
    await page.clock.resume();
    const address = new URL((await onboarding(page).getAttribute('href')) ?? '');
    expect(address.searchParams.get('text')).toBe(`Código ${lead.hash} en Tu oferta`);
  });

  test('knows a customer who applies', async () => {
    const account = await createAccount(country);
    const page = await openStill(
      '/verificacion-identidad',
      {
        'whatsapp-onboarding-top': '1',
        'whatsapp-origination-message': '{first_name}|{client}|{document_number}|{page_name}',
      },
      { country, token: account },
    );
    await page.clock.fastForward(1000);
    await page.clock.resume();
    const address = new URL((await onboarding(page).getAttribute('href')) ?? '');
    expect(address.searchParams.get('text')).toBe(
      `Ana|Ana Prueba|${account.document}|Verificación de identidad`,
    );
  });

  test('comes after 120 seconds when the setting is no number', async () => {
    const page = await openStill('/signup', { 'whatsapp-onboarding-top': 'pronto' }, { country });
    await page.clock.fastForward(119_999);
    expect(await onboarding(page).count()).toBe(0);
    await page.clock.fastForward(1);
    await page.clock.resume();
    await onboarding(page).waitFor();
  });

  test('does not come at 0, out of office, or where the chat takes its place; nor does the chat by itself', async () => {
    const page = await browsing.open({ country });
    await page.clock.install();
    for (const settings of [
      // WhatsApp keeps the chat from opening by itself.
      { 'whatsapp-onboarding-top': '0', channel: 'whatsapp', 'chat-autostart': 'on' },
      { 'whatsapp-onboarding-top': '1', 'whatsapp-origination-out-of-office': 'on' },
      { 'whatsapp-onboarding-top': '1', channel: 'chat', 'chat-autostart': 'off' },
      { ...chat, 'whatsapp-out-of-office': 'on' },
    ]) {
      await openAgain(page, '/signup', settings);
      await page.clock.fastForward(600_000);
      await settled(page);
      expect(await onboarding(page).count(), JSON.stringify(settings)).toBe(0);
      expect(await panel(page).count(), JSON.stringify(settings)).toBe(0);
    }
  });
});
