import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { demoPeople } from '../../src/server/sandbox/demo/people.ts';
import { api } from '../testing/api.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { approveByCall, staffMember, startConsole } from '../testing/console-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { formatMoney } from '../testing/money.ts';
import type { RunningProduct } from '../testing/product.ts';
import { loginOf } from '../testing/screens.ts';
import { lookAt } from '../testing/target.ts';

/** Offers by staff for loans in arrears, as borrowers see and accept them on a phone. */

let product: RunningProduct;
let url: string;
beforeAll(async () => {
  ({ product, url } = await startConsole({ DEMO_CUSTOMERS: 'on' }));
  lookAt(product.port);
});
afterAll(() => product.stop());

const browser = useBrowser();

/** Demo customers in arrears: one gets an offer, the other a plan. */
const addresses = { 'delayed-10': 'demora10', 'delayed-45': 'demora45' } as const;
type Late = keyof typeof addresses;

function lateIn(of: CountryCode, days: Late) {
  const found = demoPeople.find(({ kind, country }) => kind === days && country === of);
  if (!found) throw new Error(`nobody is ${days} in ${of}`);
  return found;
}

/** Asks for a change of the loan, and has a second person approve it where it takes two. */
async function change(document: string, what: object): Promise<void> {
  const collector = await staffMember(url, 'Cobranzas');
  const found = await collector({ path: '/search', body: { text: document } });
  const [{ customer }] = found.body['result'] as [{ customer: string }];
  const seen = await collector({ path: `/customers/${customer}` });
  const [loan] = (seen.body['result'] as { loans: { id: string }[] }).loans;
  const path = `/loans/${loan!.id}/changes`;
  const { version } = (await collector({ path })).body['result'] as { version: number };
  const body = { change: what, reason_code: 'cannot-pay', reason: 'Perdió el trabajo' };
  const asked = await collector({ path, version, body });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  if (asked.body['outcome'] !== 'pending_approval') return;
  await approveByCall(url, `"id":"${asked.body['approval']}"`);
}

async function codeIn(country: CountryCode): Promise<string | undefined> {
  const { body } = await api(
    `GET /sandbox/messages?to=${encodeURIComponent(lateIn(country, 'delayed-45').email)}`,
    {
      port: product.port,
    },
  );
  const [newest] = (body as { text: string }[]).flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? []);
  return newest;
}

async function dayAhead(days: number): Promise<string> {
  const { body } = await api('GET /sandbox/clock', { port: product.port });
  return new Date(Date.parse(body.now) + days * 86_400_000).toISOString().slice(0, 10);
}

async function phoneOf(country: CountryCode, days: Late): Promise<Page> {
  const phone = await browser.open({
    country,
    token: await loginOf(addresses[days], country),
    width: 360,
    height: 640,
  });
  await phone.goto(`/balance/1/${lateIn(country, days).documentNumber}`);
  return phone;
}

describe('changes of a loan', () => {
  const country = 'AR';
  it('gets a settlement offer that its borrower sees with what is let off', async () => {
    const until = await dayAhead(5);
    await change(lateIn(country, 'delayed-10').documentNumber, {
      kind: 'settlement-offer',
      amount: 1000,
      until,
    });
    const phone = await phoneOf(country, 'delayed-10');
    await phone.getByText(`Podés cancelar todo con ${formatMoney(1000)}`).waitFor();
    await phone.getByRole('button', { name: 'Planes y cambios' }).click();
    const offer = phone.getByRole('region', { name: 'Cancelá tu deuda con quita' });
    await offer.getByText(/^Te perdonamos \$/).waitFor();
    await expectNoSidewaysScroll(phone);
    await expectAccessible(phone);
    await offer.getByRole('button', { name: `Pagar ${formatMoney(1000)}` }).click();
    await phone.getByRole('dialog', { name: 'Elegí cómo pagar' }).waitFor();
  });

  it('gets a plan, which counts once its borrower has typed the code', async () => {
    const [first, until] = [await dayAhead(20), await dayAhead(5)];
    const waived = { default_interest: 0, interest: 0, charges: 0, principal: 0 };
    await change(lateIn(country, 'delayed-45').documentNumber, {
      kind: 'plan',
      instalments: 4,
      first_due_date: first,
      rate: 0,
      waived,
      until,
    });
    const phone = await phoneOf(country, 'delayed-45');
    await phone.getByText(/^Tenés un plan de pagos para aceptar/).waitFor();
    await phone.getByRole('link', { name: 'Ver', exact: true }).click();
    const plan = phone.getByRole('region', { name: 'Tu plan de pagos' });
    await plan.getByText('Sin interés nuevo').waitFor();
    const rows = plan.getByRole('list', { name: 'Las cuotas del plan' });
    expect(await rows.getByRole('listitem').count()).toBe(4);
    await expectNoSidewaysScroll(phone);
    await expectAccessible(phone);
    await plan.getByRole('button', { name: 'Aceptar el plan' }).click();
    const dialog = phone.getByRole('dialog', { name: 'Aceptá con un código' });
    await dialog.getByRole('button', { name: /^Recibir un código en / }).click();
    const field = dialog.getByLabel('Código de 6 números');
    await field.waitFor();
    await expectAccessible(phone);
    await expect.poll(() => codeIn(country)).toBeDefined();
    await field.fill((await codeIn(country)) ?? '');
    await dialog.waitFor({ state: 'detached' });
    await phone.getByRole('region', { name: 'Lo que se acordó' }).waitFor();
    await phone.getByRole('button', { name: 'Ir a mi estado de cuenta' }).click();
    await phone.getByText(/^Estas son las cuotas del plan que aceptaste el /).waitFor();
    await expectNoSidewaysScroll(phone);
  });

  it('without an offer leads to the page for who cannot pay', async () => {
    const phone = await browser.open({
      country,
      token: await loginOf('aldia', country),
      width: 360,
      height: 640,
    });
    const { documentNumber } = demoPeople.find(
      (each) => each.kind === 'current' && each.country === country,
    )!;
    await phone.goto(`/balance/1/${documentNumber}`);
    await phone.getByRole('button', { name: 'Planes y cambios' }).click();
    await phone.getByText('Hoy no hay ofertas para tu préstamo.').waitFor();
    await expectNoSidewaysScroll(phone);
    await expectAccessible(phone);
    await phone.getByRole('button', { name: 'No puedo pagar ahora' }).click();
    await phone.getByRole('heading', { level: 1, name: 'No puedo pagar ahora' }).waitFor();
  });
});
