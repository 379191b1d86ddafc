import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentNumber } from '../../../countries/country.ts';
import { asChecked } from '../../testing/as-checked.ts';
import type { CountryCode } from '../../../countries/country-pack.ts';
import { borrower } from '../../servicing/payments/testing/borrower.ts';
import { bodyOf, withdrawalsOf } from '../../servicing/withdrawals/testing/withdrawals.ts';
import { auditedWrites } from '../../staff/testing/audited.ts';
import { consoleUrl, signInAs, type StaffMember } from '../../staff/testing/console.ts';
import { signUpAndVerify, type Traveller } from '../../testing/journey.ts';
import { newestMessage } from '../../testing/people.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';

let product: TestProduct;
let agent: StaffMember;
let head: StaffMember;
let audit: ReturnType<typeof auditedWrites>;
let withdrawals: ReturnType<typeof withdrawalsOf>;

beforeAll(async () => {
  product = await startProduct({ settings: { CONSOLE_URL: consoleUrl } });
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
  [agent, head] = [await signInAs(product, 'agent'), await signInAs(product, 'head')];
  audit = auditedWrites(product);
  withdrawals = withdrawalsOf(product);
});
afterAll(() => product.close());

const accepts = { reason_code: 'entitled', reason: 'Lo pidió en término' };
const refuses = { reason_code: 'not-entitled', reason: 'El plazo ya terminó' };
type Kind = 'cancellation' | 'withdrawal' | 'erasure';

const listed = async (query: Record<string, string> = {}, by = agent) =>
  (await by.call('GET /api/staff/requests', { query })).body.result;
const idOf = async ({ documentNumber }: Pick<Traveller, 'documentNumber'>) => {
  const { db } = product.deps;
  const row = db.selectFrom('customer').select('id').where('document_number', '=', documentNumber);
  return String((await row.executeTakeFirstOrThrow()).id);
};
const requestOf = async (person: Pick<Traveller, 'documentNumber'>, query: Record<string, string> = {}) => {
  const customer = await idOf(person);
  return (await listed(query)).find((each: { customer: string }) => each.customer === customer);
};
const accept = (kind: Kind, id: string) =>
  audit.write(agent, `POST /api/staff/requests/${kind}/{id}/accept`, {
    params: { id },
    version: 1,
    body: accepts,
  });
const approve = (by: StaffMember, id: string) =>
  by.call('POST /api/staff/approvals/{id}/approve', { params: { id } });
/** Refuses a request; a lawful one needs a second person. */
async function refuse(kind: Kind, id: string): Promise<void> {
  const asked = await audit.write(agent, `POST /api/staff/requests/${kind}/{id}/refuse`, {
    params: { id },
    version: 1,
    body: refuses,
  });
  if (asked.body.outcome === 'done') return;
  expect((await approve(agent, asked.body.approval)).body.code).toBe('permission');
  expect((await approve(head, asked.body.approval)).status).toBe(200);
}
const askToCancel = (country: CountryCode, documentNumber: string, token?: string) =>
  product.call('POST /api/v3/cancellation', {
    country,
    ...(token === undefined ? {} : { token }),
    body: { cancellationReasonId: 1, cancellationReasonSlug: 'regret', documentNumber },
  });
/** The tickets as their owner has them, newest first, each with what was said. */
async function conversations(person: Traveller) {
  const { body } = await person.call('POST /api/v3/balance', {
    body: { document_number: person.documentNumber },
  });
  const tickets: { id: string }[] = body.model.tickets;
  return Promise.all(
    tickets.map(
      async ({ id }) => (await person.call('GET /api/v3/tickets/{id}', { params: { id } })).body.result,
    ),
  );
}

describe('a request', () => {
  const country = 'UY';

  test('to cancel a loan is accepted by two people: the right to withdraw is carried out', async () => {
    const one = await borrower(product, country, 3);
    await askToCancel(country, one.documentNumber, one.person.token);
    const request = await requestOf(one);
    expect(request).toMatchObject({
      kind: 'cancellation',
      open: true,
      clock: 'green',
      loan_state: 'approved',
      reason: 'Me arrepentí',
      own: true,
    });
    const asked = await accept('cancellation', request.id);
    expect(asked.body.outcome).toBe('pending_approval');
    const refused = await agent.call('POST /api/staff/requests/cancellation/{id}/refuse', {
      params: { id: request.id },
      version: 1,
      body: refuses,
    });
    expect(refused.body.code).toBe('already_asked');
    // What it would do was tried for its preview, and undone.
    expect(await requestOf(one)).toMatchObject({ state: 'under-review', accepted_by: 'Alicia Atención' });
    expect(await conversations(one.person)).toHaveLength(1);
    const [pending] = (await head.call('GET /api/staff/approvals', { query: { state: 'pending' } })).body
      .result;
    expect(JSON.parse(pending.before).ledger).toHaveProperty('principal-receivable');
    expect(JSON.parse(pending.after)).toMatchObject({
      outcome: 'return-due',
      return_amount: expect.stringContaining('$'),
      ledger: expect.objectContaining({ 'principal-receivable': expect.any(String) }),
    });
    expect((await approve(agent, asked.body.approval)).body.code).toBe('permission');
    expect((await approve(head, asked.body.approval)).status).toBe(200);
    const [withdrawal, cancellation] = await conversations(one.person);
    expect(withdrawal).toMatchObject({ type: 'withdrawal', status: 'open' });
    expect(cancellation).toMatchObject({ type: 'cancelación', status: 'closed', unread: true });
    expect(cancellation.messages.at(-1)).toMatchObject({ from: 'support' });
    expect(cancellation.messages.at(-1).text).toContain('Aceptamos tu arrepentimiento');
    const letter = await newestMessage(product, one.person.email, ({ text }) => text.includes('ARR-'));
    expect(letter.text).toContain('Aceptamos tu arrepentimiento');
    // Nothing is left to decide: the person has to return the money.
    expect(await requestOf(one)).toBeUndefined();
    const [returning] = await listed({ state: 'returning', kind: 'withdrawal', country });
    expect(returning).toMatchObject({ state: 'return-due', open: false, customer: await idOf(one) });
    const [decided] = await listed({ state: 'decided', kind: 'cancellation', country });
    expect(decided).toMatchObject({ state: 'accepted', decision_reason: accepts.reason });
  });

  test('to cancel a loan is refused with a reason that the borrower reads, and can be made again', async () => {
    const one = await borrower(product, country, 3);
    await askToCancel(country, one.documentNumber, one.person.token);
    const request = await requestOf(one);
    await refuse('cancellation', request.id);
    const [ticket] = await conversations(one.person);
    expect(ticket).toMatchObject({ status: 'closed', unread: true });
    expect(ticket.messages.at(-1).text).toContain(refuses.reason);
    const told = await newestMessage(product, one.person.email, ({ subject }) =>
      subject.startsWith('Respondimos'),
    );
    expect(told.text).toContain(encodeURIComponent(`/reclamos/${ticket.id}`));
    const late = await head.call('POST /api/staff/requests/cancellation/{id}/refuse', {
      params: { id: request.id },
      version: 1,
      body: refuses,
    });
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect(late.body.message).toMatch(/^Julia Jefatura resolvió/);
    const again = await askToCancel(country, one.documentNumber, one.person.token);
    expect(again.body.result.cancellationState).toBe('under-review');
    expect(await requestOf(one)).toMatchObject({ own: true });
  });

  test('whose link was not used is carried out, or refused', async () => {
    const ask = async () => {
      const person = await signUpAndVerify(product, country);
      await withdrawals.loanOf(person);
      await withdrawals.request(person);
      return person;
    };
    const [one, other] = [await ask(), await ask()];
    const asked = await accept('withdrawal', (await requestOf(one)).id);
    expect((await approve(head, asked.body.approval)).status).toBe(200);
    const [ticket] = await conversations(one);
    expect(ticket).toMatchObject({ type: 'withdrawal', status: 'closed' });
    await refuse('withdrawal', (await requestOf(other)).id);
    const [refused] = await conversations(other);
    expect(refused).toMatchObject({ type: 'withdrawal', status: 'closed', unread: true });
    expect(refused.messages.at(-1).text).toContain(refuses.reason);
  });
});

test.each(['AR', 'UY'] as const)(
  'in %s the end of a membership that two people accept moves the loan to the plan without it',
  async (country) => {
    const one = await borrower(product, country, 3, { membership: true });
    await withdrawals.request(one.person, 'membership');
    const asked = await accept('withdrawal', (await requestOf(one)).id);
    expect((await approve(head, asked.body.approval)).status).toBe(200);
    const params = { id: one.publicId };
    const loan = (await one.person.call('GET /api/v3/loan-new/{id}', { params })).body.result;
    expect(loan.plan_changed_on).not.toBe('');
    expect(loan.final_amount).toBe(loan.original_final_amount);
    const [ticket] = await conversations(one.person);
    expect(ticket).toMatchObject({ type: 'membership-end', status: 'closed' });
    expect(ticket.messages[0].text).toContain('Tu préstamo pasa al plan sin membresía');
  },
);

test('a request that its person confirmed meanwhile is not decided again', async () => {
  const person = await signUpAndVerify(product);
  await withdrawals.loanOf(person);
  const { link } = await withdrawals.request(person);
  const { id } = await requestOf(person);
  const asked = await accept('withdrawal', id);
  expect((await withdrawals.confirm(person, link)).status).toBe(200);
  const late = await approve(head, asked.body.approval);
  expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
  expect(late.body.message).toContain('La persona que la hizo o el sistema');
});

test('a withdrawal for a document that nobody has cannot be carried out; refusing it tells nobody', async () => {
  await product.call('POST /api/v3/withdrawal', { body: bodyOf({ documentNumber: '20304099' }) });
  await product.deps.db
    .updateTable('withdrawal')
    .set({ requested_at: new Date('2020-01-02T12:00:00Z') })
    .where('document_number', '=', asChecked<DocumentNumber>('20304099'))
    .execute();
  const [request] = await listed();
  expect(request).toMatchObject({ person: '', clock: 'red', open: true });
  expect(request.days_left).toBeLessThan(0);
  // Each open request is counted once: as urgent, or as on time.
  const [all, due, others] = [await listed(), await listed({ due: '1' }), await listed({ due: '0' })];
  expect(due.length + others.length).toBe(all.length);
  expect(due.every(({ clock }: { clock: string }) => clock !== 'green')).toBe(true);
  expect(others.every(({ clock }: { clock: string }) => clock === 'green')).toBe(true);
  const lines: { line: string; count: number; day: string }[] = (await agent.call('GET /api/staff/worklist'))
    .body.result;
  const line = (name: string) => lines.find((each) => each.line === name);
  expect(line('requests-due')).toMatchObject({ count: due.length, day: request.due });
  expect(line('requests')?.count ?? 0).toBe(others.length);
  const body = { params: { id: request.id }, version: 1, body: accepts };
  const impossible = await agent.call('POST /api/staff/requests/withdrawal/{id}/accept', body);
  expect(impossible).toMatchObject({ status: 409, body: { code: 'request_impossible' } });
  const messages = () => product.deps.db.selectFrom('message').select('id').execute();
  const before = (await messages()).length;
  await refuse('withdrawal', request.id);
  expect(await messages()).toHaveLength(before);
});

test('an erasure waits while something is owed, is refused with a reason, and done by two people', async () => {
  const one = await borrower(product, 'AR', 3);
  for (const table of ['erasure_request', 'cancellation_request'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 9000)`.execute(product.deps.db);
  const erase = () => one.person.call('POST /api/v3/own-data/erasure', { body: {} });
  expect((await erase()).body.result.state).toBe('waiting');
  const request = await requestOf(one);
  expect(request.objection).toBe('debt');
  // Each kind counts its own ids: a cancellation with the number of the erasure has no objection.
  const other = await borrower(product, 'AR', 3);
  await askToCancel('AR', other.person.documentNumber, other.person.token);
  expect(await requestOf(other)).toMatchObject({ id: request.id, kind: 'cancellation', objection: '' });
  const ask = (id: string) =>
    agent.call('POST /api/staff/requests/erasure/{id}/accept', { params: { id }, version: 1, body: accepts });
  expect((await ask(request.id)).body).toMatchObject({
    code: 'request_impossible',
    message: 'Hay un préstamo o una membresía sin terminar de pagar.',
  });
  const { id: ticketRow } = await product.deps.db
    .selectFrom('ticket')
    .select('id')
    .where('kind', '=', 'data-erasure')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const close = await agent.call('POST /api/staff/tickets/{id}/close', {
    params: { id: String(ticketRow) },
    version: 1,
    body: { reason_code: 'solved', reason: 'Nada que hacer' },
  });
  expect(close.body.code).toBe('ticket_request');
  await refuse('erasure', request.id);
  const { body } = await one.person.call('GET /api/v3/own-data');
  expect(body.result.erasure.state).toBe('none');
  expect((await conversations(one.person))[0].messages.at(-1).text).toContain(refuses.reason);
  expect((await erase()).body.result.state).toBe('waiting');
  await one.payOff();
  expect(await requestOf(one)).toMatchObject({ objection: '' });
  const asked = await accept('erasure', (await requestOf(one)).id);
  expect((await approve(head, asked.body.approval)).status).toBe(200);
  expect((await one.person.call('GET /api/v3/own-data')).status).toBe(401);
});

test('a request of a country that is not the person’s does not exist for them', async () => {
  const one = await borrower(product, 'UY', 3);
  await askToCancel('UY', one.documentNumber);
  const { id } = await requestOf(one);
  const { db } = product.deps;
  const set = (countries: string[]) =>
    db.updateTable('staff_member').set({ countries }).where('id', '=', Number(agent.id)).execute();
  await set(['AR']);
  const body = { params: { id }, version: 1, body: refuses };
  expect((await agent.call('POST /api/staff/requests/cancellation/{id}/refuse', body)).status).toBe(404);
  expect((await listed()).some(({ country }: { country: string }) => country === 'UY')).toBe(false);
  await set(['AR', 'UY']);
});

test('the list comes page by page, oldest first', async () => {
  const { db, clock } = product.deps;
  const at = clock.now();
  const many = Array.from({ length: 60 }, (_, index) => ({
    code: `LISTA-${index}`,
    country: 'AR' as const,
    kind: index % 2 === 0 ? 'loan' : 'membership',
    document_number: asChecked<DocumentNumber>('20304098'),
    email: 'lista@example.com',
    requested_at: at,
  }));
  await db.insertInto('withdrawal').values(many).execute();
  const found: string[] = [];
  let from = '';
  do {
    const { body } = await agent.call('GET /api/staff/requests', { query: from ? { from } : {} });
    found.push(...body.result.map(({ code }: { code: string }) => code).filter((code: string) => code));
    from = body.next;
  } while (from);
  const own = found.filter((code) => code.startsWith('LISTA-'));
  expect(own).toHaveLength(60);
  expect(new Set(found).size).toBe(found.length);
});

test('every decision left its row of the audit', () => {
  expect(audit.left('/api/staff/requests')).toEqual([]);
});
