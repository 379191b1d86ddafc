import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useBrowser } from '../testing/harness.ts';
import { createAccount, done } from '../testing/journey.ts';
import { seen } from '../testing/seen.ts';

/** RECLAMOS (docs/product/borrowers-area.md#tickets). */

const browsing = useBrowser();
const row = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Tus reclamos' }).getByRole('listitem').filter({ hasText: text });

async function openTab(page: Page, document: string): Promise<void> {
  await page.goto(`/balance/1/${document}`);
  await page.getByRole('tab', { name: 'RECLAMOS' }).click();
}

describe('tickets', () => {
  const country = 'AR';
  it('are written from suggestions and chat, and listed to their owner with number, kind, state and dates', async () => {
    const account = await createAccount(country);
    const page = await browsing.open({ country, token: account });
    await openTab(page, account.document);
    await page.getByText('No tenés reclamos.').waitFor();

    await page.getByRole('button', { name: 'Pedir ayuda' }).click();
    const help = page.getByRole('dialog', { name: 'Ayuda' });
    await help.getByLabel('Tu mensaje').fill('No llegó el cupón');
    await help.getByRole('button', { name: 'Enviar mensaje' }).click();
    await help.getByText('¡Gracias! Recibimos tu mensaje.').waitFor();
    await help.getByRole('button', { name: 'Cerrar' }).click();
    const chat = row(page, 'Consulta al chat de ayuda');
    await chat.getByText('Abierto', { exact: true }).waitFor();
    await chat.getByText(/^N\.º \S{8} · Consulta o sugerencia · Iniciado el \d\d-\d\d-\d{4}$/).waitFor();

    await page.getByRole('contentinfo').getByRole('button', { name: 'Sugerencias y mejoras' }).click();
    const form = page.getByRole('dialog', { name: 'Sugerencias y mejoras' });
    await form.getByLabel('Título').fill('Una idea');
    await form.getByLabel('Tu sugerencia').fill('Más cuotas');
    await form.getByRole('button', { name: 'Enviar' }).click();
    await row(page, 'Una idea').waitFor();

    for (const [subject, status] of [
      ['Dos', 'closed'],
      ['Tres', 'En análisis'],
    ])
      await done('POST /sandbox/tickets', {
        country,
        body: { document_number: account.document, subject, status },
      });
    await openTab(page, account.document);
    await row(page, 'Dos').getByText('Resuelto').waitFor();
    await row(page, 'Dos')
      .getByText(/ · Reclamo · /)
      .waitFor();
    expect(await seen(row(page, 'Tres').getByText('En análisis'))).toBe(true);
  });
});

it('a stranger reads neither a ticket’s subject nor support’s replies; without a loan, not even that it exists', async () => {
  const inForce = '30400048';
  await done('POST /sandbox/tickets', {
    country: 'AR',
    body: { document_number: inForce, subject: 'Perdí el trabajo', status: 'En análisis legal' },
  });
  const account = await createAccount('AR');
  await done('POST /sandbox/tickets', {
    country: 'AR',
    body: { document_number: account.document, subject: 'Una pregunta', status: 'open' },
  });
  const page = await browsing.open();
  await openTab(page, inForce);
  await row(page, 'Reclamo').first().getByText('Abierto').waitFor();
  expect(await page.getByText(/Perdí el trabajo|En análisis legal/).count()).toBe(0);
  await page.getByText('Para ver tus reclamos y de qué se tratan,').waitFor();
  await openTab(page, account.document);
  const login = page.getByRole('tabpanel').getByRole('link', { name: 'ingresá a tu cuenta' });
  expect(await login.getAttribute('href')).toContain(encodeURIComponent(`/balance/1/${account.document}`));
  expect(await page.getByRole('list', { name: 'Tus reclamos' }).count()).toBe(0);
  expect(await page.getByText('No tenés reclamos.').count()).toBe(0);
});
