import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../platform/database.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { testAuthenticator, type TestAuthenticator } from '../../testing/authenticator.ts';
import { callConsole, consoleUrl, memberOf, signInAs, type StaffMember } from '../testing/console.ts';
import { openEnrolment, takeEnrolment } from '../passkeys/service.ts';
import { addFirstAdministrator } from './service.ts';

/** Passkeys (docs/console.md#llaves-de-acceso): the proof beside a sign-in, and the only way in without a provider. */

const minute = 60_000;
let sandbox: TestProduct;
/** Without a sandbox and without an identity provider. */
let alone: TestProduct;

beforeAll(async () => {
  sandbox = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  alone = await startProduct({
    beside: sandbox,
    settings: { CONSOLE_URL: consoleUrl, ROLE: 'api', SANDBOX: 'off' },
  });
});
afterAll(async () => {
  await alone.close();
  await sandbox.close();
});

async function addTo(person: StaffMember, authenticator: TestAuthenticator, name = 'Notebook') {
  const { body } = await person.call('GET /api/staff/passkeys/challenge');
  return person.call('POST /api/staff/passkeys', { body: { name, ...authenticator.make(body.result) } });
}

async function prove(person: StaffMember, authenticator: TestAuthenticator) {
  const { result } = (await person.call('GET /api/staff/step-up')).body;
  return person.call('POST /api/staff/step-up', { body: authenticator.use(result) });
}

async function enterWith(product: TestProduct, authenticator: TestAuthenticator, how = {}) {
  const { result } = (await callConsole(product, 'POST /api/staff/sign-in/passkey')).body;
  const body = authenticator.use(result, how);
  return callConsole(product, 'POST /api/staff/sign-in/passkey/finish', { body });
}

const exportAudit = (person: StaffMember) =>
  person.call('POST /api/staff/audit/export', { query: { person: person.id } });

describe('what gives access, moves money or takes data out', () => {
  test('needs a proof of the last five minutes, by a passkey of one’s own', async () => {
    const head = await signInAs(sandbox, 'head');
    const authenticator = testAuthenticator(consoleUrl);
    expect((await addTo(head, authenticator)).status).toBe(200);
    await sandbox.advance(6 * minute);
    expect(await exportAudit(head)).toMatchObject({ status: 403, body: { code: 'step_up' } });
    const other = testAuthenticator(consoleUrl);
    expect((await addTo(head, other)).body.code).toBe('step_up');
    expect((await prove(head, other)).body.code).toBe('passkey_refused');
    expect((await prove(head, authenticator)).status).toBe(200);
    expect((await exportAudit(head)).status).toBe(200);
    // The proof is of this session and no other.
    const elsewhere = await signInAs(sandbox, 'head');
    await sandbox.advance(6 * minute);
    expect((await prove(head, authenticator)).status).toBe(200);
    expect((await exportAudit(elsewhere)).body.code).toBe('step_up');
  });

  test('is proven in the sandbox by a click', async () => {
    const auditor = await signInAs(sandbox, 'auditor');
    await sandbox.advance(6 * minute);
    expect((await exportAudit(auditor)).body.code).toBe('step_up');
    expect((await auditor.call('POST /api/staff/step-up/sandbox')).status).toBe(200);
    expect((await exportAudit(auditor)).status).toBe(200);
  });

  test('is done as often in a day as the contract allows', async () => {
    const compliance = await signInAs(sandbox, 'compliance');
    for (let done = 0; done < 20; done += 1) expect((await exportAudit(compliance)).status).toBe(200);
    expect(await exportAudit(compliance)).toMatchObject({ status: 429, body: { code: 'daily_limit' } });
    await sandbox.advance(24 * 60 * minute);
    const tomorrow = await signInAs(sandbox, 'compliance');
    expect((await exportAudit(tomorrow)).status).toBe(200);
  });
});

describe('an answer', () => {
  let treasurer: StaffMember;
  let authenticator: TestAuthenticator;
  beforeAll(async () => {
    treasurer = await signInAs(sandbox, 'treasury');
    authenticator = testAuthenticator(consoleUrl);
    await addTo(treasurer, authenticator);
  });

  test('lets its person in', async () => {
    const answer = await enterWith(sandbox, authenticator);
    expect(answer.body.result).toMatchObject({ id: treasurer.id, passkeys_missing: 0 });
    expect((await memberOf(sandbox, answer).call('GET /api/staff/me')).status).toBe(200);
  });

  test('counts once, in time, from this page, to the question that it was given for', async () => {
    const { result } = (await callConsole(sandbox, 'POST /api/staff/sign-in/passkey')).body;
    const body = authenticator.use(result);
    const finish = (given: object) =>
      callConsole(sandbox, 'POST /api/staff/sign-in/passkey/finish', { body: given });
    const twice = await Promise.all([finish(body), finish(body)]);
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    const late = (await callConsole(sandbox, 'POST /api/staff/sign-in/passkey')).body.result;
    await sandbox.advance(6 * minute);
    expect((await finish(authenticator.use(late))).status).toBe(403);
    expect((await enterWith(sandbox, authenticator, { origin: 'https://consola.evil' })).status).toBe(403);
    const again = await signInAs(sandbox, 'treasury');
    const stepUp = (await again.call('GET /api/staff/step-up')).body.result;
    expect((await finish(authenticator.use(stepUp))).status).toBe(403);
    for (const credential of ['no', '{}', '{"id":"x","rawId":"x","type":"public-key"}'])
      expect((await finish({ ...body, credential })).body.code).toBe('passkey_refused');
    expect((await finish({ ...body, state: 'AAAA' })).status).toBe(403);
  });

  test('of a copy, whose count goes back, is refused', async () => {
    expect((await enterWith(sandbox, authenticator, { count: 90 })).status).toBe(200);
    expect((await enterWith(sandbox, authenticator, { count: 12 })).status).toBe(403);
    expect((await enterWith(sandbox, authenticator, { count: 91 })).status).toBe(200);
  });

  test('lets nobody in who was shut out', async () => {
    const { db } = sandbox.deps;
    const set = (state: string) =>
      db.updateTable('staff_member').set({ state }).where('id', '=', Number(treasurer.id)).execute();
    await set('disabled');
    expect((await enterWith(sandbox, authenticator)).body.code).toBe('staff_unknown');
    await set('active');
  });
});

test('one’s own passkeys are listed, added and removed, and both are told by e-mail', async () => {
  const collector = await signInAs(sandbox, 'collector');
  const authenticator = testAuthenticator(consoleUrl);
  await addTo(collector, authenticator, 'Llave azul');
  expect((await addTo(collector, authenticator)).body.code).toBe('passkey_refused');
  const { result } = (await collector.call('GET /api/staff/passkeys')).body;
  expect(result).toMatchObject([{ name: 'Llave azul' }]);
  const mails = async () => {
    const query = { to: 'collector@consola.example' };
    return JSON.stringify((await sandbox.call('GET /sandbox/messages', { query })).body);
  };
  expect(await mails()).toContain('Se agregó la llave de acceso “Llave azul”');
  const analyst = await signInAs(sandbox, 'analyst');
  const remove = (by: StaffMember) =>
    by.call('POST /api/staff/passkeys/{id}/remove', { params: { id: result[0].id } });
  expect((await remove(analyst)).status).toBe(404);
  expect((await remove(collector)).body.result).toEqual([]);
  expect(await mails()).toContain('Se quitó la llave de acceso “Llave azul”');
  expect((await enterWith(sandbox, authenticator)).status).toBe(403);
});

describe('without an identity provider', () => {
  const enrol = async (token: string, authenticator: TestAuthenticator) => {
    const begun = await callConsole(alone, 'POST /api/staff/enrolment', { body: { token } });
    if (begun.status !== 200) return begun;
    const body = { token, name: 'Llave', ...authenticator.make(begun.body.result) };
    return callConsole(alone, 'POST /api/staff/enrolment/finish', { body });
  };

  test('the first administrator comes in by a link, adds two keys, and invites by links', async () => {
    // The sandbox's people share the database; none of them counts as there.
    await alone.deps.db.updateTable('staff_member').set({ state: 'disabled' }).execute();
    const email = `${randomUUID()}@prestamista.example`;
    const { outcome, url = '' } = await addFirstAdministrator(alone.deps, { email, name: 'Ada' });
    expect(outcome).toBe('added');
    const token = url.replace(`${consoleUrl}/alta/`, '');
    const first = testAuthenticator(consoleUrl);
    const entered = await enrol(token, first);
    expect(entered.body.result).toMatchObject({ passkeys_missing: 1 });
    expect((await enrol(token, testAuthenticator(consoleUrl))).body.code).toBe('enrolment_link');
    const ada = memberOf(alone, entered);
    expect((await ada.call('GET /api/staff/people')).body.code).toBe('passkeys_missing');
    expect((await addTo(ada, testAuthenticator(consoleUrl))).status).toBe(200);
    expect((await ada.call('GET /api/staff/people')).status).toBe(200);
    const mine = (await ada.call('GET /api/staff/passkeys')).body.result;
    const remove = { params: { id: mine[0].id } };
    expect((await ada.call('POST /api/staff/passkeys/{id}/remove', remove)).body.code).toBe('passkeys_least');

    const invited = `${randomUUID()}@prestamista.example`;
    const person = { name: 'Bea', email: invited, countries: ['AR'] };
    expect((await ada.call('POST /api/staff/people', { body: person })).status).toBe(200);
    const { body: inbox } = await sandbox.call('GET /sandbox/messages', { query: { to: invited } });
    const link = /\/alta\/([\w-]+)/.exec(inbox[0].text)?.[1] ?? '';
    const key = testAuthenticator(consoleUrl);
    expect(await enrol(link, key)).toMatchObject({ status: 200, body: { result: null } });
    expect((await enterWith(alone, key)).body.code).toBe('staff_unknown');
    expect((await enrol('x'.repeat(32), key)).status).toBe(410);
  });

  test('a link is over after a day', async () => {
    const { db } = alone.deps;
    const people = await db.selectFrom('staff_member').select('id').where('name', '=', 'Bea').execute();
    const token = await transaction(db, (tx) => openEnrolment(tx, alone.deps, people[0]!.id));
    const over = new Date(alone.deps.clock.now().getTime() - 1);
    const begun = await callConsole(alone, 'POST /api/staff/enrolment', { body: { token } });
    expect(begun.body.result.name).toBe('Bea');
    await db.updateTable('staff_enrolment').set({ expires_at: over }).where('used_at', 'is', null).execute();
    expect((await enrol(token, testAuthenticator(consoleUrl))).status).toBe(410);
    // Also one that was opened in time and is answered late.
    const take = (now: Date) => transaction(db, (tx) => takeEnrolment(tx, now, token));
    expect(await take(alone.deps.clock.now())).toBe(false);
    expect(await take(new Date(over.getTime() - 1))).toBe(true);
  });
});

test('each of these has a row of the audit, also when nobody was signed in before', async () => {
  const rows = await sandbox.deps.db.selectFrom('staff_audit').select('action').distinct().execute();
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      'npm run staff',
      'POST /api/staff/sign-in/passkey/finish',
      'POST /api/staff/enrolment/finish',
      'POST /api/staff/passkeys',
      'POST /api/staff/passkeys/{id}/remove',
      'POST /api/staff/step-up',
      'POST /api/staff/step-up/sandbox',
    ]),
  );
});
