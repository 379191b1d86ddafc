import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../countries/country-pack.ts';
import { loanBalance } from '../ledger/service.ts';
import { listMessages } from '../messages/service.ts';
import { receivePayment } from '../payments/service.ts';
import { calendarDate } from '../../domain/calendar-date.ts';
import { centavos } from '../../domain/money.ts';
import { confirmationOf, loanInState, signUpAndVerify, type Traveller } from '../testing/journey.ts';
import { hashIn, newestMessage } from '../testing/people.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
});
afterEach(() => mode('auto'));
afterAll(() => product.close());

const ask = 'POST /api/v3/withdrawal';
const confirmLink = 'POST /api/v3/withdrawal/confirm';
type Kind = 'loan' | 'membership';
const pages = { loan: 'arrepentimiento', membership: 'baja-membresia' } as const;

async function setClock(now: string): Promise<void> {
  expect((await product.call('POST /sandbox/clock', { body: { now } })).status).toBe(200);
}

const mode = (value: 'auto' | 'manual') =>
  product.call('POST /sandbox/disbursement', { body: { mode: value } });

async function loanOf(person: Traveller, membership = false): Promise<string> {
  const { body, status } = await person.call('POST /api/v3/finish-new', {
    body: confirmationOf(person, { membership }),
  });
  expect(status).toBe(200);
  return body.result.id;
}

/** Somebody whose loan has been paid out at this instant. */
async function paidOut(country: CountryCode, now: string, membership = false) {
  await setClock(now);
  const person = await signUpAndVerify(product, country);
  const id = await loanOf(person, membership);
  await loanInState(person, id, 'approved');
  return { person, id };
}

/** Somebody whose loan waits for its pay-out. */
async function waiting(country: CountryCode, membership = false) {
  await mode('manual');
  const person = await signUpAndVerify(product, country);
  return { person, id: await loanOf(person, membership) };
}

const bodyOf = ({ documentNumber }: { documentNumber: string }, kind: Kind = 'loan', more: object = {}) => ({
  kind,
  document_number: documentNumber,
  email_address: 'otra@example.com',
  ...more,
});

/** Asks at the public page and gives the link's code from the mail. */
async function request(person: Traveller, kind: Kind = 'loan', more: object = {}) {
  const answer = await product.call(ask, { country: person.country, body: bodyOf(person, kind, more) });
  expect(answer.status).toBe(200);
  const { code }: { code: string } = answer.body.model;
  const letter = await newestMessage(product, person.email, ({ text }) => text.includes(code));
  return { code, link: hashIn(letter, pages[kind]) };
}

const confirm = ({ country }: { country: CountryCode }, link: string, headers: Record<string, string> = {}) =>
  product.call(confirmLink, { country, body: { code: link }, headers });

async function stored(publicId: string) {
  const { db } = product.deps;
  const row = await db
    .selectFrom('loan')
    .innerJoin('disbursement', 'disbursement.loan_id', 'loan.id')
    .select([
      'loan.id',
      'loan.state',
      'cancel_reason',
      'disbursement.state as disbursement',
      'amount_delivered',
    ])
    .where('public_id', '=', publicId)
    .executeTakeFirstOrThrow();
  return { ...row, ledger: [...(await loanBalance(db, row.id)).values()] };
}

const ticketsOf = async ({ country, documentNumber }: Traveller) =>
  (await product.call('POST /api/v3/balance', { country, body: { document_number: documentNumber } })).body
    .model.tickets;

describe.each(['AR', 'UY'] as const)('before the money went out, %s', (country) => {
  test('the loan is canceled, its books undone, and its customer told', async () => {
    const { person, id } = await waiting(country);
    const { code, link } = await request(person);
    expect(code).toMatch(/^ARR-\d{10}$/);
    expect(await stored(id)).toMatchObject({ disbursement: 'planned' });
    const answer = await confirm(person, link);
    expect(answer).toMatchObject({
      status: 200,
      body: { model: { code, kind: 'loan', state: 'canceled', return_amount: null } },
    });
    expect(await stored(id)).toMatchObject({
      state: 'canceled',
      cancel_reason: 'customer',
      disbursement: 'failed',
      ledger: expect.not.arrayContaining([expect.toSatisfy((amount: number) => amount !== 0)]),
    });
    const proof = await newestMessage(
      product,
      person.email,
      ({ subject }) => subject === `Tu pedido ${code}`,
    );
    expect(proof.text).toContain('No debés nada por él');
    expect(await ticketsOf(person)).toMatchObject([
      { type: 'withdrawal', subject: `Arrepentimiento ${code}`, status: 'closed' },
    ]);
    // The worker finds nothing left to pay out.
    await mode('auto');
    expect(await stored(id)).toMatchObject({ state: 'canceled', disbursement: 'failed' });
  });

  test('the loan’s own setting against canceling cannot bar the right', async () => {
    const { person, id } = await waiting(country);
    await product.deps.db
      .updateTable('loan')
      .set({ has_cancel_from_the_client: false })
      .where('public_id', '=', id)
      .execute();
    const { link } = await request(person, 'loan', { loan_id: id });
    expect((await confirm(person, link)).body.model.state).toBe('canceled');
  });
});

describe('the link', () => {
  test('goes to the address on file, works once and for three hours, and only in its country', async () => {
    const { person } = await waiting('AR');
    const typed = await listMessages(product.deps, 'otra@example.com');
    expect(typed).toEqual([]);
    const first = await request(person);
    expect(await confirm({ country: 'UY' }, first.link)).toMatchObject({ status: 401 });
    await product.advance(3 * 3_600_000);
    expect(await confirm(person, first.link)).toMatchObject({
      status: 401,
      body: { code: 'link_invalid' },
    });
    const second = await request(person);
    const [one, two] = await Promise.all([confirm(person, second.link), confirm(person, second.link)]);
    expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect(await confirm(person, second.link)).toMatchObject({ status: 401 });
    expect(await confirm(person, 'unknown')).toMatchObject({ status: 401, body: { code: 'link_invalid' } });
  });

  test('an answer that was lost comes again with its key', async () => {
    const { person } = await waiting('UY');
    const { link } = await request(person);
    const key = { 'idempotency-key': 'arrepentimiento-1' };
    const first = await confirm(person, link, key);
    const again = await confirm(person, link, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('anybody may ask', () => {
  test('a known and an unknown document get the same answer; only the known one gets a mail', async () => {
    const { person } = await waiting('AR');
    const known = await product.call(ask, { body: bodyOf(person) });
    const unknown = await product.call(ask, { body: bodyOf({ documentNumber: '29999999' }) });
    const shape = ({ status, body }: typeof known) =>
      JSON.stringify({ status, body }).replaceAll(body.model.code, 'CODE');
    expect(shape(unknown)).toBe(shape(known));
    await newestMessage(product, person.email, ({ text }) => text.includes(known.body.model.code));
    const { db } = product.deps;
    const row = await db
      .selectFrom('withdrawal')
      .select(['state', 'customer_id', 'document_number'])
      .where('code', '=', unknown.body.model.code)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ state: 'received', customer_id: null, document_number: '29999999' });
    // Nor does the public account status tell, before the link was used.
    expect(await ticketsOf(person)).toEqual([]);
  });

  test('wrong fields are told as the forms do; nothing is stored', async () => {
    const answer = await product.call(ask, {
      body: { kind: 'loan', document_number: '12', email_address: 'no' },
    });
    expect(answer.status).toBe(422);
    expect(answer.body.fields).toEqual({
      document_number: expect.any(String),
      email_address: expect.any(String),
    });
    expect((await product.call(ask, { body: { kind: 'otro' } })).status).toBe(422);
  });

  test('a document takes five requests an hour, known or not; wrong links are limited per address', async () => {
    const body = bodyOf({ documentNumber: '28888888' });
    for (let times = 0; times < 5; times += 1) expect((await product.call(ask, { body })).status).toBe(200);
    const refused = await product.call(ask, { body });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    let last = 0;
    for (let times = 0; times < 40 && last !== 429; times += 1)
      last = (await confirm({ country: 'AR' }, 'wrong')).status;
    expect(last).toBe(429);
    await product.advance(3_600_000);
  });
});

describe('after the money went out', () => {
  test.each([
    // Paid out on Monday 1 March 2027: ten calendar days end on the 11th, ten business days on the 15th.
    ['AR', '2027-03-01T15:00:00Z', '2027-03-16T02:30:00Z', 'return-due'],
    ['AR', '2027-03-17T15:00:00Z', '2027-03-17T15:01:00Z', 'return-due'],
    // Friday 19 March 2027: Tourism week has no business day, so the fifth is 2 April.
    ['UY', '2027-03-19T15:00:00Z', '2027-04-03T02:30:00Z', 'return-due'],
  ] as const)(
    '%s, paid out %s, asked %s: the principal has to come back',
    async (country, at, asked, state) => {
      const { person, id } = await paidOut(country, at);
      await setClock(asked);
      const { code, link } = await request(person);
      const answer = await confirm(person, link);
      const loan = await stored(id);
      expect(answer.body.model).toEqual({
        code,
        kind: 'loan',
        state,
        return_amount: loan.amount_delivered / 100,
      });
      // The books follow when the money comes back.
      expect(loan).toMatchObject({ state: 'approved', disbursement: 'confirmed' });
      const proof = await newestMessage(
        product,
        person.email,
        ({ subject }) => subject === `Tu pedido ${code}`,
      );
      expect(proof.text).toContain('tenés que devolver $');
      expect(proof.text).toContain('No pagás intereses ni gastos');
      expect(await ticketsOf(person)).toMatchObject([{ type: 'withdrawal', status: 'open' }]);
    },
  );

  test.each([
    ['AR', '2027-05-03T15:00:00Z', '2027-05-18T03:30:00Z', '17-05-2027'],
    ['UY', '2027-06-01T15:00:00Z', '2027-06-09T03:30:00Z', '08-06-2027'],
  ] as const)('%s, paid out %s, asked %s: too late', async (country, at, asked, until) => {
    const { person, id } = await paidOut(country, at);
    await setClock(asked);
    const { code, link } = await request(person);
    const answer = await confirm(person, link);
    expect(answer.body.model).toMatchObject({ state: 'refused', return_amount: null });
    expect(answer.body.messages[0]).toContain(until);
    expect((await stored(id)).state).toBe('approved');
    await newestMessage(product, person.email, ({ subject }) => subject === `Tu pedido ${code}`);
  });

  test('the day of the request counts, not of the confirmation, nor of a second link', async () => {
    const { person } = await paidOut('UY', '2027-06-10T15:00:00Z');
    // Five business days: 11, 14, 15, 16, 17. The 17th, ten minutes before midnight.
    await setClock('2027-06-18T02:50:00Z');
    const first = await request(person);
    await setClock('2027-06-18T12:00:00Z');
    expect((await confirm(person, first.link)).status).toBe(401);
    const second = await request(person);
    expect((await confirm(person, second.link)).body.model.state).toBe('return-due');
  });

  test('what was paid back meanwhile need not come back again', async () => {
    const { person, id } = await paidOut('AR', '2027-07-01T15:00:00Z');
    const { id: loanId, amount_delivered } = await stored(id);
    await product.deps.db.transaction().execute((tx) =>
      receivePayment(tx, product.deps, {
        loanId,
        amount: centavos(1_000_00),
        source: 'test',
        reference: id,
        valueDate: calendarDate('2027-07-01'),
      }),
    );
    const { link } = await request(person);
    const { return_amount } = (await confirm(person, link)).body.model;
    expect(return_amount).toBe((amount_delivered - 1_000_00) / 100);
  });

  test('without a loan, or with one that was canceled, there is nothing to withdraw from', async () => {
    const person = await signUpAndVerify(product, 'AR');
    const none = await request(person);
    expect((await confirm(person, none.link)).body).toMatchObject({
      model: { state: 'refused' },
      messages: ['No encontramos un préstamo del que puedas arrepentirte.'],
    });
    await mode('manual');
    await loanOf(person);
    const first = await request(person);
    await confirm(person, first.link);
    const again = await request(person);
    expect((await confirm(person, again.link)).body.messages[0]).toContain('ya estaba cancelado');
    const others = await request(person, 'loan', { loan_id: 'de-otra-persona' });
    expect((await confirm(person, others.link)).body.model.state).toBe('refused');
  });
});

describe.each(['AR', 'UY'] as const)('ending the membership, %s', (country) => {
  test('ends from now, once; the loan and the flag stay as they are', async () => {
    const { person, id } = await paidOut(
      country,
      country === 'AR' ? '2027-08-03T15:00:00Z' : '2027-08-04T15:00:00Z',
      true,
    );
    const { code, link } = await request(person, 'membership');
    expect(code).toMatch(/^BAJA-\d{10}$/);
    expect((await confirm(person, link)).body).toMatchObject({
      model: { kind: 'membership', state: 'ended', return_amount: null },
    });
    const { id: loanId, state } = await stored(id);
    expect(state).toBe('approved');
    const { db } = product.deps;
    const ended = await db
      .selectFrom('membership_end')
      .select('ended_at')
      .where('loan_id', '=', loanId)
      .execute();
    expect(ended).toHaveLength(1);
    const profile = await person.call('GET /api/v3/account-new');
    expect(profile.body.result.has_membership_enabled).toBe(true);
    await newestMessage(product, person.email, ({ text }) => text.includes('Dimos de baja tu membresía'));
    expect(await ticketsOf(person)).toMatchObject([{ type: 'membership-end', status: 'closed' }]);
    const again = await request(person, 'membership');
    expect((await confirm(person, again.link)).body.messages[0]).toContain('No tenés una membresía activa');
  });

  test('who has none is told so', async () => {
    const { person } = await waiting(country);
    const { link } = await request(person, 'membership');
    expect((await confirm(person, link)).body.model.state).toBe('refused');
  });
});
