import { describe, expect, test } from 'vitest';
import { useBrowser } from '../testing/harness.ts';
import { at, back, errorOf, hasFocus, helpPanel, next, openStep } from '../testing/apply-steps.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../testing/axe.ts';
import { passUntil, stopTime } from '../testing/clock.ts';
import { inView } from '../testing/seen.ts';
import { createAccount, done, newCbu, overrideSettings } from '../testing/journey.ts';

const browsing = useBrowser();

describe('step 2, address', () => {
  const path = '/verificacion-identidad/02';
  const message = 'Por favor, completa/revise todos los campos de color rojo para avanzar.';

  test('empty: the message of the form, those of the fields, focus on the first; a city is taken by typing or choosing, a wrong postal code says how it looks', async () => {
    const { page, account } = await openStep(browsing, 'AR', path);
    await page.getByLabel('Calle').focus();
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
    await next(page).click();
    await page.getByText(message).waitFor();
    expect(await errorOf(page, 'Provincia')).toBe('Campo requerido.');
    expect(await errorOf(page, 'Ciudad')).toBe('Seleccionar una ciudad.');
    for (const label of ['Calle', 'Altura', 'Piso', 'Departamento'])
      expect(await errorOf(page, label)).toBe('Campo requerido.');
    expect(await errorOf(page, 'Código postal')).toBe('');
    expect(await hasFocus(page, 'Provincia')).toBe(true);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);

    await page.getByLabel('Provincia').selectOption('6');
    await page.getByLabel('Ciudad').fill('villa mar');
    await page.getByRole('option', { name: 'Villa María', exact: true }).click();
    expect(await page.getByLabel('Ciudad').inputValue()).toBe('Villa María');
    for (const label of ['Calle', 'Altura', 'Piso', 'Departamento']) await page.getByLabel(label).fill('1');
    await page.getByLabel('Código postal').fill('14');
    await next(page).click();
    expect(await errorOf(page, 'Código postal')).toBe(
      'Ingresá un código postal válido (ej. 1425 o C1425ABC).',
    );
    await page.getByLabel('Código postal').fill('5900');
    await next(page).click();
    await at(page, '/verificacion-identidad/03');
    const { result } = await done('GET /api/v3/account-new', { country: 'AR', token: account.token });
    expect(result.address.city).toBe('Villa María');
  });

  test('province 1 has city 515; what is typed survives ANT; saved with country 858', async () => {
    const { page } = await openStep(browsing, 'AR', path);
    await page.getByLabel('Provincia').selectOption('1');
    await expect.poll(() => page.getByLabel('Ciudad').inputValue()).toMatch(/Buenos Aires/);
    expect(await page.getByLabel('Ciudad').getAttribute('readonly')).not.toBeNull();
    await page.getByLabel('Calle').fill('Rivadavia');
    await page.getByLabel('Altura').fill('4500');
    await back(page).click();
    await at(page, '/verificacion-identidad');
    await page.goto(path);
    await expect.poll(() => page.getByLabel('Calle').inputValue()).toBe('Rivadavia');
    await page.getByRole('checkbox', { name: 'Vivo en una casa' }).check();
    for (const label of ['Piso', 'Departamento']) expect(await page.getByLabel(label).count()).toBe(0);
    await page.getByLabel('Código postal').fill('1425');
    const sent = page.waitForRequest('**/api/v3/address');
    await next(page).click();
    expect((await sent).postDataJSON()).toEqual({
      country_id: 858,
      province_id: '1',
      city_id: '515',
      street: 'Rivadavia',
      street_number: '4500',
      floor: '-',
      office: '-',
      zipcode: '1425',
      state: '',
    });
    await at(page, '/verificacion-identidad/03');
    // On another device it is there as well.
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(path);
    await expect.poll(() => page.getByLabel('Altura').inputValue()).toBe('4500');
  });

  test('the list of cities opens after two seconds; 9999 asks for the name', async () => {
    const { page, account } = await openStep(browsing, 'AR', path);
    await page.clock.install();
    await stopTime(page);
    const arrived = page.waitForResponse('**/api/v3/locality/6');
    await page.getByLabel('Provincia').selectOption('6');
    await arrived;
    const list = page.getByRole('listbox');
    await passUntil(page, () => page.getByLabel('Ciudad').isEnabled());
    await page.clock.runFor(1400);
    expect(await list.count()).toBe(0);
    await page.clock.runFor(700);
    await list.waitFor();
    await page.getByLabel('Ciudad').fill('villa del ros');
    await page.getByRole('option', { name: 'Otra ciudad' }).click();
    for (const label of ['Calle', 'Altura', 'Piso', 'Departamento']) await page.getByLabel(label).fill('1');
    await next(page).click();
    expect(await errorOf(page, 'Nombre de tu ciudad')).toBe('Campo requerido.');
    await page.getByLabel('Nombre de tu ciudad').fill('Los Cocos del Sur');
    await next(page).click();
    await at(page, '/verificacion-identidad/03');
    const { result } = await done('GET /api/v3/account-new', { country: 'AR', token: account.token });
    expect(result.address).toMatchObject({ city_id: 9999, state: 'Los Cocos del Sur', province_id: 6 });
    expect(result.credit_rating).toMatchObject({ address_verified: 1, personal_reference: 2 });
  });
});

describe('step 3, bank', () => {
  const path = '/verificacion-identidad/03';
  const account = 'CBU, CVU o alias';

  test('messages of the account and of the CUIT; a good account leads on and can be chosen; another shows the CUIT read-only; a duplicate is refused and help opens', async () => {
    const { page, account: person } = await openStep(browsing, 'AR', path);
    await next(page).click();
    expect(await errorOf(page, account)).toBe('El CBU es requerido.');
    expect(await errorOf(page, 'CUIT/CUIL')).toBe('Campo requerido.');
    await page.getByLabel(account).fill('123');
    await page.getByLabel('CUIT/CUIL').fill('20');
    expect(await errorOf(page, account)).toBe('El CBU debe contener 22 números.');
    await expectAccessible(page);
    const cbu = newCbu();
    await page.getByLabel(account).fill(cbu);
    await page.getByLabel('CUIT/CUIL').fill(person.cuit);
    expect(await page.getByLabel('CUIT/CUIL').inputValue()).toMatch(/^\d{2}-\d{8}-\d$/);
    await next(page).click();
    await page.getByText('La cuenta bancaria ha sido creada.').waitFor();
    await at(page, '/verificacion-identidad/04');
    await back(page).click();
    const stored = page.getByRole('radio', { name: /Banco de la Nación Argentina/ });
    expect(await stored.isChecked()).toBe(true);
    expect(await page.getByLabel(account).count()).toBe(0);
    await page.getByRole('radio', { name: /Otra cuenta/ }).check();
    expect(await page.getByLabel('CUIT/CUIL').getAttribute('readonly')).not.toBeNull();
    expect(await page.getByLabel('CUIT/CUIL').inputValue()).toContain(person.document);
    await page.getByLabel(account).fill(cbu);
    await next(page).click();
    const refusal = helpPanel(page).getByRole('region', { name: 'No pudimos agregar esa cuenta' });
    await refusal.getByText('La cuenta bancaria ya fue registrada anteriormente.').waitFor();
    expect(await inView(refusal.getByRole('button', { name: 'Retirar el dinero en persona' }))).toBe(true);
    await refusal.getByRole('button', { name: 'Corregir los datos' }).click();
    await helpPanel(page).waitFor({ state: 'detached' });
    expect(await hasFocus(page, account)).toBe(true);
    expect(await errorOf(page, account)).toBe('La cuenta bancaria ya fue registrada anteriormente.');
    await page.getByLabel(account).fill('mi.alias.nuevo');
    const [sent] = await Promise.all([page.waitForRequest('**/api/bank-accounts'), next(page).click()]);
    expect(sent.postDataJSON()).toEqual({
      accountNumber: 'mi.alias.nuevo',
      holderIdentityNumber: person.cuit,
    });
    await at(page, '/verificacion-identidad/04');
    const kept = await page.evaluate(() => localStorage.getItem('cuota.proposal'));
    expect(JSON.parse(kept ?? '{}').bank.cbu).toBe('mi.alias.nuevo');
    await back(page).click();
    await page.getByRole('radio', { name: /mi\.alias\.nuevo/, checked: true }).waitFor();
    await page.getByRole('button', { name: 'Eliminar esta cuenta' }).click();
    await page.getByText('La cuenta bancaria ha sido eliminada.').waitFor();
    expect(await page.getByText('mi.alias.nuevo').count()).toBe(0);
    expect(await stored.isChecked()).toBe(true);
  });

  test('somebody else’s CUIT is refused; the help panel waits for the configured count', async () => {
    const person = await createAccount('AR');
    const other = await createAccount('AR');
    const page = await browsing.open({ country: 'AR', token: person });
    await overrideSettings(page, { 'whatsapp-open-force-error-count': '2' });
    await page.goto(path);
    await page.getByLabel(account).fill(newCbu());
    await page.getByLabel('CUIT/CUIL').fill(other.cuit);
    await next(page).click();
    await expect.poll(() => errorOf(page, account)).toBe('La cuenta tiene que estar a tu nombre.');
    expect(await helpPanel(page).count()).toBe(0);
    await next(page).click();
    await helpPanel(page).getByRole('button', { name: 'Retirar el dinero en persona' }).click();
    await page
      .getByRole('radio', { name: /^Punto / })
      .first()
      .waitFor();
  });
});

test('the notice of delays follows its setting', async () => {
  const page = await browsing.open({ country: 'AR', token: await createAccount('AR') });
  await overrideSettings(page, { 'delay-notice': 'on' });
  await page.goto('/verificacion-identidad/02');
  const notice = page.getByText(
    'En estos momentos estamos presentando demoras de días para realizar la acreditación.',
  );
  await notice.waitFor();
  await page.unrouteAll();
  await overrideSettings(page, { 'delay-notice': 'off' });
  await page.reload();
  await back(page).waitFor();
  expect(await notice.count()).toBe(0);
});
