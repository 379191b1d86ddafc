import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PARTNER_SCOPES } from '../../domain/outside-systems.ts';
import { argentine } from '../origination/leads/testing/visitor.ts';
import { addPartner, approvedKey, keysVersion, partnerKey } from '../partners/testing/partner-tools.ts';
import { consoleUrl, signInAs, type StaffMember } from '../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

/** Partners, their keys and webhooks under attack (docs/product/integrations.md). */

let product: TestProduct;
let administrator: StaffMember;
let head: StaffMember;
beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  [administrator, head] = [await signInAs(product, 'administrator'), await signInAs(product, 'head')];
  for (const each of [administrator, head]) await each.call('POST /api/staff/step-up/sandbox', { body: {} });
});
afterAll(() => product.close());

const scopes = PARTNER_SCOPES.filter((scope) => scope !== 'events.read');
const leads = async () => (await product.deps.db.selectFrom('lead').select('id').execute()).length;
const send = (token: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  product.call('POST /partners-api/v1/leads', {
    token,
    body: body as object,
    headers: { 'idempotency-key': randomUUID(), ...headers },
  });

describe('one partner', () => {
  test('sends the same lead twelve times at once: one lead, one answer, one question to the bureau', async () => {
    const { key } = await partnerKey(product, administrator, { scopes });
    const { ports } = product.deps;
    const { bureau } = ports;
    let asked = 0;
    Object.assign(ports, {
      bureau: {
        report: (...given: Parameters<typeof bureau.report>) => {
          asked += 1;
          return bureau.report(...given);
        },
      },
    });
    const before = await leads();
    const headers = { 'idempotency-key': 'doce veces' };
    const body = { ...argentine, document_number: '30777118', email_address: 'doce@example.com' };
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(key, body, headers)));
    Object.assign(ports, { bureau });
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await leads()).toBe(before + 1);
    expect(asked).toBe(1);
  });

  test.each([
    ['a birth of the year 1', { birthdate: '0001-01-01' }],
    ['a birth of the year 9999', { birthdate: '9999-12-31' }],
    ['a number with an exponent', { document_number: '3e7' }],
    ['a negative number', { document_number: '-30777118' }],
    ['a name with a NUL', { first_name: 'Ana\u0000' }],
    ['a formula as a name', { first_name: '=HYPERLINK("http://a.example")' }],
    ['a mail address with a line of its own', { email_address: 'a@example.com\r\nBcc: b@example.com' }],
    ['an address of ten thousand letters', { email_address: `${'a'.repeat(10_000)}@example.com` }],
    ['a list', []],
    ['a text', 'lead'],
    ['nothing', null],
  ])('sends %s: a refusal that stores nothing', async (_what, more) => {
    const { key } = await partnerKey(product, administrator, { scopes });
    const before = await leads();
    const body =
      more !== null && typeof more === 'object' && !Array.isArray(more) ? { ...argentine, ...more } : more;
    const answer = await send(key, body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(JSON.stringify(answer.body)).not.toMatch(/select|insert|node_modules|\.ts:/i);
    expect(await leads()).toBe(before);
  });

  test('sends a megabyte, and its channel and state by itself: refused, or left out', async () => {
    const { key, partner } = await partnerKey(product, administrator, { scopes });
    const large = await send(key, { ...argentine, parameter: 'x'.repeat(1024 * 1024) });
    expect([413, 422]).toContain(large.status);
    const own = await send(key, {
      ...argentine,
      channel: 'web',
      state: 'delivered',
      suitable: 1,
      origin: 'web',
    });
    // Nothing is stored under a channel that the partner chose.
    const stored = await product.deps.db
      .selectFrom('partner_lead')
      .innerJoin('lead', 'lead.id', 'partner_lead.lead_id')
      .select('lead.origin')
      .where('partner_lead.partner_id', '=', Number(partner))
      .execute();
    expect([200, 422]).toContain(own.status);
    expect(stored.map(({ origin }) => origin)).not.toContain('web');
  });

  test.each(['a'.repeat(201), ''])('sends a lead under the key "%s": refused', async (given) => {
    const { key } = await partnerKey(product, administrator, { scopes });
    expect((await send(key, argentine, { 'idempotency-key': given })).status).toBe(400);
  });

  test('takes the name of a channel of the lender, so that its leads would count as ours', async () => {
    for (const code of ['web', 'rappi', 'victor-hogar', 'plataforma-10']) {
      const body = { country: 'AR', code, name: 'Como el sitio', kind: 'partner' };
      const answer = await administrator.call('POST /api/staff/integrations/partners', { body });
      expect([code, answer.body.code]).toEqual([code, 'partner_exists']);
    }
  });
});

describe('one dishonest employee', () => {
  const ask = async (by: StaffMember, partner: string, more: object = {}) =>
    by.call('POST /api/staff/integrations/partners/{id}/keys', {
      params: { id: partner },
      version: await keysVersion(product, partner),
      body: {
        name: 'Una',
        scopes: ['leads.read'],
        hourly_limit: 10,
        days: 30,
        reason: 'Para probar',
        ...more,
      },
    });
  const approve = (id: string, by: StaffMember = head) =>
    by.call('POST /api/staff/approvals/{id}/approve', { params: { id }, body: {} });

  test('has two people approve two keys at once, while one is live: two keys live, never three', async () => {
    const partner = await addPartner(product, administrator);
    await approvedKey(product, administrator, { partner, scopes: ['leads.read'], hourlyLimit: 5, days: 5 });
    const asked = [await ask(administrator, partner), await ask(administrator, partner, { name: 'Otra' })];
    const ids = asked.map(({ body }) => String(body.approval));
    const other = await signInAs(product, 'compliance');
    await other.call('POST /api/staff/step-up/sandbox', { body: {} });
    await Promise.all([...ids, ...ids].map((id) => approve(id)));
    const rows = await product.deps.db
      .selectFrom('partner_key')
      .select('id')
      .where('partner_id', '=', Number(partner))
      .where('revoked_at', 'is', null)
      .execute();
    expect(rows).toHaveLength(2);
  });

  test('fetches a key after the role was taken away, or twelve times at once', async () => {
    const partner = await addPartner(product, administrator);
    const wanted = { partner, scopes: ['leads.read'] as const, hourlyLimit: 5, days: 5 };
    const id = await approvedKey(product, administrator, wanted);
    const issue = () =>
      administrator.call('POST /api/staff/integrations/keys/{id}/issue', { params: { id }, body: {} });
    const answers = await Promise.all(Array.from({ length: 12 }, issue));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const later = await approvedKey(product, administrator, wanted);
    await product.deps.db
      .updateTable('staff_member')
      .set({ roles: ['auditor'] })
      .where('id', '=', Number(administrator.id))
      .execute();
    const taken = await administrator.call('POST /api/staff/integrations/keys/{id}/issue', {
      params: { id: later },
      body: {},
    });
    await product.deps.db
      .updateTable('staff_member')
      .set({ roles: ['administrator'] })
      .where('id', '=', Number(administrator.id))
      .execute();
    expect([401, 403]).toContain(taken.status);
  });

  test('approves a request whose asker has lost the role since', async () => {
    const partner = await addPartner(product, administrator);
    const second = await signInAs(product, 'administrator');
    await second.call('POST /api/staff/step-up/sandbox', { body: {} });
    const asked = await ask(second, partner);
    const asker = await product.deps.db
      .selectFrom('staff_approval')
      .select('requested_by')
      .where('id', '=', Number(asked.body.approval))
      .executeTakeFirstOrThrow();
    const set = (roles: string[]) =>
      product.deps.db
        .updateTable('staff_member')
        .set({ roles })
        .where('id', '=', asker.requested_by)
        .execute();
    await set(['auditor']);
    const answer = await approve(asked.body.approval);
    await set(['administrator']);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await keysVersion(product, partner)).toBe(0);
  });

  test('adds addresses until the page no longer shows them all, twelve at once', async () => {
    const partner = await addPartner(product, administrator);
    await administrator.call('POST /api/staff/step-up/sandbox', { body: {} });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_each, index) =>
        administrator.call('POST /api/staff/integrations/partners/{id}/webhooks', {
          params: { id: partner },
          body: { url: `https://hooks${index}.example.com/`, types: ['lead.changed'] },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.find(({ status }) => status !== 200)?.body.code).toBe('partner_webhooks');
  });

  test('has a key approved on a session that was proved long ago', async () => {
    const partner = await addPartner(product, administrator);
    const { body } = await ask(administrator, partner);
    await product.advance(6 * 60_000);
    const tired = await approve(body.approval);
    expect(tired.body.code).toBe('step_up');
    expect(await keysVersion(product, partner)).toBe(0);
    await head.call('POST /api/staff/step-up/sandbox', { body: {} });
    expect((await approve(body.approval)).status).toBe(200);
    // The same approval again is no second key.
    expect((await approve(body.approval)).body.code).toBe('approval_state');
    expect(await keysVersion(product, partner)).toBe(1);
  });
});
