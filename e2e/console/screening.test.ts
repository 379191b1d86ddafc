import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { eventually } from '../testing/api.ts';
import {
  approveByKey,
  goTo,
  openApprovals,
  requestCard,
  signInAs,
  staff,
  staffMember,
} from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import {
  completeApplication,
  confirmLoan,
  done,
  newCuit,
  newDocument,
  newPhone,
  type TestAccount,
} from '../testing/journey.ts';
import { pressByKey, typeByKey } from '../testing/keyboard.ts';
import { consoleUrl } from '../testing/target.ts';

const url = consoleUrl();
beforeAll(async () => {
  const treasury = await staffMember(url, 'Tesorería');
  const { status, body } = await treasury({
    path: '/operation/days/screening/run',
    body: { country, reason_code: 'asked', reason: 'La lista de hoy' },
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
});

const browser = useBrowser();
const country = 'AR';
const wide = { width: 1280, height: 900 };

/** Accessible, and no wider than a phone, a tablet or a desk. */
async function expectFits(page: Page): Promise<void> {
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
}

const accountOf = async (lead: { email: string; hash: string }) =>
  (
    await done('POST /api/v3/account', {
      country,
      body: { email: lead.email, hash: lead.hash, option: 0, terms: true },
    })
  ).token as string;

/** Someone with the name and birth of a listed person. */
async function listed(firstName: string, lastName: string, birthdate: string): Promise<TestAccount> {
  const document = newDocument(country, 8);
  const person = {
    country,
    firstName,
    lastName,
    document,
    email: `listado.${document}@example.com`,
    phone: newPhone(country),
    cuit: newCuit(country, document),
  } as const;
  const { model } = await done('POST /vendors-api/v1/leads', {
    country,
    body: {
      first_name: person.firstName,
      last_name: person.lastName,
      email_address: person.email,
      document_number: document,
      birthdate,
      country_id: 858,
      phone: person.phone,
      whatsapp_tc: true,
      bank_code: '011',
    },
  });
  return {
    ...person,
    hash: model.hash,
    token: await accountOf({ ...person, hash: model.hash }),
    expired: '',
  };
}

const stateOf = ({ token }: TestAccount, loan: string) =>
  done(`GET /api/v3/loan-new/${loan}`, { country, token }).then(({ result }) => result.state_slug as string);

test('a listed name waits, another person is decided by one, the same by two, and the borrower reads nothing of it', async () => {
  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Cumplimiento');
  await eventually(
    () => staff(desk, { path: '/screening' }),
    ({ body }) => (body['lists'] as { entries: number }[]).some(({ entries }) => entries > 0),
    60_000,
  );
  const named = await listed('Jaled', 'Masri', '1975-03-14');
  const other = await listed('Husein', 'Raheem', '1961-05-05');
  await completeApplication(named);
  await completeApplication(other);
  const [first, second] = [await confirmLoan(named), await confirmLoan(other)];

  const page = await browser.open({ country, token: named, width: 360, height: 740 });
  await page.goto(`/ver-prestamo/${first}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByText(/coincidencia|RePET|listado/i).count()).toBe(0);

  await goTo(desk, 'Coincidencias');
  await desk.getByText('Uruguay: no cubierto.').waitFor();
  await expectFits(desk);
  await desk.getByRole('link', { name: 'Jaled Masri' }).click();
  await desk.getByRole('heading', { name: 'Jaled Masri', level: 1 }).waitFor();
  await desk.getByText('Coincide por nombre y nacimiento.').waitFor();
  await desk.getByRole('rowheader', { name: 'Nombre Coincide' }).waitFor();
  await expectFits(desk);
  await pressByKey(desk, desk.getByRole('button', { name: 'Otra persona' }));
  await typeByKey(
    desk,
    desk.getByRole('dialog').getByLabel('Explicación'),
    'El documento es de otra persona',
  );
  await pressByKey(desk, desk.getByRole('dialog').getByRole('button', { name: 'Anotar' }));
  await desk.getByText('Anotado: es otra persona.').waitFor();
  await eventually(
    () => stateOf(named, first),
    (state) => state === 'approved',
    60_000,
  );

  await goTo(desk, 'Coincidencias');
  await desk.getByRole('link', { name: 'Husein Raheem' }).click();
  await desk.getByText('Coincide por nombre y nacimiento.').waitFor();
  await pressByKey(desk, desk.getByRole('button', { name: 'La misma persona' }));
  await typeByKey(desk, desk.getByRole('dialog').getByLabel('Explicación'), 'Los datos son los mismos');
  await pressByKey(desk, desk.getByRole('dialog').getByRole('button', { name: 'Pedir aprobación' }));
  await desk.getByText('Espera aprobación. Los envíos siguen frenados.').waitFor();
  await desk.getByRole('button', { name: 'Otra persona' }).waitFor({ state: 'detached' });

  const head = await openApprovals(browser, url);
  await approveByKey(head, requestCard(head, 'Marcar a un cliente como la persona de una lista'));
  await goTo(head, 'Bloqueos');
  await head.getByRole('row', { name: /Husein Raheem.*Cumplimiento/ }).waitFor();
  expect(await stateOf(other, second)).not.toBe('approved');

  const agent = await browser.open(wide);
  await signInAs(agent, url, 'Atención');
  expect(await agent.getByRole('link', { name: 'Coincidencias' }).count()).toBe(0);
});

test('without a month that is closed Deudores says so', async () => {
  const desk = await browser.open(wide);
  await signInAs(desk, url, 'Contaduría', '/deudores');
  await desk.getByText('Ningún mes está cerrado.').waitFor();
  await expectFits(desk);
  await desk.getByRole('link', { name: 'Diferencias con el BCRA' }).click();
  await desk.getByText('Ningún cierre se comparó todavía con el archivo del BCRA.').waitFor();
  await expectFits(desk);
});
