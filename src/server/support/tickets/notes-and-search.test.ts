import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleUrl, signInAs } from '../../staff/testing/console.ts';
import { signUpAndVerify } from '../../testing/journey.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { ticketsOf } from './testing/tickets.ts';

let product: TestProduct;
let steps: Awaited<ReturnType<typeof ticketsOf>>;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  steps = await ticketsOf(product);
});
afterAll(() => product.close());

const hourMs = 3_600_000;

test('a note is visible to staff only, and does not interrupt a reply in progress', async () => {
  const { agent, audit, filed, seen, own, reply } = steps;
  const person = await signUpAndVerify(product);
  const ticket = await filed('AR', person);
  const { version } = await seen(ticket.id);
  await audit.write(agent, 'POST /api/staff/tickets/{id}/notes', {
    params: { id: ticket.id },
    body: { text: 'Ya llamó dos veces, ojo.' },
  });
  const whole = await seen(ticket.id);
  expect(whole.version).toBe(version);
  expect(whole.messages.at(-1)).toMatchObject({ from: 'note', text: 'Ya llamó dos veces, ojo.' });
  const shown = await own(person, ticket.publicId);
  expect(JSON.stringify(shown.body)).not.toContain('dos veces');
  expect(shown.body.result.messages).toHaveLength(1);
  await reply(ticket.id, 'Ya lo vemos.');
  const auditor = await signInAs(product, 'auditor');
  const refused = await auditor.call('POST /api/staff/tickets/{id}/notes', {
    params: { id: ticket.id },
    body: { text: 'No puedo' },
  });
  expect(refused.body.code).toBe('permission');
  const elsewhere = await agent.call('POST /api/staff/tickets/{id}/notes', {
    params: { id: '999999' },
    body: { text: 'Nada' },
  });
  expect(elsewhere.body.code).toBe('not_found');
});

test('the own-data file has the words of the notes on a person and on that person’s tickets', async () => {
  const { agent, audit, filed } = steps;
  const person = await signUpAndVerify(product);
  const ticket = await filed('AR', person);
  const note = (id: string, text: string) =>
    audit.write(agent, 'POST /api/staff/tickets/{id}/notes', { params: { id }, body: { text } });
  await note(ticket.id, 'Ya llamó tres veces.');
  const { id, customer_id: customerId } = await product.deps.db
    .selectFrom('ticket')
    .select(['id', 'customer_id'])
    .where('public_id', '=', ticket.publicId)
    .executeTakeFirstOrThrow();
  await audit.write(agent, 'POST /api/staff/customers/{id}/notes', {
    params: { id: String(customerId) },
    body: { text: 'Prefiere que le escriban.' },
  });
  const file = async () => (await person.call('GET /api/v3/own-data/file')).body.result.datos;
  const own = await file();
  expect(own['Notas del equipo en tus consultas']).toMatchObject([{ content: 'Ya llamó tres veces.' }]);
  expect(own['Notas de quienes te atendieron']).toMatchObject([{ text: 'Prefiere que le escriban.' }]);
  for (const label of ['Notas del equipo en tus consultas', 'Notas de quienes te atendieron'])
    expect(Object.keys(own[label][0])).not.toContain('staff_id');
  // A stranger's ticket about the person is the stranger's.
  await product.deps.db.updateTable('ticket').set({ is_strangers: true }).where('id', '=', id).execute();
  expect((await file())['Notas del equipo en tus consultas']).toEqual([]);
});

test('a list shows the first words, and is searched by words, number and name', async () => {
  const { filed, listed } = steps;
  const person = await signUpAndVerify(product);
  await product.deps.db
    .updateTable('customer')
    .set({ first_name: 'Íñigo', last_name: 'Ordóñez' })
    .where('email', '=', person.email)
    .execute();
  const ticket = await filed('AR', person, { content: 'Pagué la cuota\n\nen el   quiosco y no figura.' });
  const other = await filed('AR', person, { content: 'Otra cosa distinta.' });
  const found = async (text: string) => (await listed({ text })).result.map(({ id }: { id: string }) => id);
  expect((await listed({ text: 'quiosco figura' })).result).toEqual([
    expect.objectContaining({ id: ticket.id, words: 'Pagué la cuota en el quiosco y no figura.' }),
  ]);
  expect(await found('PAGUE quios')).toEqual([ticket.id]);
  expect(await found(ticket.publicId.slice(0, 8).toUpperCase())).toEqual([ticket.id]);
  expect(await found('ordonez inigo')).toEqual([ticket.id, other.id]);
  for (const text of ['nada de esto', '%', "' zz 1=1 --", '\\']) expect(await found(text)).toEqual([]);
});

test('a ticket and the figures say how long the first answer and the solution took', async () => {
  const { filed, seen } = steps;
  const ticket = await filed('UY', await signUpAndVerify(product, 'UY'));
  expect(await seen(ticket.id)).toMatchObject({ answered_at: '', solved_at: '' });
  const begun = product.deps.clock.now();
  await product.advance(2 * hourMs);
  steps = await ticketsOf(product);
  await steps.reply(ticket.id, 'Lo estamos viendo.');
  await product.advance(3 * hourMs);
  steps = await ticketsOf(product);
  await steps.reply(ticket.id, 'Listo.', true);
  const { answered_at: answered, solved_at: solved } = await steps.seen(ticket.id);
  const hoursTo = (at: string) => Math.round((Date.parse(at) - begun.getTime()) / hourMs);
  expect([hoursTo(answered), hoursTo(solved)]).toEqual([2, 5]);
  expect((await steps.listed({ view: 'closed', country: 'UY' })).result[0]).toMatchObject({
    solved_at: solved,
  });
  const figures = await steps.head.call('GET /api/staff/figures', { query: { country: 'UY' } });
  expect(figures.body.ticket_times).toMatchObject({
    answered: { count: 1, median_minutes: 120, slow_minutes: 120 },
    solved: { count: 1, median_minutes: 300 },
  });
});
