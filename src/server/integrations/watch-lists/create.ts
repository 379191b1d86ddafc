import type { CountryCode } from '../../../countries/country-pack.ts';
import { SERVER_ENTRIES } from '../../../countries/server-entries.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import type { WatchList } from './port.ts';
import { repet } from './repet.ts';

/** @returns undefined for a country that is not covered */
export async function createWatchLists({
  config,
  db,
}: {
  readonly config: Config;
  readonly db: Database;
}): Promise<(country: CountryCode) => WatchList | undefined> {
  const standIn = config.SANDBOX ? (await import('./sandbox.ts')).sandboxWatchList(db) : undefined;
  const lists = { repet: standIn ?? repet({ baseUrl: config.REPET_BASE_URL }), none: undefined } as const;
  return (country) => lists[SERVER_ENTRIES[country].watchList];
}
