import { expect, test } from 'vitest';
import { api } from '../testing/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { findCustomer, goTo, openApprovals, press, requestCard, signInAs } from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { completeApplication, confirmLoan, done } from '../testing/journey.ts';
import { pressByKey } from '../testing/keyboard.ts';
import { enter, logIn, password, says, withPassword } from '../testing/login-steps.ts';
import { advance, payoutByHand } from '../testing/payouts.ts';
import { consoleUrl } from '../testing/target.ts';

const url = consoleUrl();
payoutByHand();
const browser = useBrowser();
const wide = { width: 1280, height: 800 };

test('a fraud is held by one person, who then neither logs in nor is paid, and lifted by two: paid once; a dispute pauses the loan until a day, and its borrower may pay', async () => {
  const country = 'UY';
  const registered = await withPassword(country);
  const { email } = registered;
  const { result } = await done('POST /api/v3/authenticate-new', { country, body: { email, password } });
  const account = { ...registered, ...result };
  await completeApplication(account);
  const loan = await confirmLoan(account);

  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Cumplimiento');
  await findCustomer(desk, account.document);
  const holds = desk.getByRole('region', { name: 'Bloqueos' });
  await holds.getByText('No tiene ninguno.').waitFor();
  await press(desk, 'Bloquear');
  await desk.getByRole('dialog').waitFor();
  await expectAccessible(desk);
  await desk.getByLabel('Explicación').focus();
  await desk.keyboard.type('Llamó la titular: no pidió nada');
  await press(desk, 'Bloquear');
  await desk.getByText('Bloqueo puesto. Vale desde ahora.').waitFor();
  await holds.getByText('Llamó la titular: no pidió nada').waitFor();
  await expectAccessible(desk);

  const page = await browser.open({ country, width: 360, height: 740 });
  await page.goto('/login');
  await logIn(page, account);
  await says(page, 'Por ahora no podés ingresar a tu cuenta. Escribinos desde Ayuda y lo vemos con vos.');
  await expectAccessible(page);
  expect((await api('GET /api/v3/account-new', { country, token: account.token })).status).toBe(401);
  await advance(loan, 'ok');
  await advance(loan, 'ok');
  await goTo(desk, 'Envíos');
  await pressByKey(desk, desk.getByRole('link', { name: /^Retenidos \d+$/ }));
  await desk.getByText('La persona tiene un bloqueo').first().waitFor();

  await goTo(desk, 'Bloqueos');
  await expectAccessible(desk);
  const heldRow = desk.getByRole('row').filter({ hasText: 'Llamó la titular: no pidió nada' });
  await pressByKey(desk, heldRow.getByRole('link', { name: 'Ana Prueba' }));
  await press(desk, 'Levantar: Fraude');
  await desk.getByRole('dialog').waitFor();
  await expectAccessible(desk);
  await desk.getByLabel('Explicación').focus();
  await desk.keyboard.type('Fue un error del banco');
  await press(desk, 'Pedir aprobación');
  await desk.getByText(/^Espera aprobación: el bloqueo sigue/).waitFor();
  await holds.getByText('Espera aprobación: Camilo Cumplimiento pidió levantarlo.').waitFor();

  const head = await openApprovals(browser, url);
  const asked = requestCard(head, /Levantar un bloqueo/);
  await asked.getByRole('button', { name: 'Aprobar' }).press('Enter');
  await head.getByText('Aprobado.').waitFor();

  await enter(page).click();
  await expect.poll(() => new URL(page.url()).pathname).not.toBe('/login');
  await advance(loan, 'ok');
  await page.goto(`/ver-prestamo-old/${loan}`);
  await page.getByText('El dinero de tu préstamo ya está disponible.').waitFor();
  await desk.reload();
  await holds.getByText(/^Lo pidió Camilo Cumplimiento y lo aprobó Julia Jefatura/).waitFor();

  const agent = await browser.open({ width: 768, height: 800, scheme: 'dark' });
  await signInAs(agent, url, 'Atención');
  await findCustomer(agent, account.document);
  await press(agent, 'Bloquear');
  await agent.getByLabel('Motivo').selectOption('Desconoce el préstamo');
  await agent.getByText(/^Impide en ese préstamo que le enviemos dinero/).waitFor();
  const lastDay = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  await agent.getByLabel('Último día (opcional)').fill(lastDay);
  await agent.getByLabel('Explicación').fill('Dice que no lo pidió');
  await expectAccessible(agent);
  await expectNoSidewaysScroll(agent);
  await press(agent, 'Bloquear');
  await agent.getByText('Bloqueo puesto. Vale desde ahora.').waitFor();
  await expectNoSidewaysScroll(agent);
  await goTo(agent, 'Bloqueos');
  await agent.getByLabel('Motivo').selectOption('Desconoce el préstamo (1)');
  await agent.getByText('Dice que no lo pidió').waitFor();
  await expectAccessible(agent);
  await expectNoSidewaysScroll(agent);

  await page.goto(`/balance/1/${account.document}`);
  await page.getByText('Débitos y recordatorios en pausa').waitFor();
  await page.getByText('Podés pagar cuando quieras.').waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
