import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditedWrites } from '../staff/testing/audited.ts';
import { consoleUrl, signInAs, type StaffMember } from '../staff/testing/console.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { publishEvents } from './webhooks/jobs.ts';

/** Every write of docs/console.md#integraciones leaves one row of the audit, without a secret. */

let product: TestProduct;
let administrator: StaffMember;
beforeAll(async () => {
  // No worker: the delivery must wait for the test.
  product = await startProduct({
    settings: { CONSOLE_URL: consoleUrl, ROLE: 'api', WEBHOOKS_TO_LOOPBACK: 'on' },
  });
  administrator = await signInAs(product, 'administrator');
  await administrator.call('POST /api/staff/step-up/sandbox', { body: {} });
});
afterAll(() => product.close());

const partners = async (by = administrator) =>
  (await by.call('GET /api/staff/integrations', { query: { country: 'AR' } })).body.partners;

test('each write is audited, once', async () => {
  const audit = auditedWrites(product);
  const at = '/api/staff/integrations' as const;
  const secrets: string[] = [];
  await audit.write(administrator, `POST ${at}/partners`, {
    body: { country: 'AR', code: 'tienda', name: 'Tienda', kind: 'partner' },
  });
  const again = await administrator.call(`POST ${at}/partners`, {
    body: { country: 'AR', code: 'tienda', name: 'Otra', kind: 'own' },
  });
  expect(again.body.code).toBe('partner_exists');
  const [{ id, version }] = await partners();
  const asked = await audit.write(administrator, `POST ${at}/partners/{id}/keys`, {
    params: { id },
    version,
    body: { name: 'Una', scopes: ['leads.create'], hourly_limit: 10, days: 30, reason: 'Empiezan' },
  });
  const head = await signInAs(product, 'head');
  const own = { params: { id: asked.body.approval }, body: {} };
  expect((await administrator.call('POST /api/staff/approvals/{id}/approve', own)).body.code).toBe(
    'own_request',
  );
  await audit.write(head, 'POST /api/staff/approvals/{id}/approve', own);
  const [{ keys }] = await partners();
  expect(keys).toMatchObject([{ state: 'approved', is_own: true, prefix: '' }]);
  expect((await partners(head))[0].keys[0].is_own).toBe(false);
  const key = { params: { id: keys[0].id } };
  secrets.push((await audit.write(administrator, `POST ${at}/keys/{id}/issue`, key)).body.key.slice(-32));
  await audit.write(administrator, `POST ${at}/keys/{id}/revoke`, { ...key, body: { reason: 'Terminó' } });
  const hook = { url: 'http://127.0.0.1:9/', types: ['lead.changed'] };
  const added = await audit.write(administrator, `POST ${at}/partners/{id}/webhooks`, {
    params: { id },
    body: hook,
  });
  const webhook = async () => (await partners())[0].webhooks[0];
  const shown = await webhook();
  const rotated = await audit.write(administrator, `POST ${at}/webhooks/{id}/rotate`, {
    params: { id: shown.id },
    version: shown.version,
  });
  secrets.push(added.body.secret, rotated.body.secret);
  await sql`insert into partner_event (country, type, object_id, version, partner_id, at)
    values ('AR', 'lead.changed', 'x', 1, ${Number(id)}, now())`.execute(product.deps.db);
  await publishEvents(product.deps.db);
  const deliveries = await administrator.call(`GET ${at}/webhooks/{id}/deliveries`, {
    params: { id: shown.id },
  });
  const replay = { params: { id: deliveries.body.result[0].id } };
  expect((await administrator.call(`POST ${at}/deliveries/{id}/replay`, replay)).body.code).toBe(
    'webhook_state',
  );
  await sql`update webhook_delivery set due_at = null, tries = 10`.execute(product.deps.db);
  await audit.write(administrator, `POST ${at}/deliveries/{id}/replay`, replay);
  const { version: seen } = await webhook();
  await audit.write(administrator, `POST ${at}/webhooks/{id}`, {
    params: { id: shown.id },
    version: seen,
    body: { ...hook, is_on: false },
  });
  expect(await webhook()).toMatchObject({ is_on: false, off_because: '' });
  const rows = JSON.stringify(await audit.rows());
  for (const secret of secrets) expect(rows).not.toContain(secret);
  expect(audit.left('/api/staff/integrations')).toEqual([]);
});

test('reads are for those who may, in their countries', async () => {
  const agent = await signInAs(product, 'agent');
  const auditor = await signInAs(product, 'auditor');
  const call = 'GET /api/staff/integrations';
  expect((await agent.call(call)).body.code).toBe('permission');
  expect((await auditor.call(call)).status).toBe(200);
  const [{ webhooks }] = await partners();
  await sql`update staff_member set countries = '{UY}' where id = ${Number(auditor.id)}`.execute(
    product.deps.db,
  );
  expect((await auditor.call(call, { query: { country: 'AR' } })).body.code).toBe('country_forbidden');
  const deliveries = await auditor.call('GET /api/staff/integrations/webhooks/{id}/deliveries', {
    params: { id: webhooks[0].id },
  });
  expect(deliveries.body.code).toBe('not_found');
});
