import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract, type CallKey } from '../../contract/contract.ts';
import { isOfConsole, type Endpoint } from '../../contract/endpoint.ts';
import { permissionsOf, STAFF_ROLES, type StaffRole } from '../../contract/staff/permissions.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { callConsole, consoleUrl, cookieOf, signInAs, type StaffMember } from './testing/console.ts';

/** Every call by role and country, and by host, from the contract (docs/security.md#the-console). */

let product: TestProduct;
let without: TestProduct;
const people = new Map<StaffRole, StaffMember>();

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  without = await startProduct({ beside: product, settings: { ROLE: 'api' } });
  for (const role of STAFF_ROLES) people.set(role, await signInAs(product, role));
});
afterAll(async () => {
  await without.close();
  await product.close();
});

const calls = Object.keys(contract) as CallKey[];
const definitionOf = (key: CallKey): Endpoint => contract[key];
const staffCalls = calls.filter((key) => definitionOf(key).access === 'staff');
/** A missing record, so that an allowed call changes nothing. */
const params = { id: '858000' };

describe('a call of the staff', () => {
  test.each(staffCalls)('%s is for those whose role allows it', async (key) => {
    const { permission } = definitionOf(key);
    for (const role of STAFF_ROLES) {
      const person = key.endsWith('/sign-out') ? await signInAs(product, role) : people.get(role)!;
      const answer = await person.call(key, { params, version: 1 });
      const isAllowed =
        permission === 'any' || (permission !== undefined && permissionsOf([role]).has(permission));
      const isRefused = answer.status === 403 && answer.body.code === 'permission';
      expect([key, role, !isRefused]).toEqual([key, role, isAllowed]);
      expect(answer.status, `${key} as ${role}`).not.toBe(401);
    }
  });

  test.each(staffCalls)('%s is refused without a session, and with a customer’s token', async (key) => {
    for (const more of [{}, { cookie: '__Host-cuota-staff=x' }, { headers: { authorization: 'Bearer x' } }])
      expect(await callConsole(product, key, { params, version: 1, ...more })).toMatchObject({
        status: 401,
        body: { code: 'unauthenticated' },
      });
  });

  const namesCountry = staffCalls.filter((key) => {
    const { query, body, permission } = definitionOf(key);
    const isAuditors = permission === 'any' || (permission && permissionsOf(['auditor']).has(permission));
    if (!isAuditors) return false;
    return [query, body].some(
      (part) => part !== undefined && 'shape' in part && 'country' in (part.shape as object),
    );
  });
  test.each(namesCountry)('%s is refused for a country that is not the person’s', async (key) => {
    const { db } = product.deps;
    const auditor = await signInAs(product, 'auditor');
    const set = (countries: string[]) =>
      db.updateTable('staff_member').set({ countries }).where('id', '=', Number(auditor.id)).execute();
    await set(['AR']);
    const { query } = definitionOf(key);
    const isInQuery = query !== undefined && 'shape' in query && 'country' in (query.shape as object);
    const naming = (country: string) =>
      isInQuery ? { query: { country } } : { body: { country, text: '1' } };
    expect((await auditor.call(key, { params, ...naming('AR') })).status).toBe(200);
    expect(await auditor.call(key, { params, ...naming('UY') })).toMatchObject({
      status: 403,
      body: { code: 'country_forbidden' },
    });
    await set(['AR', 'UY']);
  });
});

describe('the hosts', () => {
  const shared = new Set<CallKey>(['GET /healthz', 'GET /readyz', 'GET /api/openapi.json']);
  const mine = calls.filter(isStaffs);
  function isStaffs(key: CallKey) {
    return isOfConsole(definitionOf(key));
  }

  test.each(mine)('%s does not exist on a borrowers’ host', async (key) => {
    const { cookie } = people.get('administrator')!;
    for (const host of ['ar.localhost', 'uy.localhost', 'consola.example.evil', 'consola.example:81']) {
      const answer = await callConsole(product, key, {
        host,
        cookie,
        params,
        headers: { origin: `http://${host}` },
      });
      expect([host, answer.status]).toEqual([host, 404]);
    }
  });

  test('a borrower’s call does not exist on the console’s host', async () => {
    for (const key of calls.filter((each) => !isStaffs(each))) {
      const { status } = await callConsole(product, key, { params });
      expect([key, status]).toEqual([key, shared.has(key) ? 200 : 404]);
    }
  });

  test('an address written in another way does not cross over', async () => {
    const path = 'GET /api/%73taff/sign-in' as CallKey;
    expect((await callConsole(product, path, { host: 'ar.localhost' })).status).toBe(404);
    expect((await callConsole(product, path)).status).toBe(200);
  });

  test('without CONSOLE_URL nothing of it is served', async () => {
    for (const key of mine) expect((await callConsole(without, key, { params })).status).toBe(404);
  });

  test('each host publishes its own calls', async () => {
    const { body } = await callConsole(product, 'GET /api/openapi.json');
    expect(Object.keys(body.paths).toSorted()).toEqual([
      ...new Set(mine.map((key) => key.replace(/^\w+ /, '')).toSorted()),
    ]);
    expect(body.paths['/api/staff/people'].post).toMatchObject({ 'x-permission': 'team.manage' });
  });

  test('a write names exactly the console’s origin', async () => {
    const { cookie } = people.get('administrator')!;
    const origins = ['', 'null', 'http://ar.localhost', `${consoleUrl}:81`, 'https://consola.example'];
    for (const origin of origins) {
      const answer = await callConsole(product, 'POST /api/staff/people', { cookie, headers: { origin } });
      expect([origin, answer.body.code]).toEqual([origin, 'foreign_origin']);
    }
  });
});

describe('a session', () => {
  const enter = () => callConsole(product, 'POST /api/staff/sign-in/sandbox', { body: { as_role: 'agent' } });
  const meWith = (cookie: string) => callConsole(product, 'GET /api/staff/me', { cookie });

  test('is a cookie of this host alone that no script reads', async () => {
    const answer = await enter();
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-cuota-staff=[\w-]{32}; Max-Age=43200; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
    expect(JSON.stringify(answer.body)).not.toContain(cookieOf(answer).split('=')[1]);
  });

  test('ends after half an hour without use, and after twelve hours with it', async () => {
    const idle = cookieOf(await enter());
    await product.advance(31 * 60_000);
    expect((await meWith(idle)).status).toBe(401);
    const used = cookieOf(await enter());
    for (let half = 0; half < 24; half += 1) {
      expect([half, (await meWith(used)).status]).toEqual([half, 200]);
      await product.advance(29 * 60_000 + 59_000 + (half === 23 ? 60_000 : 0));
    }
    expect((await meWith(used)).status).toBe(401);
    await product.advance(-(31 * 60_000 + 24 * (29 * 60_000 + 59_000) + 60_000));
  });

  test('ends when its person has no access any more', async () => {
    const entered = await enter();
    const set = (state: 'active' | 'disabled') =>
      product.deps.db
        .updateTable('staff_member')
        .set({ state })
        .where('id', '=', Number(entered.body.result.id))
        .execute();
    await set('disabled');
    expect((await meWith(cookieOf(entered))).status).toBe(401);
    await set('active');
    expect((await meWith(cookieOf(entered))).status).toBe(200);
  });

  test('ends when its person signs out, and no other does', async () => {
    const [one, other] = [cookieOf(await enter()), cookieOf(await enter())];
    const out = await callConsole(product, 'POST /api/staff/sign-out', { cookie: one });
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await meWith(one)).status).toBe(401);
    expect((await meWith(other)).status).toBe(200);
  });
});
