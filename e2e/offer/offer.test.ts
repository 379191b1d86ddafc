import { describe, expect, test } from 'vitest';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { packOf } from '../../src/countries/index.ts';
import { testCountry } from '../../src/countries/testing/test-country.ts';
import { expectAccessible } from '../testing/axe.ts';
import { passUntil, stopTime } from '../testing/clock.ts';
import { useBrowser } from '../testing/harness.ts';
import { createLead, overrideSettings } from '../testing/journey.ts';
import { answerOf, held, offerCall, openOffer, plans, searching } from '../testing/offer-steps.ts';

const browsing = useBrowser();
const countries: CountryCode[] = ['AR', 'UY'];

describe.each(countries)('an offer in %s', (country) => {
  test('shows the rate of the country, and the CFT only in Argentina', async () => {
    const page = await openOffer(browsing, await createLead(country, { lastDigit: 5 }));
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Wayni+');
    await page.getByRole('tab', { name: 'Basic' }).click();
    const name = (await plans(page).first().getAttribute('aria-label')) ?? '';
    expect(name).toMatch(/Primera: \d\d-\d\d-\d{4}/);
    expect(name).toMatch(testCountry(country).texts.planRate);
    expect(name.includes('CFT')).toBe(country === 'AR');
  });

  test('without a maximum is a rejection with ways to go on', async () => {
    const lead = await createLead(country, { lastDigit: 0 });
    const page = await browsing.open({ country });
    await page.goto(`/vendors/${lead.hash}`);
    await page
      .getByRole('heading', { name: 'lo sentimos, pero no tenemos una oferta disponible para tu perfil' })
      .waitFor();
    const { consulted, link } = packOf(country).creditReport;
    await page.getByText('Te contamos en qué nos basamos y qué podés hacer.').waitFor();
    for (const words of [consulted, 'Cómo ver tu propio informe', /Podés volver a consultarnos desde el/])
      await page.getByText(words).waitFor();
    const report = page.getByRole('link', { name: link.label });
    expect(await report.getAttribute('href')).toBe(link.defaultUrl);
    expect(await page.getByText(/otros datos/).count()).toBe(0);
    // Where no landing site is set, this one is the site to go on to.
    expect(await page.getByRole('link', { name: 'Conocé nuestro sitio' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Continuar al sitio' }).getAttribute('href')).toBe('/');
    await page.getByRole('button', { name: 'Centro de ayuda' }).click();
    await page.getByRole('dialog', { name: 'Ayuda' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Volver al inicio' }).click();
    await page.waitForURL('**/signup');
  });
});

describe('an offer', () => {
  const country = 'AR';

  test('waits with a picture of what comes, then greets by the first name', async () => {
    const lead = await createLead(country);
    const page = await browsing.open({ country });
    const [asked, answer] = held();
    await page.route(offerCall, async (route) => {
      await asked;
      await route.continue();
    });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(`/vendors/${lead.hash}`);
    await page.getByRole('heading', { name: searching }).waitFor();
    // Its movement is a file of the site's root, unless less motion is asked for
    // (docs/product/offer.md#loading).
    const moves = () => document.getAnimations().some((each) => !(each instanceof CSSAnimation));
    await expect.poll(() => page.evaluate(moves)).toBe(true);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expectAccessible(page);
    answer();
    await page.getByRole('heading', { name: 'Hola, Ana. Este es tu préstamo' }).waitFor();
    expect(await page.getByText(searching).count()).toBe(0);
  });
});

test('help centre, landing site and home are three places, each where it is set', async () => {
  const lead = await createLead('AR', { lastDigit: 0 });
  const page = await browsing.open({ country: 'AR' });
  await overrideSettings(page, {
    'help-url': 'https://ayuda.example/',
    'landing-page-url': 'https://sitio.example/',
    'credit-report-url': '',
  });
  await page.goto(`/vendors/${lead.hash}`);
  const hrefOf = (name: string) => page.getByRole('link', { name }).getAttribute('href');
  expect(await hrefOf('Centro de ayuda')).toBe('https://ayuda.example/');
  expect(await hrefOf('Conocé nuestro sitio')).toBe('https://sitio.example/');
  expect(await hrefOf('Continuar al sitio')).toBe('https://sitio.example/');
  expect(await hrefOf('Volver al inicio')).toBe('/');
  expect(await page.getByRole('link', { name: /Ver mi informe/ }).count()).toBe(0);
});

test('a person rejected by age reads that nothing was consulted', async () => {
  const lead = await createLead('UY', { lastDigit: 0 });
  const answer = await answerOf(lead);
  answer.result.rejection = {
    consulted: false,
    again_from: '',
    held: false,
    waiting: false,
    reason: '',
    correct: '',
  };
  const page = await browsing.open({ country: 'UY' });
  await page.route(offerCall, (route) => route.fulfill({ json: answer }));
  await page.goto(`/vendors/${lead.hash}`);
  await page.getByText('nuestros préstamos son para personas de 18 a 75 años').waitFor();
  expect(await page.getByText('Cuándo volver').count()).toBe(0);
});

test('a maximum without any plan is the other rejection', async () => {
  const lead = await createLead('AR');
  const answer = await answerOf(lead);
  for (const variant of Object.values<{ plans: unknown[] }>(answer.result.max_option)) variant.plans = [];
  const page = await browsing.open({ country: 'AR' });
  await page.route(offerCall, (route) => route.fulfill({ json: answer }));
  await page.goto(`/vendors/${lead.hash}`);
  const words = page.getByRole('heading', { name: 'lo sentimos, pero no tenemos un préstamo disponible' });
  await expect.poll(() => words.count()).toBe(1);
  // Nothing was consulted: there are no reasons to show.
  await page.getByRole('heading', { name: 'A dónde ir' }).waitFor();
  expect(await page.getByText('Te contamos en qué nos basamos').count()).toBe(0);
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
  const passed = await passUntil(page, () => heading.isVisible());
  expect(await page.locator('main').innerText()).toContain('En unos segundos te llevamos al inicio.');
  await page.clock.runFor(2000 - passed - 1);
  expect(new URL(page.url()).pathname).toBe('/vendors/nadie-tiene-este-codigo');
  await page.clock.runFor(passed + 1);
  await page.clock.resume();
  await page.waitForURL('**/signup');
});

test('the sticky bar comes after more than 400 px and leads back', async () => {
  const page = await openOffer(browsing, await createLead('AR', { lastDigit: 6 }));
  const bar = page.getByRole('region', { name: 'PRÉSTAMO DISPONIBLE' });
  await page.evaluate(() => window.scrollTo(0, 400));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(400);
  expect(await bar.count()).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 401));
  await bar.getByText('Hasta $650.000').waitFor();
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Ver Oferta' }).click();
  await bar.waitFor({ state: 'hidden' });
});
