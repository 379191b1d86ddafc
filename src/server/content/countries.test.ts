import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('no check of the schema names a country; 19 tables refuse one that is not in the table', async () => {
  const { db } = product.deps;
  const { rows } = await sql<{ type: string; count: number }>`
    select contype as type, count(*)::int as count from pg_constraint
    where (contype = 'c' and pg_get_constraintdef(oid) like '%''UY''%') or confrelid = 'country'::regclass
    group by 1`.execute(db);
  expect(rows).toEqual([{ type: 'f', count: 19 }]);
  const add = (country: string) =>
    db.insertInto('setting').values({ country, name: 'brand', value: 'x' }).execute();
  await expect(add('XX')).rejects.toThrow('setting_country_fkey');
  await db
    .insertInto('country')
    .values({ code: 'XX', name: 'Equis', currency: 'XXX', time_zone: 'UTC' })
    .execute();
  await add('XX');
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
