import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { addPerson, hashIn, messageOf, newestMessage } from '../../testing/people.ts';

const hourMs = 3_600_000;
let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const recoveryLink = async (email: string) => {
  const ask = async () =>
    expect((await product.call('GET /api/recovery', { query: { email } })).status).toBe(200);
  return hashIn(await messageOf(product, email, ask), 'recupero-contrasena');
};
const set = (token: string, email: string, password: string, password_confirmation = password) =>
  product.call('POST /api/recovery', { body: { token, email, password, password_confirmation } });
const login = (email: string, password: string) =>
  product.call('POST /api/v3/authenticate-new', { body: { email, password } });
const isOpen = async (token: string) =>
  (await product.call('GET /api/v3/account-new', { token })).status === 200;

test('a recovery sets the password, ends every session and tells the person', async () => {
  const { email } = await addPerson(product, { password: 'clave-vieja-1' });
  const sessions = [await login(email, 'clave-vieja-1'), await login(email, 'clave-vieja-1')];
  const link = await recoveryLink(email);
  expect((await set(link, ` ${email.toUpperCase()}`, 'clave-nueva-1')).status).toBe(200);
  for (const { body } of sessions) expect(await isOpen(body.token)).toBe(false);
  expect((await login(email, 'clave-vieja-1')).status).toBe(401);
  expect((await login(email, 'clave-nueva-1')).status).toBe(200);
  const notice = await newestMessage(product, email, ({ subject }) => subject === 'Cambiaste tu contraseña');
  expect(notice.text).toContain('cerramos las demás sesiones');
});

test('the link works once, with its own address only, for three hours', async () => {
  const { email } = await addPerson(product);
  const other = await addPerson(product);
  const link = await recoveryLink(email);
  const invalid = { status: 401, body: { code: 'link_invalid' } };
  expect(await set(link, other.email, 'clave-nueva-1')).toMatchObject(invalid);
  expect((await set(link, email, 'clave-nueva-1')).status).toBe(200);
  expect(await set(link, email, 'clave-nueva-2')).toMatchObject(invalid);
  const old = await recoveryLink(email);
  await product.advance(3 * hourMs);
  expect(await set(old, email, 'clave-nueva-3')).toMatchObject(invalid);
});

test('a new password sent again under its key after the answer was lost is no used link', async () => {
  const { email } = await addPerson(product);
  const token = await recoveryLink(email);
  const again = (password: string) =>
    product.call('POST /api/recovery', {
      body: { token, email, password, password_confirmation: password },
      headers: { 'idempotency-key': token },
    });
  expect((await again('clave-nueva-1')).status).toBe(200);
  const replayed = await again('clave-nueva-1');
  expect(replayed.status).toBe(200);
  expect(replayed.headers.get('idempotency-replayed')).toBe('true');
  expect((await again('clave-nueva-2')).status).toBe(422);
  expect((await login(email, 'clave-nueva-1')).status).toBe(200);
});

test('a new password ends the links that were sent before', async () => {
  const { email, cellphone } = await addPerson(product);
  const ask = () => product.call('POST /api/auth/sendpin', { body: { cellphone } });
  const sms = hashIn(await messageOf(product, cellphone, ask), 'login');
  const earlier = await recoveryLink(email);
  expect((await set(await recoveryLink(email), email, 'clave-nueva-1')).status).toBe(200);
  expect((await set(earlier, email, 'clave-nueva-2')).status).toBe(401);
  expect((await product.call('POST /api/auth/autologin', { body: { hash: sms } })).status).toBe(401);
});

test('a recovery without an address asks for all fields, one with a wrong address says so', async () => {
  for (const query of [{}, { email: ' ' }])
    expect(await product.call('GET /api/recovery', { query })).toMatchObject({
      status: 422,
      body: { message: 'Por favor, completa todos los campos para avanzar.' },
    });
  expect(await product.call('GET /api/recovery', { query: { email: 'ana@' } })).toMatchObject({
    status: 422,
    body: { fields: { email: 'El mail ingresado no es válido. Volvé a intentarlo.' } },
  });
});

/** Of the public lists, of this region, and the product's own words. */
const commonOnes = ['123456', 'Sundance', 'Argentina', 'CONTRASEÑA', 'aaaaaaaaa', 'Préstamo2026!', '99wayni'];

test('a password that is short, long, common, personal or mistyped leaves the link as it is', async () => {
  const person = await addPerson(product);
  const { email } = person;
  const link = await recoveryLink(email);
  expect((await set(link, email, '12345')).body.fields).toEqual({
    password: 'La contraseña debe tener al menos 6 caracteres.',
  });
  expect((await set(link, email, 'x'.repeat(129))).status).toBe(422);
  for (const weak of [...commonOnes, person.documentNumber, email]) {
    expect(await set(link, email, weak)).toMatchObject({ status: 422, body: { code: 'password_weak' } });
  }
  const differ = await set(link, email, 'clave-nueva-1', 'clave-nueva-2');
  expect(differ).toMatchObject({
    status: 422,
    body: { code: 'password_mismatch', message: 'Las contraseñas deben coincidir.' },
  });
  const longest = `ñ€😀${'x'.repeat(120)}`;
  expect((await set(link, email, longest)).status).toBe(200);
  expect((await login(email, longest)).status).toBe(200);
  expect((await login(email, longest.slice(0, -1))).status).toBe(401);
});

test('set twenty times at once, the link sets one password', async () => {
  const { email } = await addPerson(product);
  const link = await recoveryLink(email);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_none, index) => set(link, email, `clave-nueva-${index}`)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});
