import { sql } from 'kysely';
import { writtenDocument } from '../../countries/identifiers/document.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borrower } from '../servicing/payments/testing/borrower.ts';
import { confirmLoan, type Confirmation } from '../origination/confirmation/service.ts';
import { transaction } from '../platform/database.ts';
import { confirmationOf, signUpAndVerify, type Traveller } from '../testing/journey.ts';
import { addPerson, newestMessage } from '../testing/people.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';
import { waitingForLocks } from '../testing/waiting-for-locks.ts';
import { FEATURES } from './features.ts';
import { sweepErasures } from './service.ts';
import { NOT_HELD } from './tables.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const dayMs = 86_400_000;
const idOf = async ({ documentNumber }: Pick<Traveller, 'documentNumber'>) =>
  (
    await product.deps.db
      .selectFrom('customer')
      .select('id')
      .where('document_number', '=', documentNumber)
      .executeTakeFirstOrThrow()
  ).id;
const customer = (id: number) =>
  product.deps.db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const erase = (person: Traveller) => person.call('POST /api/v3/own-data/erasure', { body: {} });
const file = (person: Traveller) => person.call('GET /api/v3/own-data/file');

/** Text of every row of every table: what anybody who has the database could read. */
async function everything(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1
  `.execute(product.deps.db);
  const texts = await Promise.all(
    rows.map(async ({ name }) => {
      const found = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(
        product.deps.db,
      );
      return found.rows.map(({ row }) => `${name}: ${row}`).join('\n');
    }),
  );
  return texts.join('\n');
}

describe('the file of everything held', () => {
  test('names each table once, or why it is left out', async () => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1
    `.execute(product.deps.db);
    const held = FEATURES.flatMap((feature) => Object.keys(feature.held));
    const known = [...held, ...Object.keys(NOT_HELD)];
    expect(rows.map(({ name }) => name)).toEqual(known.toSorted());
  });

  test.each(['AR', 'UY'] as const)(
    '%s: has all of the person, no secret and no other person',
    async (country) => {
      const { person } = await borrower(product, country, 3, { isByCalls: true });
      const other = await borrower(product, country, 3, { isByCalls: true });
      const answer = await file(person);
      expect(answer.status).toBe(200);
      const { datos } = answer.body.result;
      expect(datos['Datos personales'][0]).toMatchObject({
        first_name: 'Ana',
        email: person.email,
        document_number: person.documentNumber,
      });
      for (const label of ['Domicilio', 'Fotos', 'Préstamos', 'Cuotas', 'Asientos', 'Ingresos', 'Ofertas'])
        expect(datos[label], label).not.toHaveLength(0);
      const text = JSON.stringify(answer.body);
      // A digest in the register of activity is that of a contract; those of tokens are bytes, '\\x…'.
      for (const secret of ['password_hash', 'storage_key', '"token"', '"body"', '\\\\x', person.token])
        expect(text.includes(secret), secret).toBe(false);
      for (const stranger of [other.documentNumber, other.person.email])
        expect(text.includes(stranger)).toBe(false);
      const photo = new URL(datos['Fotos'][0].archivo);
      expect((await product.raw(photo.pathname + photo.search, { country })).status).toBe(200);
    },
  );

  test('an earlier sign-up with the document is the person’s too, and no sign-up of an erased one is left', async () => {
    const person = await signUpAndVerify(product, 'UY', { isByCalls: true });
    const again = await product.call('POST /vendors-api/v1/leads', {
      country: 'UY',
      body: {
        first_name: 'Analía',
        last_name: 'Pérez',
        email_address: person.email,
        document_number: person.documentNumber,
        birthdate: '1990-05-17',
        phone: '99123456',
      },
    });
    const other: string = again.body.model.hash;
    expect(JSON.stringify((await file(person)).body)).toContain('Analía');
    expect((await erase(person)).body.result.state).toBe('done');
    expect((await everything()).includes('Analía')).toBe(false);
    // What is left of them is no sign-up: it makes no account without a person.
    const { token } = (await product.call('POST /vendors-api/v2/token/creditrisk', { country: 'UY' })).body;
    for (const hash of [person.leadHash, other]) {
      const body = { email: `${hash.slice(0, 8).toLowerCase()}@example.com`, hash, option: '', terms: 1 };
      expect((await product.call('POST /api/v3/account', { country: 'UY', body })).status).toBe(404);
      const lead = { country: 'UY' as const, token, params: { hash } };
      expect((await product.call('GET /vendors-api/v1/leads/{hash}', lead)).status).toBe(404);
    }
  });

  test('has nothing of somebody abroad whose number ends alike, and an erasure leaves that alone', async () => {
    const { db } = product.deps;
    const own = await signUpAndVerify(product, 'UY', { isByCalls: true });
    const { cellphone } = await customer(await idOf(own));
    const abroad = {
      country: 'AR' as const,
      channel: 'sms',
      recipient: `+54911${cellphone}`,
      body: Buffer.from('x'),
      created_at: product.deps.clock.now(),
    };
    await db.insertInto('message').values(abroad).execute();
    expect(JSON.stringify((await file(own)).body)).not.toContain(abroad.recipient);
    expect((await erase(own)).body.result.state).toBe('done');
    const left = await db
      .selectFrom('message')
      .select('body')
      .where('recipient', '=', abroad.recipient)
      .execute();
    expect(left).toEqual([{ body: abroad.body }]);
  });

  test('asks for a login that is not old, and is counted', async () => {
    const person = await signUpAndVerify(product, 'AR', { isByCalls: true });
    for (let time = 0; time < 10; time += 1) expect((await file(person)).status).toBe(200);
    expect((await file(person)).status).toBe(429);
    await product.advance(13 * 3_600_000);
    const kept = await person.call('GET /api/v3/own-data');
    expect(kept.body.result.held).toContainEqual({ kind: 'address', label: 'Domicilio', count: 1 });
    for (const refused of [await file(person), await erase(person)])
      expect(refused).toMatchObject({ status: 403, body: { code: 'fresh_login_required' } });
    await product.advance(-13 * 3_600_000);
  });
});

describe('erasure', () => {
  test('of somebody without a loan leaves nothing of the person', async () => {
    const person = await signUpAndVerify(product, 'AR', { isByCalls: true });
    const id = await idOf(person);
    const before = await customer(id);
    expect(await everything()).toContain(person.documentNumber);
    const answer = await erase(person);
    expect(answer.body.result).toMatchObject({ state: 'done', keep_until: '' });
    expect((await person.call('GET /api/v3/own-data')).status).toBe(401);
    const last = await newestMessage(
      product,
      person.email,
      ({ subject }) => subject === 'Suprimimos tus datos',
    );
    expect(last.text).not.toContain('conservar');
    const left = await everything();
    // The last message, and counts of tries that are swept within two days.
    const places = left.split('\n').filter((line) => !/^(message|rate_count):/.test(line));
    for (const word of [person.documentNumber, before.cellphone, before.legal_number])
      expect(places.filter((line) => line.includes(word))).toEqual([]);
    expect(places.filter((line) => line.includes(person.email))).toEqual([]);
    // The document is free again.
    const again = await signUpAndVerify(product, 'AR', {
      documentNumber: person.documentNumber,
      isByCalls: true,
    });
    expect((await again.call('GET /api/v3/account-new')).status).toBe(200);
  });

  test('waits for the end of a loan, keeps what the law demands, and then erases that too', async () => {
    const one = await borrower(product, 'AR', 3, { isByCalls: true });
    const id = await idOf(one);
    const asked = (await erase(one.person)).body.result;
    expect(asked).toMatchObject({ state: 'waiting', reason: 'debt', possible: false });
    expect((await erase(one.person)).body.result.state).toBe('waiting');
    expect(await sweepErasures(product.deps)).toBe(0);
    const tickets = (
      await one.person.call('POST /api/v3/balance', {
        body: { document_type: 1, document_number: one.documentNumber },
      })
    ).body.model.tickets;
    expect(tickets).toMatchObject([{ subject: 'Supresión de mis datos personales', status: 'open' }]);
    await one.payOff();
    expect(await sweepErasures(product.deps)).toBe(1);
    expect(await sweepErasures(product.deps)).toBe(0);
    // Blocked, without contact data; identity and papers stay.
    expect(await customer(id)).toMatchObject({
      document_number: one.documentNumber,
      first_name: 'Ana',
      cellphone: '',
      password_hash: null,
      disabled_at: expect.any(Date),
    });
    expect((await one.person.call('GET /api/v3/own-data')).status).toBe(401);
    const told = await newestMessage(
      product,
      one.person.email,
      ({ subject }) => subject === 'Suprimimos tus datos',
    );
    expect(told.text).toMatch(/hasta el \d\d-\d\d-20\d\d/);
    await product.advance(3654 * dayMs);
    expect(await sweepErasures(product.deps)).toBe(1);
    expect((await customer(id)).document_number).not.toBe(one.documentNumber);
    const accepted = (await everything()).split('\n').filter((line) => line.startsWith('acceptance:'));
    expect(accepted.length).toBeGreaterThan(0);
    const document = writtenDocument('AR', one.documentNumber);
    expect(accepted.filter((line) => line.includes(document))).toEqual([]);
    await product.advance(-3654 * dayMs);
    // The ledger stays, without a person.
    const { rows } = await sql<{ sum: number }>`select sum(amount)::int as sum from ledger_entry`.execute(
      product.deps.db,
    );
    expect(rows[0]?.sum).toBe(0);
  });

  test('asked twice at once is done once, and another person is not touched', async () => {
    const person = await signUpAndVerify(product, 'AR', { isByCalls: true });
    const other = await addPerson(product);
    const before = await customer(other.id);
    const answers = await Promise.all([erase(person), erase(person)]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).not.toHaveLength(0);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from erasure_request r join customer c on c.id = r.customer_id
      where c.erased_at is not null and r.state = 'done' and r.requested_at > now() - interval '1 minute'
        and c.id = (select max(customer_id) from erasure_request)
    `.execute(product.deps.db);
    expect(rows[0]?.count).toBe(1);
    expect(await customer(other.id)).toEqual(before);
  });

  test('that waited is not done while a new loan is confirmed', async () => {
    const person = await signUpAndVerify(product, 'AR', { isByCalls: true });
    const customerId = await idOf(person);
    const { db, clock, random } = product.deps;
    const asked = { public_id: random.token(), country: 'AR', customer_id: customerId } as const;
    const waiting = { ...asked, state: 'waiting', requested_at: clock.now() } as const;
    await db.insertInto('erasure_request').values(waiting).execute();
    const body = confirmationOf(person) as Confirmation['body'];
    const origin = { address: '', device: '', requestId: '', baseUrl: '' };
    const swept = await transaction(db, async (tx) => {
      const loan = await confirmLoan(product.deps, tx, { customerId, country: 'AR', body, origin });
      expect(loan.ok).toBe(true);
      const sweeping = sweepErasures(product.deps);
      await expect.poll(() => waitingForLocks(db), { timeout: 20_000 }).toBeGreaterThan(0);
      return { sweeping };
    });
    expect(await swept.sweeping).toBe(0);
    expect(await customer(customerId)).toMatchObject({ email: person.email, erased_at: null });
  });

  test.for(['AR', 'UY'] as const)('refuses the confirmation that waited for it in %s', async (country) => {
    const person = await signUpAndVerify(product, country, { isByCalls: true });
    const id = await idOf(person);
    const { db, clock } = product.deps;
    const { confirming } = await transaction(db, async (tx) => {
      await tx.updateTable('customer').set({ erased_at: clock.now() }).where('id', '=', id).execute();
      const answer = person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
      await expect.poll(() => waitingForLocks(db), { timeout: 20_000 }).toBeGreaterThan(0);
      return { confirming: answer };
    });
    expect(await confirming).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(await db.selectFrom('loan').select('id').where('customer_id', '=', id).execute()).toEqual([]);
  });
});
