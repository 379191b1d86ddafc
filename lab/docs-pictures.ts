// Takes the pictures of README and docs into docs/pictures from a product of its own: node lab/docs-pictures.ts, after
// `npm run build`.
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { baseUrl, chromiumFlags } from '../e2e/testing/browser.ts';
import { signInAs, staff, startConsole } from '../e2e/testing/console-steps.ts';
import { completeApplication, confirmLoan, createAccount, done } from '../e2e/testing/journey.ts';
import { loginOf, visits } from '../e2e/testing/screens.ts';
import { lookAt } from '../e2e/testing/target.ts';
import { visit } from '../e2e/testing/visit.ts';
import { packOf } from '../src/countries/index.ts';

const country = 'AR';
const { locale, timeZone } = packOf(country);
const folder = join(import.meta.dirname, '..', 'docs', 'pictures');
const phone = { width: 360, height: 725 };
const desk = { width: 1280, height: 900 };

const { product, url } = await startConsole({ DEMO_CUSTOMERS: 'on' });
lookAt(product.port);
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: chromiumFlags,
});
try {
  await borrowersPages(browser);
  await consolePages(browser);
} finally {
  await browser.close();
  await product.stop();
}

async function open(shared: Browser, viewport: typeof phone): Promise<Page> {
  const context = await shared.newContext({
    baseURL: baseUrl(country),
    viewport,
    locale,
    timezoneId: timeZone,
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

async function borrowersPages(shared: Browser): Promise<void> {
  for (const [name, screen] of [
    ['offer', 'offer'],
    ['balance', 'balance-late'],
  ] as const) {
    const found = visits.find(([each, at]) => each === screen && at === country)?.[2];
    if (!found) throw new Error(`there is no screen ${screen}`);
    const login = found.who && (await loginOf(found.who, country));
    const page = await open(shared, phone);
    const stored = JSON.stringify(login ?? null);
    await page.addInitScript((session) => localStorage.setItem('cuota.session', session), stored);
    await page.context().addCookies([{ name: 'cuota-session', value: '1', url: baseUrl(country) }]);
    await visit(page, found, login, country);
    await take(page, name);
  }
}

async function consolePages(shared: Browser): Promise<void> {
  const late = await loginOf('demora45', country);
  const { result: profile } = await done('GET /api/v3/account-new', { country, token: late.token });
  const subject = 'No veo mi pago';
  const body = {
    name: 'Cora Cuello',
    email_address: profile.email_address,
    document_number: profile.account_information.document_number,
    subject,
    content: 'Pagué la cuota 1 el martes y todavía no la veo.',
  };
  await done('POST /api/v3/suggest', { country, token: late.token, body });
  const page = await open(shared, desk);
  const show = async (title: string | RegExp, name: string) => {
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('status', { name: 'Cargando' }).waitFor({ state: 'detached' });
    await take(page, name);
  };

  await signInAs(page, url, 'Jefatura');
  const found = await staff(page, { path: '/search', body: { text: 'Cora Cuello' } });
  const customers = found.body['result'] as { customer: string; country: string }[];
  await page.goto(`${url}/clientes/${customers.find((each) => each.country === country)?.customer}`);
  await show('Cora Cuello', 'console-customer');

  await page.goto(`${url}/tickets`);
  await page.getByRole('link', { name: subject }).click();
  await show(subject, 'console-ticket');

  await page.goto(`${url}/configuracion`);
  await show('Configuración', 'console-settings');

  await page.goto(`${url}/precios`);
  await page.getByRole('button', { name: 'Copiar: ar-1' }).click();
  await page.getByLabel('Nombre de la lista nueva').fill('ar-2');
  await page.keyboard.press('Enter');
  await page.getByRole('table', { name: /^Con membresía/ }).waitFor();
  await show('Borrador ar-2', 'console-prices');

  await done('POST /sandbox/identity-review', { country, body: { policy: 'always' } });
  const account = await createAccount(country);
  await completeApplication(account);
  await upload('POST /api/v3/upload_avatar', account.token, face(300, 190, 1.6));
  await upload(
    'POST /api/v3/upload',
    account.token,
    card('REPÚBLICA ARGENTINA', face(90, 160, 0.5)),
    'front',
  );
  await upload('POST /api/v3/upload', account.token, card('DOMICILIO: RIVADAVIA 1234', ''), 'back');
  await confirmLoan(account);
  await page.goto(`${url}/identidad`);
  await page.getByRole('button', { name: 'Empezar a revisar' }).click();
  await page.getByRole('img', { name: 'Dorso de Ana Prueba' }).waitFor();
  await show('Ana Prueba', 'console-identity');
}

/** Drawn, at a place and size of a picture of 600 × 400. */
function face(x: number, y: number, scale: number): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-70 130a70 70 0 0 1 140 0z" fill="#345b85"/><circle r="58" fill="#dca884"/><path d="M-58-6a58 58 0 0 1 116 0q-58-34-116 0z" fill="#3d2a20"/><circle cx="-20" cy="2" r="6"/><circle cx="20" cy="2" r="6"/><path d="M-22 26q22 18 44 0" fill="none" stroke="#a33" stroke-width="5"/></g>`;
}

function card(words: string, drawn: string): string {
  return `<rect x="24" y="50" width="552" height="300" rx="20" fill="#d8e7ee"/><text x="170" y="110" font-size="26">${words}</text><text x="170" y="170" font-size="22">PRUEBA, ANA</text>${drawn}`;
}

async function upload(call: string, token: string, drawn: string, side?: 'front' | 'back'): Promise<void> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400" font-family="sans-serif"><rect width="600" height="400" fill="#b9c7c9"/>${drawn}</svg>`;
  const form = new FormData();
  if (side) form.append('type', `${side}_document`);
  const image = new Uint8Array(await sharp(Buffer.from(svg)).jpeg().toBuffer());
  form.append('file', new Blob([image], { type: 'image/jpeg' }), 'foto.jpg');
  await done(call, { country, token, form });
}
