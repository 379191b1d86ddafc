import { argentinePriceList } from '../../countries/ar/price-list.ts';
import { uruguayanPriceList } from '../../countries/uy/price-list.ts';
import type { Dependencies } from '../dependencies.ts';

/** Loads the first price list of each country; a version that is there stays as it is. */
export async function seedPriceLists({ db, clock }: Pick<Dependencies, 'db' | 'clock'>): Promise<void> {
  for (const list of [argentinePriceList, uruguayanPriceList]) {
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
