import { COUNTRIES } from '../../../countries/countries.ts';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import type { Dependencies } from '../../dependencies.ts';

/** Loads the first price list of each country; an existing version stays unchanged. */
export async function seedPriceLists({ db, clock }: Pick<Dependencies, 'db' | 'clock'>): Promise<void> {
  for (const { priceList: list } of COUNTRIES.map((code) => SERVER_ENTRIES[code])) {
    await db
      .insertInto('price_list')
      .values({
        country: list.country,
        valid_from: list.validFrom,
        version: list.version,
        data: JSON.stringify(list),
        created_at: clock.now(),
      })
      .onConflict((conflict) => conflict.columns(['country', 'version']).doNothing())
      .execute();
  }
}
