import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract, type CallKey } from '../../../contract/contract.ts';
import { isOfConsole } from '../../../contract/endpoint.ts';
import { startProduct, type TestAnswer, type TestProduct } from '../../testing/product.ts';
import { addressesHeld } from '../testing/audited.ts';
import { consoleUrl, signInAs, type StaffMember } from '../testing/console.ts';

let product: TestProduct;
let administrator: StaffMember;
let head: StaffMember;
/** Successful writes of this file, each with its audit row. */
const done = new Set<string>();

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl, ROLE: 'api' } });
  administrator = await signInAs(product, 'administrator');
  head = await signInAs(product, 'head');
  done.add('POST /api/staff/sign-in/sandbox');
});
afterAll(() => product.close());

const why = { reason_code: 'joined', reason: 'Entra a atención' };

/** Makes a successful write: one more audit row, with this actor and action. */
async function write(by: StaffMember, key: CallKey, options: object = {}): Promise<TestAnswer> {
  const rows = () => product.deps.db.selectFrom('staff_audit').selectAll().orderBy('id').execute();
  const before = await rows();
  const answer = await by.call(key, options);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const [row, ...more] = (await rows()).slice(before.length);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ action: key, staff_id: Number(by.id) });
  expect(row!.address).not.toBe('');
  done.add(key);
  return answer;
}

const invite = async (email = `${randomUUID()}@prestamista.example`) =>
  (
    await write(administrator, 'POST /api/staff/people', {
      body: { name: 'Ana Ruiz', email, countries: ['AR'] },
    })
  ).body.result;
const access = (id: string, version: number, roles = ['agent'], by = administrator) =>
  by.call('POST /api/staff/people/{id}/access', {
    params: { id },
    version,
    body: { roles, countries: ['AR'], ...why },
  });
const personOf = async (id: string) =>
  (await administrator.call('GET /api/staff/people')).body.result.find(
    (each: { id: string }) => each.id === id,
  );
const approve = (by: StaffMember, id: string) =>
  by.call('POST /api/staff/approvals/{id}/approve', { params: { id } });

describe('roles', () => {
  test('are given once a second person approves', async () => {
    const person = await invite();
    expect(person).toMatchObject({ state: 'invited', roles: [], version: 1 });
    const asked = await write(administrator, 'POST /api/staff/people/{id}/access', {
      params: { id: person.id },
      version: 1,
      body: { roles: ['agent'], countries: ['AR'], ...why },
    });
    expect(asked.body).toMatchObject({ outcome: 'pending_approval' });
    expect(await personOf(person.id)).toMatchObject({ roles: [], version: 1 });
    const id = asked.body.approval;
    const [listed] = (await head.call('GET /api/staff/approvals', { query: { state: 'pending' } })).body
      .result;
    expect(listed).toMatchObject({ id, own: false, decidable: true, subject_name: 'Ana Ruiz', ...why });
    expect(JSON.parse(listed.after)).toMatchObject({ roles: ['agent'] });
    expect(await approve(administrator, id)).toMatchObject({ status: 403, body: { code: 'own_request' } });
    await write(head, 'POST /api/staff/approvals/{id}/approve', { params: { id } });
    expect(await personOf(person.id)).toMatchObject({ roles: ['agent'], state: 'active', version: 2 });
    expect(await approve(head, id)).toMatchObject({ status: 409, body: { code: 'approval_state' } });
    const taken = await administrator.call('POST /api/staff/approvals/{id}/withdraw', { params: { id } });
    expect(taken.body.code).toBe('approval_state');
  });

  test('requested against another version are not given', async () => {
    const person = await invite();
    const one = await access(person.id, 1);
    expect((await access(person.id, 1, ['analyst'])).body.code).toBe('already_asked');
    expect((await approve(head, one.body.approval)).status).toBe(200);
    const late = await access(person.id, 1, ['analyst']);
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect(late.body.message).toContain('Julia Jefatura cambió el acceso de Ana Ruiz');
    expect(await personOf(person.id)).toMatchObject({ roles: ['agent'] });
    const third = await access(person.id, 2, ['analyst']);
    await write(head, 'POST /api/staff/approvals/{id}/reject', {
      params: { id: third.body.approval },
      body: { reason: 'Ya tiene otro rol' },
    });
    expect((await access(person.id, 1)).body.code).toBe('changed_meanwhile');
    const unseen = { params: { id: person.id }, body: { roles: ['agent'], countries: ['AR'], ...why } };
    expect((await administrator.call('POST /api/staff/people/{id}/access', unseen)).status).toBe(428);
  });

  test('are never one’s own, neither requested nor approved', async () => {
    const self = await personOf(administrator.id);
    expect((await access(self.id, self.version)).body.code).toBe('own_account');
    const judge = await personOf(head.id);
    const asked = await access(judge.id, judge.version, ['head', 'treasury']);
    expect((await approve(head, asked.body.approval)).body.code).toBe('own_account');
    await write(administrator, 'POST /api/staff/approvals/{id}/withdraw', {
      params: { id: asked.body.approval },
    });
    expect((await approve(head, asked.body.approval)).status).toBeGreaterThan(400);
  });

  test('are not given when the requester has lost the right to ask', async () => {
    const person = await invite();
    const asked = await access(person.id, 1);
    const { db } = product.deps;
    const set = (state: string) =>
      db.updateTable('staff_member').set({ state }).where('id', '=', Number(administrator.id)).execute();
    await set('disabled');
    expect((await approve(head, asked.body.approval)).body.code).toBe('permission');
    await set('active');
    expect((await approve(head, asked.body.approval)).body.message).toContain('ya no puede pedirlo');
    expect((await approve(head, (await access(person.id, 1)).body.approval)).status).toBe(200);
  });

  test('for a country that the requester or the approver does not have are refused', async () => {
    const { db } = product.deps;
    const set = ({ id }: StaffMember, countries: readonly string[]) =>
      db
        .updateTable('staff_member')
        .set({ countries: [...countries] })
        .where('id', '=', Number(id))
        .execute();
    const person = await invite();
    await set(administrator, ['UY']);
    expect((await access(person.id, 1)).body.code).toBe('country_forbidden');
    const { email } = person;
    const invited = { name: 'Ana Ruiz', email: `otra-${email}`, countries: ['AR'] };
    expect((await administrator.call('POST /api/staff/people', { body: invited })).body.code).toBe(
      'country_forbidden',
    );
    const ended = { params: { id: person.id }, body: { reason: 'Perdió la notebook' } };
    expect((await administrator.call('POST /api/staff/people/{id}/end-sessions', ended)).body.code).toBe(
      'country_forbidden',
    );
    await set(administrator, ['AR', 'UY']);
    for (const [countries, own] of [
      [['AR', 'UY'], ['AR']],
      [['UY'], ['UY']],
    ] as const) {
      await set(head, ['AR', 'UY']);
      const body = { roles: ['agent'], countries, ...why };
      const wanted = { params: { id: person.id }, version: 1, body };
      const asked = await administrator.call('POST /api/staff/people/{id}/access', wanted);
      await set(head, own);
      expect((await approve(head, asked.body.approval)).body.code).toBe('country_forbidden');
    }
    await set(head, ['AR', 'UY']);
  });
});

describe('a person', () => {
  test('is invited once, also when the request comes twice', async () => {
    const email = `${randomUUID()}@prestamista.example`;
    const key = randomUUID();
    const ask = () =>
      administrator.call('POST /api/staff/people', {
        body: { name: 'Eva', email, countries: ['UY'] },
        headers: { 'idempotency-key': key },
      });
    const [one, other] = await Promise.all([ask(), ask()]);
    expect(one.body).toEqual(other.body);
    expect(
      await administrator.call('POST /api/staff/people', {
        body: { name: 'Eva', email: email.toUpperCase(), countries: ['UY'] },
      }),
    ).toMatchObject({ status: 409, body: { code: 'staff_exists' } });
    const keyless = {
      headers: { 'idempotency-key': '' },
      body: { name: 'Eva', email: `${randomUUID()}@prestamista.example`, countries: ['UY'] },
    };
    expect((await administrator.call('POST /api/staff/people', keyless)).status).toBe(400);
  });

  test('a blocked employee is signed out at once, and returns when a second person approves', async () => {
    const agent = await signInAs(product, 'agent');
    const { version } = await personOf(agent.id);
    const left = { reason_code: 'left', reason: 'Dejó la empresa' };
    const params = { id: agent.id };
    await write(administrator, 'POST /api/staff/people/{id}/disable', { params, version, body: left });
    expect((await agent.call('GET /api/staff/me')).status).toBe(401);
    await expect(signInAs(product, 'agent')).rejects.toThrow('staff_unknown');
    const asked = await write(administrator, 'POST /api/staff/people/{id}/enable', {
      params,
      version: version + 1,
      body: { ...left, reason: 'Volvió' },
    });
    expect((await approve(head, asked.body.approval)).status).toBe(200);
    expect((await signInAs(product, 'agent')).id).toBe(agent.id);
  });

  test('an employee without passkeys gets a link, once a second person approves', async () => {
    const email = `${randomUUID()}@prestamista.example`;
    const { id } = await invite(email);
    const asked = await write(administrator, 'POST /api/staff/people/{id}/enrolment', {
      params: { id },
      version: 1,
      body: { reason: 'Perdió la llave' },
    });
    const inbox = async () => (await product.call('GET /sandbox/messages', { query: { to: email } })).body;
    expect(await inbox()).toEqual([]);
    expect((await approve(administrator, asked.body.approval)).body.code).toBe('own_request');
    expect((await approve(head, asked.body.approval)).status).toBe(200);
    expect(await inbox()).toMatchObject([{ text: expect.stringContaining(`${consoleUrl}/alta/`) }]);
    await write(administrator, 'POST /api/staff/people/{id}/own-record', {
      params: { id },
      version: (await personOf(id)).version,
      body: { document_number: '', cellphone: '', email, reason: 'Es cliente nuestra' },
    });
    const own = { params: { id: administrator.id }, version: 1, body: { reason: 'La perdí' } };
    expect((await administrator.call('POST /api/staff/people/{id}/enrolment', own)).body.code).toBe(
      'own_account',
    );
  });

  test('has sessions that can be seen and ended', async () => {
    const agent = await signInAs(product, 'analyst');
    const open = await administrator.call('GET /api/staff/people/{id}/sessions', {
      params: { id: agent.id },
    });
    expect(open.body.result).toHaveLength(1);
    await write(administrator, 'POST /api/staff/people/{id}/end-sessions', {
      params: { id: agent.id },
      body: { reason: 'Perdió la notebook' },
    });
    expect((await agent.call('GET /api/staff/me')).status).toBe(401);
    await write(await signInAs(product, 'analyst'), 'POST /api/staff/sign-out');
  });
});

describe('the audit', () => {
  test('is found by person, action and day, page by page', async () => {
    const find = async (query: Record<string, string>) =>
      (await head.call('GET /api/staff/audit', { query })).body.result;
    const invited = await find({ action: 'POST /api/staff/people' });
    expect(invited.length).toBeGreaterThan(2);
    for (const entry of invited) expect(entry).toMatchObject({ person: 'Ada Administración' });
    for (const entry of await find({ person: head.id })) expect(entry.person_id).toBe(head.id);
    const today = product.deps.clock.now().toISOString().slice(0, 10);
    expect((await find({ from: today })).length).toBeGreaterThan(2);
    expect(await find({ to: '2000-01-01' })).toEqual([]);
    const older = await find({ before: invited[0].id });
    expect(older.every((entry: { id: string }) => Number(entry.id) < Number(invited[0].id))).toBe(true);
  });

  test('is exported, which is recorded', async () => {
    const answer = await write(head, 'POST /api/staff/audit/export', { query: { person: administrator.id } });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = (answer.body as string).trim().split('\r\n');
    expect(lines[0]).toContain('N.º;Cuándo;Persona');
    expect(lines.slice(1).every((line) => line.includes('Ada Administración'))).toBe(true);
  });

  test('has a row of every write that the console can make', () => {
    /** Each begins a sign-in; nobody is signed in and nothing changes. */
    const exempt = new Set([
      'POST /api/staff/sign-in/provider',
      'POST /api/staff/sign-in/passkey',
      'POST /api/staff/enrolment',
    ]);
    /** Covered by provider.test.ts and passkeys.test.ts. */
    const elsewhere = new Set([
      // servicing/memberships/waived.test.ts
      'POST /api/staff/money/memberships/{id}/waive',
      // servicing/invoices/desk.test.ts
      'POST /api/staff/invoices/{id}/send',
      'POST /api/staff/invoices/{id}/settle',
      'POST /api/staff/invoices/series/{id}/resume',
      // loans/write-off/write-off.test.ts
      'POST /api/staff/money/loans/{id}/write-off',
      'POST /api/staff/money/loans/{id}/write-off/undo',
      // loans/actions/actions.test.ts
      'POST /api/staff/loans/{id}/changes',
      'POST /api/staff/loans/{id}/changes/{action}/undo',
      'POST /api/staff/loans/{id}/plan/withdraw',
      // operations/loan-audit/audit.test.ts
      'POST /api/staff/operation/contradictions/{id}/waive',
      // loans/payout-desk/paid-after-all.test.ts
      'POST /api/staff/operation/order-contradictions/{id}/resolve',
      'POST /api/staff/sign-in/provider/finish',
      'POST /api/staff/sign-in/passkey/finish',
      'POST /api/staff/enrolment/finish',
      'POST /api/staff/passkeys',
      'POST /api/staff/passkeys/{id}/remove',
      'POST /api/staff/step-up',
      'POST /api/staff/step-up/sandbox',
      // operations/search/search.test.ts
      'POST /api/staff/search',
      // operations/customers/customers.test.ts and corrections.test.ts
      'POST /api/staff/approvals/{id}/show',
      'POST /api/staff/customers/{id}/unmask',
      'POST /api/staff/customers/{id}/notes',
      'POST /api/staff/customers/{id}/sessions/end',
      'POST /api/staff/customers/{id}/links/{link}',
      // attacks/squatted-documents.test.ts
      'POST /api/staff/customers/{id}/document-claim/grant',
      'POST /api/staff/customers/{id}/document-claim/refuse',
      'POST /api/staff/customers/{id}/name',
      'POST /api/staff/customers/{id}/email',
      'POST /api/staff/customers/{id}/phone',
      // staff/files/files.test.ts
      'POST /api/staff/files',
      // servicing/payments/settlement-files/settlement-files.test.ts
      'POST /api/staff/money/files/preview',
      // servicing/payments/money-in/proposals.test.ts
      'POST /api/staff/money/loans/find',
      'POST /api/staff/money/files',
    ]);
    const writes = (Object.keys(contract) as CallKey[]).filter(
      (key) => isOfConsole(contract[key]) && !key.startsWith('GET '),
    );
    const held = addressesHeld();
    expect(
      writes.filter(
        (key) =>
          !held.some((address) => key.includes(address)) &&
          !done.has(key) &&
          !exempt.has(key) &&
          !elsewhere.has(key),
      ),
    ).toEqual([]);
  });
});
