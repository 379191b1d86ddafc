import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borrower } from '../../servicing/payments/testing/borrower.ts';
import { consoleUrl } from '../../staff/testing/console.ts';
import { signUpAndVerify } from '../../testing/journey.ts';
import { newestMessage } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { ticketsOf } from './testing/tickets.ts';
import { testCountry } from '../../../countries/testing/test-country.ts';

let product: TestProduct;
type Steps = Awaited<ReturnType<typeof ticketsOf>>;
let agent: Steps['agent'];
let audit: Steps['audit'];
let filed: Steps['filed'];
let seen: Steps['seen'];
let reply: Steps['reply'];
let own: Steps['own'];
let answerTo: Steps['answerTo'];

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  ({ agent, audit, filed, seen, reply, own, answerTo } = await ticketsOf(product));
});
afterAll(() => product.close());

const dayMs = 86_400_000;

describe.each(['AR', 'UY'] as const)('a ticket in %s', (country) => {
  test('is answered in the console, read and answered back in the account, and closed', async () => {
    const person = await signUpAndVerify(product, country);
    const ticket = await filed(country, person);
    expect(await seen(ticket.id)).toMatchObject({
      country,
      subject: ticket.subject,
      awaits_answer: true,
      version: 1,
      document: `•••${person.documentNumber.slice(-3)}`,
      messages: [{ from: 'customer', text: 'No veo mi pago' }],
    });
    const { body } = await reply(ticket.id, 'Ya lo vemos: llegó hoy.');
    expect(body.result).toMatchObject({ awaits_answer: false, assigned_id: agent.id, version: 2 });
    const told = await newestMessage(product, person.email, (each) => each.subject.startsWith('Respondimos'));
    expect(told.text).toContain(encodeURIComponent(`/reclamos/${ticket.publicId}`));
    expect(told.text).not.toContain('llegó hoy');
    const balance = await person.call('POST /api/v3/balance', {
      body: { document_number: person.documentNumber },
    });
    expect(balance.body.model.tickets).toMatchObject([{ id: ticket.publicId, unread: true }]);
    const read = await own(person, ticket.publicId);
    expect(read.body.result.messages).toMatchObject([
      { from: 'you', text: 'No veo mi pago' },
      { from: 'support', text: 'Ya lo vemos: llegó hoy.' },
    ]);
    expect(JSON.stringify(read.body)).not.toContain('Atención');
    await person.call('POST /api/v3/tickets/{id}/read', { params: { id: ticket.publicId }, body: {} });
    expect((await own(person, ticket.publicId)).body.result.unread).toBe(false);
    expect((await answerTo(person, ticket.publicId, 'Gracias, ya lo veo.')).status).toBe(200);
    expect(await seen(ticket.id)).toMatchObject({ awaits_answer: true, version: 3 });
    const closed = await reply(ticket.id, 'Nos alegra. Cerramos el reclamo.', true);
    expect(closed.body.result).toMatchObject({ status: 'closed', awaits_answer: false });
    expect((await own(person, ticket.publicId)).body.result).toMatchObject({
      status: 'closed',
      unread: true,
    });
  });

  test('of a stranger is answered by e-mail, with the words', async () => {
    const ticket = await filed(country);
    expect((await seen(ticket.id)).email).toMatch(/^.•••@example\.com$/);
    await reply(ticket.id, 'El dinero llega hoy.\n\nSaludos');
    const told = await newestMessage(product, ticket.email, () => true);
    expect(told.text).toContain('El dinero llega hoy.');
    expect(told.text).toContain(ticket.publicId.slice(0, 8));
  });

  test('is linked to the loan and the payment of its customer only', async () => {
    const one = await borrower(product, country, 3);
    const other = await borrower(product, country, 3);
    await one.ask([1], 'bank-transfer');
    const ticket = await filed(country, one.person);
    const { choices } = await seen(ticket.id);
    const standing = choices.templates.find(({ title }: { title: string }) => title.startsWith('Cómo está'));
    const { next_due_date: due } = await one.balance();
    expect(standing.text).toContain(`Tu próxima cuota vence el ${due}.`);
    expect([choices.loans.length, choices.payments.length]).toEqual([1, 1]);
    const link = (version: number, body: object) =>
      agent.call('POST /api/staff/tickets/{id}/link', { params: { id: ticket.id }, version, body });
    expect((await link(1, { loan: String(other.loanId) })).body.code).toBe('ticket_link');
    const { body } = await audit.write(agent, 'POST /api/staff/tickets/{id}/link', {
      params: { id: ticket.id },
      version: 1,
      body: { payment: choices.payments[0].id },
    });
    expect(body.result).toMatchObject({ loan: String(one.loanId), payment: choices.payments[0].id });
    expect((await link(2, {})).body.result).toMatchObject({ loan: '', payment: '' });
  });

  test('has templates with what is in force there', async () => {
    const ticket = await filed(country);
    const { templates } = (await seen(ticket.id)).choices;
    expect(templates.length).toBeGreaterThan(4);
    for (const { text } of templates) expect(text).toMatch(/^Hola Ana:\n\n/);
    const right = templates.find(({ title }: { title: string }) => /arrepentimiento/i.test(title)).text;
    expect(right).toContain(testCountry(country).texts.withdrawalTerm);
  });
});

describe('the customer’s answer', () => {
  test('opens a closed ticket again for thirty days', async () => {
    const person = await signUpAndVerify(product);
    const ticket = await filed('AR', person);
    await reply(ticket.id, 'Listo.', true);
    expect((await answerTo(person, ticket.publicId, 'Todavía no')).body.result.status).toBe('open');
    await reply(ticket.id, 'Ahora sí.', true);
    await product.deps.db
      .updateTable('ticket')
      .set({ closed_at: new Date(product.deps.clock.now().getTime() - 31 * dayMs) })
      .where('id', '=', Number(ticket.id))
      .execute();
    expect(await answerTo(person, ticket.publicId, 'Otra vez')).toMatchObject({
      status: 409,
      body: { code: 'ticket_closed' },
    });
    const { result } = (await own(person, ticket.publicId)).body;
    expect(result).toMatchObject({ status: 'closed', answerable: 'late' });
  });

  test('is written once, also when it is sent twice', async () => {
    const person = await signUpAndVerify(product);
    const ticket = await filed('AR', person);
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => answerTo(person, ticket.publicId, 'Uno', headers)));
    const final = await answerTo(person, ticket.publicId, 'Uno', headers);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(final.body.result.messages.map(({ text }: { text: string }) => text)).toEqual([
      'No veo mi pago',
      'Uno',
    ]);
  });

  test('says in Spanish what is wrong with it, and belongs to its owner', async () => {
    const [person, other] = [await signUpAndVerify(product), await signUpAndVerify(product)];
    const ticket = await filed('AR', person);
    const wrong = async (content: string) => (await answerTo(person, ticket.publicId, content)).body.fields;
    expect(await wrong('   ')).toEqual({ content: 'Escribí tu respuesta.' });
    expect(await wrong('a'.repeat(4001))).toEqual({
      content: 'Tu respuesta es muy larga: puede tener hasta 4000 caracteres.',
    });
    expect((await answerTo(other, ticket.publicId, 'Hola')).status).toBe(404);
    expect((await own(other, ticket.publicId)).status).toBe(404);
    for (let time = 0; time < 40; time += 1) {
      const { status } = await answerTo(person, ticket.publicId, `Mensaje ${time}`);
      if (status === 429) return;
      expect(status).toBe(200);
    }
    throw new Error('forty answers in an hour were taken');
  });
});

test('a person who is erased leaves no word in their tickets, and nobody can be told any more', async () => {
  const person = await signUpAndVerify(product);
  const ticket = await filed('AR', person, { content: 'Vivo en Secreta 123' });
  await reply(ticket.id, 'Anotamos Secreta 123.');
  await answerTo(person, ticket.publicId, 'Sí, Secreta 123');
  const file = await person.call('GET /api/v3/own-data/file');
  expect(file.body.result.datos['Mensajes de consultas y reclamos']).toHaveLength(2);
  expect(JSON.stringify(file.body.result.datos['Consultas y reclamos'])).not.toContain('assigned_to');
  expect((await person.call('POST /api/v3/own-data/erasure', { body: {} })).body.result.state).toBe('done');
  const left = await seen(ticket.id);
  expect(JSON.stringify(left)).not.toContain('Secreta');
  expect(left).toMatchObject({ messages: [], email: '', person: '', document: '', subject: '' });
  const late = await agent.call('POST /api/staff/tickets/{id}/reply', {
    params: { id: ticket.id },
    version: left.version,
    body: { text: 'Hola', close: false },
  });
  expect(late.body.code).toBe('ticket_unreachable');
});
