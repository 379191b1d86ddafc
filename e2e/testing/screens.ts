import type { Page } from 'playwright-core';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { cashIn, onlineIn } from '../../src/countries/testing/test-country.ts';
import { askToPay, instalmentsOf } from './borrower.ts';
import { demoPassword } from '../../src/server/sandbox/demo/people.ts';
import { balanceOf, certificateOf, hasOffers, hasWithdrawn } from './borrower-cases.ts';
import { createLead, done } from './journey.ts';
import { keeper } from './kept.ts';
import { paymentScreens } from './payment-screens.ts';

/** Demo customers (docs/demo.md) used for screens; looking changes nothing of theirs. */
export type DemoName =
  | 'nueva'
  | 'mitad'
  | 'enviando'
  | 'aldia'
  | 'demora10'
  | 'demora45'
  | 'pagado'
  | 'cancelado'
  | 'membresia';

export interface DemoLogin {
  readonly country: CountryCode;
  readonly token: string;
  readonly expired: string;
}

/** Input for a screen's address and preparation. */
export interface Visit {
  readonly country: CountryCode;
  readonly login: DemoLogin | undefined;
}

/** One state of one screen. */
export interface ScreenCase {
  readonly name: string;
  readonly path: string | ((visit: Visit) => Promise<string>);
  /** Final address, if the screen hides a secret. */
  readonly landsOn?: string;
  /** Both by default. */
  readonly countries?: readonly CountryCode[];
  /** Logged out by default. */
  readonly who?: DemoName;
  /** A plan is already chosen. */
  readonly hasProposal?: boolean;
  /** Brings the loaded screen into its state. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** The state is an open modal dialog. */
  readonly isDialog?: boolean;
  /** Closing the dialog restores the screen as loaded. */
  readonly leavesNoTrace?: boolean;
}

const keptLogin = keeper<DemoLogin>();

/** The session of a demo customer, one per product and worker. */
export function loginOf(name: DemoName, country: CountryCode): Promise<DemoLogin> {
  const email = `${name}@${country.toLowerCase()}.demo.example`;
  return keptLogin(email, async () => {
    const { result } = await done('POST /api/v3/authenticate-new', {
      country,
      body: { email, password: demoPassword },
    });
    return { country, token: result.token, expired: result.expired };
  });
}

async function firstLoan({ country, login }: Visit): Promise<string> {
  const { result } = await done('GET /api/loan', { country, token: login?.token ?? '' });
  return result[0].id;
}

const vendor =
  (lastDigit: number) =>
  async ({ country }: Visit) =>
    `/vendors/${(await createLead(country, { lastDigit })).hash}`;
const ofLoan = (path: string) => async (asked: Visit) => `${path}/${await firstLoan(asked)}`;
const viewOfLoan = ofLoan('/ver-prestamo');
const closing = { path: ofLoan('/pago-anticipado'), who: 'aldia' } as const;
export const leadOffer = vendor(8);

/** Balance of a logged-in borrower with an open coupon and a card payment in progress. */
const balanceWithOpenPayments = async (asked: Visit) => {
  const path = await balanceOf(asked);
  const { country, login } = asked;
  const account = { country, document: path.split('/').at(-1) ?? '', ...(login && { token: login.token }) };
  const [first, second] = await instalmentsOf(account);
  if (first?.state_name === 'pending') await askToPay(account, [first], cashIn(country));
  if (second?.state_name === 'pending') await askToPay(account, [second], onlineIn(country));
  return path;
};

/** Chooses every instalment and opens the dialog of payment methods. */
const paysAll = async (page: Page) => {
  await page.getByRole('checkbox', { name: 'Seleccionar todas' }).check();
  await page.getByRole('button', { name: 'Pagar', exact: true }).click();
  await page.getByRole('radio').first().check();
  // As if just opened: the keyboard walk begins at the top.
  await page.getByRole('dialog').getByRole('heading').first().focus();
};

const opensTab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

/** Presses the button or link of this name and waits for the dialog. */
const opens =
  (name: string | RegExp, within: 'main' | 'contentinfo' = 'main') =>
  async (page: Page) => {
    await page.getByRole(within).getByRole('button', { name }).first().click();
    await page.getByRole('dialog').waitFor();
  };

const offer = { path: '/oferta-comercial', who: 'nueva' } as const;
const dialogOf = (
  screen: Pick<ScreenCase, 'path' | 'who' | 'hasProposal'>,
  name: string,
  opener: string | RegExp,
) => ({
  ...screen,
  name,
  isDialog: true,
  leavesNoTrace: true,
  prepare: opens(opener),
});
const ofShell = (name: string, opener: string) => ({
  name,
  path: '/signup',
  isDialog: true,
  leavesNoTrace: true,
  prepare: opens(opener, 'contentinfo'),
});

export const publicScreens: readonly ScreenCase[] = [
  { name: 'signup', path: '/signup' },
  { name: 'signup-wrong', path: '/signup', prepare: leaveFieldsWrong },
  { name: 'login', path: '/login' },
  {
    name: 'login-phone',
    path: '/login',
    prepare: async (page) => page.getByRole('button', { name: 'Ingresar con tu celular' }).click(),
  },
  { name: 'login-reset', path: '/login?reset=1', isDialog: true },
  { name: 'login-link', path: '/login-link' },
  { name: 'sms-sent', path: '/sms-enviado' },
  { name: 'password-reset', path: '/recupero-contrasena/una-clave', landsOn: '/recupero-contrasena/link' },
  { name: 'lead-offer', path: leadOffer },
  { name: 'lead-rejected', path: vendor(0) },
  {
    name: 'lead-registration',
    path: vendor(7),
    isDialog: true,
    prepare: opens('Continuar'),
  },
  { name: 'account-status', path: '/estado-cuenta' },
  { name: 'balance-public', path: '/balance/1/30111228' },
  { name: 'referral', path: '/referido' },
  { name: 'withdrawal', path: '/arrepentimiento' },
  { name: 'membership-cancellation', path: '/baja-membresia' },
  { name: 'terms', path: '/terminos' },
  { name: 'contracts', path: '/contratos-de-adhesion' },
  { name: 'privacy', path: '/privacidad' },
  ofShell('dialog-help', 'Ayuda y contacto'),
  ofShell('dialog-suggestion', 'Sugerencias y mejoras'),
  ofShell('dialog-terms', 'Términos y condiciones'),
  ofShell('dialog-policy', 'Política de privacidad'),
  ofShell('dialog-draw', 'Bases del sorteo'),
];

export const applicationScreens: readonly ScreenCase[] = [
  { ...offer, name: 'offer' },
  dialogOf(offer, 'offer-instalments', 'Ver más cuotas'),
  dialogOf(offer, 'offer-details', 'Detalles del préstamo'),
  dialogOf(offer, 'offer-membership', /^Conocé/),
  dialogOf(offer, 'offer-grant-times', 'Ver tiempos de acreditación'),
  dialogOf(offer, 'offer-feedback', 'Esta opción no me parece interesante'),
  { name: 'welcome', path: '/bienvenido', who: 'nueva' },
  { name: 'welcome-half', path: '/bienvenido', who: 'mitad', hasProposal: true },
  { name: 'welcome-active-loan', path: '/bienvenido', who: 'aldia' },
  { name: 'identity', path: '/verificacion-identidad', who: 'nueva', hasProposal: true },
  { name: 'address', path: '/verificacion-identidad/02', who: 'nueva', hasProposal: true },
  { name: 'bank', path: '/verificacion-identidad/03', who: 'nueva', hasProposal: true, countries: ['AR'] },
  { name: 'card', path: '/verificacion-identidad/04', who: 'nueva', hasProposal: true, countries: ['AR'] },
  {
    name: 'delivery',
    path: '/verificacion-identidad/03uy',
    who: 'nueva',
    hasProposal: true,
    countries: ['UY'],
  },
  {
    name: 'account',
    path: '/verificacion-identidad/04uy',
    who: 'nueva',
    hasProposal: true,
    countries: ['UY'],
  },
  { name: 'phone', path: '/validacion-celular', who: 'nueva', hasProposal: true },
  { name: 'review', path: '/revisar', who: 'cancelado', hasProposal: true },
  {
    name: 'review-membership',
    path: '/revisar',
    who: 'cancelado',
    hasProposal: true,
    countries: ['UY'],
    prepare: async (page) => page.getByRole('switch', { name: 'Incluir Wayni+' }).check(),
  },
];

export const loanScreens: readonly ScreenCase[] = [
  { name: 'finish', path: ofLoan('/finalizacion'), who: 'enviando' },
  { name: 'finish-open', path: ofLoan('/finish'), who: 'aldia' },
  { name: 'loan-send', path: viewOfLoan, who: 'enviando' },
  { name: 'loan-canceled', path: viewOfLoan, who: 'cancelado' },
  { name: 'receipt', path: ofLoan('/comprobante-transferencia'), who: 'aldia' },
  { name: 'cancelled', path: '/cancelacion-exitosa', who: 'cancelado' },
  { name: 'statement', path: ofLoan('/movimientos'), who: 'aldia' },
  { name: 'referral-own', path: '/referido', who: 'aldia' },
  { name: 'own-data', path: '/mis-datos', who: 'membresia' },
  { name: 'membership', path: '/membresia', who: 'membresia' },
  { name: 'notices', path: '/avisos', who: 'aldia' },
  {
    name: 'own-data-erasure',
    path: '/mis-datos',
    who: 'pagado',
    isDialog: true,
    prepare: opens('Pedir la supresión de mis datos'),
  },
  { name: 'loan-old', path: ofLoan('/ver-prestamo-old'), who: 'membresia' },
  dialogOf({ path: viewOfLoan, who: 'enviando' }, 'loan-modify', 'Modificar mi solicitud'),
  dialogOf({ path: viewOfLoan, who: 'enviando' }, 'loan-cancel', 'Cancelar mi solicitud'),
];

export const balanceScreens: readonly ScreenCase[] = [
  { name: 'balance', path: balanceOf, who: 'aldia' },
  { name: 'balance-late', path: balanceOf, who: 'demora45' },
  { name: 'cannot-pay', path: '/no-puedo-pagar', who: 'demora45' },
  { name: 'balance-paid', path: balanceOf, who: 'pagado' },
  { name: 'balance-debt-free', path: balanceOf, who: 'pagado', prepare: opensTab('LIBRE DEUDA') },
  { name: 'balance-tickets', path: balanceOf, who: 'aldia', prepare: opensTab('RECLAMOS') },
  { name: 'changes', path: ofLoan('/cambios'), who: 'demora45', prepare: hasOffers },
  { name: 'balance-return', path: balanceOf, who: 'aldia', prepare: hasWithdrawn },
  { name: 'certificate', path: certificateOf('sheet'), who: 'pagado' },
  { name: 'certificate-check', path: certificateOf('check'), who: 'pagado' },
  dialogOf({ path: balanceOf, who: 'enviando' }, 'balance-cancel', 'Cancelar mi préstamo'),
  { name: 'balance-open', path: balanceWithOpenPayments, who: 'membresia' },
  { name: 'balance-pay', path: balanceOf, who: 'aldia', isDialog: true, prepare: paysAll },
  { ...closing, name: 'settlement' },
  dialogOf(closing, 'settlement-pay', /^Cerrar por/),
  dialogOf({ path: balanceWithOpenPayments, who: 'membresia' }, 'balance-remove', /^Eliminar/),
];

/** A screen in one of the countries that have it. */
type ScreenVisit = readonly [name: string, country: CountryCode, screen: ScreenCase];

/** Visits of each screen, one per country that has it. */
export const visitsOf = (screens: readonly ScreenCase[]): readonly ScreenVisit[] =>
  screens.flatMap((screen) =>
    (screen.countries ?? (['AR', 'UY'] as const)).map((country) => [screen.name, country, screen] as const),
  );

/** Every screen and dialog. Add a new one above: it is checked where it differs, and photographed in both countries. */
export const visits = visitsOf([
  ...publicScreens,
  ...applicationScreens,
  ...loanScreens,
  ...balanceScreens,
  ...paymentScreens,
]);

/** Touches every field and leaves it invalid, so that the errors show. */
async function leaveFieldsWrong(page: Page): Promise<void> {
  await page.getByLabel('Nombre').fill(' Ana');
  await page.getByLabel('Fecha de nacimiento').fill('31-02-1990');
  await page.getByLabel('Mail', { exact: true }).fill('ana@');
  await page.getByLabel('Celular').fill('1');
  await page.getByLabel('Apellido').focus();
  await page.getByLabel('Nombre').focus();
}
