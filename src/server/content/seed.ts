import { COUNTRIES } from '../../countries/countries.ts';
import { packOf } from '../../countries/index.ts';
import { localDate } from '../../countries/local-time.ts';
import type { Dependencies } from '../dependencies.ts';
import { storePayableDays } from './payable-days.ts';
import { defaultSettings } from './settings.ts';

/** Inserts the countries, which every row of business data references. */
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

/** Updates the last days without surcharge to the holidays that this release knows. */
export async function seedPayableDays({ db, clock }: Pick<Dependencies, 'db' | 'clock'>): Promise<void> {
  for (const country of COUNTRIES) await storePayableDays(db, country, localDate(clock.now(), country));
}

/**
 * Deletes stored settings equal to the built-in values, written by an earlier release, so that unchanged
 * settings follow the code and a payment method added to it appears.
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
