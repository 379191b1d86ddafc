import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { api } from '../testing/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { signInAs } from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { applyBy, createAccount, createLead, type TestAccount, type TestLead } from '../testing/journey.ts';
import { openOffer, goOn } from '../testing/offer-steps.ts';
import { consoleUrl } from '../testing/target.ts';

/** A document in another person's account, as its owner and the staff see it. */

const url = consoleUrl();
const browsing = useBrowser();

async function linkTo(email: string): Promise<string> {
  const link = async (): Promise<string | undefined> => {
    const { body } = await api(`GET /sandbox/messages?to=${encodeURIComponent(email)}`);
    const texts = (body as { text: string }[]).map(({ text }) => text);
    return texts.map((text) => /https?:\/\/\S+\/documento-propio\/[\w-]+/.exec(text)?.[0]).find(Boolean);
  };
  await expect.poll(link).toBeDefined();
  return (await link()) ?? '';
}

/** The owner's session, from the link. */
async function sessionOf(page: Page, lead: TestLead): Promise<TestAccount> {
  const session = await page.evaluate(() => localStorage.getItem('cuota.session'));
  const { token, expired } = JSON.parse(session ?? '{}');
  return { ...lead, token, expired };
}

async function looksRight(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
}

async function signedIn(role: string, width: number): Promise<Page> {
  const page = await browsing.open({ width, height: 800 });
  await signInAs(page, url, role);
  await page.evaluate(() =>
    fetch('/api/staff/step-up/sandbox', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: '{}',
    }),
  );
  return page;
}

/** Opens the page of the customer with this e-mail address. */
async function openCustomer(page: Page, email: string): Promise<void> {
  const id = await page.evaluate(async (text) => {
    const answer = await fetch('/api/staff/search', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ text }),
    });
    return (await answer.json()).result[0].customer;
  }, email);
  await page.goto(`${url}/clientes/${id}`);
  await page.getByRole('heading', { name: 'Quién es' }).waitFor();
}

describe('a document that somebody else registered', () => {
  const country = 'UY';
  test('its owner claims it on a phone, the staff transfers it, and both see the outcome', async () => {
    const holder = await createAccount(country);
    const lead = await createLead(country, { document: holder.document });
    const phone = await openOffer(browsing, lead, { width: 360, height: 640 });
    await goOn(phone).first().click();
    const dialog = phone.getByRole('dialog');
    await dialog.getByLabel('Mail', { exact: true }).fill(lead.email);
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Registrarme' }).click();
    await dialog.getByText('¿Tu documento está en una cuenta que no es tuya?').waitFor();
    await looksRight(phone);
    await dialog.getByRole('button', { name: 'Pedilo con tu mail' }).click();

    await phone.goto(await linkTo(lead.email));
    await phone.getByRole('heading', { name: 'Tu documento', level: 1 }).waitFor();
    await expect.poll(() => phone.url()).toMatch(/\/documento-propio$/);
    await looksRight(phone);
    await phone.getByRole('button', { name: 'Pedir mi documento' }).click();
    const send = phone.getByRole('button', { name: 'Mandar el pedido' });
    await phone.getByRole('link', { name: 'Validar mi celular' }).waitFor();
    await phone.getByRole('link', { name: 'Subir mis fotos' }).waitFor();
    expect(await send.isDisabled()).toBe(true);
    expect(await phone.getByRole('main').innerText()).not.toContain(holder.document);
    await looksRight(phone);

    const account = await sessionOf(phone, lead);
    await applyBy.photos(account);
    await applyBy.phone(account);
    await phone.reload();
    await phone.getByText('Fotos subidas').waitFor();
    await phone.getByText('Celular validado').waitFor();
    await send.click();
    await phone.getByText('Estamos mirando tus fotos. Te avisamos por mail.').waitFor();
    await looksRight(phone);

    const analyst = await signedIn('Análisis', 1280);
    await openCustomer(analyst, lead.email);
    const card = analyst.getByRole('region', { name: /^Pide el documento/ });
    await card.getByText('Espera tu decisión. Mirá sus fotos más abajo.').waitFor();
    await card.getByRole('link', { name: 'Cuenta que lo tiene' }).waitFor();
    for (const width of [1280, 768]) {
      await analyst.setViewportSize({ width, height: 800 });
      await looksRight(analyst);
    }
    await card.getByRole('button', { name: 'Pasar el documento' }).click();
    const decision = analyst.getByRole('dialog', { name: 'Pasar el documento a esta cuenta' });
    await decision.getByLabel('Explicación').fill('Miré las fotos');
    await looksRight(analyst);
    await decision.getByRole('button', { name: 'Pasar el documento' }).click();
    await card.getByText('El documento ya es de esta cuenta.').waitFor();

    await phone.reload();
    await phone.getByText('El documento ya es de tu cuenta.').waitFor();
    await looksRight(phone);

    const compliance = await signedIn('Cumplimiento', 1280);
    const summary = compliance.getByRole('region', { name: 'Datos de clientes vistos ayer y hoy' });
    await summary
      .getByText(/Abrió datos de \d+ clientes? /)
      .first()
      .waitFor();
    for (const width of [1280, 768]) {
      await compliance.setViewportSize({ width, height: 800 });
      await looksRight(compliance);
    }
  });
});
