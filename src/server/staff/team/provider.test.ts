import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { callConsole, consoleUrl, memberOf, signInAs } from '../testing/console.ts';
import { addFirstAdministrator } from './service.ts';
import { startProvider, type ProviderPerson, type TestProvider } from '../testing/provider.ts';

let provider: TestProvider;
/** Roles by the provider's groups, and roles that the console gives. */
let byGroups: TestProduct;
let byConsole: TestProduct;

beforeAll(async () => {
  provider = await startProvider();
  const settings = { CONSOLE_URL: consoleUrl, ROLE: 'api', ...provider.settings };
  byConsole = await startProduct({ settings });
  byGroups = await startProduct({
    beside: byConsole,
    settings: { ...settings, CONSOLE_OIDC_GROUPS: 'jefas=head, caja=treasury, orientales=UY' },
  });
});
afterAll(async () => {
  await byGroups.close();
  await byConsole.close();
  provider.close();
});

const personOf = (more: Partial<ProviderPerson> = {}): ProviderPerson => {
  const sub = randomUUID();
  return { sub, email: `${sub}@prestamista.example`, name: 'Inés Prado', ...more };
};
const begin = async (product: TestProduct) =>
  (await callConsole(product, 'POST /api/staff/sign-in/provider')).body as { url: string; state: string };
const finish = (product: TestProduct, body: { code: string; state: string }) =>
  callConsole(product, 'POST /api/staff/sign-in/provider/finish', { body });
async function enter(product: TestProduct, person: ProviderPerson) {
  const { url } = await begin(product);
  return finish(product, provider.signIn(url, person));
}

test('the way there asks for a code with PKCE, and names this console to come back to', async () => {
  const { url, state } = await begin(byGroups);
  const asked = Object.fromEntries(new URL(url).searchParams);
  expect(asked).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: `${consoleUrl}/ingreso/vuelta`,
    state,
  });
  expect(asked['code_challenge']).toHaveLength(43);
});

test('groups give roles and countries, at each sign-in anew', async () => {
  const person = personOf({ groups: ['jefas', 'orientales', 'otra cosa'] });
  const first = await enter(byGroups, person);
  expect(first.body.result).toMatchObject({ name: 'Inés Prado', roles: ['head'], countries: ['UY'] });
  const member = memberOf(byGroups, first);
  const [row] = (await member.call('GET /api/staff/audit', { query: { person: member.id } })).body.result;
  expect(row).toMatchObject({ action: 'POST /api/staff/sign-in/provider/finish', person: 'Inés Prado' });
  const moved = await enter(byGroups, { ...person, email: 'otro@prestamista.example', groups: ['caja'] });
  expect(moved.body.result).toMatchObject({ id: member.id, roles: ['treasury'], countries: ['AR', 'UY'] });
  const left = await enter(byGroups, { ...person, groups: [] });
  expect(left).toMatchObject({ status: 403, body: { code: 'staff_unknown' } });
});

test('a sign-in by the provider does not prove who is at the machine', async () => {
  const head = memberOf(byGroups, await enter(byGroups, personOf({ groups: ['jefas'] })));
  const exported = await head.call('POST /api/staff/audit/export', { query: { person: head.id } });
  expect(exported).toMatchObject({ status: 403, body: { code: 'step_up' } });
});

test('roles that groups give are not changed in the console', async () => {
  const first = await enter(byGroups, personOf({ groups: ['caja'] }));
  const administrator = await signInAs(byGroups, 'administrator');
  const answer = await administrator.call('POST /api/staff/people/{id}/access', {
    params: { id: first.body.result.id },
    version: 2,
    body: { roles: ['head'], countries: ['AR'], reason_code: 'moved', reason: 'Cambia de área' },
  });
  expect(answer.body.code).toBe('roles_elsewhere');
});

test('without groups only who was invited and has a role comes in', async () => {
  const person = personOf();
  expect((await enter(byConsole, person)).body.code).toBe('staff_unknown');
  const administrator = await signInAs(byConsole, 'administrator');
  const head = await signInAs(byConsole, 'head');
  const { id } = (
    await administrator.call('POST /api/staff/people', {
      body: { name: 'Inés', email: person.email, countries: ['AR'] },
    })
  ).body.result;
  expect((await enter(byConsole, person)).body.code).toBe('staff_unknown');
  const asked = await administrator.call('POST /api/staff/people/{id}/access', {
    params: { id },
    version: 1,
    body: { roles: ['agent'], countries: ['AR'], reason_code: 'joined', reason: 'Entra a atención' },
  });
  await head.call('POST /api/staff/approvals/{id}/approve', { params: { id: asked.body.approval } });
  expect((await enter(byConsole, person)).body.result).toMatchObject({
    id,
    name: 'Inés Prado',
    roles: ['agent'],
  });
  // Another account of the provider with the same address is somebody else.
  expect((await enter(byConsole, personOf({ email: person.email }))).body.code).toBe('staff_unknown');
});

test('what cannot be trusted lets nobody in', async () => {
  const groups = ['jefas'];
  for (const wrong of [{ nonce: 'otra' }, { aud: 'otra-app' }, { email_verified: false }])
    expect((await enter(byGroups, personOf({ groups, ...wrong }))).body.code).toBe('staff_sign_in');
  const { url } = await begin(byGroups);
  const back = provider.signIn(url, personOf({ groups }));
  expect((await finish(byGroups, { ...back, state: 'inventado' })).body.code).toBe('staff_sign_in');
  expect((await finish(byGroups, { ...back, code: 'inventado' })).body.code).toBe('staff_sign_in');
  // The way back works once, also with the right code.
  expect((await finish(byGroups, back)).body.code).toBe('staff_sign_in');
  const [one, other] = [await begin(byGroups), await begin(byGroups)];
  const crossed = { ...provider.signIn(one.url, personOf({ groups })), state: other.state };
  expect((await finish(byGroups, crossed)).body.code).toBe('staff_sign_in');
});

test('the first administrator is let in by a command, and only the first', async () => {
  const product = await startProduct({
    settings: { CONSOLE_URL: consoleUrl, ROLE: 'api', ...provider.settings },
  });
  const person = personOf();
  const first = { email: person.email.toUpperCase(), name: 'Inés' };
  expect(await addFirstAdministrator(product.deps, first)).toEqual({ outcome: 'added' });
  expect(await addFirstAdministrator(product.deps, { email: 'otra@x.example', name: 'Eva' })).toEqual({
    outcome: 'there is one',
  });
  const entered = await enter(product, person);
  expect(entered.body.result).toMatchObject({ roles: ['administrator'], countries: ['AR', 'UY'] });
  const { result } = (await memberOf(product, entered).call('GET /api/staff/audit')).body;
  expect(result.at(-1)).toMatchObject({
    action: 'npm run staff',
    subject: `staff:${entered.body.result.id}`,
  });
  await product.close();
});

test('one network begins sixty times in ten minutes, and then has to wait', async () => {
  const own = await startProduct({
    settings: { CONSOLE_URL: consoleUrl, ROLE: 'api', ...provider.settings },
  });
  const beginning = () => callConsole(own, 'POST /api/staff/sign-in/provider');
  try {
    const begun = await Promise.all(Array.from({ length: 61 }, beginning));
    const refused = begun.filter(({ status }) => status !== 200);
    expect(refused).toMatchObject([{ status: 429, body: { code: 'too_many' } }]);
    await own.advance(10 * 60_000);
    expect((await beginning()).status).toBe(200);
  } finally {
    await own.close();
  }
});
