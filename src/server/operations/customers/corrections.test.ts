import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asChecked } from '../../testing/as-checked.ts';
import type { CallKey } from '../../../contract/contract.ts';
import { listMessages } from '../../messages/service.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { phoneOf, signUpAndVerify } from '../../testing/journey.ts';
import { addPerson, hashIn, messageOf, newestMessage, type TestPerson } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { otherThan } from '../../../countries/testing/test-country.ts';

let product: TestProduct;
let agent: StaffMember;
let head: StaffMember;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  agent = await signInAs(product, 'agent');
  head = await signInAs(product, 'head');
});
afterAll(() => product.close());

type What = 'name' | 'email' | 'phone';
const why = { reason_code: 'customer_asks', reason: 'Lo pidió por teléfono' };

const rowOf = ({ id }: TestPerson) =>
  product.deps.db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
async function ask(person: TestPerson, what: What, body: object, by = agent, version?: number) {
  const seen = version ?? (await rowOf(person)).version;
  const params = { id: String(person.id) };
  return by.call(`POST /api/staff/customers/{id}/${what}` as CallKey, {
    params,
    version: seen,
    body: { ...body, ...why },
  });
}
const approve = (id: string, by = head) =>
  by.call('POST /api/staff/approvals/{id}/approve', { params: { id } });
const auditOf = ({ id }: TestPerson) =>
  product.deps.db.selectFrom('staff_audit').selectAll().where('customer_id', '=', id).orderBy('id').execute();

describe.each(['AR', 'UY'] as const)('%s: a phone', (country) => {
  test('is corrected by two, the old one is told, and neither number logs in before a code came back', async () => {
    const person = await addPerson(product, { country });
    const phone = phoneOf(country, '994321');
    const session = await product.call('POST /api/auth/sendpin', {
      country,
      body: { cellphone: person.cellphone, redirectTo: '' },
    });
    expect(session.status).toBe(200);
    const asked = await ask(person, 'phone', { cellphone: `0${phone}` });
    expect(asked).toMatchObject({ status: 200, body: { outcome: 'pending_approval' } });
    expect(await rowOf(person)).toMatchObject({ cellphone: person.cellphone, version: 1 });
    const before = await listMessages(product.deps, person.email.toLowerCase());
    expect(before.filter(({ subject }) => subject.includes('celular'))).toEqual([]);

    expect((await approve(asked.body.approval, agent)).body.code).toBe('permission');
    expect((await approve(asked.body.approval)).status).toBe(200);
    expect(await rowOf(person)).toMatchObject({
      cellphone: phone,
      version: 2,
      contact_data_verified: 0,
      changed_by: 'Julia Jefatura',
    });
    const isTold = ({ text }: { text: string }) => text.includes('terminado en 4321');
    const sms = await newestMessage(product, person.cellphone, isTold);
    expect(sms.text).not.toContain(phone);
    await newestMessage(product, person.email, ({ subject }) => subject.includes('celular'));

    await product.call('POST /api/auth/sendpin', { country, body: { cellphone: phone, redirectTo: '' } });
    const { email } = person;
    const mail = await messageOf(product, email, () =>
      product.call('POST /api/auth/magic-link', { country, body: { email } }),
    );
    expect(await listMessages(product.deps, phone)).toEqual([]);
    const code = hashIn(mail, 'magic-link');
    const login = await product.call('POST /api/auth/magicLink', { country, body: { code } });
    expect(login.status, JSON.stringify(login.body)).toBe(200);
    const mine = await product.call('GET /api/v3/account-new', { country, token: login.body.token });
    expect(mine.body.result).toMatchObject({ cellphone: phone });
    const open = await product.deps.db
      .selectFrom('one_time_link')
      .select('customer_id')
      .where('customer_id', '=', person.id)
      .where('used_at', 'is', null)
      .execute();
    // Neither that of the old phone, which was ended, nor this one, which was used.
    expect(open).toEqual([]);
  });

  test('in the audit and while it waits is masked, and is read by those who ask and decide', async () => {
    const person = await addPerson(product, { country });
    const phone = phoneOf(country, '998642');
    const asked = await ask(person, 'phone', { cellphone: phone });
    const id: string = asked.body.approval;
    const stored = await product.deps.db
      .selectFrom('staff_approval')
      .selectAll()
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toContain(phone);
    expect(stored).toMatchObject({ after: { phone: '•••8642' }, customer_id: person.id });
    const show = (by: StaffMember) => by.call('POST /api/staff/approvals/{id}/show', { params: { id } });
    expect(JSON.parse((await show(head)).body.body)).toEqual({ cellphone: phone });
    expect((await show(agent)).status).toBe(200);
    expect((await show(await signInAs(product, 'collector'))).status).toBe(404);
    const countries = (some: readonly string[]) =>
      product.deps.db
        .updateTable('staff_member')
        .set({ countries: [...some] })
        .where('id', '=', Number(head.id));
    await countries([otherThan(country)]).execute();
    expect((await show(head)).status).toBe(404);
    await countries(['AR', 'UY']).execute();
    await approve(id);
    const rows = await auditOf(person);
    expect(rows.map(({ action }) => action)).toEqual([
      'POST /api/staff/customers/{id}/phone',
      'POST /api/staff/approvals/{id}/show',
      'POST /api/staff/approvals/{id}/show',
      'POST /api/staff/approvals/{id}/approve',
    ]);
    expect(rows.at(-1)).toMatchObject({ staff_id: Number(head.id), requested_by: Number(agent.id), ...why });
    expect(JSON.stringify(rows)).not.toContain(phone);
  });

  test('that is no phone, or the same, is refused in words', async () => {
    const person = await addPerson(product, { country });
    const wrong = await ask(person, 'phone', { cellphone: '123' });
    expect(wrong).toMatchObject({ status: 422, body: { fields: { cellphone: expect.any(String) } } });
    expect((await ask(person, 'phone', { cellphone: person.cellphone })).body.code).toBe('nothing_changes');
  });

  test('of somebody else may be given, as a borrower may take it, and the second person sees it', async () => {
    const [one, other] = [await addPerson(product, { country }), await addPerson(product, { country })];
    const asked = await ask(one, 'phone', { cellphone: other.cellphone });
    const listed = await head.call('GET /api/staff/approvals', { query: { state: 'pending' } });
    const mine = listed.body.result.find(({ id }: { id: string }) => id === asked.body.approval);
    expect(JSON.parse(mine.after)).toMatchObject({ others_with_phone: 1 });
  });
});

describe('an e-mail', () => {
  test('is corrected by two; the old address is told, not the whole new one', async () => {
    const person = await addPerson(product);
    const email = `Nueva${person.id}@Example.org`;
    const { db, clock } = product.deps;
    const identity = { provider: 'google', subject: `de-otra-${person.id}`, country: 'AR' } as const;
    await db
      .insertInto('social_identity')
      .values({ ...identity, customer_id: person.id, created_at: clock.now() })
      .execute();
    const asked = await ask(person, 'email', { email });
    const identities = () =>
      db.selectFrom('social_identity').select('subject').where('customer_id', '=', person.id).execute();
    expect(await identities()).toHaveLength(1);
    expect((await approve(asked.body.approval)).status).toBe(200);
    // Whoever had logged in by the old address does not any more.
    expect(await identities()).toEqual([]);
    expect((await rowOf(person)).email).toBe(email.toLowerCase());
    const told = await newestMessage(product, person.email, ({ subject }) => subject.includes('mail'));
    expect(told.text).toContain('n•••@example.org');
    expect(told.text).not.toContain(email.toLowerCase());
  });

  test('of somebody else is refused, when it is asked for and when it is approved', async () => {
    const [one, other] = [await addPerson(product), await addPerson(product)];
    expect((await ask(one, 'email', { email: other.email.toUpperCase() })).body.code).toBe('email_taken');
    const free = `libre${one.id}@example.org`;
    const asked = await ask(one, 'email', { email: free });
    await product.deps.db.updateTable('customer').set({ email: free }).where('id', '=', other.id).execute();
    expect((await approve(asked.body.approval)).body.code).toBe('email_taken');
    expect((await ask(one, 'email', { email: 'sin arroba' })).status).toBe(422);
  });

  test('that two people get at once goes to one of them; the other approval says why not', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => addPerson(product)));
    const email = `disputado${people[0]?.id}@example.org`;
    const asked = [];
    for (const person of people) asked.push(await ask(person, 'email', { email }));
    const answers = await Promise.all(asked.map(({ body }) => approve(body.approval)));
    const outcomes = answers.map(({ status, body }) => (status === 200 ? 'done' : body.code));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'email_taken')).toHaveLength(3);
  });
});

describe('a name', () => {
  test('is corrected by two, and the person is told', async () => {
    const person = await addPerson(product);
    const asked = await ask(person, 'name', { first_name: 'María José', last_name: 'Núñez' });
    expect((await approve(asked.body.approval)).status).toBe(200);
    expect(await rowOf(person)).toMatchObject({ first_name: 'María José', last_name: 'Núñez' });
    await newestMessage(product, person.email, ({ subject }) => subject === 'Corregimos tu nombre');
    expect((await ask(person, 'name', { first_name: 'X1', last_name: 'Núñez' })).status).toBe(422);
  });
});

describe('what waits of a country that is not the person’s', () => {
  test('is neither approved nor rejected by them: for them there is none', async () => {
    const asked = await ask(await addPerson(product, { country: 'AR' }), 'phone', {
      cellphone: phoneOf('AR', '999182'),
    });
    const { db } = product.deps;
    const set = (countries: string[]) =>
      db.updateTable('staff_member').set({ countries }).where('id', '=', Number(head.id)).execute();
    await set(['UY']);
    try {
      const params = { id: asked.body.approval };
      const body = { reason: 'No corresponde' };
      expect((await head.call('POST /api/staff/approvals/{id}/reject', { params, body })).status).toBe(404);
      expect((await approve(params.id)).status).toBe(404);
    } finally {
      await set(['AR', 'UY']);
    }
    expect((await approve(asked.body.approval)).status).toBe(200);
  });
});

describe('what changed meanwhile', () => {
  test('is not written over: neither at the request nor at the approval', async () => {
    const person = await addPerson(product);
    const first = await ask(person, 'name', { first_name: 'Eva', last_name: 'Uno' });
    const second = await ask(person, 'phone', { cellphone: phoneOf('AR', '991111') });
    expect((await approve(first.body.approval)).status).toBe(200);
    const late = await approve(second.body.approval);
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect(late.body.message).toContain('Julia Jefatura cambió los datos');
    const stale = await ask(person, 'name', { first_name: 'Eva', last_name: 'Dos' }, agent, 1);
    expect(stale.body.code).toBe('changed_meanwhile');
    await product.deps.db
      .updateTable('customer')
      .set({ cellphone: asChecked('1155559999'), changed_by: '' })
      .where('id', '=', person.id)
      .execute();
    const own = await ask(person, 'name', { first_name: 'Eva', last_name: 'Tres' }, agent, 2);
    expect(own.body.message).toContain('La propia persona cambió');
  });

  test('a correction that waits ends with the account', async () => {
    const person = await addPerson(product);
    const asked = await ask(person, 'phone', { cellphone: phoneOf('AR', '992222') });
    await product.deps.db
      .updateTable('customer')
      .set({ disabled_at: new Date() })
      .where('id', '=', person.id)
      .execute();
    expect((await approve(asked.body.approval)).body.code).toBe('customer_closed');
  });

  test('who has their data erased leaves no words in notes, messages and what waited', async () => {
    const traveller = await signUpAndVerify(product, 'AR');
    const { db } = product.deps;
    const { id } = await db
      .selectFrom('customer')
      .select('id')
      .where('document_number', '=', traveller.documentNumber)
      .executeTakeFirstOrThrow();
    const person = { ...(await addPerson(product)), id };
    const params = { id: String(id) };
    const noted = await agent.call('POST /api/staff/customers/{id}/notes', {
      params,
      body: { text: 'Vive con Marta' },
    });
    expect(noted.status).toBe(200);
    const asked = await ask(person, 'phone', { cellphone: phoneOf('AR', '997777') });
    expect((await traveller.call('POST /api/v3/own-data/erasure', { body: {} })).status).toBe(200);
    const note = await db.selectFrom('customer_note').select('text').where('customer_id', '=', id).execute();
    expect(note).toEqual([{ text: '' }]);
    const bodies = await db.selectFrom('message').select('body').where('customer_id', '=', id).execute();
    expect(bodies.length).toBeGreaterThan(0);
    expect(bodies.every(({ body }) => body === null)).toBe(true);
    expect((await approve(asked.body.approval)).body.code).toBe('approval_state');
    expect(
      (await head.call('POST /api/staff/approvals/{id}/show', { params: { id: asked.body.approval } })).body
        .code,
    ).toBe('approval_state');
    const page = (await agent.call('GET /api/staff/customers/{id}', { params })).body.result;
    expect(page).toMatchObject({ state: 'erased', document: '', email: '', phone: '' });
  });

  test('the same key twelve times is one request', async () => {
    const person = await addPerson(product);
    const key = `correccion-${person.id}`;
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        agent.call('POST /api/staff/customers/{id}/phone', {
          params: { id: String(person.id) },
          version: 1,
          body: { cellphone: phoneOf('AR', '993333'), ...why },
          headers: { 'idempotency-key': key },
        }),
      ),
    );
    expect(new Set(answers.map(({ body }) => body.approval)).size).toBe(1);
  });
});
