import type { Page } from 'playwright-core';
import { newPhone } from './journey.ts';
import { leadOffer, type ScreenCase, visitsOf } from './screens.ts';

/** Mocks a successful call, so that looking changes nothing of the demo customers. */
const accepts = (page: Page, path: string) =>
  page.route(`**${path}`, (route) => route.fulfill({ json: { status: 'success', messages: [] } }));
const refusesAt = (page: Page, path: string, status: number, code: string, message: string) =>
  page.route(`**${path}`, (route) =>
    route.fulfill({ status, json: { status: 'error', code, message, messages: [message], errors: [] } }),
  );
const refuses = (page: Page, status: number, code: string, message: string) =>
  refusesAt(page, '/api/v3/finish-new', status, code, message);
const isStale = [403, 'fresh_login_required', 'Por tu seguridad, volvé a ingresar.'] as const;

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).first().click();
const dialog = (page: Page, name?: string) =>
  page.getByRole('dialog', { ...(name !== undefined && { name }) }).waitFor();

async function acceptAndConfirm(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /Acepto los términos/ }).check();
  await page.getByRole('checkbox', { name: /^Acepto el (pagaré|vale)$/ }).check();
  await page.getByRole('button', { name: 'Confirmar préstamo' }).click();
}

const review = { path: '/revisar', who: 'cancelado', hasProposal: true } as const;
const phone = { path: '/validacion-celular', who: 'nueva', hasProposal: true } as const;

/** Sign-up dialogs and states that take more than a press to reach; in one country if both have the same. */
export const entryDialogs: readonly ScreenCase[] = [
  {
    name: 'login-link-by-sms',
    countries: ['UY'],
    path: '/login',
    // It opens on /login-link, where no control can receive the focus afterwards.
    prepare: async (page) => {
      await accepts(page, '/api/auth/sendpin');
      await press(page, 'Ingresar con tu celular');
      await page.getByLabel('Celular').fill(newPhone('UY'));
      await press(page, 'Recibir link por SMS');
      await dialog(page);
    },
  },
  {
    name: 'login-link-by-mail',
    countries: ['AR'],
    path: '/login',
    isDialog: true,
    prepare: async (page) => {
      await accepts(page, '/api/auth/magic-link');
      await page.getByLabel('Mail', { exact: true }).fill('ana@example.com');
      await press(page, 'Recibir un link de acceso por mail');
    },
  },
  {
    name: 'login-google',
    countries: ['UY'],
    path: '/login',
    isDialog: true,
    prepare: (page) => press(page, 'Continuar con Google'),
  },
  {
    name: 'lead-login',
    countries: ['AR'],
    path: leadOffer,
    prepare: async (page) => {
      await press(page, 'Continuar');
      await dialog(page, 'Registrate para continuar');
      await page.getByRole('dialog').locator('button[aria-haspopup=dialog]').last().click();
      await page.getByRole('dialog').nth(1).waitFor();
    },
  },
];

/** Dialogs of offer and application. */
export const applicationDialogs: readonly ScreenCase[] = [
  {
    name: 'bank-pickup',
    path: '/verificacion-identidad/03',
    who: 'nueva',
    hasProposal: true,
    countries: ['AR'],
    prepare: async (page) => {
      await page.getByRole('radio', { name: /Punto de retiro/ }).check();
      await page.getByRole('radio', { name: /Punto Centro/ }).waitFor();
    },
  },
  {
    name: 'selfie-help',
    countries: ['AR'],
    path: '/verificacion-identidad',
    who: 'nueva',
    hasProposal: true,
    isDialog: true,
    leavesNoTrace: true,
    prepare: (page) => press(page, /^¿Cómo sacarme la selfie/),
  },
  {
    ...phone,
    name: 'sms-code',
    countries: ['AR'],
    isDialog: true,
    prepare: async (page) => {
      await accepts(page, '/api/v3/sendcode');
      await page.getByRole('button', { name: 'SIG', exact: true }).click();
      // The code input has the focus; the keyboard walk begins at the top.
      await page.getByRole('dialog').getByRole('heading').first().focus();
    },
  },
  {
    ...phone,
    name: 'sms-not-arrived',
    countries: ['UY'],
    prepare: async (page) => {
      await accepts(page, '/api/v3/sendcode');
      await page.getByRole('button', { name: 'SIG', exact: true }).click();
      await dialog(page);
      await page.keyboard.press('Escape');
      await page.getByText('¿No te llegó el SMS?').waitFor();
    },
  },
  {
    ...review,
    name: 'review-note',
    isDialog: true,
    leavesNoTrace: true,
    prepare: (page) => press(page, /^Leer el (pagaré|vale)$/),
  },
  {
    ...review,
    name: 'review-proof',
    countries: ['UY'],
    isDialog: true,
    prepare: async (page) => {
      await refuses(page, ...isStale);
      await acceptAndConfirm(page);
    },
  },
  {
    name: 'own-data-proof',
    path: '/mis-datos',
    who: 'nueva',
    isDialog: true,
    prepare: async (page) => {
      await refusesAt(page, '/api/v3/own-data/file', ...isStale);
      await press(page, 'Descargar mis datos');
      await page.getByRole('button', { name: /^Recibir un código en / }).waitFor();
    },
  },
  {
    name: 'own-data-proof-code',
    path: '/mis-datos',
    who: 'nueva',
    isDialog: true,
    prepare: async (page) => {
      await refusesAt(page, '/api/v3/own-data/file', ...isStale);
      const json = { status: 'success', result: { state: 'x' }, messages: ['Te enviamos un código.'] };
      await page.route('**/api/v3/proof/code', (route) => route.fulfill({ json }));
      await press(page, 'Descargar mis datos');
      await page.getByRole('button', { name: /^Recibir un código en/ }).click();
      await page.getByLabel('Código de 6 números').waitFor();
      // The code input has the focus; the keyboard walk begins at the top.
      await page.getByRole('dialog').getByRole('heading').first().focus();
    },
  },
  {
    name: 'own-data-password',
    path: '/mis-datos',
    who: 'nueva',
    isDialog: true,
    leavesNoTrace: true,
    prepare: (page) => press(page, 'Cambiar mi contraseña'),
  },
  {
    ...review,
    name: 'review-refused',
    countries: ['AR'],
    prepare: async (page) => {
      await refuses(page, 409, 'verification_missing', 'Por favor, completa todos los campos para avanzar.');
      await acceptAndConfirm(page);
      await page.getByText('los datos que has ingresado no son válidos').waitFor();
    },
  },
  {
    name: 'offer-thanks',
    countries: ['UY'],
    path: '/oferta-comercial',
    who: 'nueva',
    isDialog: true,
    prepare: async (page) => {
      await page.route('**/api/v3/lead/feedback/*', (route) =>
        route.fulfill({ json: { status: 'success', messages: [] } }),
      );
      await press(page, 'Esta opción no me parece interesante');
      await page.getByRole('dialog').getByRole('radio').first().check();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Enviar/ })
        .click();
      await page
        .getByRole('dialog')
        .getByText(/Gracias/i)
        .first()
        .waitFor();
    },
  },
];

export const dialogVisits = visitsOf([...entryDialogs, ...applicationDialogs]);
