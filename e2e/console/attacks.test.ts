import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { api } from '../testing/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { askToPay, createBorrower, instalmentsOf } from '../testing/borrower.ts';
import { approveByCall, goTo, signInAs, staff } from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { createAccount, done, visa } from '../testing/journey.ts';
import { consoleUrl } from '../testing/target.ts';

/** Attacks, seen from the victim's and the attacker's side. */

const url = consoleUrl();
const browser = useBrowser();
const phoneSize = { width: 360, height: 640 };

async function signedIn(role: string): Promise<Page> {
  const page = await browser.open({ width: 1280, height: 800 });
  await signInAs(page, url, role);
  await staff(page, { path: '/step-up/sandbox', body: {} });
  return page;
}

const messagesTo = (to: string): Promise<{ text: string }[]> =>
  done(`GET /sandbox/messages?to=${encodeURIComponent(to)}`, {});

/** Pays by a card, on its page. */
async function payByCard(page: Page): Promise<void> {
  await page.getByLabel('Número de tarjeta').fill(visa);
  await page.getByLabel('Nombre como figura en la tarjeta').fill('OTRA PERSONA');
  await page.getByLabel('Vencimiento (MM/AA)').fill('1239');
  await page.getByLabel('Código de seguridad').fill('123');
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: /^Pagar \$/ }).click();
}

it('a payment that a stranger pays counts and reserved nothing; the owner’s is not theirs to see or delete', async () => {
  const [country, method] = ['AR', 'debit-card'] as const;
  const account = await createBorrower(country);
  const { document } = account;
  const [first, second] = await instalmentsOf(account);
  const hash = await askToPay({ country, document }, [first!], method);
  const owner = await browser.open({ country, token: account, ...phoneSize });
  await owner.goto(`/balance/1/${document}`);
  // The owner can still choose it.
  await owner.getByRole('checkbox', { name: 'Cuota 1', exact: true }).waitFor();

  const card = await api(`GET /api/v3/coupon/${hash}`, { country });
  const page = await browser.open({ country, ...phoneSize });
  await page.goto(card.body.result.coupon_url);
  await payByCard(page);
  await expectNoSidewaysScroll(page);
  await expect.poll(async () => (await instalmentsOf(account))[0]?.state_name).toBe('payed');
  expect(await page.content()).not.toContain(account.email);

  const owners = await askToPay(account, [second!], method);
  await page.goto(`/balance/1/${document}`);
  await page.getByRole('row', { name: /^Cuota 2 Vence/ }).waitFor();
  expect(await page.content()).not.toContain(owners);
  expect(await page.getByRole('button', { name: 'Cancelar' }).count()).toBe(0);
  await expectNoSidewaysScroll(page);
});

it('an e-mail that the staff corrected is undone from the phone of its owner; an employee’s own record closes', async () => {
  const country = 'AR';
  const { document, email } = await createAccount(country);
  const agent = await signedIn('Atención');
  const found = await staff(agent, { path: '/search', body: { text: document } });
  const [{ customer: id }] = found.body['result'] as [{ customer: string }];
  const seen = await staff(agent, { path: `/customers/${id}` });
  const { version } = seen.body['result'] as { version: number };
  const asked = await staff(agent, {
    path: `/customers/${id}/email`,
    version,
    body: { email: 'ladron@example.org', reason_code: 'customer_asks', reason: 'Lo pidió' },
  });
  await approveByCall(url, `"id":"${String(asked.body['approval'])}"`);
  const link = async () => {
    const told = (await messagesTo(email)).map(
      ({ text }) => /https?:\/\/\S+\/deshacer-cambio\/[\w-]+/.exec(text)?.[0],
    );
    return told.find((each) => each !== undefined);
  };
  await expect.poll(link).toBeDefined();

  const phone = await browser.open({ country, ...phoneSize });
  await phone.goto((await link()) ?? '');
  await phone.getByText(/^Cambiamos el mail o el celular de tu cuenta/).waitFor();
  expect(phone.url()).not.toContain('deshacer-cambio');
  await expectNoSidewaysScroll(phone);
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'No fui yo: deshacer el cambio' }).click();
  await phone.getByText(/^Deshicimos el cambio/).waitFor();
  await phone.getByRole('button', { name: 'Entrar a mi cuenta' }).waitFor();
  await expectNoSidewaysScroll(phone);

  // It closes by Ficha propia, once two people agree.
  const administrator = await signedIn('Administración');
  await goTo(administrator, 'Equipo');
  const row = administrator.getByRole('row', { name: /Alicia Atención/ });
  await row.getByRole('button', { name: /^Más: / }).click();
  await row.getByRole('button', { name: 'Ficha propia' }).click();
  const dialog = administrator.getByRole('dialog', { name: /^Ficha propia de / });
  await dialog.getByLabel('Documento').fill(document);
  await dialog.getByLabel('Explicación').fill('Es cliente nuestro');
  await expectAccessible(administrator);
  await dialog.getByRole('button', { name: 'Pedir aprobación' }).click();
  await administrator.getByText(/^Espera aprobación: la ficha propia de/).waitFor();
  await approveByCall(url, '/own-record"');
  await agent.goto(`${url}/clientes/${id}`);
  await agent.getByText('Es tu propia ficha: la tiene que atender otra persona.').first().waitFor();

  // Compliance sees on its first page which two people signed.
  const compliance = await signedIn('Cumplimiento');
  const summary = compliance.getByRole('region', { name: 'El equipo desde ayer' });
  await summary
    .getByText(/Jefatura/)
    .first()
    .waitFor();
  await expectAccessible(compliance);
});
