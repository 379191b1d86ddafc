import { COUNTRIES } from '../../countries/countries.ts';
import type { Dependencies } from '../dependencies.ts';
import { defaultSettings } from './settings.ts';

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
