import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { signUpAndVerify } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { ticketsOf } from './testing/tickets.ts';

let product: TestProduct;
type Steps = Awaited<ReturnType<typeof ticketsOf>>;
let agent: Steps['agent'];
let head: Steps['head'];
let audit: Steps['audit'];
let filed: Steps['filed'];
let seen: Steps['seen'];
let own: Steps['own'];
let answerTo: Steps['answerTo'];
let listed: Steps['listed'];
let reply: Steps['reply'];

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  ({ agent, head, audit, filed, seen, own, answerTo, listed, reply } = await ticketsOf(product));
});
afterAll(() => product.close());

const dayMs = 86_400_000;

describe('two people on one ticket', () => {
  test('the second sees who did what, and nothing is overwritten', async () => {
    const person = await signUpAndVerify(product);
    const ticket = await filed('AR', person);
    const assign = (by: StaffMember, version: number, body: object = { person: by.id }) => ({
      params: { id: ticket.id },
      version,
      body,
    });
    await audit.write(agent, 'POST /api/staff/tickets/{id}/assign', assign(agent, 1));
    const late = await head.call('POST /api/staff/tickets/{id}/assign', assign(head, 1));
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect(late.body.message).toContain('cambió quién atiende este ticket mientras lo mirabas');
    expect(late.body.message).toContain((await seen(ticket.id)).assigned);
    await answerTo(person, ticket.publicId, 'Sumo un dato');
    const unseen = await agent.call('POST /api/staff/tickets/{id}/reply', {
      params: { id: ticket.id },
      version: 2,
      body: { text: 'Sin leer lo último', close: true },
    });
    expect(unseen.body.message).toContain('La persona que escribió agregó un mensaje');
    expect((await seen(ticket.id)).messages).toHaveLength(2);
    const auditor = await signInAs(product, 'auditor');
    const foreign = await agent.call(
      'POST /api/staff/tickets/{id}/assign',
      assign(agent, 3, { person: auditor.id }),
    );
    expect(foreign.body.code).toBe('ticket_person');
    expect((await agent.call('POST /api/staff/tickets/{id}/assign', assign(agent, 3, {}))).status).toBe(200);
    expect((await seen(ticket.id)).assigned).toBe('');
  });

  test('one of them answers when both do at once, and a press that is sent twice answers once', async () => {
    const ticket = await filed('AR', await signUpAndVerify(product));
    const key = { 'idempotency-key': randomUUID() };
    const ask = (by: StaffMember, headers: Record<string, string>) =>
      by.call('POST /api/staff/tickets/{id}/reply', {
        params: { id: ticket.id },
        version: 1,
        body: { text: `Hola de ${by.id}`, close: false },
        headers,
      });
    await Promise.all([ask(agent, key), ask(agent, key), ask(head, { 'idempotency-key': randomUUID() })]);
    expect((await seen(ticket.id)).messages).toHaveLength(2);
  });
});

describe('a repeated ticket', () => {
  test('continues in the other, where all of it is read, until it is separated again', async () => {
    const person = await signUpAndVerify(product);
    const [one, other, strangers] = [await filed('AR', person), await filed('AR', person), await filed('AR')];
    const merge = (into: string, version = 1) => ({
      params: { id: other.id },
      version,
      body: { into, reason: 'Pregunta lo mismo' },
    });
    for (const into of [other.id, strangers.id, '858000'])
      expect((await agent.call('POST /api/staff/tickets/{id}/merge', merge(into))).body.code).toBe(
        'ticket_merge',
      );
    expect((await seen(other.id)).choices.tickets).toMatchObject([
      { id: one.id, words: expect.stringMatching(/./), created_at: expect.stringMatching(/T/) },
    ]);
    await audit.write(agent, 'POST /api/staff/tickets/{id}/merge', merge(one.id));
    expect((await seen(one.id)).messages).toHaveLength(2);
    expect(await seen(other.id)).toMatchObject({ status: 'closed', merged_into: { id: one.id } });
    expect((await own(person, other.publicId)).body.result).toMatchObject({
      answerable: 'merged',
      merged_into: one.publicId,
    });
    expect((await answerTo(person, other.publicId, 'Hola')).body.code).toBe('ticket_merged');
    const closed = await agent.call('POST /api/staff/tickets/{id}/reply', {
      params: { id: other.id },
      version: 2,
      body: { text: 'Hola', close: false },
    });
    expect(closed.body.code).toBe('ticket_merged');
    await audit.write(agent, 'POST /api/staff/tickets/{id}/reopen', {
      params: { id: other.id },
      version: 2,
      body: { reason: 'No era lo mismo' },
    });
    expect((await seen(one.id)).messages).toHaveLength(1);
    expect(await seen(other.id)).toMatchObject({ status: 'open', merged_into: null });
  });
});

describe('the list', () => {
  test('is by view, kind, country and age, and shows only the reader’s countries', async () => {
    const mine = await filed('UY', await signUpAndVerify(product, 'UY'));
    await agent.call('POST /api/staff/tickets/{id}/assign', {
      params: { id: mine.id },
      version: 1,
      body: { person: agent.id },
    });
    const ids = async (query: Record<string, string>, by = agent) =>
      (await listed(query, by)).result.map(({ id }: { id: string }) => id);
    expect(await ids({ view: 'mine', country: 'UY' })).toContain(mine.id);
    expect(await ids({ view: 'mine', country: 'AR' })).not.toContain(mine.id);
    expect(await ids({ view: 'unassigned' })).not.toContain(mine.id);
    expect(await ids({ kind: 'reclamo' })).not.toContain(mine.id);
    expect(await ids({ age: '1' })).not.toContain(mine.id);
    await product.advance(2 * dayMs);
    const later = await signInAs(product, 'agent');
    expect(await ids({ age: '1', country: 'UY' }, later)).toContain(mine.id);
    await product.advance(-2 * dayMs);
    await audit.write(agent, 'POST /api/staff/tickets/{id}/close', {
      params: { id: mine.id },
      version: 2,
      body: { reason_code: 'solved', reason: 'Se resolvió por teléfono' },
    });
    expect(await ids({ view: 'closed' })).toContain(mine.id);
    const again = await agent.call('POST /api/staff/tickets/{id}/close', {
      params: { id: mine.id },
      version: 3,
      body: { reason_code: 'solved', reason: 'Se resolvió por teléfono' },
    });
    expect(again.body.code).toBe('ticket_state');
    const { db } = product.deps;
    const set = (countries: string[]) =>
      db.updateTable('staff_member').set({ countries }).where('id', '=', Number(head.id)).execute();
    await set(['AR']);
    expect(await ids({ view: 'closed' }, head)).not.toContain(mine.id);
    expect((await head.call('GET /api/staff/tickets/{id}', { params: { id: mine.id } })).status).toBe(404);
    const foreign = { params: { id: mine.id }, version: 3, body: { reason: 'Sin permiso' } };
    expect((await head.call('POST /api/staff/tickets/{id}/reopen', foreign)).status).toBe(404);
    await set(['AR', 'UY']);
  });

  test('comes page by page, oldest first, and its counts are bounded', async () => {
    await product.deps.db
      .insertInto('ticket')
      .values(
        Array.from({ length: 120 }, (_, index) => ({
          public_id: randomUUID(),
          country: 'AR',
          kind: 'suggestion',
          subject: `Muchas ${index}`,
          created_at: product.deps.clock.now(),
          updated_at: product.deps.clock.now(),
        })),
      )
      .execute();
    const found: string[] = [];
    let from = '';
    do {
      const page = await listed({ view: 'unassigned', ...(from ? { from } : {}) });
      expect(page.counts.open).toBe(100);
      found.push(...page.result.map(({ id }: { id: string }) => id));
      from = page.next;
    } while (from);
    expect(found.length).toBeGreaterThanOrEqual(120);
    expect(found).toEqual([...new Set(found)].toSorted((a, b) => Number(a) - Number(b)));
  });
});

test('every write left its audit row, without message text', async () => {
  const ticket = await filed('AR', await signUpAndVerify(product));
  await reply(ticket.id, 'Palabra secreta');
  await audit.write(agent, 'POST /api/staff/tickets/{id}/link', {
    params: { id: ticket.id },
    version: 2,
    body: {},
  });
  await audit.write(agent, 'POST /api/staff/tickets/{id}/notes', {
    params: { id: ticket.id },
    body: { text: 'Palabra secreta' },
  });
  // Sent as a form: files.test.ts.
  expect(audit.left('/api/staff/tickets')).toEqual(['POST /api/staff/tickets/{id}/files']);
  const rows = JSON.stringify(await audit.rows());
  for (const word of ['Palabra secreta', 'Hola de', 'No veo mi pago']) expect(rows).not.toContain(word);
});
