import { countryOfHost } from '../../src/countries/index.ts';
import type { Page, Route } from 'playwright-core';
import type { CountryCode } from '../../src/countries/country-pack.ts';
import { type Answer, api, eventually } from './api.ts';
import { password } from './found-secrets.ts';
import { createAccount, done, type TestAccount } from './journey.ts';
import { noteSecret } from './note-secret.ts';

export { password };

/** Path and query that the page is at. */
export const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};
export const enter = (page: Page) => page.getByRole('button', { name: 'Ingresar', exact: true });
/** Waits for words of the snackbar. */
export const says = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();

interface Message {
  readonly channel: 'sms' | 'email';
  readonly text: string;
}

/** The path of the newest link of that kind sent to somebody. */
export async function linkTo(
  to: string,
  page: 'login' | 'magic-link' | 'recupero-contrasena',
): Promise<string> {
  const pattern = new RegExp(`https?://[^/]+(/${page}/[^\\s]+)`);
  const find = async () => {
    const { body } = await api(`GET /sandbox/messages?to=${encodeURIComponent(to)}`);
    const texts = (body as Message[]).map(({ text }) => pattern.exec(text)?.[1]);
    return texts.find((path) => path !== undefined);
  };
  const found = await eventually(find, (path) => path !== undefined);
  noteSecret(found?.split(/[/?]/).at(2));
  return found ?? '';
}

/** An account whose password is set. */
export async function withPassword(country: CountryCode): Promise<TestAccount> {
  const account = await createAccount(country);
  await setPassword(account);
  return account;
}

/** Sets the password with the link of the welcome e-mail. */
export async function setPassword({ country, email }: Pick<TestAccount, 'country' | 'email'>): Promise<void> {
  const path = await linkTo(email, 'recupero-contrasena');
  await done('POST /api/recovery', {
    country,
    body: { token: path.split('/').at(-1), email, password, password_confirmation: password },
  });
}

/** Fills the form of e-mail and password and sends it. */
export async function logIn(page: Page, account: TestAccount): Promise<void> {
  await page.getByLabel('Mail', { exact: true }).fill(account.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await enter(page).click();
}

/** Answers a call as the server does, with some members changed. */
export const changed = (change: (body: Answer['body']) => void) => async (route: Route) => {
  const request = route.request();
  const { hostname, pathname } = new URL(request.url());
  // Asked from here, since only the browser knows the addresses below localhost.
  const { status, body } = await api(`${request.method()} ${pathname}`, {
    country: countryOfHost(hostname),
    headers: { authorization: request.headers().authorization ?? '' },
  });
  change(body);
  await route.fulfill({ status, json: body });
};

/** Answers a call with a failure. */
export const refused = (status: number, code: string, message: string) => (route: Route) =>
  route.fulfill({ status, json: { status: 'error', code, message, messages: [message], errors: [] } });

/** Has the next request of an address refused because the last proof of the person is old; the one after it goes on. */
export async function needsProof(page: Page, address: string): Promise<void> {
  const message = 'Por tu seguridad, volvé a ingresar para hacer este cambio.';
  await page.route(address, refused(403, 'fresh_login_required', message), { times: 1 });
}

/** The dialog that asks who is there. */
export const proofDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirmá que sos vos' });

/** The newest code of a new proof that was sent to somebody. */
export async function proofCode(to: string): Promise<string> {
  const find = async () => {
    const { body } = await api(`GET /sandbox/messages?to=${encodeURIComponent(to)}`);
    const codes = (body as Message[]).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]);
    return codes.find((code) => code !== undefined);
  };
  const found = await eventually(find, (code) => code !== undefined);
  return found ?? '';
}
