import { describe, expect, test } from 'vitest';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { testCountry } from '../../src/countries/testing/test-country.ts';
import { api } from '../testing/api.ts';
import { chooseBank } from '../testing/apply-steps.ts';
import { useBrowser } from '../testing/harness.ts';
import { bankLabel, described, leads, newPerson, next, openFilled, send } from '../testing/signup-steps.ts';

const browsing = useBrowser();
const countries: CountryCode[] = ['AR', 'UY'];

describe.each(countries)('sign-up in %s', (country) => {
  const { labels, document: numbers, phone, banks, texts } = testCountry(country);
  test('leads to the offer with everything that was typed', async () => {
    const person = newPerson(country);
    const page = await openFilled(browsing, country, person);
    const { request, model } = await send(page);
    expect(request.postDataJSON()).toEqual({
      first_name: 'Ana',
      last_name: 'Pereyra',
      email_address: person.email,
      document_number: person.document,
      birthdate: '1990-04-23',
      country_id: 858,
      phone: person.phone,
      whatsapp_tc: true,
      bank_code: banks.atSignup,
      referrer: '',
      parameter: '',
    });
    expect(model).toMatchObject({ suitable: 1, document_number: person.document });
    await page.waitForURL(`**/vendors/${model.hash}`);
  });

  test('asks for a bank where it is wanted, explains contact and data, formats what is typed and pasted, and keeps it whole', async () => {
    const page = await browsing.open({ country });
    await page.goto('/signup');
    await page.getByLabel('Celular').waitFor();
    expect(await page.getByLabel(bankLabel).count()).toBe(banks.atSignup === '' ? 0 : 1);

    const main = page.getByRole('main');
    await main.getByText('Al continuar aceptás que te contactemos por WhatsApp.').waitFor();
    await main.getByText(texts.personalDataLaw).waitFor();
    const link = main.getByRole('button', { name: 'Política de privacidad' });
    await link.click();
    await page.getByRole('dialog', { name: 'Política de privacidad' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await link.evaluate((button) => document.activeElement === button)).toBe(true);

    const birthdate = page.getByLabel('Fecha de nacimiento');
    await birthdate.pressSequentially('23041990');
    expect(await birthdate.inputValue()).toBe('23-04-1990');
    await birthdate.fill('1990-04-23');
    expect(await birthdate.inputValue()).toBe('23-04-1990');
    const documentField = page.getByLabel(labels.document);
    await documentField.pressSequentially(numbers.whole[0]);
    expect(await documentField.inputValue()).toBe(numbers.whole[1]);
    await page.getByLabel('Celular').fill(phone.pasted[0]);
    expect(await page.getByLabel('Celular').inputValue()).toBe(phone.pasted[1]);
    await page.getByLabel('Mail', { exact: true }).fill('  ana@example.com');
    expect(await page.getByLabel('Mail', { exact: true }).inputValue()).toBe('ana@example.com');
    expect(await page.getByLabel('Mail', { exact: true }).getAttribute('maxlength')).toBe('200');

    // Typed key by key on a phone, an entry is kept whole, and written in its form when it is left.
    await page.setViewportSize({ width: 360, height: 640 });
    const field = (label: string) => page.getByLabel(label, { exact: true });
    const keyed = async (label: string, typed: string) => {
      await field(label).fill('');
      await field(label).pressSequentially(typed);
      const before = await field(label).inputValue();
      await field(label).blur();
      return [before, await field(label).inputValue()];
    };
    for (const typed of phone.ways) {
      expect(await keyed('Celular', typed)).toEqual([typed.replaceAll(' ', ''), phone.dialled]);
      expect(await field('Celular').getAttribute('aria-invalid')).toBe(null);
    }
    expect(await keyed('Fecha de nacimiento', '1/5/1990')).toEqual(['1-5-1990', '01-05-1990']);
    const kept: [label: string, typed: string, digits: string][] = [
      ['Celular', ...phone.wrong],
      ['Fecha de nacimiento', '010519900', '01-05-19900'],
      [labels.document, ...numbers.oneDigitMore],
    ];
    for (const [label, typed, shown] of kept) {
      expect(await keyed(label, typed)).toEqual([shown, shown]);
      expect(await field(label).getAttribute('aria-invalid')).toBe('true');
    }
  });

  test('is in the HTML before any script runs', async () => {
    const { body } = await api('GET /signup', { country });
    expect(body).toContain('Pedí tu préstamo online en menos de 5 minutos');
    expect(body).toContain(labels.document);
    expect(body).toContain(texts.footerRate);
    expect(body).not.toMatch(/ style="|<script>/);
  });
});

describe('sign-up', () => {
  const country = 'AR';
  test('can be sent only when nothing is empty or the birth date impossible, once, and keeps what was typed for who comes back', async () => {
    const person = newPerson(country);
    const page = await openFilled(browsing, country, person);
    await next(page).and(page.locator(':enabled')).waitFor();
    for (const label of [
      'Nombre',
      'Apellido',
      testCountry(country).labels.document,
      'Fecha de nacimiento',
      'Mail',
      'Celular',
    ]) {
      const field = page.getByLabel(label, { exact: true });
      const before = await field.inputValue();
      await field.fill(label === 'Nombre' ? '   ' : '');
      expect(await next(page).isDisabled()).toBe(true);
      await field.fill(before);
      expect(await next(page).isDisabled()).toBe(false);
    }
    const bank = page.getByLabel(bankLabel);
    const chosen = await bank.inputValue();
    await bank.fill('');
    expect(await next(page).isDisabled()).toBe(true);
    await chooseBank(page, bankLabel, chosen);

    let sent = 0;
    page.on('request', (request) => (sent += request.url().endsWith('/v1/leads') ? 1 : 0));
    const birthdate = page.getByLabel('Fecha de nacimiento');
    await birthdate.fill('31-02-1990');
    await next(page).click();
    await page.getByRole('status').getByText('Ingrese una fecha de nacimiento válida').waitFor();
    expect(await described(page, 'Fecha de nacimiento')).toContain('Ingrese una fecha de nacimiento válida');
    expect(await birthdate.evaluate((input) => document.activeElement === input)).toBe(true);
    expect(sent).toBe(0);

    await birthdate.fill('23-04-1990');
    const answers: (() => void)[] = [];
    await page.route(leads, async (route) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      await route.continue();
    });
    await next(page).click();
    await next(page).and(page.locator(':disabled')).waitFor();
    await page.getByRole('progressbar', { name: 'Cargando' }).waitFor();
    await expect.poll(() => answers.length).toBe(1);
    answers[0]?.();
    await page.waitForURL('**/vendors/*');
    await page.goBack();
    await page.waitForURL('**/signup');
    await expect.poll(() => page.getByLabel('Mail', { exact: true }).inputValue()).toBe(person.email);
  });

  test('says what is wrong after a field is left, never before, and suggests thirteen domains for the e-mail address', async () => {
    const page = await browsing.open({ country });
    await page.goto('/signup');
    const wrong: [label: string, typed: string, message: string][] = [
      ['Nombre', 'Ana  María', 'No se permiten espacios en blanco'],
      ['Apellido', 'Pereyra ', 'No se permiten espacios en blanco'],
      ['Mail', 'ana@', 'El mail ingresado no es válido. Volvé a intentarlo.'],
      ['Celular', '123', 'Incluye el código de área de tu ciudad, sin el 0'],
      ['Fecha de nacimiento', '31-02-1990', 'Ingrese una fecha de nacimiento válida'],
    ];
    for (const [label, typed, message] of wrong) {
      const field = page.getByLabel(label, { exact: true });
      await field.pressSequentially(typed);
      expect(await field.getAttribute('aria-invalid')).toBe(null);
      await field.press('Tab');
      await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
      expect(await described(page, label)).toContain(message);
    }
    await page.getByLabel('Celular').fill('');
    await page.getByLabel('Celular').blur();
    expect(await described(page, 'Celular')).toContain('El celular es requerido.');

    const email = page.getByRole('combobox', { name: 'Mail', exact: true });
    await email.fill('');
    await email.pressSequentially('ana');
    expect(await page.getByRole('option').filter({ hasText: '@' }).count()).toBe(13);
    await email.pressSequentially('@hot');
    await page.getByRole('option', { name: 'ana@hotmail.com', exact: true }).waitFor();
    await email.press('ArrowDown');
    await email.press('Enter');
    expect(await email.inputValue()).toBe('ana@hotmail.com');
    await email.fill('ana@gm');
    await page.getByRole('option', { name: 'ana@gmail.com' }).click();
    expect(await email.inputValue()).toBe('ana@gmail.com');
    await email.fill('ana@');
    await email.press('Escape');
    expect(await page.getByRole('listbox').count()).toBe(0);
  });

  test('shows refusals of the server under the fields, and no message for other failures', async () => {
    const page = await openFilled(browsing, country);
    const words = 'Tuvimos un problema. Volvé a intentarlo en unos minutos.';
    const answers = [
      { status: 422, fields: { email_address: 'Ese mail no existe.' }, message: 'Revisá.' },
      { status: 503, fields: undefined, message: words },
    ];
    await page.route(leads, (route) => {
      const { status, ...body } = answers.shift() ?? { status: 500 };
      return route.fulfill({
        status,
        json: { status: 'error', code: 'x', messages: [], errors: [], ...body },
      });
    });
    await next(page).click();
    await page.getByText('Ese mail no existe.').waitFor();
    expect(await described(page, 'Mail')).toContain('Ese mail no existe.');
    await page.getByLabel('Mail', { exact: true }).fill('otra@example.com');
    await next(page).click();
    const again = page.getByRole('button', { name: 'Volver a intentar', exact: true });
    await again.and(page.locator(':enabled')).waitFor();
    expect(await page.getByText(words).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'CERRAR' }).count()).toBe(0);
    expect(await page.getByLabel('Nombre').inputValue()).toBe('Ana');
    await page.unroute(leads);
    await again.click();
    await page.waitForURL('**/vendors/*');
  });
});
