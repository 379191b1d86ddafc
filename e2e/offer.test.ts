import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { CountryCode } from '../src/countries/country-pack.ts';
import { expectAccessible, expectNoSidewaysScroll } from './axe.ts';
import { type PageOptions, useBrowser } from './harness.ts';
import { createLead, done, type TestLead } from './journey.ts';

const browsing = useBrowser();
/** A busy machine needs more than the second that is the default. */
const soon = { timeout: 10_000 };
const countries: CountryCode[] = ['AR', 'UY'];
const plansCall = '**/vendors-api/v1/leads/*/loan-options/*';
const offerCall = /\/vendors-api\/v1\/leads\/[\w-]+$/;
const searching = 'estamos buscando el mejor préstamo según tu perfil';

const amountField = (page: Page) => page.getByRole('textbox', { name: 'Monto en miles' });
const goOn = (page: Page) => page.getByRole('button', { name: 'Continuar', exact: true });
const plans = (page: Page) => page.getByRole('radiogroup', { name: 'Elegí tus cuotas' }).getByRole('radio');
const placeholders = (page: Page) => page.getByRole('status').filter({ hasText: 'Calculando tus cuotas…' });

/** What the lead's offer answers to a program. */
async function answerOf({ country, hash }: TestLead) {
  const { token } = await done('POST /vendors-api/v2/token/creditrisk', { country, body: {} });
  return done(`GET /vendors-api/v1/leads/${hash}`, { country, token });
}

async function openOffer(lead: TestLead, options: PageOptions = {}): Promise<Page> {
  const page = await browsing.open({ country: lead.country, ...options });
  await page.goto(`/vendors/${lead.hash}`);
  await page.getByRole('heading', { name: 'Hola, Ana. Este es tu préstamo' }).waitFor();
  return page;
}

/** Stops the browser's time; from here on it passes only as the test says. */
async function stopTime(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  // Far enough ahead that a busy machine is not past it already, less than a call may take.
  await page.clock.pauseAt(now + 10_000);
}

/** A promise and what keeps it. */
function held(): [Promise<void>, () => void] {
  const { promise, resolve } = Promise.withResolvers<void>();
  return [promise, () => resolve()];
}

const stored = (page: Page, key: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key);

describe.each(countries)('an offer in %s', (country) => {
  test('waits with a picture of what comes, then greets by the first name', async () => {
    const lead = await createLead(country);
    const page = await browsing.open({ country });
    const [asked, answer] = held();
    await page.route(offerCall, async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(`/vendors/${lead.hash}`);
    await page.getByRole('heading', { name: searching }).waitFor();
    await expectAccessible(page);
    answer();
    await page.getByRole('heading', { name: 'Hola, Ana. Este es tu préstamo' }).waitFor();
    expect(await page.getByText(searching).count()).toBe(0);
    await expectAccessible(page);
  });

  test('shows the rate of the country, and the CFT only in Argentina', async () => {
    const page = await openOffer(await createLead(country, { lastDigit: 5 }));
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Wayni+');
    await page.getByRole('tab', { name: 'Basic' }).click();
    const name = (await plans(page).first().getAttribute('aria-label')) ?? '';
    expect(name).toMatch(/Primera: \d\d-\d\d-\d{4}/);
    expect(name).toMatch(country === 'AR' ? /TNA 260 % · CFT \d+ %/ : /TEA 117 %/);
    expect(name.includes('CFT')).toBe(country === 'AR');
  });

  test('stands at 320 px and in the dark without loss', async () => {
    const page = await openOffer(await createLead(country), { width: 320, scheme: 'dark' });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    expect(await goOn(page).isVisible()).toBe(true);
  });

  test('without a maximum is a rejection with ways to go on', async () => {
    const lead = await createLead(country, { lastDigit: 0 });
    const page = await browsing.open({ country });
    await page.goto(`/vendors/${lead.hash}`);
    await page
      .getByRole('heading', { name: 'lo sentimos, pero no tenemos una oferta disponible para tu perfil' })
      .waitFor();
    for (const name of [/Centro de ayuda/, /Conocé nuestro sitio/, /Volver al inicio/, /Continuar al sitio/])
      expect(await page.getByRole('link', { name }).getAttribute('href')).toBeTruthy();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Volver al inicio' }).click();
    await page.waitForURL('**/signup');
  });
});

test('a maximum without any plan is the other rejection', async () => {
  const lead = await createLead('AR');
  const answer = await answerOf(lead);
  for (const variant of Object.values<{ plans: unknown[] }>(answer.result.max_option)) variant.plans = [];
  const page = await browsing.open({ country: 'AR' });
  await page.route(offerCall, (route) => route.fulfill({ json: answer }));
  await page.goto(`/vendors/${lead.hash}`);
  const words = page.getByRole('heading', { name: 'lo sentimos, pero no tenemos un préstamo disponible' });
  await expect.poll(() => words.count(), soon).toBe(1);
});

test('an offer that cannot be loaded says so and leads to sign-up after 2 seconds', async () => {
  const page = await browsing.open({ country: 'AR' });
  const [asked, answer] = held();
  await page.route(offerCall, async (route) => {
    await asked;
    await route.fulfill({ status: 404, json: { status: 'error', code: 'not_found', message: 'No existe.' } });
  });
  await page.clock.install();
  await page.goto('/vendors/nadie-tiene-este-codigo');
  await page.getByRole('heading', { name: searching }).waitFor();
  await stopTime(page);
  answer();
  const heading = page.getByRole('heading', { name: 'No pudimos cargar tu oferta' });
  let passed = 0;
  // The page needs a moment of its own time to draw the answer.
  await expect
    .poll(async () => {
      await page.clock.runFor(1);
      passed += 1;
      return heading.count();
    }, soon)
    .toBe(1);
  expect(await page.locator('main').innerText()).toContain('En unos segundos te llevamos al inicio.');
  await page.clock.runFor(2000 - passed - 1);
  expect(new URL(page.url()).pathname).toBe('/vendors/nadie-tiene-este-codigo');
  await page.clock.runFor(passed + 1);
  await page.clock.resume();
  await page.waitForURL('**/signup');
});

describe('the amount', () => {
  test('takes three digits of thousands and refuses what is out of bounds, without asking for plans', async () => {
    const page = await openOffer(await createLead('AR', { lastDigit: 4 }));
    let asked = 0;
    await page.route(plansCall, (route) => {
      asked += 1;
      return route.continue();
    });
    await page.clock.install();
    await amountField(page).fill('2');
    await page.getByText('Ingresá un monto mayor').waitFor();
    expect(await amountField(page).getAttribute('aria-invalid')).toBe('true');
    expect(await goOn(page).isDisabled()).toBe(true);
    await amountField(page).fill('');
    await amountField(page).pressSequentially('9876');
    expect(await amountField(page).inputValue()).toBe('987');
    await page.getByText('Ingresá un monto menor').waitFor();
    await page.clock.runFor(5000);
    expect(asked).toBe(0);
    await amountField(page).blur();
    expect(await amountField(page).inputValue()).toBe('400');
    await amountField(page).fill('1');
    await amountField(page).blur();
    expect(await amountField(page).inputValue()).toBe('3');
    await page.clock.runFor(500);
    await expect.poll(() => asked, soon).toBe(1);
  });

  test('asks for plans after a pause of 500 ms, with placeholders in their place', async () => {
    const page = await browsing.open({ country: 'AR' });
    await page.clock.install();
    const lead = await createLead('AR');
    await page.goto(`/vendors/${lead.hash}`);
    await plans(page).first().waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/loan-options/')) asked.push(request.url());
    });
    await stopTime(page);
    await amountField(page).fill('150');
    await placeholders(page).waitFor();
    await page.clock.runFor(300);
    await amountField(page).fill('100');
    await page.clock.runFor(499);
    expect(asked).toEqual([]);
    await page.clock.runFor(1);
    await page.clock.resume();
    await plans(page).first().waitFor();
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/\/loan-options\/100000$/);
  });

  test('follows the slider, whose ends are buttons', async () => {
    const page = await openOffer(await createLead('AR', { lastDigit: 3 }));
    await page.getByRole('button', { name: 'Mínimo: $3.000' }).click();
    expect(await amountField(page).inputValue()).toBe('3');
    await page.getByRole('slider', { name: 'Monto del préstamo' }).press('ArrowRight');
    expect(await amountField(page).inputValue()).toBe('4');
    await page.getByRole('button', { name: 'Máximo: $300.000' }).click();
    expect(await amountField(page).inputValue()).toBe('300');
  });

  test('that fails to get plans offers another try', async () => {
    const page = await openOffer(await createLead('AR'));
    const refusal = { status: 'error', code: 'offer_none', message: 'No hay planes.' };
    await page.route(plansCall, (route) => route.fulfill({ status: 409, json: refusal }), { times: 1 });
    await amountField(page).fill('90');
    await page.getByText('No pudimos calcular tus cuotas').waitFor();
    await page.getByRole('button', { name: 'Volver a intentar' }).click();
    await expect.poll(() => plans(page).count(), soon).toBeGreaterThan(1);
  });
});

describe('the plans', () => {
  test("give the specification's example to the peso, with the whole legal block", async () => {
    const page = await openOffer(await createLead('AR'));
    await page.getByRole('tab', { name: 'Basic' }).click();
    await amountField(page).fill('290');
    await page.getByRole('radio', { name: /^12 cuotas de \$76\.736.*Devolvés \$920\.835/ }).check();
    await page.getByRole('button', { name: 'Detalles del préstamo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Detalles del préstamo' });
    const words = await dialog.innerText();
    for (const figure of [/TNA\s+260,00 %/, /TEA\s+952,\d\d %/, /CFTNA\s+314,60 %/, /CFTEA\s+1\.29\d,\d\d %/])
      expect(words).toMatch(figure);
    expect(words).toContain('Sistema de amortización francés, con cuotas iguales y tasa fija.');
    expect(words).toMatch(/Intereses[\s\S]*IVA sobre intereses/);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    const back = page.getByRole('button', { name: 'Detalles del préstamo' });
    expect(await back.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('all come in the chooser, in reverse order with membership, three of them flagged', async () => {
    const page = await openOffer(await createLead('AR'));
    await page.getByRole('button', { name: 'Ver más cuotas' }).click();
    const dialog = page.getByRole('dialog', { name: '¿En cuántas cuotas?' });
    await dialog.waitFor();
    const cards = await dialog
      .getByRole('radio')
      .evaluateAll((radios) => radios.map((radio) => radio.getAttribute('aria-label') ?? ''));
    expect(cards.map((text) => Number(/(\d+) cuotas? de/.exec(text)?.[1]))).toEqual([
      12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ]);
    expect(
      cards.filter((text) => text.includes('Conviene')).map((text) => /(\d+) cuotas? de/.exec(text)?.[1]),
    ).toEqual(['12', '6', '2']);
    await expectAccessible(page);
    await dialog.getByRole('radio', { name: /^4 cuotas/ }).check();
    await dialog.getByRole('button', { name: 'Elegir 4 cuotas' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByRole('radio', { name: /^4 cuotas/ }).isChecked()).toBe(true);
  });

  test('say what is saved only above 1000', async () => {
    const lead = await createLead('AR');
    const answer = await answerOf(lead);
    const [first, second] = answer.result.max_option.membership.plans.filter(
      (plan: { moreProfitable: boolean }) => plan.moreProfitable,
    );
    first.savings = 1000;
    second.savings = 1001;
    const page = await browsing.open({ country: 'AR' });
    await page.route(offerCall, (route) => route.fulfill({ json: answer }));
    await page.goto(`/vendors/${lead.hash}`);
    await page.getByText('Ahorrás $1.001').waitFor();
    expect(await page.getByText('Ahorrás $1.000', { exact: true }).count()).toBe(0);
  });

  test('are kept when chosen, also by variant; removing them clears what was kept', async () => {
    const page = await openOffer(await createLead('AR'));
    expect(await stored(page, 'cuota.proposal')).toBeNull();
    await page.getByRole('radio', { name: /^6 cuotas/ }).check();
    const membership = await stored(page, 'cuota.proposal.membership');
    expect(await stored(page, 'cuota.proposal')).toEqual(membership);
    expect(membership).toMatchObject({ installmentsQuantity: 6, amount: expect.any(Number) });
    await page.getByRole('tab', { name: 'Basic' }).click();
    const without = await stored(page, 'cuota.proposal.no_membership');
    expect(await stored(page, 'cuota.proposal')).toEqual(without);
    expect(without.final_amount).toBeGreaterThan(membership.final_amount);

    await page.reload();
    await page.getByRole('tab', { name: 'Basic', selected: true }).waitFor();
    expect(await page.getByRole('radio', { name: /^6 cuotas/ }).isChecked()).toBe(true);

    await page.getByRole('button', { name: 'Quitar elección' }).click();
    for (const key of ['cuota.proposal', 'cuota.proposal.membership', 'cuota.proposal.no_membership'])
      expect(await stored(page, key)).toBeNull();
    expect(await goOn(page).isDisabled()).toBe(true);
  });
});

test('the sticky bar comes after more than 400 px and leads back', async () => {
  const page = await openOffer(await createLead('AR', { lastDigit: 6 }));
  const bar = page.getByRole('region', { name: 'PRÉSTAMO DISPONIBLE' });
  await page.evaluate(() => window.scrollTo(0, 400));
  await expect.poll(() => page.evaluate(() => window.scrollY), soon).toBe(400);
  expect(await bar.count()).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 401));
  await bar.getByText('Hasta $650.000').waitFor();
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Ver Oferta' }).click();
  await bar.waitFor({ state: 'hidden' });
});
