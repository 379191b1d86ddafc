import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asChecked } from '../testing/as-checked.ts';
import type { CountryCode } from '../../countries/country-pack.ts';
import { COUNTRIES } from '../../countries/countries.ts';
import { packOf } from '../../countries/index.ts';
import { changeSetting } from '../testing/settings.ts';
import { forgetUnchangedSettings } from './seed.ts';
import { defaultSettings, readSetting } from './settings.ts';
import { startProduct, type TestProduct } from '../testing/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startProduct({ settings: { ROLE: 'api' } });
});
afterAll(() => product.close());

test('the table of countries says what the code says', async () => {
  const rows = await product.deps.db.selectFrom('country').selectAll().orderBy('code').execute();
  expect(rows).toEqual(
    COUNTRIES.map((code) => {
      const { country: name, currency, timeZone } = packOf(code);
      return { code, name, currency, time_zone: timeZone };
    }),
  );
});

/** Their country is that of the customer, lead, call or ledger transaction they belong to. */
const takenOver = [
  'credit_balance',
  'decision',
  'event',
  'ledger_sum',
  'ledger_transaction',
  'message',
  'offer',
  'one_time_link',
  'session',
].concat(['social_identity', 'ticket']);

test('no check of the schema names a country; every table with one refuses what is not in the table', async () => {
  const { db } = product.deps;
  const { rows: checks } = await sql`
    select from pg_constraint where contype = 'c' and pg_get_constraintdef(oid) like '%''UY''%'`.execute(db);
  expect(checks).toEqual([]);
  const { rows: open } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attname = 'country'
      and not exists (select from pg_trigger where tgrelid = c.oid and tgfoid = 'refuse_unknown_country'::regproc)
    order by c.relname`.execute(db);
  expect(open.map(({ name }) => name)).toEqual(takenOver);
  const unknown = asChecked<CountryCode>('XX');
  const add = (country: CountryCode) =>
    db.insertInto('setting').values({ country, name: 'brand', value: 'x' }).execute();
  await expect(add(unknown)).rejects.toThrow('there is no country XX');
  await db
    .insertInto('country')
    .values({ code: unknown, name: 'Equis', currency: asChecked('XXX'), time_zone: 'UTC' })
    .execute();
  await add(unknown);
  await expect(db.deleteFrom('country').where('code', '=', unknown).execute()).rejects.toThrow('append-only');
});

test('a setting that nobody has changed follows the code, also where an earlier release wrote it', async () => {
  const { db } = product.deps;
  const name = 'payment-methods';
  expect(await readSetting(db, 'AR', name)).toContain('rapipago');
  await changeSetting(db, 'AR', name, defaultSettings('AR')[name]);
  await changeSetting(db, 'UY', name, 'abitab');
  await forgetUnchangedSettings(product.deps);
  const rows = await db.selectFrom('setting').select(['country', 'value']).where('name', '=', name).execute();
  expect(rows).toEqual([{ country: 'UY', value: 'abitab' }]);
});
