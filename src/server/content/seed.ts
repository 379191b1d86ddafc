import { COUNTRIES } from '../../countries/countries.ts';
import { packOf } from '../../countries/index.ts';
import { localDate } from '../../countries/local-time.ts';
import type { Dependencies } from '../dependencies.ts';
import { keepPayableDays } from './payable-days.ts';
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

/** Brings the last days without surcharge in step with the holidays that this release knows. */
export async function seedPayableDays({ db, clock }: Pick<Dependencies, 'db' | 'clock'>): Promise<void> {
  for (const country of COUNTRIES) await keepPayableDays(db, country, localDate(clock.now(), country));
}

/**
 * Forgets the rows that say what the code says anyway, which an earlier release wrote: what no operator has changed
 * follows the code, and a payment method that is added to it appears.
 */
export async function forgetUnchangedSettings({ db }: Pick<Dependencies, 'db'>): Promise<void> {
  const rows = COUNTRIES.flatMap((country) =>
    Object.entries(defaultSettings(country)).map(([name, value]) => [country, name, value] as const),
  );
  await db
    .deleteFrom('setting')
    .where((eb) =>
      eb(
        eb.refTuple('country', 'name', 'value'),
        'in',
        rows.map((row) => eb.tuple(...row)),
      ),
    )
    .execute();
}
