import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { addDays, calendarDate, daysBetween, type CalendarDate } from '../../src/domain/calendar-date.ts';
import { demoPeople } from '../../src/server/sandbox/demo/people.ts';
import { api } from '../testing/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { askToPay, createBorrower, instalmentsOf, type TestBorrower } from '../testing/borrower.ts';
import {
  advanceClock,
  approveByCall,
  approveByKey,
  findCustomer,
  goTo,
  loanOf,
  requestCard,
  signInAs,
  staff,
  startConsole,
} from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { done } from '../testing/journey.ts';
import { pressByKey, typeByKey } from '../testing/keyboard.ts';
import { formatMoney } from '../testing/money.ts';
import { settle } from '../testing/payment-steps.ts';
import type { RunningProduct } from '../testing/product.ts';
import { loginOf } from '../testing/screens.ts';
import { lookAt } from '../testing/target.ts';

/** Loans in arrears, in the console and on their borrower's phone (docs/product/loan-changes.md). */

let product: RunningProduct;
let url: string;
beforeAll(async () => {
  ({ product, url } = await startConsole({
    DEMO_CUSTOMERS: 'on',
    SESSION_IDLE_HOURS: '9000',
    SESSION_MAX_DAYS: '365',
  }));
  lookAt(product.port);
});
afterAll(() => product.stop());

const browser = useBrowser();

function demo(kind: 'current' | 'delayed-10' | 'delayed-45', of: CountryCode) {
  const found = demoPeople.find((each) => each.kind === kind && each.country === of);
  if (!found) throw new Error(`nobody is ${kind} in ${of}`);
  return found;
}

/** Moves the product's clock to so many days from the real day. */
const goToDay = (ahead: number): Promise<void> =>
  done('POST /sandbox/clock', { body: { now: new Date(Date.now() + ahead * 86_400_000).toISOString() } });
afterEach(() => goToDay(0));

/** Borrower whose loan was paid out that many days ago. */
async function borrowerSince(days: number, country: CountryCode): Promise<TestBorrower> {
  await goToDay(-days);
  const one = await createBorrower(country);
  await goToDay(0);
  return one;
}

const today = async (): Promise<CalendarDate> =>
  calendarDate((await done('GET /sandbox/clock', {})).now.slice(0, 10));

async function expectFits(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
}

/** Accessible, and no wider than a tablet or a desk. */
async function expectFitsBoth(page: Page): Promise<void> {
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
}

async function signedIn(role: string): Promise<Page> {
  const page = await browser.open({ width: 1280, height: 800 });
  await signInAs(page, url, role);
  await staff(page, { path: '/step-up/sandbox', body: {} });
  return page;
}

async function openCase(page: Page, document: string): Promise<Locator> {
  const found = await staff(page, { path: '/search', body: { text: document } });
  const [{ customer }] = found.body['result'] as [{ customer: string }];
  await page.goto(`${url}/cobranzas/${customer}`);
  const offers = page.getByRole('region', { name: 'Qué se le puede ofrecer' });
  await offers
    .getByText(/^Sin otra persona podés pausar la mora hasta 90 días y perdonar mora hasta/)
    .waitFor();
  return offers;
}

/** Confirms the dialog and has a second person approve it. */
async function confirm(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByText('Espera la aprobación de otra persona.').waitFor();
  await dialog.getByLabel(/Explicación|En palabras|Por qué/).fill('Perdió el trabajo');
  await dialog.getByRole('button', { name: 'Ver qué pasaría' }).click();
  await dialog.getByRole('heading', { name: 'Qué pasaría' }).waitFor();
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await approveByCall(url, 'Perdió el trabajo');
  await page.reload();
}

/** Pauses default interest for three days, which one person may. */
async function pause(page: Page, document: string): Promise<void> {
  const loan = await loanOf(page, document);
  const { version } = (await staff(page, { path: `/loans/${loan}/changes` })).body['result'] as {
    version: number;
  };
  const from = addDays(await today(), 1);
  const asked = await staff(page, {
    path: `/loans/${loan}/changes`,
    version,
    body: {
      change: { kind: 'pause', from, to: addDays(from, 2) },
      reason_code: 'cannot-pay',
      reason: 'Perdió el trabajo',
    },
  });
  expect(asked.body, JSON.stringify(asked.body)).toMatchObject({ outcome: 'done' });
  await page.reload();
}

const codeFor = async (email: string): Promise<string | undefined> => {
  const { body } = await api(`GET /sandbox/messages?to=${encodeURIComponent(email)}`, { port: product.port });
  return (body as { text: string }[]).flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? [])[0];
};

describe('a plan', () => {
  const country = 'UY' as const;
  it('somebody asks for a plan, is offered one, accepts it by a code, and their class rises by what they pay', async () => {
    const { email, documentNumber } = demo('delayed-45', country);
    const phone = await browser.open({
      country,
      token: await loginOf('demora45', country),
      width: 360,
      height: 640,
    });
    await phone.goto('/no-puedo-pagar');
    await phone.getByRole('radio', { name: /^Pedir un plan de pagos/ }).check();
    await phone.getByLabel('Contanos cuánto podés pagar y cuándo').fill('Puedo pagar en dos cuotas.');
    await phone.getByRole('button', { name: 'Pedir el plan' }).click();
    await phone.getByText('Recibimos tu pedido.').waitFor();

    const page = await signedIn('Cobranzas');
    const offers = await openCase(page, documentNumber);
    await offers.getByText(/^Clase\s*2$/).waitFor();
    await pause(page, documentNumber);
    await phone.goto(`/balance/1/${documentNumber}`);
    await phone.getByText(/^Del [\d-]+ al [\d-]+ tu préstamo no suma intereses por mora\./).waitFor();
    await offers.getByRole('button', { name: 'Ofrecer un plan' }).click();
    const dialog = page.getByRole('dialog', { name: /^Ofrecer un plan/ });
    const first = addDays(await today(), 10);
    await dialog.getByLabel('Cuotas', { exact: true }).fill('3');
    await dialog.getByLabel('Primer vencimiento').fill(first);
    await dialog.getByLabel('Se puede aceptar hasta').fill(addDays(first, -5));
    await expectAccessible(page);
    await confirm(page, dialog);
    await offers.getByText(/^Plan ofrecido por /).waitFor();
    await expectAccessible(page);

    await phone.goto(`/balance/1/${documentNumber}`);
    await phone.getByText(/^Tenés un plan de pagos para aceptar/).waitFor();
    await phone.getByRole('link', { name: 'Ver', exact: true }).click();
    const plan = phone.getByRole('region', { name: 'Tu plan de pagos' });
    await plan.getByText('Sin interés nuevo').waitFor();
    const rows = plan.getByRole('list', { name: 'Las cuotas del plan' });
    expect(await rows.getByRole('listitem').count()).toBe(3);
    await expectFits(phone);
    await plan.getByRole('button', { name: 'Aceptar el plan' }).click();
    const accepting = phone.getByRole('dialog', { name: 'Aceptá con un código' });
    await accepting.getByRole('button', { name: /^Recibir un código en / }).click();
    const field = accepting.getByLabel('Código de 6 números');
    await field.waitFor();
    await expectAccessible(phone);
    await expect.poll(() => codeFor(email)).toBeDefined();
    await field.fill((await codeFor(email)) ?? '');
    await accepting.waitFor({ state: 'detached' });
    await phone.getByRole('region', { name: 'Lo que se acordó' }).waitFor();
    await phone.getByRole('button', { name: 'Ir a mi estado de cuenta' }).click();
    await phone.getByText(/^Estas son las cuotas del plan que aceptaste el /).waitFor();
    await expectNoSidewaysScroll(phone);

    // Two rows on time raise the class by one level, and one does not.
    for (const held of [2, 1]) {
      const { token } = await loginOf('demora45', country);
      const owner = { country, token, document: documentNumber };
      const row = (await instalmentsOf(owner)).find(({ state_name: state }) => state === 'pending');
      await settle(await askToPay(owner, [row!], 'bank-transfer'));
      const again = await signedIn('Cobranzas');
      const changes = await changesOf(again, documentNumber);
      expect(changes).toMatchObject({ class: held, overdue: 0 });
      if (held === 2) await advanceClock(product, `P${daysBetween(await today(), first)}D`);
    }
  });

  it('a settlement offer is seen with what is let off; a centavo short waives nothing, and paid whole it ends the debt', async () => {
    const { documentNumber } = demo('delayed-10', country);
    const page = await signedIn('Cobranzas');
    const offers = await openCase(page, documentNumber);
    await offers.getByRole('button', { name: 'Ofrecer cancelar' }).click();
    const dialog = page.getByRole('dialog', { name: /^Ofrecer cancelar/ });
    await dialog.getByLabel(/^Importe/).fill('1000');
    await dialog.getByLabel('Último día').fill(addDays(await today(), 5));
    await confirm(page, dialog);

    const login = await loginOf('demora10', country);
    const phone = await browser.open({ country, token: login, width: 360, height: 640 });
    await phone.goto(`/balance/1/${documentNumber}`);
    await phone.getByText(`Podés cancelar todo con ${formatMoney(1000)}`).waitFor();
    await phone.getByRole('button', { name: 'Planes y cambios' }).click();
    const offer = phone.getByRole('region', { name: 'Cancelá tu deuda con quita' });
    await offer.getByText(/^Te perdonamos \$/).waitFor();
    await expectFits(phone);
    await offer.getByRole('button', { name: `Pagar ${formatMoney(1000)}` }).click();
    await phone.getByRole('dialog', { name: 'Elegí cómo pagar' }).waitFor();

    const owner = { country, token: login.token };
    const { model } = await done('GET /api/v3/payment-help', owner);
    const params = { country, token: login.token };
    const ask = async (total: number): Promise<string> => {
      const { result } = await done(`GET /api/v3/loan/${model.loan_id}/changes`, params);
      const [open] = result.settlement_offers;
      expect(open.remaining).toBe(total);
      const body = { kind: 'offer', offer: open.id, total, payment_method: 'bank-transfer' };
      return (await done(`POST /api/v3/loan/${model.loan_id}/settlement`, { ...params, body })).result.hash;
    };
    await settle(await ask(1000), 999.99);
    await phone.goto(`/balance/1/${documentNumber}`);
    await phone.getByText(`Podés cancelar todo con ${formatMoney(0.01)}`).waitFor();
    await settle(await ask(0.01));
    await phone.reload();
    await phone
      .getByText(/No (debés|tenés).*|libre de deuda/i)
      .first()
      .waitFor();
    expect(await changesOf(page, documentNumber)).toMatchObject({ state: 'finished' });
  });

  it('without an offer the page leads to the one for who cannot pay', async () => {
    const token = await loginOf('aldia', country);
    const phone = await browser.open({ country, token, width: 360, height: 640 });
    await phone.goto(`/balance/1/${demo('current', country).documentNumber}`);
    await phone.getByRole('button', { name: 'Planes y cambios' }).click();
    await phone.getByText('Hoy no hay ofertas para tu préstamo.').waitFor();
    await expectFits(phone);
    await phone.getByRole('button', { name: 'No puedo pagar ahora' }).click();
    await phone.getByRole('heading', { level: 1, name: 'No puedo pagar ahora' }).waitFor();
  });
});

interface Late {
  readonly loan: string;
  readonly promise: { readonly amount: number; readonly until: string };
}

async function promiseOf(page: Page, document: string): Promise<Late> {
  const found = await staff(page, { path: '/search', body: { text: document } });
  const [{ customer }] = found.body['result'] as [{ customer: string }];
  const seen = await staff(page, { path: `/customers/${customer}/collection` });
  const { loans, promises } = seen.body['result'] as { loans: { id: string }[]; promises: Late['promise'][] };
  return { loan: loans[0]!.id, promise: promises[0]! };
}

/** Treasury enters money that its network reports late, with the day on which it was paid. */
async function reportLate({ loan, promise }: Late): Promise<void> {
  const page = await signedIn('Tesorería');
  await page.goto(`${url}/dinero`);
  await page.getByRole('button', { name: 'Cargar un pago' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cargar un pago' });
  await dialog.getByLabel('Préstamo, nombre o documento').fill(loan);
  await dialog.getByRole('button', { name: 'Buscar préstamo' }).click();
  await dialog.getByLabel('Número de operación del banco').fill(`OP-${loan}`);
  await dialog.getByLabel('Importe').fill(String(promise.amount).replace('.', ','));
  await dialog.getByLabel('Fecha del pago').fill(promise.until);
  await dialog.getByLabel(/^Comprobante/).setInputFiles({
    name: 'extracto.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 extracto'),
  });
  await dialog.getByText('Adjunto: extracto.pdf').waitFor();
  await dialog.getByLabel('Explicación').fill('La red lo informó tarde');
  await dialog.getByRole('button', { name: 'Ver qué pasaría' }).click();
  await dialog.getByRole('columnheader', { name: 'Cómo quedaría' }).waitFor();
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await approveByCall(url, 'La red lo informó tarde');
}

describe('a promise', () => {
  const country = 'AR' as const;
  it('that is paid late is not kept, until a payment in time is reported', async () => {
    const one = await borrowerSince(40, country);
    const phone = await browser.open({ country, token: one, width: 360, height: 640 });
    await phone.goto('/no-puedo-pagar');
    await phone.getByRole('radio', { name: /^Elegir una fecha/ }).check();
    await phone.getByLabel('Hasta qué día').selectOption({ index: 2 });
    await phone.getByRole('button', { name: 'Prometer el pago' }).click();
    await phone.getByText(/Anotamos tu promesa/).waitFor();
    await advanceClock(product, 'P5D');

    const page = await signedIn('Cobranzas');
    const judged = async (state: string) => {
      await openCase(page, one.document);
      const promises = page.getByRole('region', { name: 'Promesas' });
      await promises.getByText(state, { exact: true }).waitFor();
    };
    await judged('No cumplida');
    const found = await promiseOf(page, one.document);
    const stranger = { country, document: one.document };
    const [row] = await instalmentsOf(stranger);
    await settle(await askToPay(stranger, [row!], 'bank-transfer'), 500);
    await judged('No cumplida');
    await reportLate(found);
    await judged('Cumplida');
    const promises = page.getByRole('region', { name: 'Promesas' });
    expect(await promises.getByText('No cumplida', { exact: true }).count()).toBe(0);
  });
});

async function changesOf(page: Page, document: string): Promise<object> {
  const path = `/loans/${await loanOf(page, document)}/changes`;
  return (await staff(page, { path })).body['result'] as object;
}

it('a late loan is written off by two people with a file, and that is undone', async () => {
  const one = await borrowerSince(215, 'UY');
  const desk = await browser.open({ width: 1280, height: 900 });
  await signInAs(desk, url, 'Tesorería');
  await findCustomer(desk, one.document);
  await expectFitsBoth(desk);
  await pressByKey(desk, desk.getByRole('button', { name: 'Castigar' }));
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel(/^Comprobante/).setInputFiles({
    name: 'gestiones.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 gestiones'),
  });
  await dialog.getByText('gestiones.pdf').waitFor();
  await typeByKey(desk, dialog.getByLabel('Explicación'), 'No responde hace meses');
  await expectFitsBoth(desk);
  await pressByKey(desk, dialog.getByRole('button', { name: 'Ver qué pasaría' }));
  await dialog.getByRole('columnheader', { name: 'Cómo quedaría' }).waitFor();
  await expectFitsBoth(desk);
  await pressByKey(desk, dialog.getByRole('button', { name: 'Confirmar' }));
  await dialog.waitFor({ state: 'hidden' });
  const head = await browser.open({ width: 1280, height: 900 });
  await signInAs(head, url, 'Jefatura', '/aprobaciones');
  const request = requestCard(head, 'Castigar un préstamo');
  await request.getByText('La persona sigue debiendo lo mismo').waitFor();
  await expectFitsBoth(head);
  await approveByKey(head, request);
  await pressByKey(desk, desk.getByRole('button', { name: 'Actualizar' }));
  await desk.getByText(/^Castigado el \d\d-\d\d-\d{4} por/).waitFor();
  await expectFitsBoth(desk);
  await goTo(head, 'Tablero');
  await head.getByRole('link', { name: 'Cosechas y pases' }).click();
  await head.getByLabel('País').selectOption('Uruguay');
  await head.getByRole('table', { name: 'Capital castigado y recuperado por mes' }).waitFor();
  await expectFitsBoth(head);
  const person = await browser.open({ country: 'UY', token: one });
  await person.goto('/mis-datos');
  await person.getByRole('heading', { name: 'Hasta cuándo se puede informar tu atraso' }).waitFor();
  await pressByKey(desk, desk.getByRole('button', { name: 'Deshacer el castigo' }));
  await typeByKey(desk, dialog.getByLabel('Explicación'), 'Era otro préstamo');
  await pressByKey(desk, dialog.getByRole('button', { name: 'Ver qué pasaría' }));
  await dialog.getByRole('columnheader', { name: 'Cómo quedaría' }).waitFor();
  await pressByKey(desk, dialog.getByRole('button', { name: 'Confirmar' }));
  await dialog.waitFor({ state: 'hidden' });
  await goTo(head, 'Aprobaciones');
  await approveByKey(head, requestCard(head, 'Deshacer un castigo'));
  await pressByKey(desk, desk.getByRole('button', { name: 'Actualizar' }));
  await expect.poll(() => desk.getByRole('button', { name: 'Castigar' }).count()).toBe(1);
});
