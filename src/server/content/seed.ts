import { COUNTRIES } from '../../countries/countries.ts';
import { packOf } from '../../countries/index.ts';
import type { Dependencies } from '../dependencies.ts';
import { defaultSettings } from './settings.ts';

/** Tells the database of the countries, to which every row of business data belongs. */
export async function seedCountries({ db }: Pick<Dependencies, 'db'>): Promise<void> {
  const rows = COUNTRIES.map((code) => {
    const { country: name, currency, timeZone } = packOf(code);
    return { code, name, currency, time_zone: timeZone };
  });
  await db
    .insertInto('country')
    .values(rows)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
}

/** Loads the default settings, so that an operator finds every row to change; one that is there stays as it is. */
export async function seedSettings({ db }: Pick<Dependencies, 'db'>): Promise<void> {
  const rows = COUNTRIES.flatMap((country) =>
    Object.entries(defaultSettings(country)).map(([name, value]) => ({ country, name, value })),
  );
  await db
    .insertInto('setting')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['country', 'name']).doNothing())
    .execute();
}
