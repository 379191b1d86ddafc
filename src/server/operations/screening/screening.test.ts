import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar-date.ts';
import { loadList } from '../../customers/screening/service.ts';
import { watchListNote, type WatchListMode } from '../../integrations/watch-lists/sandbox.ts';
import { argentine, visitorOf } from '../../origination/leads/testing/visitor.ts';
import { noteForSandbox } from '../../platform/sandbox-notes.ts';
import { confirmationOf, payout, signUpAndVerify } from '../../testing/journey.ts';
import { newCustomer } from '../../testing/new-customer.ts';
import { startProduct, type TestProduct } from '../../testing/product.ts';
import { screenCountry } from './days.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct();
  await product.call('POST /sandbox/disbursement', { body: { mode: 'manual' } });
});
afterAll(() => product.close());

const mode = (given: WatchListMode) => noteForSandbox(product.deps.db, watchListNote, given);
const night = () => screenCountry(product.deps, 'AR');

async function named(firstName: string, lastName: string, birth = '1990-01-02', document?: string) {
  const { id } = await newCustomer(product, 'AR', document === undefined ? {} : { documentNumber: document });
  await product.deps.db
    .updateTable('customer')
    .set({ first_name: firstName, last_name: lastName, birthdate: calendarDate(birth) })
    .where('id', '=', id)
    .execute();
  return id;
}

const matchesOf = (customer: number) =>
  product.deps.db
    .selectFrom('screening_match as m')
    .innerJoin('watch_list_entry as e', 'e.id', 'm.entry_id')
    .select(['e.source_id as entry', 'm.state', 'm.reasons', 'm.name'])
    .where('m.customer_id', '=', customer)
    .orderBy('m.id')
    .execute();
const versions = () =>
  product.deps.db
    .selectFrom('watch_list_version')
    .select(['entries', 'added', 'changed', 'removed'])
    .orderBy('id')
    .execute();

describe('a night', () => {
  test('loads the list and matches whom it fits, by name, birth and number', async () => {
    const [jaled, other, beto, plain] = [
      await named('Jaled', 'Masri', '1975-08-01'),
      await named('Khaled', 'Al Masri', '1990-08-01'),
      await named('Alberto', 'Paz', '1985-01-01', '20111208'),
      await named('Ana', 'Prueba'),
    ];
    const did = await night();
    expect(did).toMatchObject({ entries: 4 });
    expect(await matchesOf(jaled)).toEqual([
      {
        entry: 'person-6900001',
        state: 'waiting',
        reasons: ['name', 'birth'],
        name: 'KHALED LISTADO AL-MASRI',
      },
    ]);
    expect(await matchesOf(beto)).toEqual([
      { entry: 'person-6900002', state: 'waiting', reasons: ['document'], name: '' },
    ]);
    expect([await matchesOf(other), await matchesOf(plain)]).toEqual([[], []]);
    expect(await night()).toEqual({ entries: 0, customers: 0, matches: 0 });
    expect(await versions()).toEqual([{ entries: 4, added: 4, changed: 0, removed: 0 }]);
  });

  test('matches who is new or changed with the whole list; a name that no longer fits ends no match that waits', async () => {
    const hussein = await named('Husein', 'Raheem', '1961-05-05');
    expect(await night()).toEqual({ entries: 0, customers: 1, matches: 1 });
    expect(await matchesOf(hussein)).toMatchObject([{ entry: 'person-6900003', state: 'waiting' }]);
    const { db } = product.deps;
    await db.updateTable('customer').set({ last_name: 'Paz' }).where('id', '=', hussein).execute();
    expect(await night()).toEqual({ entries: 0, customers: 1, matches: 0 });
    expect(await matchesOf(hussein)).toMatchObject([{ state: 'waiting' }]);
    await db
      .updateTable('customer')
      .set({ first_name: 'Hussein', last_name: 'Rahim' })
      .where('id', '=', hussein)
      .execute();
    expect(await night()).toMatchObject({ matches: 1 });
    expect(await matchesOf(hussein)).toMatchObject([{ state: 'ended' }, { state: 'waiting' }]);
    await db
      .updateTable('customer')
      .set({ first_name: 'Husein', last_name: 'Raheem' })
      .where('id', '=', hussein)
      .execute();
    expect(await night()).toMatchObject({ matches: 1 });
    // There and back again is no way out.
    expect(await matchesOf(hussein)).toMatchObject([{ state: 'waiting' }, { state: 'ended' }]);
  });

  test.each<[WatchListMode, string]>([
    ['away', 'does not answer'],
    ['garbage', 'no JSON'],
    ['empty', 'lists nobody'],
  ])('with a list that is %s fails, keeps the last one and matches with it', async (given, why) => {
    const before = await versions();
    await mode(given);
    const marta = await named('Roberto', 'Quiroga', '1968-02-02');
    await expect(night()).rejects.toThrow(why);
    expect(await versions()).toEqual(before);
    expect(await matchesOf(marta)).toMatchObject([{ entry: 'person-6900002', state: 'waiting' }]);
    await mode('usual');
  });

  test('matches everybody with entries that are added or changed, and ends those of what is gone', async () => {
    const { db } = product.deps;
    const [marta, beto] = [
      await named('Marta Listada', 'Olmedo', '1981-09-02'),
      await named('Beto', 'Quiroga', '1967-01-01'),
    ];
    await night();
    expect([await matchesOf(marta), await matchesOf(beto)]).toEqual([[], []]);
    await mode('changed');
    expect(await night()).toMatchObject({ entries: 2, customers: 0 });
    expect((await versions()).at(-1)).toEqual({ entries: 4, added: 1, changed: 1, removed: 1 });
    expect(await matchesOf(marta)).toMatchObject([{ entry: 'person-6900004', state: 'waiting' }]);
    expect(await matchesOf(beto)).toMatchObject([{ entry: 'person-6900002', state: 'waiting' }]);
    const gone = await db
      .selectFrom('screening_match as m')
      .innerJoin('watch_list_entry as e', 'e.id', 'm.entry_id')
      .select('m.state')
      .where('e.source_id', '=', 'person-6900003')
      .execute();
    expect(new Set(gone.map(({ state }) => state))).toEqual(new Set(['ended']));
  });

  test('refuses a list less than half as long, until a person accepts it', async () => {
    const { db, ports, clock } = product.deps;
    const list = ports.watchLists('AR')!;
    const short = {
      read: async () => ({
        ...(await list.read()),
        digest: 'f'.repeat(64),
        entries: (await list.read()).entries.slice(0, 1),
      }),
    };
    await expect(loadList(db, short, 'AR', clock.now())).rejects.toThrow('has 1 entries and had 4');
    expect(await loadList(db, short, 'AR', clock.now(), true)).toMatchObject({ removed: 3 });
    await mode('usual');
    await loadList(db, list, 'AR', clock.now());
    await night();
  });

  test('is not done in a country that is not covered', async () => {
    expect(product.deps.ports.watchLists('UY')).toBeUndefined();
    const { id } = await newCustomer(product, 'UY', { documentNumber: '40000007' });
    await product.deps.db
      .updateTable('customer')
      .set({ first_name: 'Jaled', last_name: 'Masri', birthdate: calendarDate('1975-03-14') })
      .where('id', '=', id)
      .execute();
    await night();
    expect(await matchesOf(id)).toEqual([]);
  });
});

test('whoever creates an account is matched at once, and reads what everybody does', async () => {
  const { db } = product.deps;
  const visitor = visitorOf(product);
  const accountOf = async (document: string, last: string) => {
    const email = `cuenta${document}@example.com`;
    const hash = await visitor.hashOf({
      ...argentine,
      first_name: 'Jaled',
      last_name: last,
      birthdate: '1975-03-14',
      document_number: document,
      email_address: email,
    });
    const body = { email, hash, option: '', terms: 1 };
    const answer = await product.call('POST /api/v3/account', { body });
    const { id } = await db
      .selectFrom('customer')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    return { answer, matches: await matchesOf(id) };
  };
  const [listed, other] = [await accountOf('33441118', 'Masri'), await accountOf('33441128', 'Suárez')];
  expect(listed.matches).toMatchObject([{ entry: 'person-6900001', state: 'waiting' }]);
  expect(other.matches).toEqual([]);
  const shape = ({ status, body }: typeof listed.answer) => [status, Object.keys(body.result)];
  expect(shape(listed.answer)).toEqual(shape(other.answer));
});

test('whoever confirms is matched at once, is told nothing, and the payout waits until a person decides', async () => {
  const { db } = product.deps;
  const person = await signUpAndVerify(product);
  await db
    .updateTable('customer')
    .set({ first_name: 'Jaled', last_name: 'Masri', birthdate: calendarDate('1975-03-14') })
    .where('email', '=', person.email)
    .execute();
  const answer = await person.call('POST /api/v3/finish-new', { body: confirmationOf(person) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const id: string = answer.body.result.id;
  const { customer_id: customer } = await db
    .selectFrom('loan')
    .select('customer_id')
    .where('public_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(await matchesOf(customer)).toMatchObject([{ entry: 'person-6900001', state: 'waiting' }]);
  await payout(product, id);
  const waits = await db
    .selectFrom('payout as d')
    .innerJoin('loan as l', 'l.id', 'd.loan_id')
    .select(['d.state', 'd.waits_for'])
    .where('l.public_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(waits).toEqual({ state: 'planned', waits_for: 'held' });
  const seen = await Promise.all([
    person.call('GET /api/v3/loan-new/{id}', { params: { id } }),
    person.call('GET /api/v3/account-new'),
  ]);
  expect(JSON.stringify(seen.map(({ body }) => body))).not.toMatch(/screening|match"|LISTADO/i);
});

test('entries are never changed or deleted', async () => {
  const { db } = product.deps;
  await expect(sql`update watch_list_entry set digest = ''`.execute(db)).rejects.toThrow('append-only');
});
