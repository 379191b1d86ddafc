import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract, type CallKey } from '../../contract/contract.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { PARTNER_SCOPES } from '../../domain/outside-systems.ts';
import { argentine } from '../origination/leads/testing/visitor.ts';
import { borrower } from '../servicing/payments/testing/borrower.ts';
import { consoleUrl, signInAs, type StaffMember } from '../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { addPartner, approvedKey, keysVersion, partnerKey } from './testing/partner-tools.ts';
import { publishEvents } from './webhooks/jobs.ts';

/** docs/product/integrations.md: keys, leads and the feed, through HTTP. */

let product: TestProduct;
let administrator: StaffMember;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  administrator = await signInAs(product, 'administrator');
});
afterAll(() => product.close());

const allScopes = { scopes: PARTNER_SCOPES.filter((scope) => scope !== 'events.read') };
const send = (token: string, more: object = {}, key: string = randomUUID()) =>
  product.call('POST /partners-api/v1/leads', {
    token,
    body: { ...argentine, ...more },
    headers: { 'idempotency-key': key },
  });
const keyOf = (token: string, country: 'AR' | 'UY' = 'AR') =>
  product.call('GET /partners-api/v1/key', { token, country });
async function published() {
  while (await publishEvents(product.deps.db));
}

describe('a key', () => {
  test('is stored as prefix and digest only, is shown once, and says what it may', async () => {
    const { id, key } = await partnerKey(product, administrator, { ...allScopes, hourlyLimit: 77 });
    expect((await keyOf(key)).body).toMatchObject({
      scopes: ['leads.create', 'leads.read'],
      hourly_limit: 77,
    });
    const row = await product.deps.db
      .selectFrom('partner_key')
      .selectAll()
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(key.slice(-32));
    expect(row.last_used_at).not.toBeNull();
    const again = await administrator.call('POST /api/staff/integrations/keys/{id}/issue', {
      params: { id },
    });
    expect(again.body.code).toBe('partner_key_state');
    const listed = await administrator.call('GET /api/staff/integrations', { query: { country: 'AR' } });
    expect(JSON.stringify(listed.body)).not.toContain(key.slice(-32));
  });

  test('needs a second person, a passkey, and is fetched by the one who asked', async () => {
    const partner = await addPartner(product, administrator);
    const fresh = await signInAs(product, 'administrator');
    // The proof of the sign-in counts for five minutes.
    await product.advance(6 * 60_000);
    const body = { name: 'Sin llave', scopes: ['leads.read'], hourly_limit: 10, days: 30, reason: 'Probar' };
    const call = 'POST /api/staff/integrations/partners/{id}/keys';
    expect((await fresh.call(call, { params: { id: partner }, version: 0, body })).body.code).toBe('step_up');
    const id = await approvedKey(product, administrator, {
      partner,
      scopes: ['leads.read'],
      hourlyLimit: 1,
      days: 1,
    });
    const issue = 'POST /api/staff/integrations/keys/{id}/issue';
    const head = await signInAs(product, 'head');
    await head.call('POST /api/staff/step-up/sandbox', { body: {} });
    expect((await head.call(issue, { params: { id } })).body.code).toBe('permission');
    expect((await fresh.call(issue, { params: { id } })).body.code).toBe('step_up');
    const { id: other } = await product.deps.db
      .selectFrom('staff_member')
      .select('id')
      .where('name', '!=', '')
      .where('id', '!=', Number(administrator.id))
      .limit(1)
      .executeTakeFirstOrThrow();
    await product.deps.db
      .updateTable('partner_key')
      .set({ asked_by: other })
      .where('id', '=', Number(id))
      .execute();
    expect((await administrator.call(issue, { params: { id } })).body.code).toBe('partner_key_owner');
  });

  test('of the lender’s own systems reads events and nothing else', async () => {
    const partner = await addPartner(product, administrator, 'AR', 'own');
    const asked = (scopes: readonly string[]) =>
      administrator.call('POST /api/staff/integrations/partners/{id}/keys', {
        params: { id: partner },
        version: 0,
        body: { name: 'Propia', scopes, hourly_limit: 10, days: 30, reason: 'Para el depósito de datos' },
      });
    await administrator.call('POST /api/staff/step-up/sandbox', { body: {} });
    expect((await asked(['leads.read'])).body.code).toBe('partner_key_scopes');
    expect((await asked(['events.read', 'leads.read'])).body.code).toBe('partner_key_scopes');
    expect((await asked(['events.read'])).body.outcome).toBe('pending_approval');
  });

  test('two live ones a partner, so that it can change without a pause', async () => {
    const first = await partnerKey(product, administrator, allScopes);
    const second = await partnerKey(product, administrator, { ...allScopes, partner: first.partner });
    for (const { key } of [first, second]) expect((await keyOf(key)).status).toBe(200);
    const ask = async () =>
      administrator.call('POST /api/staff/integrations/partners/{id}/keys', {
        params: { id: first.partner },
        version: await keysVersion(product, first.partner),
        body: { name: 'Tercera', scopes: ['leads.read'], hourly_limit: 10, days: 30, reason: 'Una más' },
      });
    expect((await ask()).body.code).toBe('partner_keys');
    await administrator.call('POST /api/staff/integrations/keys/{id}/revoke', {
      params: { id: first.id },
      body: { reason: 'Ya no se usa' },
    });
    expect((await ask()).body.outcome).toBe('pending_approval');
  });

  test('works in its country only, until its end, and up to its calls of an hour', async () => {
    const { key } = await partnerKey(product, administrator, { ...allScopes, hourlyLimit: 3 });
    expect((await keyOf(key, 'UY')).body.code).toBe('api_key');
    expect((await keyOf(`${key}x`)).body.code).toBe('api_key');
    expect((await keyOf(key.replace(/_[^_]*$/, `_${'a'.repeat(32)}`))).body.code).toBe('api_key');
    for (let time = 0; time < 3; time += 1) expect((await keyOf(key)).status).toBe(200);
    expect(await keyOf(key)).toMatchObject({ status: 429, body: { code: 'too_many' } });
    const short = await partnerKey(product, administrator, { ...allScopes, days: 1 });
    await product.deps.db
      .updateTable('partner_key')
      .set({ expires_at: new Date(product.deps.clock.now().getTime() - 1) })
      .where('id', '=', Number(short.id))
      .execute();
    expect((await keyOf(short.key)).body.code).toBe('api_key');
  });

  test('revoked in the middle of a series: the next call fails, and one under way creates nothing', async () => {
    const { id, key } = await partnerKey(product, administrator, allScopes);
    expect((await send(key)).status).toBe(200);
    const count = async () => (await product.deps.db.selectFrom('lead').select('id').execute()).length;
    const before = await count();
    // The bureau answers only after the key was revoked.
    const { ports } = product.deps;
    const { bureau } = ports;
    let release = () => undefined as void;
    const revoked = new Promise<void>((resolve) => (release = resolve));
    let hasAsked = () => undefined as void;
    const asking = new Promise<void>((resolve) => (hasAsked = resolve));
    Object.assign(ports, {
      bureau: {
        report: async (...given: Parameters<typeof bureau.report>) => {
          hasAsked();
          await revoked;
          return bureau.report(...given);
        },
      },
    });
    const underWay = send(key);
    await asking;
    const answer = await administrator.call('POST /api/staff/integrations/keys/{id}/revoke', {
      params: { id },
      body: { reason: 'Se filtró' },
    });
    expect(answer.status).toBe(200);
    release();
    expect(await underWay).toMatchObject({ status: 401, body: { code: 'api_key' } });
    Object.assign(ports, { bureau });
    expect((await send(key)).body.code).toBe('api_key');
    expect(await count()).toBe(before);
  });

  test('of every scope × every call: it opens what its scope says and nothing else', async () => {
    const definitionOf = (key: CallKey): Endpoint => contract[key];
    const keys = new Map<string, string>();
    for (const scope of PARTNER_SCOPES)
      keys.set(scope, (await partnerKey(product, administrator, { scopes: [scope] })).key);
    const wrong: string[] = [];
    for (const call of Object.keys(contract) as CallKey[]) {
      const { access, scope, body } = definitionOf(call);
      if (access === 'public' || access === 'optional' || access === 'console') continue;
      for (const [held, token] of keys) {
        const params = Object.fromEntries(
          [...call.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '1']),
        );
        const answer = await product.call(call, {
          params,
          token,
          ...(body ? { body: {} } : {}),
          headers: { 'idempotency-key': randomUUID() },
        });
        const isOpen = access === 'partner' && (scope === 'any' || scope === held);
        const isRefused =
          answer.status === 401 ||
          answer.body?.code === 'api_scope' ||
          (access === 'staff' && answer.status === 404);
        if (isOpen === isRefused) wrong.push(`${held} ${call}: ${answer.status} ${answer.body?.code}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 60_000);
});

describe('leads', () => {
  test('follow the sign-up, with the partner as channel, once a key', async () => {
    const { key, partner } = await partnerKey(product, administrator, allScopes);
    const idempotency = randomUUID();
    const answer = await send(key, {}, idempotency);
    expect(answer.body).toEqual({
      status: 'success',
      id: expect.stringMatching(/^[\w-]{32}$/),
      state: 'offer',
      url: expect.stringContaining('/vendors/'),
    });
    const again = await send(key, {}, idempotency);
    expect(again.body).toEqual(answer.body);
    expect((await send(key, { first_name: 'Eva' }, idempotency)).body.code).toBe('key_reused');
    const lead = await product.deps.db
      .selectFrom('partner_lead')
      .innerJoin('lead', 'lead.id', 'partner_lead.lead_id')
      .innerJoin('partner', 'partner.id', 'partner_lead.partner_id')
      .select(['lead.origin', 'partner.code', 'partner.id'])
      .where('partner_lead.public_id', '=', answer.body.id)
      .executeTakeFirstOrThrow();
    expect(lead.origin).toBe(lead.code);
    expect(String(lead.id)).toBe(partner);
    const refused = await send(key, { document_number: '12' });
    expect(refused).toMatchObject({ status: 422, body: { fields: { document_number: expect.any(String) } } });
    const keyless = await product.call('POST /partners-api/v1/leads', { token: key, body: argentine });
    expect(keyless.body.code).toBe('bad_request');
  });

  test('answer a customer and a stranger alike, before and after', async () => {
    const { key } = await partnerKey(product, administrator, allScopes);
    const { documentNumber, person } = await borrower(product, 'AR', 3);
    const known = await send(key, { document_number: documentNumber, email_address: person.email });
    const unknown = await send(key, { document_number: '30999118', email_address: 'nadie@example.com' });
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
    expect(known.status).toBe(unknown.status);
    const state = await product.call('GET /partners-api/v1/leads/{id}', {
      params: { id: known.body.id },
      token: key,
    });
    expect(state.body).toEqual({ status: 'success', id: known.body.id, state: known.body.state });
  });

  test("another partner's lead is not found, with no scope either", async () => {
    const [one, other] = [
      await partnerKey(product, administrator, allScopes),
      await partnerKey(product, administrator, allScopes),
    ];
    const { id } = (await send(one.key)).body;
    const stateFor = (token: string) =>
      product.call('GET /partners-api/v1/leads/{id}', { params: { id }, token });
    expect((await stateFor(one.key)).status).toBe(200);
    expect((await stateFor(other.key)).body.code).toBe('not_found');
  });
});

describe('the feed', () => {
  const feed = (token: string, after?: string) =>
    product.call('GET /partners-api/v1/events', { token, ...(after ? { query: { after } } : {}) });

  test('brings the events of loans to the lender’s own systems, thin, in order, and pages', async () => {
    const { key } = await partnerKey(product, administrator, { scopes: ['events.read'], kind: 'own' });
    const one = await borrower(product, 'AR', 3);
    await one.payOff();
    await published();
    const { body } = await feed(key);
    const mine = body.events.filter(({ id }: { id: string }) => id === one.publicId);
    expect(mine.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['loan.confirmed', 'loan.delivered', 'payment.received', 'loan.finished']),
    );
    expect(mine.map(({ version }: { version: number }) => version)).toEqual(
      mine.map((_each: object, index: number) => index + 1),
    );
    for (const event of body.events)
      expect(Object.keys(event)).toEqual(['type', 'id', 'version', 'timestamp', 'event']);
    const { person, documentNumber } = one;
    for (const secret of [person.email, documentNumber]) expect(JSON.stringify(body)).not.toContain(secret);
    const half = body.events[0].event;
    expect((await feed(key, half)).body.events).toEqual(body.events.slice(1));
    expect((await feed(key, body.next)).body).toMatchObject({ events: [], next: body.next, more: false });
    expect((await feed(key, `evt_${'0'.repeat(32)}`)).body.code).toBe('feed_after');
  });

  test('counts versions on after the events of a loan were removed', async () => {
    const { key } = await partnerKey(product, administrator, { scopes: ['events.read'], kind: 'own' });
    const loan = await borrower(product, 'AR', 3);
    const { publicId } = loan;
    const { db } = product.deps;
    const before = await db
      .selectFrom('partner_event')
      .select('version')
      .where('object_id', '=', publicId)
      .execute();
    expect(before.length).toBeGreaterThan(0);
    // Ninety days later the sweeper removes them.
    await db.deleteFrom('partner_event').where('object_id', '=', publicId).execute();
    await loan.payOff();
    await published();
    const { body } = await feed(key);
    const mine = body.events.filter(({ id }: { id: string }) => id === publicId);
    expect(mine.map(({ version }: { version: number }) => version)).toEqual(
      mine.map((_each: object, index: number) => before.length + index + 1),
    );
  });

  test('is bounded', async () => {
    const { key, partner } = await partnerKey(product, administrator, { scopes: ['events.read'] });
    await sql`
      insert into partner_event (country, type, object_id, version, partner_id, at)
      select 'AR', 'lead.changed', 'x', n, ${Number(partner)}, now() from generate_series(1, 250) n`.execute(
      product.deps.db,
    );
    await published();
    const versions: number[] = [];
    let after: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const { body } = await feed(key, after);
      expect(body.events).toHaveLength([100, 100, 50][page] ?? 0);
      expect(body.more).toBe(page < 2);
      versions.push(...body.events.map(({ version }: { version: number }) => version));
      after = body.next;
    }
    expect(versions).toEqual(Array.from({ length: 250 }, (_each, index) => index + 1));
  });

  test('a partner sees its leads move and nothing of others or of money', async () => {
    const { key, partner } = await partnerKey(product, administrator, { scopes: [...PARTNER_SCOPES] });
    const { id } = (await send(key)).body;
    const one = await borrower(product, 'AR', 3);
    await sql`update customer set lead_id = (select lead_id from partner_lead where public_id = ${id})
      where id = (select customer_id from loan where public_id = ${one.publicId})`.execute(product.deps.db);
    await one.payOff();
    await published();
    const { body } = await feed(key);
    expect(body.events).toEqual([
      { type: 'lead.changed', id, version: 1, timestamp: expect.any(String), event: expect.any(String) },
    ]);
    const state = await product.call('GET /partners-api/v1/leads/{id}', { params: { id }, token: key });
    expect(state.body.state).toBe('ended');
    expect(partner).toBeTruthy();
  });

  test('shows no event later than one that it has shown: two transactions that overlap', async () => {
    const { key, partner } = await partnerKey(product, administrator, { scopes: ['events.read'] });
    const add = (version: number) =>
      `insert into partner_event (country, type, object_id, version, partner_id, at)
        values ('AR', 'lead.changed', 'overlap', ${version}, ${partner}, now())`;
    const clients = [0, 1].map(() => new pg.Client({ connectionString: product.databaseUrl }));
    const [slow, fast] = clients;
    for (const client of clients) await client.connect();
    await slow!.query('begin');
    await slow!.query(add(1));
    await fast!.query(add(2));
    await published();
    const first = (await feed(key)).body;
    // The later id has committed first: it may be shown, because the earlier one gets a later position.
    expect(first.events.map(({ version }: { version: number }) => version)).toEqual([2]);
    await slow!.query('commit');
    await published();
    const second = (await feed(key, first.next)).body;
    expect(second.events.map(({ version }: { version: number }) => version)).toEqual([1]);
    const whole = (await feed(key)).body.events;
    expect(whole).toEqual([...first.events, ...second.events]);
    for (const client of clients) await client.end();
  });

  test('loses nothing and repeats nothing while many write, number and read at once', async () => {
    const { key, partner } = await partnerKey(product, administrator, {
      scopes: ['events.read'],
      hourlyLimit: 100_000,
    });
    const { db } = product.deps;
    const write = async (from: number) => {
      for (let n = from; n < from + 40; n += 1)
        await sql`with slow as (select pg_sleep(random() * 0.01))
          insert into partner_event (country, type, object_id, version, partner_id, at)
          select 'AR', 'lead.changed', 'many', ${n}, ${Number(partner)}, now() from slow`.execute(db);
    };
    const writers = { areDone: false };
    const writing = Promise.all([0, 40, 80].map(write)).finally(() => (writers.areDone = true));
    const number = async () => {
      while (!writers.areDone) await publishEvents(db);
    };
    const numbering = Promise.all([number(), number()]);
    const seen: number[] = [];
    let after: string | undefined;
    const read = async () => {
      const { body } = await feed(key, after);
      seen.push(...body.events.map(({ version }: { version: number }) => version));
      after = body.next || undefined;
    };
    while (!writers.areDone) await read();
    await writing;
    await numbering;
    await published();
    for (let last = -1; last !== seen.length;) {
      last = seen.length;
      await read();
    }
    expect(seen.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 120 }, (_each, n) => n));
  });
});
